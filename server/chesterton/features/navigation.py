"""From an anchor to the code, from the code to its records, and to anything by name."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code import symbols
from chesterton.features.place import governing
from chesterton.features.wording import headline
from chesterton.records.model import Record, Relation
from chesterton.workspace.snapshot import Snapshot


class Location(NamedTuple):
    """Bytes of a file."""

    path: RepoPath
    span: Span


class Found(NamedTuple):
    """A record or symbol that a person looked for by name."""

    name: str
    kind: str
    container: str
    location: Location


def definitions(snapshot: Snapshot, path: RepoPath, offset: int) -> tuple[Location, ...]:
    """In a record: the code of the anchor or the record of the reference at `offset`. In code: nothing, since
    that is another server's answer; ask `references`.
    """
    record = snapshot.records.around(path, offset)
    if record is None:
        return ()
    for placed in snapshot.judgements(record):
        if _inside(placed.ref.span, offset):
            place = placed.judgement.place
            choices = [place] if place else [candidate.place for candidate in placed.judgement.candidates]
            return tuple(
                Location(choice.path, choice.symbol.name_span if choice.symbol else choice.span)
                for choice in choices
                if snapshot.read(choice.path) is not None
            )
    named = next((relation for relation in _relations(record) if _inside(relation.span, offset)), None)
    found = snapshot.records.resolve(named, record) if named else None
    return (record_location(found),) if found else ()


def references(snapshot: Snapshot, path: RepoPath, offset: int) -> tuple[Location, ...]:
    """On a symbol of code: the records about it. In a record: all places that it governs."""
    record = snapshot.records.around(path, offset)
    if record is not None:
        places = (placed.judgement.place for placed in snapshot.judgements(record))
        return tuple(
            Location(place.path, place.symbol.name_span if place.symbol else place.span)
            for place in places
            if place is not None and snapshot.read(place.path) is not None
        )
    facts = snapshot.facts(path)
    symbol = symbols.symbol_at(facts, offset) if facts else None
    if symbol is None or not symbol.name_span.contains(offset):
        return ()
    return tuple(
        record_location(entry.placed.record)
        for entry in governing(snapshot, path, offset)
        if entry.level == "symbol"
    )


def record_location(record: Record) -> Location:
    """Where to land when a record is opened: its title."""
    if record.entry:
        end = record.text.line_span(record.text.line_at(record.body.start)).end
        return Location(record.file, Span(record.body.start, end))
    title = re.search(rb"^#+ .*$", record.text.data, re.MULTILINE)
    return Location(record.file, Span(*title.span()) if title else Span(0, 0))


def workspace_symbols(snapshot: Snapshot, query: str, limit: int) -> tuple[Found, ...]:
    """Records whose label, title or sentence has the letters of `query` in order; without one the newest."""
    letters = [letter for letter in query.casefold() if not letter.isspace()]
    fuzzy = re.compile(".*?".join(map(re.escape, letters)), re.DOTALL)
    shown = (record for record in snapshot.records.records if not snapshot.records.retired(record))
    found = [record for record in shown if fuzzy.search(f"{record.label} {record.title}".casefold())]
    found.sort(
        key=lambda record: (record.date is not None, record.date or snapshot.state.today), reverse=True
    )
    return tuple(_found(snapshot, record) for record in found[:limit])


def _found(snapshot: Snapshot, record: Record) -> Found:
    container = f"{record.kind}, {snapshot.records.status(record)}"
    return Found(
        f"{record.label} {record.title or headline(record)}", record.kind, container, record_location(record)
    )


def document_symbols(snapshot: Snapshot, path: RepoPath) -> tuple[Found, ...]:
    """The anchors of a record, as an outline of what it governs; of a decision log, its entries."""
    return tuple(
        found for record in snapshot.records.in_file(path) for found in _outlined(snapshot, record, path)
    )


def _outlined(snapshot: Snapshot, record: Record, path: RepoPath) -> Iterator[Found]:
    if record.entry and path == record.file:
        yield _found(snapshot, record)
        return
    for placed in snapshot.judgements(record):
        yield Found(placed.ref.target, "anchor", placed.judgement.verdict, Location(path, placed.ref.span))


def _relations(record: Record) -> tuple[Relation, ...]:
    groups = (record.supersedes, record.superseded_by, record.amends, record.amended_by, record.supports)
    return tuple(relation for group in groups for relation in group)


def _inside(span: Span, offset: int) -> bool:
    return span.end > span.start and span.contains(offset)
