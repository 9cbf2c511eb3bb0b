"""The commands that change nothing: a task's memory, a conversation's turns, and what the code graph knows."""

from dataclasses import replace
from typing import cast, get_args

import msgspec
from lsprotocol import types

from chesterton.code.graph import CodeGraph
from chesterton.features import surface
from chesterton.features.graph import QUESTIONS, UnknownSymbolError, entries, find_node
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session
from chesterton.recall.context import MEMORY_BUDGET, STRUCTURE_BUDGET, Task
from chesterton.workspace.conversations import Act, Conversation, Event
from chesterton.workspace.usage import remember

_MOST_EDGES = 1_000


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
        root = (await _root_and_seeds(session, replace(arguments, seeds=(arguments.body,))))[0]
        events = [Event("said" if act == "opened" else act, arguments.body)]
    else:
        root, seeds = await _root_and_seeds(session, arguments)
        events = [Event(act, seed) for seed in seeds]
    await session.compute(Conversation(root.path, arguments.conversation).note, events)
    return {}


async def flush(session: Session, arguments: Arguments) -> JsonObject:
    """What a conversation's turn calls for; `text` is all that the reader has before them, if that is known."""
    root = (await _root_and_seeds(session, replace(arguments, seeds=("",))))[0]
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


async def _root_and_seeds(session: Session, arguments: Arguments) -> tuple[Root, tuple[str, ...]]:
    place = arguments.place or (None if arguments.seeds or arguments.target else session.last_place)
    uri = place[0] if place else arguments.uri
    file = await session.file(uri) if uri else None
    if file is None:
        roots = await session.roots.settled()
        if not roots or not (arguments.seeds or arguments.target):
            raise failed("say what it is about, or put the cursor on it")
        return roots[0], arguments.seeds
    position = place[1] if place else types.Position(0, 0)
    return file.root, arguments.seeds or (f"{file.path}:{position.line + 1}",)
