"""The commands that change no record: what governs a place, a record to read, a task's memory, a conversation's turns,
and what the code graph knows.
"""

from dataclasses import replace
from typing import cast, get_args

import msgspec

from chesterton.code.graph import CodeGraph
from chesterton.features import surface
from chesterton.features.graph import QUESTIONS, UnknownSymbolError, entries, find_node
from chesterton.features.here import Here, HereEntry
from chesterton.features.here import here as what_governs
from chesterton.features.place import place_at
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session
from chesterton.lsp.subject import offset_at, open_record, pick, place_of, records_meant
from chesterton.recall.context import MEMORY_BUDGET, STRUCTURE_BUDGET, Task
from chesterton.workspace.conversations import Act, Conversation, Event
from chesterton.workspace.usage import remember

_MOST_EDGES = 1_000


async def show(session: Session, arguments: Arguments) -> JsonObject:
    """Open a record; of several the person picks one."""
    root, found = await records_meant(session, arguments)
    record = await pick(session, found)
    return await open_record(session, root, record) if record else {}


async def here(session: Session, arguments: Arguments) -> JsonObject:
    """What governs a place. An editor without a list of its own offers to open one of the records."""
    file, position = await place_of(session, arguments)
    snapshot = file.snapshot

    def look() -> Here:
        offset = offset_at(session, snapshot, file.path, position)
        found = what_governs(file.root.memory, snapshot, [place_at(snapshot, file.path, offset)])
        remember(snapshot, "shown", [one.record.id for one in (*found.records, *found.near)], "here")
        return found

    found = await session.compute(look)
    if "chesterton.here" not in session.client.commands:
        if not found.records:
            session.editor.say("No record governs this place.")
        paths = (entry.record.path for entry in found.records)
        record = await pick(session, [record for path in paths if (record := snapshot.records.at(path))])
        if record is not None:
            await open_record(session, file.root, record)
    return {
        "article": {"address": found.article.address, "capsule": found.article.capsule}
        if found.article
        else None,
        "records": [_listed(entry) for entry in found.records],
        "near": [_listed(entry) for entry in found.near],
    }


async def recall(session: Session, arguments: Arguments) -> JsonObject:
    """The task context for `seeds`, or else the place of the cursor, with `text` as the words of the task."""
    root, seeds = await _root_and_seeds(session, arguments)
    return await session.compute(_recall, root, seeds, arguments)


async def graph(session: Session, arguments: Arguments) -> JsonObject:
    """The edges that answer `question` about `target`, or about the place of the cursor."""
    if arguments.question not in QUESTIONS:
        raise invalid(f"{arguments.question!r} is no question; there are {', '.join(QUESTIONS)}")
    root, seeds = await _root_and_seeds(session, arguments)
    return await session.compute(_graph, root, arguments.target or seeds[0], arguments.question)


async def touch(session: Session, arguments: Arguments) -> JsonObject:
    """Note for a conversation what happened (`act`) to `seeds` or the place of the cursor, or the `text` said."""
    if arguments.act not in get_args(Act):
        raise invalid(f"{arguments.act!r} is no act; there are {', '.join(get_args(Act))}")
    act = cast("Act", arguments.act)
    if arguments.body:
        root = await root_of(session, arguments)
        events = [Event("said" if act == "opened" else act, arguments.body)]
    else:
        root, seeds = await _root_and_seeds(session, arguments)
        events = [Event(act, seed) for seed in seeds]
    await session.compute(Conversation(root.path, arguments.conversation).note, events)
    return {}


async def flush(session: Session, arguments: Arguments) -> JsonObject:
    """What a conversation's turn calls for; `text` is all that the reader has before them, if that is known."""
    root = await root_of(session, arguments)
    return await session.compute(_flush, root, arguments)


def _flush(root: Root, arguments: Arguments) -> JsonObject:
    conversation = Conversation(root.path, arguments.conversation)
    turn = surface.flush(root.memory, conversation, lambda turn: None, arguments.body or None)
    remember(root.snapshot, "shown", (line.key for line in turn.lines), "flush")
    return {"text": turn.text, "records": [line.key for line in turn.lines], "reminder": turn.reminder}


def _recall(root: Root, seeds: tuple[str, ...], arguments: Arguments) -> JsonObject:
    window = root.snapshot.config.records.proposal_window
    task = Task(
        seeds,
        arguments.body,
        STRUCTURE_BUDGET if arguments.structure is None else arguments.structure,
        MEMORY_BUDGET if arguments.memory is None else arguments.memory,
        proposals_for=None if window == "off" else window,
    )
    found = root.memory.context(task)
    remember(root.snapshot, "shown", found.shown, "recall")
    return {"text": found.text}


def _graph(root: Root, words: str, name: str) -> JsonObject:
    code, question = CodeGraph(root.host.index), QUESTIONS[name]
    try:
        edges = question.ask(code, find_node(code, words))
    except UnknownSymbolError as error:
        raise failed(str(error)) from error
    found = [
        entry for entry, _ in zip(entries(code, edges, question.answer), range(_MOST_EDGES), strict=False)
    ]
    return {"edges": msgspec.to_builtins(found)}


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


async def root_of(session: Session, arguments: Arguments) -> Root:
    """The workspace that a command is about: that of its file, of the last one, or the first."""
    return (await _root_and_seeds(session, replace(arguments, seeds=("",))))[0]


async def _root_and_seeds(session: Session, arguments: Arguments) -> tuple[Root, tuple[str, ...]]:
    if arguments.uri is None and (arguments.seeds or arguments.target):
        roots = await session.roots.settled()
        if not roots:
            raise failed("no workspace is open")
        return roots[0], arguments.seeds
    file, position = await place_of(session, arguments)
    line = f":{position.line + 1}" if position is not None else ""
    return file.root, arguments.seeds or (f"{file.path}{line}",)
