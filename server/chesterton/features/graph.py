"""Questions about the code graph in the words of a person, and the answers in one shape for every face."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from chesterton.anchors.target import written
from chesterton.base.paths import OutsideRootError, RepoPath, literal_path, repo_path, split_fragment
from chesterton.base.text import Text
from chesterton.code.documents import Documents
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.nodes import Node
from chesterton.workspace.files import read_text


class UnknownSymbolError(Exception):
    """Words that name no symbol, or several; the message lists what they may mean."""


class Question(NamedTuple):
    """A question about one symbol: its edges, and which end of each is the answer."""

    ask: Callable[[CodeGraph, Node], Iterable[Edge]]
    answer: Callable[[Edge], Node]
    words: str


class EdgeEntry(msgspec.Struct, frozen=True):
    """One use of a symbol by another. `answer` is the end that was asked for; `line` counts from 1."""

    relation: str
    source: str
    target: str
    certainty: str
    path: RepoPath
    line: int
    answer: str


def _source(edge: Edge) -> Node:
    return edge.source


def _target(edge: Edge) -> Node:
    return edge.target


def _importers(code: CodeGraph, node: Node) -> Iterable[Edge]:
    return code.importers(node.path)


def _documents(code: CodeGraph, node: Node) -> Iterable[Edge]:
    return Documents(code).naming(node)


def _mentions(code: CodeGraph, node: Node) -> Iterable[Edge]:
    return Documents(code).named_in(node)


QUESTIONS: Mapping[str, Question] = {
    "callers": Question(CodeGraph.callers, _source, "Who calls or names SYMBOL."),
    "callees": Question(CodeGraph.callees, _target, "What SYMBOL calls or names."),
    "subclasses": Question(CodeGraph.subclasses, _source, "What extends SYMBOL."),
    "bases": Question(CodeGraph.bases, _target, "What SYMBOL extends."),
    "tests": Question(CodeGraph.tests, _source, "Which tests reach SYMBOL."),
    "importers": Question(_importers, _source, "Which files import the file of SYMBOL."),
    "documents": Question(_documents, _source, "Which documents name SYMBOL, and under which heading."),
    "mentions": Question(_mentions, _target, "What the document or heading SYMBOL names."),
}


def find_node(code: CodeGraph, words: str) -> Node:
    """The symbol or file that `PATH#NAME`, a path, or a unique name means.

    Raises:
        UnknownSymbolError: nothing is called so, or several things are.
    """
    file, key = split_fragment(words)
    try:
        node = code.node(repo_path(literal_path(file)), key)
    except OutsideRootError:
        node = None
    if node:
        return node
    named = [] if key else code.index.named(words.rpartition(".")[2])
    fitting = [place for place in named if f".{place.symbol.qualified}".endswith(f".{words}")]
    if len(fitting) == 1 and (found := code.node(fitting[0].path, fitting[0].symbol.key)):
        return found
    if not fitting:
        raise UnknownSymbolError(f"{words}: no such symbol or file in the index")
    listed = "\n".join(f"  {written(place.path, place.symbol.key)}" for place in fitting[:20])
    raise UnknownSymbolError(f"{words} may mean any of\n{listed}")


def entries(
    code: CodeGraph, edges: Iterable[Edge], answer: Callable[[Edge], Node] = _target
) -> Iterator[EdgeEntry]:
    """Edges with their names and lines, as they come."""
    lines = _Lines(code.index.root)
    for edge in edges:
        yield EdgeEntry(
            relation=edge.relation,
            source=code.name(edge.source),
            target=code.name(edge.target),
            certainty=edge.certainty.name.lower(),
            path=edge.source.path,
            line=lines.number(edge),
            answer=code.name(answer(edge)),
        )


class _Lines:
    """Line numbers, from 1, of the places of edges."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[RepoPath, Text] = {}

    def number(self, edge: Edge) -> int:
        path = edge.source.path
        if path not in self._texts:
            self._texts[path] = read_text(self._root, path) or Text(b"")
        return self._texts[path].line_at(edge.span.start) + 1
