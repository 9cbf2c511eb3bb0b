"""The commands by which a person answers: record, supersede, confirm, ratify, repair, re-anchor."""

from collections.abc import Callable
from contextlib import ExitStack

import msgspec
from lsprotocol import types

from chesterton.anchors.target import Target
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.protocol import failed
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import File, Root
from chesterton.lsp.session import Session
from chesterton.lsp.subject import offset_at, one_record, open_record, place_of
from chesterton.lsp.writing import refuse_elsewhere, write
from chesterton.records.lifecycle import Draft
from chesterton.records.model import KINDS, Kind, Record, RecordError
from chesterton.workspace import acts
from chesterton.workspace.acts import Done
from chesterton.workspace.namesakes import namesakes_of
from chesterton.workspace.numbers import NumberTakenError, reserved
from chesterton.workspace.repairs import repairs
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.usage import remember


async def record(session: Session, arguments: Arguments) -> JsonObject:
    """A new record about a place. Without words for it, a draft to be filled in is opened."""
    file, position = await place_of(session, arguments)
    kind = arguments.kind or await _kind(session)
    if kind is None:
        return {}

    def make(snapshot: Snapshot, least: int) -> Done:
        target = _target(session, snapshot, file, arguments.target, position)
        draft = _draft(snapshot, arguments, kind, f"About {target}", least)
        return acts.record(snapshot, draft, [target])

    done = await _create(session, file.root, make, f"Record a {kind}")
    await _tell_namesakes(session, file.root, arguments.target)
    return done


async def supersede(session: Session, arguments: Arguments) -> JsonObject:
    """A new record in place of an old one."""
    root, old = await one_record(session, arguments)

    def make(snapshot: Snapshot, least: int) -> Done:
        draft = _draft(snapshot, arguments, arguments.kind or old.kind, f"In place of: {old.title}", least)
        return acts.supersede(snapshot, [old], draft, [])

    return await _create(session, root, make, f"Supersede {old.label}")


async def confirm(session: Session, arguments: Arguments) -> JsonObject:
    root, record = await one_record(session, arguments)
    return await _do(
        session,
        root,
        lambda snapshot: acts.confirm(snapshot, record, acts.author(snapshot), arguments.anchor),
        f"Confirm {record.label}",
    )


async def ratify(session: Session, arguments: Arguments) -> JsonObject:
    root, record = await one_record(session, arguments)
    act = acts.ratify if arguments.accept else acts.reject
    return await _do(
        session,
        root,
        lambda snapshot: act(snapshot, record, acts.author(snapshot)),
        f"{'Ratify' if arguments.accept else 'Reject'} {record.label}",
    )


async def repair(session: Session, arguments: Arguments) -> JsonObject:
    """Mend a problem of a record file in the way that bears the title."""
    file, _ = await place_of(session, arguments)

    def make(snapshot: Snapshot) -> Done:
        for problem in snapshot.problems_of(file.path):
            for repair in repairs(snapshot, problem):
                if (problem.code, repair.title) == (arguments.code, arguments.title):
                    return Done(repair.changes, file.path)
        raise RecordError(f"{file.path} has no such problem any more: {arguments.title}")

    return await _do(session, file.root, make, arguments.title)


async def reanchor(session: Session, arguments: Arguments) -> JsonObject:
    """Tie an anchor to another place. Without one, an editor that asks itself gets the candidates."""
    root, record = await one_record(session, arguments)
    if not record.anchors:
        raise failed(f"{record.label} has no anchor to tie to another place")
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

    done = await _do(session, root, make, f"Re-anchor {record.label}")
    await _tell_namesakes(session, root, arguments.target)
    return done


async def _do(session: Session, root: Root, act: Callable[[Snapshot], Done], label: str) -> JsonObject:
    done = await session.compute(act, root.snapshot)
    await write(session, root, done.changes, label)
    return await _written(session, root, done)


async def _create(
    session: Session, root: Root, make: Callable[[Snapshot, int], Done], label: str
) -> JsonObject:
    """A new record, under a number that nobody else takes meanwhile; it is opened."""
    await refuse_elsewhere(session, root)
    least = 0
    while True:
        done = await session.compute(make, root.snapshot, least)
        with ExitStack() as held:
            try:
                await session.compute(held.enter_context, reserved(root.path, done.path))
            except NumberTakenError as taken:
                least = taken.number + 1
                continue
            await write(session, root, done.changes, label)
        return await _written(session, root, done, show=True)


async def _written(session: Session, root: Root, done: Done, *, show: bool = False) -> JsonObject:
    record = root.snapshot.records.at(done.path)
    if record is not None:
        await session.compute(remember, root.snapshot, "acted", [record.id], "editor")
    if show and record is not None:
        await open_record(session, root, record)
    return {
        "uri": root.uri(record.file if record else done.path),
        "id": record.id if record else None,
        "files": [root.uri(change.path) for change in done.changes],
    }


async def _tell_namesakes(session: Session, root: Root, written: str | None) -> None:
    """Say which of several declarations was taken for a name that was written; a cursor is exact."""
    if written is None:
        return
    target = await session.compute(acts.find_target, root.snapshot, written)
    if told := await session.compute(namesakes_of, root.snapshot, target, written):
        session.editor.say(told)


async def _kind(session: Session) -> Kind | None:
    """The kind that the person picked. An editor that can't ask gets a decision, whose header can be changed."""
    if not session.client.asks:
        return "decision"
    picked = await session.editor.choose("What kind of record?", KINDS)
    return next((kind for kind in KINDS if kind == picked), None)


def _draft(snapshot: Snapshot, arguments: Arguments, kind: Kind, placeholder: str, least: int) -> Draft:
    """What the person said, accepted; where words are missing, a proposal to be filled in."""
    whole = bool(arguments.title.strip() and arguments.body.strip())
    title = arguments.title or placeholder
    draft = acts.draft(snapshot, kind, title, arguments.body, accept=whole)
    return msgspec.structs.replace(draft, least=least)


def _target(
    session: Session, snapshot: Snapshot, file: File, written: str | None, position: types.Position | None
) -> Target:
    if written is not None:
        return acts.find_target(snapshot, written)
    return acts.target_at(snapshot, file.path, offset_at(session, snapshot, file.path, position))


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
        offset = offset_at(session, snapshot, path, arguments.position)
        found.setdefault(str(acts.target_at(snapshot, path, offset)), "at the cursor")
    return [{"target": target, "evidence": evidence} for target, evidence in found.items()]
