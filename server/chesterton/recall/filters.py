"""The filters of a query against one card."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from chesterton.recall.card import Card
from chesterton.recall.query import Filter
from chesterton.recall.words import fold


def passes(card: Card, filters: Iterable[Filter]) -> bool:
    """Whether a card satisfies all filters; several values of one field are alternatives."""
    wanted: dict[str, bool] = {}
    for one in filters:
        holds = _holds(card, one)
        if one.exclude:
            if holds:
                return False
        else:
            wanted[one.field] = wanted.get(one.field, False) or holds
    return all(wanted.values())


def _holds(card: Card, one: Filter) -> bool:
    value = fold(one.value)
    match one.field:
        case "kind" | "domain" | "initiative" | "sensitivity":
            return fold(getattr(card, one.field)) == value
        case "status":
            return value in (fold(card.status), card.standing, card.standing.replace(" ", "-"))
        case "tag":
            return value in map(fold, card.tags)
        case "author":
            return any(value in fold(author) for author in card.authors)
        case "path":
            return any(_below(fold(path), value) for path in (card.path, *card.targets))
        case "after":
            return bool(card.date) and card.date[: len(value)] >= value
        case "before":
            return bool(card.date) and card.date[: len(value)] <= value


def _below(path: str, wanted: str) -> bool:
    if any(mark in wanted for mark in "*?["):
        return fnmatchcase(path, wanted)
    wanted = wanted.strip("/")
    return path == wanted or path.startswith((f"{wanted}/", f"{wanted}#", f"{wanted} "))
