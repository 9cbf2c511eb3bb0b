"""The whole graph at once: every edge of a workspace, for communities, hubs and exports."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.code.communities import Community, communities
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.nodes import Certainty, Node

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
    """How many distinct symbols each file surely uses of each other one; a pair stands once, in order."""
    weights: Counter[tuple[RepoPath, RepoPath]] = Counter()
    for here in sorted(graph.index.indexed):
        used = {
            node
            for means in graph.meanings(here)
            if means.certainty is not Certainty.AMBIGUOUS
            for node in means.nodes
        }
        used.update(edge.target for edge in graph.imports(here))
        for node in used:
            if node.path != here:
                weights[(here, node.path) if here < node.path else (node.path, here)] += 1
    return weights


def hubs(graph: CodeGraph, most: int) -> list[Hub]:
    """The symbols with the most users, most used first."""
    users: dict[Node, set[Node]] = {}
    for path in graph.index.indexed:
        for reference, means in graph.resolved(path):
            if means.certainty is not Certainty.AMBIGUOUS:
                for node in means.nodes:
                    users.setdefault(node, set()).add(Node(path, reference.owner))
    counts = {node: len(found - {node}) for node, found in users.items() if node.symbol >= 0}
    ranked = sorted(counts, key=lambda node: (-counts[node], node))
    return [Hub(node, counts[node]) for node in ranked[:most]]


def all_edges(graph: CodeGraph) -> Iterator[Edge]:
    """Every use and import in the workspace, file by file in order of their paths."""
    for path in sorted(graph.index.indexed):
        for reference, means in graph.resolved(path):
            source = Node(path, reference.owner)
            for target in means.nodes:
                yield Edge(reference.use.role, source, target, means.certainty, reference.span)
        yield from graph.imports(path)
