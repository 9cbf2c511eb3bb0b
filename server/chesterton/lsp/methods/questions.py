"""The commands that only read: what the team learned about a task, and what the code graph knows."""

import msgspec
from lsprotocol import types

from chesterton.code.graph import CodeGraph
from chesterton.features.graph import QUESTIONS, UnknownSymbolError, entries, find_node
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session
from chesterton.recall.context import MEMORY_BUDGET, STRUCTURE_BUDGET, Task

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


def _recall(root: Root, seeds: tuple[str, ...], arguments: Arguments) -> JsonObject:
    window = root.snapshot.config.records.proposal_window
    task = Task(
        seeds,
        arguments.body,
        STRUCTURE_BUDGET if arguments.structure is None else arguments.structure,
        MEMORY_BUDGET if arguments.memory is None else arguments.memory,
        proposals_for=None if window == "off" else window,
    )
    return {"text": root.memory.context(task).text}


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
