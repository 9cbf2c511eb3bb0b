"""The repairs that go with problems, as pure functions from the records to the files to write.

A repair that is `sure` needs nobody's choice; the others are offered one beside the other. What only words or a
decision can mend has none: a review that is due, a proposal that waits, a secret.
"""

import difflib
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from chesterton.base.disk import FileChange, joined
from chesterton.base.ids import new_id
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit
from chesterton.records import lifecycle, relocation
from chesterton.records.drafts import anchor_lines
from chesterton.records.editing import NewValue
from chesterton.records.model import Problem, Record, RecordError, Relation
from chesterton.records.store import RecordSet

RELATION_KEYS = ("supersedes", "superseded-by", "amends", "amended-by", "supports")
_NAMES_OFFERED = 3


class Repair(NamedTuple):
    """One way to mend a problem; `title` is an order, fit for a menu."""

    title: str
    changes: tuple[FileChange, ...]
    sure: bool = True


def repairs(records: RecordSet, problem: Problem) -> tuple[Repair, ...]:
    """The ways in which a problem can be mended, the likeliest first."""
    record = records.around(problem.path, problem.span.start)
    find = _REPAIRS.get(problem.code)
    if record is None or find is None:
        return ()
    try:
        return tuple(repair for repair in find(records, record, problem) if repair.changes)
    except RecordError:  # somebody else has the number, the state forbids it: nothing to offer
        return ()


def fix_all(
    records: RecordSet,
    check: Callable[[RecordSet], Sequence[Problem]],
    only: Collection[str] = (),
    choice: int | None = None,
) -> tuple[FileChange, ...]:
    """Every sure repair of the problems that `check` finds, of those whose code is in `only` unless that is empty.

    With a `choice` each problem is mended by that one of its repairs, the first being 1, sure or not. Repairs may lead
    to others, so it looks again until nothing is left to do.
    """
    done: list[FileChange] = []
    tried: set[tuple[str, RepoPath, str]] = set()
    while round_of := _one_round(records, check(records), only, tried, choice):
        done += round_of
        records = records.update({change.path: change.after for change in round_of})
    return joined(done)


def _one_round(
    records: RecordSet,
    problems: Sequence[Problem],
    only: Collection[str],
    tried: set[tuple[str, RepoPath, str]],
    choice: int | None,
) -> list[FileChange]:
    """The repairs that don't touch each other's files, and in no folder two that make or remove one."""
    changes: list[FileChange] = []
    touched: set[str] = set()
    for problem in problems:
        key = (problem.code, problem.path, problem.message)
        if (only and problem.code not in only) or problem.code not in _REPAIRS or key in tried:
            continue
        repair = _chosen(repairs(records, problem), choice)
        if repair is None:
            tried.add(key)
            continue
        mine = {change.path for change in repair.changes} | {
            change.path.rpartition("/")[0]
            for change in repair.changes
            if change.before is None or change.after is None
        }
        if mine.isdisjoint(touched):
            tried.add(key)
            touched |= mine
            changes += repair.changes
    return changes


def _chosen(offered: Sequence[Repair], choice: int | None) -> Repair | None:
    if choice is not None:
        return offered[choice - 1] if 0 < choice <= len(offered) else None
    return next((one for one in offered if one.sure), None)


