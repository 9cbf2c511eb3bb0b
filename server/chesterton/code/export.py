"""The whole graph as a file for other tools: GraphML or JSON, written piece by piece."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.model import FileFacts
from chesterton.code.whole import all_edges

_NOWHERE = Span(0, 0)
_GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="kind" for="node" attr.name="kind" attr.type="string"/>
<key id="language" for="node" attr.name="language" attr.type="string"/>
<key id="relation" for="edge" attr.name="relation" attr.type="string"/>
<key id="certainty" for="edge" attr.name="certainty" attr.type="string"/>
<graph id="workspace" edgedefault="directed">
"""


def graphml(graph: CodeGraph) -> Iterator[str]:
    """GraphML: a node for each file and symbol, an edge for each use, import and containment."""
    yield _GRAPHML
    for name, kind, language in _nodes(graph):
        data = f'<data key="kind">{kind}</data><data key="language">{escape(language)}</data>'
        yield f"<node id={quoteattr(name)}>{data}</node>\n"
    for source, target, relation, certainty in _edges(graph):
        yield (
            f"<edge source={quoteattr(source)} target={quoteattr(target)}>"
            f'<data key="relation">{relation}</data><data key="certainty">{certainty}</data></edge>\n'
        )
    yield "</graph>\n</graphml>\n"


def json_lines(graph: CodeGraph) -> Iterator[str]:
    """JSON: one object with `nodes` and `edges`, each on a line of its own."""
    yield '{"version":1,"nodes":[\n'
    yield from _separated(
        {"id": name, "kind": kind, "language": language} for name, kind, language in _nodes(graph)
    )
    yield '],"edges":[\n'
    yield from _separated(
        {"source": source, "target": target, "relation": relation, "certainty": certainty}
        for source, target, relation, certainty in _edges(graph)
    )
    yield "]}\n"


def _separated(values: Iterable[dict[str, str]]) -> Iterator[str]:
    before = ""
    for value in values:
        yield before + msgspec.json.encode(value).decode()
        before = ",\n"
    yield "\n"


def _nodes(graph: CodeGraph) -> Iterator[tuple[str, str, str]]:
    for path, facts in _files(graph):
        yield path, "file", facts.language
        for symbol in facts.symbols:
            yield f"{path}#{symbol.key}", symbol.kind, facts.language


def _edges(graph: CodeGraph) -> Iterator[tuple[str, str, str, str]]:
    for path, facts in _files(graph):
        for symbol in facts.symbols:
            outer = f"{path}#{facts.symbols[symbol.parent].key}" if symbol.parent >= 0 else path
            yield outer, f"{path}#{symbol.key}", "contains", "resolved"
    for edge in dict.fromkeys(map(_without_place, all_edges(graph))):
        yield graph.name(edge.source), graph.name(edge.target), edge.relation, edge.certainty.name.lower()


def _without_place(edge: Edge) -> Edge:
    return edge._replace(span=_NOWHERE)


def _files(graph: CodeGraph) -> Iterator[tuple[RepoPath, FileFacts]]:
    for path in sorted(graph.index.indexed):
        if facts := graph.facts(path):
            yield path, facts
