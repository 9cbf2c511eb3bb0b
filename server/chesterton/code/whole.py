"""The whole graph at once: every edge of a workspace, for communities, hubs and exports."""

import gc
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.code.communities import Community, communities
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.resolve import Certainty, Node

_KEPT = "communities"


class Hub(NamedTuple):
    """A symbol that many others use. `users`: how many symbols do, surely or by its unique name."""

    node: Node
    users: int


def areas(graph: CodeGraph) -> list[Community]:
    """The communities of a workspace. They start from those of the last time, which the index keeps."""
    kept = graph.index.kept(_KEPT)
    previous = msgspec.json.decode(kept, type=dict[RepoPath, str]) if kept else {}
    found = communities(file_weights(graph), previous)
    labels = {path: community.label for community in found for path in community.files}
    if labels != previous:
        graph.index.keep(_KEPT, msgspec.json.encode(labels))
    return found


def file_weights(graph: CodeGraph) -> dict[tuple[RepoPath, RepoPath], int]:
    """How many distinct names each file uses of each other one; a pair stands once, in order of its paths."""
    seen: set[tuple[RepoPath, Node]] = set()
    weights: Counter[tuple[RepoPath, RepoPath]] = Counter()
    for edge in all_edges(graph):
        here, there = edge.source.path, edge.target.path
        use = here, edge.target
        if here != there and edge.certainty is not Certainty.AMBIGUOUS and use not in seen:
            seen.add(use)
            weights[(here, there) if here < there else (there, here)] += 1
    return weights


def hubs(graph: CodeGraph, most: int) -> list[Hub]:
    """The symbols with the most users, most used first."""
    users: dict[Node, set[Node]] = {}
    for edge in all_edges(graph):
        used = edge.relation != "import" and edge.certainty is not Certainty.AMBIGUOUS
        if used and edge.target.symbol >= 0 and edge.source != edge.target:
            users.setdefault(edge.target, set()).add(edge.source)
    ranked = sorted(users, key=lambda node: (-len(users[node]), node))
    return [Hub(node, len(users[node])) for node in ranked[:most]]


def all_edges(graph: CodeGraph) -> Iterator[Edge]:
    """Every use and import in the workspace, file by file in order of their paths."""
    with _no_collection():
        for path in sorted(graph.index.indexed):
            yield from graph.file_edges(path)
            yield from graph.imports(path)


@contextmanager
def _no_collection() -> Generator[None]:
    """Millions of small values without cycles: the collector would only look at them again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
