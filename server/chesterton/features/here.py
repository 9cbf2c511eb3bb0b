"""What governs places and what is near them, in one shape for every face."""

from collections.abc import Sequence

import msgspec

from chesterton.features.memory import Memory
from chesterton.features.report import AnchorEntry, RecordEntry, anchor_entry, record_entry
from chesterton.features.ties import anchors_by_tie
from chesterton.recall import lines
from chesterton.recall.place import Article, Place, Tie
from chesterton.recall.place_recall import HERE, PlaceAnswer
from chesterton.recall.place_recall import Placed as Recalled
from chesterton.recall.ties import Level
from chesterton.records.model import Record
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot

_MOST_NEAR = 10


class HereEntry(msgspec.Struct, frozen=True):
    """A record for a place: how near it is and why it is here. `anchor` is what ties it, where an anchor does."""

    level: Level
    reason: str
    record: RecordEntry
    drift: str
    anchor: AnchorEntry | None


class Here(msgspec.Struct, frozen=True):
    """`records` govern the places, nearest first; `near` do not but may matter; `history` once did."""

    places: tuple[str, ...]
    article: Article | None
    records: tuple[HereEntry, ...]
    near: tuple[HereEntry, ...]
    history: tuple[HereEntry, ...]


def here(memory: Memory, snapshot: Snapshot, places: Sequence[Place], *, words: bool = False) -> Here:
    """Recall's answer for places; with `words`, also what only shares words with them."""
    answer = memory.here(places, words)
    return _shaped(snapshot, answer)


def _shaped(snapshot: Snapshot, answer: PlaceAnswer) -> Here:
    window = snapshot.config.records.proposal_window
    days = None if window == "off" else window
    today = snapshot.state.today
    waiting = [one for one in answer.proposed if not lines.faded(one.card, today, days)]
    living = [*answer.governing, *waiting]
    return Here(
        places=tuple(map(str, answer.places)),
        article=answer.article,
        records=_entries(snapshot, [one for one in living if one.level in HERE]),
        near=_entries(snapshot, [one for one in living if one.level not in HERE])[:_MOST_NEAR],
        history=_entries(
            snapshot, [one for one in answer.retired if one.level in HERE and one.card.status != "withdrawn"]
        ),
    )


def _entries(snapshot: Snapshot, found: Sequence[Recalled]) -> tuple[HereEntry, ...]:
    return tuple(entry for one in found if (entry := _entry(snapshot, one)))


def _entry(snapshot: Snapshot, one: Recalled) -> HereEntry | None:
    record = snapshot.records.at(one.card.path)
    if record is None:
        return None
    placed = _anchor(snapshot, record, one.tie)
    return HereEntry(
        level=one.level,
        reason=one.reason,
        record=record_entry(snapshot, record),
        drift=one.drift,
        anchor=anchor_entry(snapshot, placed) if placed else None,
    )


def _anchor(snapshot: Snapshot, record: Record, tie: Tie | None) -> Placed | None:
    if tie is None or snapshot.records.retired(record):
        return None
    return anchors_by_tie(snapshot.judgements(record)).get(tie)
