"""Rules about how records refer to each other."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.records.lint.rules import RULES
from chesterton.records.model import NOWHERE, Problem, Record, Relation
from chesterton.records.roots import root_of
from chesterton.records.store import RecordSet


def check(records: RecordSet, chosen: Iterable[Record]) -> Iterator[Problem]:
    """The problems of identity and succession that the `chosen` records of the set have a part in."""
    chosen = tuple(chosen)
    yield from _same_ids(records)
    yield from _same_numbers(records)
    yield from _same_aliases(records)
    replaced = (records.resolve(relation, record) for record in chosen for relation in record.supersedes)
    for record in chosen:
        yield from _references(records, record)
    for record in {one.path: one for one in (*chosen, *filter(None, replaced))}.values():
        yield from _succession(records, record)
    yield from _cycles(records, chosen)


def _problem(record: Record, code: str, span: Span, message: str) -> Problem:
    return Problem(
        code, RULES[code].severity, record.file, span if span != NOWHERE else record.start, message
    )


def _same_ids(records: RecordSet) -> Iterator[Problem]:
    for record in records.records:
        owner = records.id_owners.get(record.path)
        if owner is not None:
            yield _problem(
                record, "duplicate-id", record.spans.get("id", NOWHERE), f"{owner.path} has this id too"
            )


def _same_numbers(records: RecordSet) -> Iterator[Problem]:
    numbered = (
        ((record.file if record.entry else record.path.rpartition("/")[0], record.number), record)
        for record in records.records
        if record.number is not None
    )
    for same in _grouped(numbered):
        for record in same[1:]:
            yield _problem(
                record, "duplicate-number", Span(0, 0),
                f"{same[0].path} has the number {record.number} too; `chesterton renumber` gives the next free one",
            )  # fmt: skip


def _same_aliases(records: RecordSet) -> Iterator[Problem]:
    for same in _grouped(
        ((record.mount, alias.casefold()), record)
        for record in records.records
        for alias in record.aliases[
            1 if record.entry else 0 :
        ]  # the first is its label, unique in its log only
    ):
        for record in same[1:]:
            if record.path != same[0].path:
                yield _problem(
                    record,
                    "duplicate-alias",
                    record.spans.get("aliases", NOWHERE),
                    f"{same[0].path} has this alias too",
                )


def _references(records: RecordSet, record: Record) -> Iterator[Problem]:
    for name in ("supersedes", "superseded_by", "amends", "amended_by", "supports"):
        relations: tuple[Relation, ...] = getattr(record, name)
        for relation in relations:
            found = [other for other in records.targets(relation, record) if other.path != record.path]
            written = record.spans.get(name.replace("_", "-"))
            own = record.header_path if written and written.encloses(relation.span) else record.file
            if not found and relation.target.rsplit("/", 1)[-1] not in records.hidden:
                yield Problem(
                    "dangling-reference", RULES["dangling-reference"].severity, own, relation.span,
                    f"no record answers to `{relation.target}`",
                )  # fmt: skip
            elif len(found) > 1:
                names = ", ".join(f"{other.path}" for other in found)
                yield Problem(
                    "ambiguous-reference", RULES["ambiguous-reference"].severity, own, relation.span,
                    f"`{relation.target}` may be any of {names}; write the id or the file's name",
                )  # fmt: skip


def _succession(records: RecordSet, record: Record) -> Iterator[Problem]:
    successors = [new for new in records.successors(record) if _replaces(records, new, record)]
    rivals = [new for new in successors if records.status(new) == "accepted"]
    if len(rivals) > 1:
        names = " and ".join(new.path for new in rivals)
        for new in rivals:
            span = next((r.span for r in new.supersedes if records.resolve(r, new) == record), NOWHERE)
            yield _problem(
                new, "rival-successors", span,
                f"{names} each supersede {record.path}; let one of them supersede or amend the other",
            )  # fmt: skip
    lost = [new for new in successors if records.status(new) in ("rejected", "deprecated", "withdrawn")]
    if lost and len(lost) == len(successors) and records.status(record) == "superseded":
        yield _problem(
            record, "retired-successor", record.spans.get("status", NOWHERE),
            f"what superseded this is {records.status(lost[0])} itself: {lost[0].path}",
        )  # fmt: skip
    root = root_of(record.path, records.roots)
    if rivals and root and not root.own and record.status not in ("superseded", "withdrawn"):
        yield _problem(
            record, "one-sided-supersede", record.spans.get("status", NOWHERE),
            f"{rivals[0].path} supersedes this, but the text does not say so",
        )  # fmt: skip


def _replaces(records: RecordSet, new: Record, old: Record) -> bool:
    return any(
        not relation.partial
        and (found := records.resolve(relation, new)) is not None
        and found.path == old.path
        for relation in new.supersedes
    )


def _cycles(records: RecordSet, chosen: Iterable[Record]) -> Iterator[Problem]:
    seen: set[RepoPath] = set()
    for record in chosen:
        trail: list[RepoPath] = []
        step: Record | None = record
        while step is not None and step.path not in seen:
            seen.add(step.path)
            trail.append(step.path)
            later = records.successors(step)
            step = later[0] if later else None
        if step is not None and step.path in trail:
            circle = trail[trail.index(step.path) :]
            first = circle.index(min(circle))
            names = " → ".join((*circle[first:], *circle[: first + 1]))
            step = records.at(circle[first]) or step
            yield _problem(step, "supersede-cycle", _first_span(step), f"a circle of successors: {names}")


def _first_span(record: Record) -> Span:
    return next((relation.span for relation in (*record.supersedes, *record.superseded_by)), NOWHERE)


def _grouped(pairs: Iterable[tuple[Hashable, Record]]) -> Iterator[list[Record]]:
    groups: dict[Hashable, list[Record]] = defaultdict(list)
    for key, record in pairs:
        groups[key].append(record)
    return (group for group in groups.values() if len(group) > 1)
