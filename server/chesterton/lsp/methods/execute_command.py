"""`workspace/executeCommand`: what a person answers, from a lens, a menu or a command line of an editor."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from lsprotocol import types

from chesterton.anchors.target import Target
from chesterton.base.paths import OutsideRootError, RepoPath
from chesterton.features.here import Here, HereEntry, here
from chesterton.features.navigation import record_location
from chesterton.features.place import governing, place_at
from chesterton.features.wording import headline
from chesterton.lsp import commands
from chesterton.lsp.arguments import Arguments, read_arguments
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.methods import questions
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import File, Root
from chesterton.lsp.session import Session
from chesterton.lsp.writing import write
from chesterton.records.lifecycle import Draft
from chesterton.records.model import KINDS, Kind, Record, RecordError
from chesterton.workspace import acts
from chesterton.workspace.acts import Done
from chesterton.workspace.repairs import repairs
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.usage import remember

T = TypeVar("T")

Command = Callable[[Session, Arguments], Awaitable[JsonObject]]


async def execute_command(session: Session, params: types.ExecuteCommandParams) -> JsonObject:
    command = _COMMANDS.get(params.command)
    if command is None:
        raise invalid(f"no such command: {params.command}")
    try:
        return await command(session, read_arguments(params.command, params.arguments))
    except (RecordError, OutsideRootError) as error:
        raise failed(str(error)) from error


async def _record(session: Session, arguments: Arguments) -> JsonObject:
    """A new record about a place. Without words for it, a draft to be filled in is opened."""
    file, position = await _place(session, arguments)
    kind = arguments.kind or await _kind(session)
    if kind is None:
        return {}

    def make(snapshot: Snapshot) -> Done:
        target = _target(session, snapshot, file, arguments.target, position)
        return acts.record(snapshot, _draft(snapshot, arguments, kind, f"About {target}"), [target])

    return await _do(session, file.root, make, f"Record a {kind}", show=True)


async def _supersede(session: Session, arguments: Arguments) -> JsonObject:
    """A new record in place of an old one."""
    root, old = await _one(session, arguments)

    def make(snapshot: Snapshot) -> Done:
        draft = _draft(snapshot, arguments, arguments.kind or old.kind, f"In place of: {old.title}")
        return acts.supersede(snapshot, [old], draft, [])

    return await _do(session, root, make, f"Supersede {old.label}", show=True)


async def _confirm(session: Session, arguments: Arguments) -> JsonObject:
    root, record = await _one(session, arguments)
    return await _do(
        session,
        root,
        lambda snapshot: acts.confirm(snapshot, record, acts.author(snapshot), arguments.anchor),
        f"Confirm {record.label}",
    )


async def _ratify(session: Session, arguments: Arguments) -> JsonObject:
    root, record = await _one(session, arguments)
    act = acts.ratify if arguments.accept else acts.reject
    return await _do(
        session,
        root,
        lambda snapshot: act(snapshot, record, acts.author(snapshot)),
        f"{'Ratify' if arguments.accept else 'Reject'} {record.label}",
    )


async def _repair(session: Session, arguments: Arguments) -> JsonObject:
    """Mend a problem of a record file in the way that bears the title."""
    file, _ = await _place(session, arguments)

    def make(snapshot: Snapshot) -> Done:
        for problem in snapshot.problems_of(file.path):
            for repair in repairs(snapshot, problem):
                if (problem.code, repair.title) == (arguments.code, arguments.title):
                    return Done(repair.changes, file.path)
        raise RecordError(f"{file.path} has no such problem any more: {arguments.title}")

    return await _do(session, file.root, make, arguments.title)


async def _reanchor(session: Session, arguments: Arguments) -> JsonObject:
    """Tie an anchor to another place. Without one, an editor that asks itself gets the candidates."""
    root, record = await _one(session, arguments)
    anchor = arguments.anchor or (record.anchors[0].target if len(record.anchors) == 1 else None)
    if anchor is None:
        anchor = await session.editor.choose("Which anchor?", [ref.target for ref in record.anchors])
    if anchor is None:
        return {}
    target = arguments.target
    if target is None:
        candidates = await session.compute(_candidates, session, root, record, anchor, arguments)
        if "chesterton.reanchor" in session.client.commands:
            return {"candidates": candidates}
        if not candidates:
            raise failed(f"nobody can tell where {anchor} went; put the cursor on its code and try again")
        target = await session.editor.choose(f"Where is {anchor} now?", [one["target"] for one in candidates])
        if target is None:
            return {}
    chosen = target

    def make(snapshot: Snapshot) -> Done:
        return acts.reanchor(snapshot, record, anchor, acts.find_target(snapshot, chosen))

    return await _do(session, root, make, f"Re-anchor {record.label}")


async def _show(session: Session, arguments: Arguments) -> JsonObject:
    """Open a record; of several the person picks one."""
    root, found = await _several(session, arguments)
    record = await _pick(session, found)
    return await _open(session, root, record) if record else {}


async def _here(session: Session, arguments: Arguments) -> JsonObject:
    """What governs a place. An editor without a list of its own offers to open one of the records."""
    file, position = await _place(session, arguments)
    snapshot = file.snapshot

    def look() -> Here:
        offset = _offset(session, snapshot, file.path, position)
        return here(file.root.memory, snapshot, [place_at(snapshot, file.path, offset)])

    found = await session.compute(look)
    remember(snapshot, "shown", [one.record.id for one in (*found.records, *found.near)], "here")
    if "chesterton.here" not in session.client.commands:
        if not found.records:
            session.editor.say("No record governs this place.")
        paths = (entry.record.path for entry in found.records)
        record = await _pick(session, [record for path in paths if (record := snapshot.records.at(path))])
        if record is not None:
            await _open(session, file.root, record)
    return {
        "article": {"address": found.article.address, "capsule": found.article.capsule}
        if found.article
        else None,
        "records": [_listed(entry) for entry in found.records],
        "near": [_listed(entry) for entry in found.near],
    }


_COMMANDS: Mapping[str, Command] = {
    commands.RECORD: _record,
    commands.SUPERSEDE: _supersede,
    commands.CONFIRM: _confirm,
    commands.RATIFY: _ratify,
    commands.REANCHOR: _reanchor,
    commands.REPAIR: _repair,
    commands.SHOW: _show,
    commands.HERE: _here,
    commands.RECALL: questions.recall,
    commands.GRAPH: questions.graph,
    commands.TOUCH: questions.touch,
    commands.FLUSH: questions.flush,
}


async def _do(
    session: Session, root: Root, act: Callable[[Snapshot], Done], label: str, *, show: bool = False
) -> JsonObject:
    done = await session.compute(act, root.snapshot)
    await write(session, root, done.changes, label)
    record = root.snapshot.records.at(done.path)
    if record is not None:
        remember(root.snapshot, "acted", [record.id], "editor")
    if show and record is not None:
        await _open(session, root, record)
    return {
        "uri": root.uri(record.file if record else done.path),
        "id": record.id if record else None,
        "files": [root.uri(change.path) for change in done.changes],
    }


async def _open(session: Session, root: Root, record: Record) -> JsonObject:
    remember(root.snapshot, "opened", [record.id], "editor")
    location = record_location(record)
    uri, place = root.uri(location.path), to_range(record.text, location.span, session.client.encoding)
    if not await session.editor.show(uri, types.Range(place.start, place.start)):
        session.editor.say(f"{record.label} {record.title}: {location.path}")
    return {"uri": uri, "position": {"line": place.start.line, "character": place.start.character}}


async def _pick(session: Session, records: Sequence[Record]) -> Record | None:
    if len(records) < 2:
        return records[0] if records else None
    titles = {f"{record.label} {record.title or headline(record)}": record for record in records}
    picked = await session.editor.choose("Which record?", list(titles))
    return titles.get(picked) if picked else None


async def _place(session: Session, arguments: Arguments) -> tuple[File, types.Position]:
    place = arguments.place or session.last_place
    if place is None:
        raise failed("open a file first: the command acts at the cursor")
    file = await session.file(place[0])
    if file is None:
        raise failed(f"{place[0]} is no file in a workspace")
    return file, place[1]


async def _one(session: Session, arguments: Arguments) -> tuple[Root, Record]:
    root, found = await _several(session, arguments)
    record = await _pick(session, found)
    if record is None:
        raise failed("no record was chosen")
    return root, record


async def _several(session: Session, arguments: Arguments) -> tuple[Root, Sequence[Record]]:
    """The records meant, by reference, or else those that govern the place."""
    if not arguments.ids:
        file, position = await _place(session, arguments)
        offset = await session.compute(_offset, session, file.snapshot, file.path, position)
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


async def _kind(session: Session) -> Kind | None:
    """The kind that the person picked. An editor that can't ask gets a decision, whose header can be changed."""
    if not session.client.asks:
        return "decision"
    picked = await session.editor.choose("What kind of record?", KINDS)
    return next((kind for kind in KINDS if kind == picked), None)


