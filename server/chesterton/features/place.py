"""What governs a place of an open file: recall's ranked answer from the anchors of that file alone.

Cheap enough for every hover. `memory` gives the whole answer, what is near included.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code.symbols import symbol_at
from chesterton.features.ties import Drifted, anchors_by_tie
from chesterton.recall.from_records import card_of
from chesterton.recall.mentions import Mentions
from chesterton.recall.place import Nothing, Place, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.recall.ties import Level
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot


class Governing(NamedTuple):
    """One record for a place, with the anchor that makes it govern, and how near that is."""

    placed: Placed
    level: Level
    reason: str


def governing(snapshot: Snapshot, path: RepoPath, offset: int | None = None) -> tuple[Governing, ...]:
    """The records that govern a byte offset of a file, or the whole file, in recall's order.

    Each record stands once, at its nearest anchor.
    """
    shown = [placed for placed in snapshot.placed(path) if snapshot.shown(placed.record)]
    return _ranked(snapshot, shown, place_at(snapshot, path, offset)) if shown else ()


def place_at(snapshot: Snapshot, path: RepoPath, offset: int | None = None) -> Place:
    """The innermost symbol around an offset, or the file."""
    facts = snapshot.facts(path) if offset is not None else None
    symbol = symbol_at(facts, offset) if facts and offset is not None else None
    return Place(path, symbol.key if symbol else "")


def on_symbols(snapshot: Snapshot, path: RepoPath) -> dict[Span, tuple[Placed, ...]]:
    """The records anchored to something inside a file, by the span of its name, in the order of the file.

    A record anchored to the file as a whole, or whose place is gone, stands at the beginning of the file.
    """
    found: dict[Span, dict[RepoPath, Placed]] = {}
    for placed in snapshot.placed(path):
        if snapshot.shown(placed.record) and not _from_above(placed):
            found.setdefault(name_span(placed), {}).setdefault(placed.record.path, placed)
    return {span: _in_order(snapshot, path, tuple(found[span].values())) for span in sorted(found)}


def name_span(placed: Placed) -> Span:
    """Where a record shows in its file: on the name of its symbol, on the quoted region, else at the top."""
    place = placed.judgement.place
    if place is None or placed.judgement.state == "ambiguous":
        return Span(0, 0)
    if placed.target is not None and placed.target.kind == "region":
        return place.span
    return place.symbol.name_span if place.symbol else Span(0, 0)


def _ranked(snapshot: Snapshot, anchors: Iterable[Placed], place: Place) -> tuple[Governing, ...]:
    by_tie = anchors_by_tie(anchors)
    records = {placed.record.path: placed.record for placed in by_tie.values()}.values()
    cards = (card_of(record, snapshot.records, snapshot.state.today) for record in records)
    recall = PlaceRecall(cards, by_tie, Mentions(()))
    answer = recall.at([place], View(snapshot.state.today, Nothing(), Drifted(by_tie.values())))
    return tuple(
        Governing(by_tie[one.tie], one.level, one.reason) for one in answer.ranked if one.tie is not None
    )


def _in_order(snapshot: Snapshot, path: RepoPath, here: Sequence[Placed]) -> tuple[Placed, ...]:
    """Records that share a line, in the order in which recall gives those of the file."""
    if len(here) < 2:
        return tuple(here)
    ranked = [one.placed.record.path for one in _ranked(snapshot, here, Place(path))]
    return tuple(
        sorted(here, key=lambda one: ranked.index(one.record.path) if one.record.path in ranked else -1)
    )


def _from_above(placed: Placed) -> bool:
    return placed.target is not None and placed.target.kind in ("directory", "glob")