def _assign_id(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    changes = lifecycle.set_header(records, record, {"id": new_id()})
    yield Repair(f"Give {record.path} an id of its own", tuple(changes))


def _renumber(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    changes = relocation.renumber(records, record)
    yield Repair(f"Renumber to {changes[0].path.rpartition('/')[2]}", tuple(changes))


def _retitle(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    yield Repair(
        f"Write the file's number, {record.number}, into the title", tuple(relocation.retitle(record))
    )


def _mark_superseded(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    yield Repair(f"Mark {record.path} as superseded", tuple(lifecycle.mark_superseded(records, record)))


def _align_status(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    """Either place may be the one that somebody forgot; the header is what counts."""
    lifecycle.refuse_mounted(record)
    old = record.text.slice(problem.span)
    after = record.text.apply([Edit(problem.span, _dressed(record.status_text, old))])
    change = FileChange(record.file, record.text.encode(), after.encode())
    yield Repair(f"Write `{record.status_text}` here too, as the header says", (change,))
    header = lifecycle.set_header(records, record, {"status": old.strip("*_ ").lower()})
    yield Repair(f"Write `{old.strip('*_ ').lower()}` into the header", tuple(header), sure=False)


def _dressed(word: str, like: str) -> str:
    """A status word with the capitals and the emphasis of the one it replaces."""
    bare = like.strip("*_ ")
    if bare.isupper():
        word = word.upper()
    elif bare[:1].isupper():
        word = word[:1].upper() + word[1:]
    return like.replace(bare, word) if bare else word


def _drop_anchor(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    keys: dict[str, NewValue] = {"anchors": anchor_lines(record.anchors)}
    yield Repair("Keep one line of this anchor", tuple(lifecycle.set_header(records, record, keys)))


def _drop_alias(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    taken = {
        alias.casefold() for other in records.records if other.path != record.path for alias in other.aliases
    }
    own = [alias for alias in record.aliases if alias.casefold() not in taken]
    changes = lifecycle.set_header(records, record, {"aliases": own})
    yield Repair("Leave the alias to the other record", tuple(changes))


def _use_id(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    key, relation = _relation_at(record, problem.span)
    if relation is not None:
        for other in records.targets(relation, record):
            if other.path != record.path:
                yield _point(records, record, key, relation, other)


def _dangling(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    key, relation = _relation_at(record, problem.span)
    if relation is None:
        return
    names = {name: other for other in records.records for name in (other.slug, *other.aliases, other.label)}
    wanted = relation.target.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    for name in difflib.get_close_matches(wanted, names, _NAMES_OFFERED, 0.75):
        if names[name].path != record.path:
            yield _point(records, record, key, relation, names[name])
    yield _unlink(records, record, key, relation)


def _cut_circle(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    for key in ("supersedes", "superseded-by"):
        for relation in _written(record, key):
            yield _unlink(records, record, key, relation)


def _settle_rivals(records: RecordSet, record: Record, problem: Problem) -> Iterator[Repair]:
    """One of two successors may follow the other, or change only a part of the old record."""
    key, relation = _relation_at(record, problem.span)
    if relation is None or (old := records.resolve(relation, record)) is None:
        return
    for rival in records.successors(old):
        if rival.path != record.path and records.status(rival) == "accepted":
            following = [one.target for one in _written(record, "supersedes")]
            changes = lifecycle.set_header(records, record, {"supersedes": [*following, rival.id]})
            yield Repair(f"Let this supersede {rival.label} {rival.title} too", tuple(changes), sure=False)
    rest = [one.target for one in _written(record, key) if one != relation]
    amended = [one.target for one in _written(record, "amends")]
    changes = lifecycle.set_header(records, record, {key: rest, "amends": [*amended, relation.target]})
    yield Repair(f"Let this only amend {old.label} {old.title}", tuple(changes), sure=False)


def _relation_at(record: Record, span: Span) -> tuple[str, Relation | None]:
    """The relation of the header that stands at a place; those in prose are nobody's to rewrite."""
    for key in RELATION_KEYS:
        for relation in _written(record, key):
            if relation.span == span:
                return key, relation
    return "", None


def _written(record: Record, key: str) -> list[Relation]:
    """The relations that the header gives under a key."""
    whole = record.spans.get(key)
    relations: tuple[Relation, ...] = getattr(record, key.replace("-", "_"))
    return [one for one in relations if whole and whole.encloses(one.span) and one.span.end > one.span.start]


def _point(records: RecordSet, record: Record, key: str, relation: Relation, other: Record) -> Repair:
    values = [other.id if one == relation else one.target for one in _written(record, key)]
    changes = lifecycle.set_header(records, record, {key: values})
    return Repair(f"Mean {other.label} {other.title} ({other.path})", tuple(changes), sure=False)


def _unlink(records: RecordSet, record: Record, key: str, relation: Relation) -> Repair:
    rest = [one.target for one in _written(record, key) if one != relation]
    changes = lifecycle.set_header(records, record, {key: rest})
    return Repair(f"No longer say `{key}: {relation.target}`", tuple(changes), sure=False)


_REPAIRS: dict[str, Callable[[RecordSet, Record, Problem], Iterator[Repair]]] = {
    "missing-id": _assign_id,
    "bad-id": _assign_id,
    "duplicate-id": _assign_id,
    "duplicate-number": _renumber,
    "title-number": _retitle,
    "duplicate-alias": _drop_alias,
    "dangling-reference": _dangling,
    "ambiguous-reference": _use_id,
    "supersede-cycle": _cut_circle,
    "rival-successors": _settle_rivals,
    "one-sided-supersede": _mark_superseded,
    "contradicting-status": _align_status,
    "duplicate-anchor": _drop_anchor,
}
FIXABLE = frozenset(_REPAIRS)
"""The rules whose problems can be mended by a machine."""
