"""What the command line and other programs are told about records, in one shape everywhere."""

import msgspec

from chesterton.anchors.drift import State, Verdict
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.features.findings import Finding
from chesterton.features.wording import drift_words, headline
from chesterton.records.lint.rules import Level
from chesterton.records.model import Kind, Record, Status
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot


class RecordEntry(msgspec.Struct, frozen=True):
    """A record in a list."""

    id: str
    label: str
    kind: Kind
    status: Status
    date: str | None
    title: str
    statement: str
    path: RepoPath


class AnchorEntry(msgspec.Struct, frozen=True):
    """One anchor and its verdict. `place` is `path#Symbol` where the code is now, `line` counts from 1. `parts` hold
    some of the code of one that was split.
    """

    record: RecordEntry
    anchor: str
    verdict: Verdict
    state: State
    place: str | None
    line: int | None
    confidence: float
    words: str
    note: str
    candidates: tuple[str, ...]
    parts: tuple[str, ...]


class FindingEntry(msgspec.Struct, frozen=True):
    """One finding; `line` and `column` count from 1, columns in characters."""

    code: str
    level: Level
    path: RepoPath
    line: int
    column: int
    message: str
    record: RepoPath | None


def record_entry(snapshot: Snapshot, record: Record) -> RecordEntry:
    return RecordEntry(
        id=record.id,
        label=record.label,
        kind=record.kind,
        status=snapshot.records.status(record),
        date=record.date.isoformat() if record.date else None,
        title=record.title,
        statement=headline(record),
        path=record.path,
    )


def anchor_entry(snapshot: Snapshot, placed: Placed) -> AnchorEntry:
    judgement = placed.judgement
    place = judgement.place
    text = snapshot.read(place.path) if place else None
    start = (place.symbol.name_span.start if place.symbol else place.span.start) if place else 0
    return AnchorEntry(
        record=record_entry(snapshot, placed.record),
        anchor=placed.ref.target,
        verdict=judgement.verdict,
        state=judgement.state,
        place=str(place) if place else None,
        line=text.line_at(start) + 1 if text else None,
        confidence=judgement.confidence,
        words=drift_words(placed),
        note=judgement.note,
        candidates=tuple(str(candidate.place) for candidate in judgement.candidates),
        parts=tuple(str(part) for part in judgement.parts),
    )


def finding_entry(snapshot: Snapshot, finding: Finding) -> FindingEntry:
    text = snapshot.read(finding.path) or Text(b"")
    line, column = text.position(finding.span.start, "utf-32")
    return FindingEntry(
        code=finding.code,
        level=finding.level,
        path=finding.path,
        line=line + 1,
        column=column + 1,
        message=finding.message,
        record=finding.record,
    )
