"""What documents say about code: the code spans and links of Markdown that name a symbol or a path.

Nothing is stored: the words that the index keeps of every file tell which few documents may name something.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, cast
from urllib.parse import unquote

import pyromark

from chesterton.base.disk import UnreadableError, read
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.model import FileFacts
from chesterton.code.nodes import Certainty, Node, Resolution

_LANGUAGE = "markdown"
_LIMIT = 1_000_000
_LONGEST = 120
_MOST = 20
"""Symbols of one name; a word that more are called by says nothing."""

_NO_CODE = frozenset(("heading", "key"))
_CALLED = re.compile(r"[*&@]?([^\s(]+)\(.*\)")
_LINE = re.compile(r":\d+(?:[-:]\d+)*$|#L\d+(?:-L?\d+)?$")
_NAME = re.compile(r"[^\W\d][\w$]*(?:\.[\w$]+)*")
_UNKNOWN = Resolution((), Certainty.AMBIGUOUS)


class Mention(NamedTuple):
    """Words in a document that may name code, and where they stand."""

    words: str
    span: Span


class Documents:
    """The edges between the documents and the code of one graph."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph

    def naming(self, node: Node) -> list[Edge]:
        """Which documents, or which of their headings, name a symbol or a file."""
        symbol = self._graph.symbol(node)
        name = symbol.name if symbol else node.path.rpartition("/")[2]
        words = re.findall(r"\w+", name)
        if not words:
            return []
        same = {node}
        if symbol is not None and (facts := self._graph.facts(node.path)):
            same = {
                Node(node.path, index)
                for index, other in enumerate(facts.symbols)
                if other.qualified == symbol.qualified
            }
        return [
            edge
            for path in self._graph.index.mentioning(max(words, key=len))
            if path != node.path
            for edge in self.named_in(Node(path, -1))
            if edge.target in same
        ]

    def named_in(self, node: Node) -> list[Edge]:
        """What a document, or the section of one of its headings, names; nothing for other files."""
        facts = self._graph.facts(node.path)
        if facts is None or facts.language != _LANGUAGE:
            return []
        section = facts.symbols[node.symbol].span if node.symbol >= 0 else None
        return [
            Edge(
                "document",
                Node(node.path, _heading(facts, one.span.start)),
                target,
                found.certainty,
                one.span,
            )
            for one in self._mentions(node.path)
            if section is None or section.start <= one.span.start < section.end
            for found in (self.meaning(one.words, node.path),)
            for target in found.nodes
        ]

    def meaning(self, words: str, document: RepoPath) -> Resolution:
        """What words in a document name. A path or a qualified name is sure, a bare one is found by being unique."""
        words = words.strip()
        if len(words) > _LONGEST:
            return _UNKNOWN
        path, _, key = _LINE.sub("", words).partition("#")
        if files := self._files(path, document):
            sure = Certainty.RESOLVED if len(files) == 1 else Certainty.AMBIGUOUS
            nodes = [self._graph.node(file, key) for file in files]
            return Resolution(tuple(filter(None, nodes)), sure)
        called = _CALLED.fullmatch(words)
        name = (
            (called[1] if called else words)
            .replace("::", ".")
            .replace("->", ".")
            .replace("#", ".")
            .strip(".")
        )
        return self._symbols(name) if _NAME.fullmatch(name) else _UNKNOWN

    def _files(self, path: str, document: RepoPath) -> list[RepoPath]:
        """The files that a path may mean: seen from the root or the document, else by how it ends."""
        if "." not in path and "/" not in path:
            return []
        folder = posixpath.dirname(document)
        for seen in (posixpath.normpath(posixpath.join(folder, path)), posixpath.normpath(path.lstrip("/"))):
            if seen in self._paths:
                return [RepoPath(seen)]
        tail = posixpath.normpath(path).lstrip("/")
        return [
            one for one in self._by_name.get(tail.rpartition("/")[2], ()) if f"/{one}".endswith(f"/{tail}")
        ][:_MOST]

    def _symbols(self, name: str) -> Resolution:
        found: list[Node] = []
        last = name.rpartition(".")[2]
        for path in self._graph.index.declaring(last):
            facts = self._graph.facts(path)
            module = posixpath.splitext(path)[0].replace("/", ".")
            seen: set[str] = set()
            for index, symbol in enumerate(facts.symbols if facts else ()):
                fits = symbol.name == last and f".{module}.{symbol.qualified}".endswith(f".{name}")
                if fits and symbol.kind not in _NO_CODE and symbol.qualified not in seen:
                    seen.add(symbol.qualified)
                    found.append(Node(path, index))
            if len(found) > _MOST:
                return _UNKNOWN
        if len(found) > 1:
            return Resolution(tuple(found), Certainty.AMBIGUOUS)
        return Resolution(tuple(found), Certainty.RESOLVED if "." in name else Certainty.UNIQUE_NAME)

    def _mentions(self, path: RepoPath) -> Iterator[Mention]:
        try:
            data = Text.decode(read(self._graph.index.root / path, _LIMIT)).data
        except UnreadableError:
            return iter(())
        return mentions(data)

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(self._graph.index.paths)

    @cached_property
    def _by_name(self) -> dict[str, list[RepoPath]]:
        names: dict[str, list[RepoPath]] = defaultdict(list)
        for path in self._graph.index.paths:
            names[path.rpartition("/")[2]].append(path)
        return names


def mentions(data: bytes) -> Iterator[Mention]:
    """The code spans of a Markdown text, and where its links to files lead; code blocks are examples."""
    text = data.decode(errors="replace")
    events = cast(
        "Iterable[tuple[Any, dict[str, int]]]",
        pyromark.events_with_range(text, options=pyromark.Options.ENABLE_TABLES),
    )
    for event, place in events:
        detail = cast("dict[str, Any]", event if isinstance(event, dict) else {})
        begun = detail.get("Start")
        link = cast("dict[str, Any]", begun).get("Link") if isinstance(begun, dict) else None
        span = Span(place["start"], place["end"])
        if "Code" in detail:
            inner = data[span.start : span.end].strip(b"`")
            start = data.index(inner, span.start)
            yield Mention(detail["Code"], Span(start, start + len(inner)))
        elif link is not None:
            target = unquote(link["dest_url"])
            if "://" not in target and not target.startswith(("#", "mailto:")):
                yield Mention(target, span)


def _heading(facts: FileFacts, offset: int) -> int:
    """The heading whose section is the innermost around an offset, -1 above all."""
    around = [index for index, one in enumerate(facts.symbols) if one.start <= offset < one.end]
    return around[-1] if around else -1
