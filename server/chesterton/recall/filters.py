"""The rows of an index that the filters of a query let through."""

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase

from chesterton.recall.card import Card
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.query import Field, Filter
from chesterton.recall.words import fold


def passing(reader: Reader, filters: Iterable[Filter]) -> int:
    """The set of rows that satisfy all filters; several values of one field are alternatives."""
    left = reader.rows
    wanted: dict[str, int] = {}
    for one in filters:
        rows = _rows(reader, one)
        if one.exclude:
            left &= ~rows
        else:
            wanted[one.field] = wanted.get(one.field, 0) | rows
    for rows in wanted.values():
        left &= rows
    return left


def _rows(reader: Reader, one: Filter) -> int:
    """The rows of which one value of the filter's field is as it says."""
    values = reader.grouped(f"filter {one.field}", _VALUES[one.field])
    wanted = fold(one.value)
    test = _TESTS.get(one.field)
    if test is None:
        return values.get(wanted, 0)
    found = 0
    for value, rows in values.items():
        if test(value, wanted):
            found |= rows
    return found


def _statuses(card: Card) -> Iterable[str]:
    return fold(card.status), card.standing, card.standing.replace(" ", "-")


def _dates(card: Card) -> Iterable[str]:
    return (card.date,) if card.date else ()


_VALUES: Mapping[Field, Callable[[Card], Iterable[str]]] = {
    "kind": lambda card: (card.kind,),
    "status": _statuses,
    "domain": lambda card: (fold(card.domain),),
    "initiative": lambda card: (fold(card.initiative),),
    "sensitivity": lambda card: (card.sensitivity,),
    "tag": lambda card: map(fold, card.tags),
    "author": lambda card: map(fold, card.authors),
    "path": lambda card: map(fold, (card.path, *card.targets)),
    "after": _dates,
    "before": _dates,
}


def _below(path: str, wanted: str) -> bool:
    if any(mark in wanted for mark in "*?["):
        return fnmatchcase(path, wanted)
    wanted = wanted.strip("/")
    return path == wanted or path.startswith((f"{wanted}/", f"{wanted}#", f"{wanted} "))


_TESTS: Mapping[Field, Callable[[str, str], bool]] = {
    "author": lambda author, wanted: wanted in author,
    "path": _below,
    "after": lambda date, wanted: date[: len(wanted)] >= wanted,
    "before": lambda date, wanted: date[: len(wanted)] <= wanted,
}
