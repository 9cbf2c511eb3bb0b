"""Cards from records: the one place where recall reads a record's text."""

import re
from collections.abc import Iterator
from datetime import date

from chesterton.recall.card import Card, Passage, Standing
from chesterton.records.model import SENSITIVITIES, Act, Record, Relation, Sensitivity
from chesterton.records.outline import outline
from chesterton.records.store import RecordSet

_COSTS = re.compile(
    r"^\W*(?:negative|risks?|trade-?offs?|downsides?|drawbacks?|costs?|cons|bad|disadvantages?)\b[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)


def cards_of(records: RecordSet, today: date, ceiling: Sensitivity = SENSITIVITIES[-1]) -> tuple[Card, ...]:
    """Every record of a set, as it stands today, that is no more sensitive than `ceiling`."""
    allowed = SENSITIVITIES[: SENSITIVITIES.index(ceiling) + 1]
    return tuple(
        card_of(record, records, today) for record in records.records if record.sensitivity in allowed
    )


def card_of(record: Record, records: RecordSet, today: date) -> Card:
    """One record, its relations resolved among `records` (one that resolves to nothing stays as written)."""

    def ids(relations: tuple[Relation, ...]) -> tuple[str, ...]:
        found = ((records.resolve(relation, record), relation) for relation in relations)
        return tuple(other.id if other else relation.target for other, relation in found)

    consequences = record.section("consequences")
    costs = _COSTS.search(consequences)
    return Card(
        id=record.id,
        path=record.path,
        kind=record.kind,
        status=records.status(record),
        standing=_standing(record, records, today),
        title=record.title,
        statement=record.statement,
        passages=tuple(_passages(record)),
        number=record.number,
        aliases=record.aliases,
        date=record.date.isoformat() if record.date else "",
        confirmed=_day(record.confirmed),
        context=record.section("context"),
        consequences=consequences[: costs.start()] if costs else consequences,
        costs=consequences[costs.start() :] if costs else "",
        rejected=record.section("options"),
        targets=tuple(anchor.target for anchor in record.anchors),
        supersedes=ids(record.supersedes),
        superseded_by=tuple(successor.id for successor in records.successors(record)),
        supports=ids(record.supports),
        authors=record.decision_makers,
        tags=record.tags,
        domain=record.domain,
        initiative=record.initiative,
        source=record.source,
        sensitivity=record.sensitivity,
        namespace=record.namespace,
    )


def _standing(record: Record, records: RecordSet, today: date) -> Standing:
    if records.in_force(record, today):
        return "in force"
    return "proposed" if records.status(record) == "proposed" else "retired"


def _day(act: Act | None) -> str:
    return act.on.isoformat() if act and act.on else ""


def _passages(record: Record) -> Iterator[Passage]:
    """The body cut at every heading, each piece with the line on which its text begins."""
    text = record.text
    body = record.body
    heading, start = "", body.start
    for following in outline(text.data[body.start : body.end], body.start).headings:
        yield from _passage(record, heading, start, following.span.start)
        heading, start = following.text, following.span.end
    yield from _passage(record, heading, start, body.end)


def _passage(record: Record, heading: str, start: int, end: int) -> Iterator[Passage]:
    raw = record.text.data[start:end]
    begun = start + len(raw) - len(raw.lstrip())
    if begun < end:
        yield Passage(heading, record.text.line_at(begun), raw.strip().decode(errors="replace"))
