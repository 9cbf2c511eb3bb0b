"""What governs a place: one ranked answer that every face shares."""

from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code.model import FileFacts, Symbol
from chesterton.features.wording import urgency
from chesterton.workspace.snapshot import Placed, Snapshot


class Governing(NamedTuple):
    """One record for a place. `altitude` counts how far up it applies: 0 the place itself, then what encloses it."""

    placed: Placed
    altitude: int


def governing(snapshot: Snapshot, path: RepoPath, offset: int | None = None) -> tuple[Governing, ...]:
    """The records that govern a byte offset of a file, or the whole file: the nearest first, mistakes before others.

    Each record stands once, at its nearest anchor.
    """
    nearest: dict[RepoPath, Governing] = {}
    for placed in snapshot.placed(path):
        if not snapshot.shown(placed.record):
            continue
        altitude = _altitude(snapshot.facts(path), placed, path, offset)
        known = nearest.get(placed.record.path)
        if altitude is not None and (known is None or altitude < known.altitude):
            nearest[placed.record.path] = Governing(placed, altitude)
    return tuple(sorted(nearest.values(), key=lambda found: (found.altitude, urgency(found.placed))))


def on_symbols(snapshot: Snapshot, path: RepoPath) -> dict[Span, tuple[Placed, ...]]:
    """The records anchored to something inside a file, by the span of its name, in the order of the file.

    A record anchored to the file as a whole, or whose place is gone, stands at the beginning of the file.
    """
    found: dict[Span, dict[RepoPath, Placed]] = {}
    for placed in snapshot.placed(path):
        if snapshot.shown(placed.record) and not _from_above(placed):
            found.setdefault(name_span(placed), {}).setdefault(placed.record.path, placed)
    return {span: tuple(sorted(found[span].values(), key=urgency)) for span in sorted(found)}


def name_span(placed: Placed) -> Span:
    """Where a record shows in its file: on the name of its symbol, on the quoted region, else at the top."""
    place = placed.judgement.place
    if place is None or placed.judgement.state == "ambiguous":
        return Span(0, 0)
    if placed.target is not None and placed.target.kind == "region":
        return place.span
    return place.symbol.name_span if place.symbol else Span(0, 0)


def _from_above(placed: Placed) -> bool:
    return placed.target is not None and placed.target.kind in ("directory", "glob")


def _altitude(facts: FileFacts | None, placed: Placed, path: RepoPath, offset: int | None) -> int | None:
    """How many steps above the offset a record's place is; None when it does not govern it."""
    enclosing = _enclosing(facts, offset)
    place = placed.judgement.place
    if placed.target is not None and placed.target.kind == "directory":
        if placed.target.path == path:
            return 0
        return (
            len(enclosing)
            + 1
            + path.count("/")
            - (placed.target.path.count("/") if placed.target.path else -1)
        )
    if _from_above(placed):
        return len(enclosing) + 1
    if place is None or place.symbol is None or placed.judgement.state == "ambiguous":
        return len(enclosing)
    if offset is None:
        return 0
    if placed.target is not None and placed.target.kind == "region":
        return 0 if place.span.contains(offset) else None
    keys = [symbol.key for symbol in enclosing]
    return keys.index(place.symbol.key) if place.symbol.key in keys else None


def _enclosing(facts: FileFacts | None, offset: int | None) -> list[Symbol]:
    """The symbols around an offset, the innermost first."""
    if facts is None or offset is None:
        return []
    around = [symbol for symbol in facts.symbols if symbol.span.contains(offset)]
    return sorted(around, key=lambda symbol: (symbol.span.end - symbol.span.start, -symbol.span.start))