def _draft(snapshot: Snapshot, arguments: Arguments, kind: Kind, placeholder: str) -> Draft:
    """What the person said, accepted; where words are missing, a proposal to be filled in."""
    whole = bool(arguments.title.strip() and arguments.body.strip())
    title = arguments.title or placeholder
    return acts.draft(snapshot, kind, title, arguments.body, accept=whole)


def _target(
    session: Session, snapshot: Snapshot, file: File, written: str | None, position: types.Position
) -> Target:
    if written is not None:
        return acts.find_target(snapshot, written)
    return acts.target_at(snapshot, file.path, _offset(session, snapshot, file.path, position))


def _offset(session: Session, snapshot: Snapshot, path: RepoPath, position: types.Position) -> int:
    text = snapshot.read(path)
    return to_offset(text, position, session.client.encoding) if text else 0


def _candidates(
    session: Session, root: Root, record: Record, anchor: str, arguments: Arguments
) -> list[dict[str, str]]:
    """Where an anchor may be now: where it was found, what resembles it, and the place of the cursor."""
    snapshot = root.snapshot
    found: dict[str, str] = {}
    for placed in snapshot.judgements(record):
        if placed.ref.target != anchor:
            continue
        if placed.judgement.place is not None:
            evidence = ", ".join(placed.judgement.evidence) or "found here"
            found[str(acts.target_of(placed.judgement.place, placed.target))] = evidence
        for candidate in placed.judgement.candidates:
            target = str(acts.target_of(candidate.place, placed.target))
            found.setdefault(target, ", ".join((f"{candidate.score:.0%}", *candidate.evidence)))
    path = root.inside(arguments.uri) if arguments.uri else None
    if path is not None and arguments.position is not None and path not in snapshot.record_files:
        offset = _offset(session, snapshot, path, arguments.position)
        found.setdefault(str(acts.target_at(snapshot, path, offset)), "at the cursor")
    return [{"target": target, "evidence": evidence} for target, evidence in found.items()]


def _listed(entry: HereEntry) -> JsonObject:
    record = entry.record
    return {
        "id": record.id,
        "title": record.title or record.label,
        "kind": record.kind,
        "status": record.status,
        "statement": record.statement,
        "level": entry.level,
        "reason": entry.reason,
        "anchor": entry.anchor.anchor if entry.anchor else None,
        "verdict": entry.anchor.verdict if entry.anchor else entry.drift,
    }
