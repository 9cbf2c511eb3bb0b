"""All of one record, as a value that prints as text and as JSON."""

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.features.wording import drift_words
from chesterton.records.model import Kind, Record, Relation, Status
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot

SECTIONS = ("context", "options", "decision", "consequences")
"""The sections that every face knows by name; `options` are the alternatives, the rejected ones among them."""


class RecordPage(msgspec.Struct, frozen=True):
    """One record. Dates are ISO days or ""; relations and anchors are lines fit for reading."""

    id: str
    path: RepoPath
    kind: Kind
    status: Status
    status_text: str
    in_force: bool
    title: str
    statement: str
    date: str
    ratified: str
    confirmed: str
    valid_from: str
    valid_to: str
    review_by: str
    implemented: str
    provenance: str
    source: str
    domain: str
    initiative: str
    sensitivity: str
    acl_group: str
    namespace: str
    tags: tuple[str, ...]
    decision_makers: tuple[str, ...]
    aliases: tuple[str, ...]
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]
    amends: tuple[str, ...]
    amended_by: tuple[str, ...]
    supports: tuple[str, ...]
    supported_by: tuple[str, ...]
    anchors: tuple[str, ...]
    sections: dict[str, str]
    body: str


def record_page(snapshot: Snapshot, record: Record) -> RecordPage:
    """Everything about a record, with what follows from the others: who superseded, amended and supports it."""
    records = snapshot.records

    def named(relations: tuple[Relation, ...]) -> tuple[str, ...]:
        found = ((records.resolve(relation, record), relation) for relation in relations)
        return tuple(_line(other) if other else relation.target for other, relation in found)

    def saying(name: str) -> tuple[str, ...]:
        return tuple(
            _line(other)
            for other in records.records
            if any(records.resolve(relation, other) is record for relation in getattr(other, name))
        )

    return RecordPage(
        id=record.id,
        path=record.path,
        kind=record.kind,
        status=records.status(record),
        status_text=record.status_text,
        in_force=records.in_force(record, snapshot.state.today),
        title=record.title,
        statement=record.statement,
        date=str(record.date or ""),
        ratified=record.ratified.line if record.ratified else "",
        confirmed=record.confirmed.line if record.confirmed else "",
        valid_from=str(record.valid_from or ""),
        valid_to=str(record.valid_to or ""),
        review_by=str(record.review_by or ""),
        implemented=record.implemented or "",
        provenance=record.provenance,
        source=record.source,
        domain=record.domain,
        initiative=record.initiative,
        sensitivity=record.sensitivity,
        acl_group=record.acl_group,
        namespace=record.namespace,
        tags=record.tags,
        decision_makers=record.decision_makers,
        aliases=record.aliases,
        supersedes=named(record.supersedes),
        superseded_by=tuple(map(_line, records.successors(record))),
        amends=named(record.amends),
        amended_by=tuple(dict.fromkeys((*named(record.amended_by), *saying("amends")))),
        supports=named(record.supports),
        supported_by=saying("supports"),
        anchors=tuple(map(_anchor, snapshot.judgements(record))),
        sections={name: record.section(name) for name in SECTIONS if record.section(name)},
        body=record.prose.strip(),
    )


def _line(record: Record) -> str:
    return f"{record.label} {record.title} ({record.id})"


def _anchor(placed: Placed) -> str:
    words = drift_words(placed) or "holds"
    return f"{placed.ref.target} ({words})"
