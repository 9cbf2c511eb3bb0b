"""What a command is about: a place, the records that are meant, the one that the person picks; and opening it."""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.base.paths import RepoPath
from chesterton.features.navigation import record_location
from chesterton.features.place import governing
from chesterton.features.wording import headline
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import File, Root
from chesterton.lsp.session import Session
from chesterton.records.model import Record, RecordError
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.usage import remember


async def place_of(session: Session, arguments: Arguments) -> tuple[File, types.Position | None]:
    """The place that was given, a file as a whole where no position was, or else where the person was last."""
    place = arguments.place or session.last_place
    if place is None:
        raise failed("open a file first: the command acts at the cursor")
    file = await session.file(place[0])
    if file is None:
        raise failed(f"{place[0]} is no file in a workspace")
    if arguments.position is not None:
        await session.compute(_refuse_past_the_end, file, arguments.position)
    return file, place[1]


def _refuse_past_the_end(file: File, position: types.Position) -> None:
    text = file.snapshot.read(file.path)
    if text is not None and position.line >= len(text.line_starts):
        raise invalid(
            f"{file.path} has no line {position.line}; its lines are 0 to {len(text.line_starts) - 1}"
        )


def offset_at(
    session: Session, snapshot: Snapshot, path: RepoPath, position: types.Position | None
) -> int | None:
    """The byte offset of a position; None where none was given, or the file can't be read."""
    text = snapshot.read(path) if position is not None else None
    return to_offset(text, position, session.client.encoding) if text and position is not None else None


async def records_meant(session: Session, arguments: Arguments) -> tuple[Root, Sequence[Record]]:
    """The records meant, by reference, or else those that govern the place."""
    if not arguments.ids:
        file, position = await place_of(session, arguments)
        offset = await session.compute(offset_at, session, file.snapshot, file.path, position)
        found = await session.compute(governing, file.snapshot, file.path, offset)
        if not found:
            raise failed("no record governs this place")
        return file.root, [entry.placed.record for entry in found]
    file = await session.file(arguments.uri) if arguments.uri else None
    error: RecordError | None = None
    for root in [file.root] if file else await session.roots.settled():
        try:
            return root, [root.snapshot.records.find(reference) for reference in arguments.ids]
        except RecordError as unknown:
            error = unknown
    raise error or failed("no workspace is open")


async def one_record(session: Session, arguments: Arguments) -> tuple[Root, Record]:
    """The one record meant; of several the person picks one."""
    root, found = await records_meant(session, arguments)
    record = await pick(session, found)
    if record is None:
        raise failed("no record was chosen")
    return root, record


async def pick(session: Session, records: Sequence[Record]) -> Record | None:
    """The record that the person picks; the only one, and None of none, without asking."""
    if len(records) < 2:
        return records[0] if records else None
    titles = {f"{record.label} {record.title or headline(record)}": record for record in records}
    picked = await session.editor.choose("Which record?", list(titles))
    return titles.get(picked) if picked else None


async def open_record(session: Session, root: Root, record: Record) -> JsonObject:
    """Open the file of a record in the editor, or say where it is."""
    await session.compute(remember, root.snapshot, "opened", [record.id], "editor")
    location = record_location(record)
    uri, place = root.uri(location.path), to_range(record.text, location.span, session.client.encoding)
    if not await session.editor.show(uri, types.Range(place.start, place.start)):
        session.editor.say(f"{record.label} {record.title}: {location.path}")
    return {"uri": uri, "position": {"line": place.start.line, "character": place.start.character}}
