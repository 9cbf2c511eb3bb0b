"""Questions about the code as a graph, answered from the index when they are asked.

Nothing is kept beyond the present state of the index: a question about one symbol reads the few files that
mention its name, so an answer is right as soon as a saved file is in the index.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from chesterton.base.collector import no_collection
from chesterton.base.disk import UnreadableError, read
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code.imports import Files
from chesterton.code.index import CodeIndex
from chesterton.code.model import FileFacts, Reference, Symbol
from chesterton.code.nodes import Certainty, Node, Resolution
from chesterton.code.resolve import Resolver
from chesterton.code.symbols import lookup
from chesterton.code.world import LazyWorld, declaring_files, make_vocabulary

Relation = Literal["call", "type", "base", "import", "contains", "document"]

_MANIFEST_LIMIT = 1_000_000
_WORD = re.compile(r"\w+")


class Edge(NamedTuple):
    """`source` uses `target`. `span` is the place of the name in the source's file."""

    relation: Relation
    source: Node
    target: Node
    certainty: Certainty
    span: Span


class CodeGraph:
    """The graph of one state of an index; make a new one when `index.version` has grown."""

    def __init__(self, index: CodeIndex, whole: bool = False) -> None:
        """`whole` loads all facts at once, for questions that need every file: all edges, communities, hubs."""
        self.index = index
        self.version = index.version
        files = Files(index.paths, self._manifest)
        if whole:
            with no_collection():
                facts = dict(index.everything())
                names = declaring_files(facts.items())
                vocabulary = make_vocabulary(index.paths, facts.values())
            self.facts = facts.get
            self.world = LazyWorld(files, self.facts, lambda name: names.get(name, ()), vocabulary)
        else:
            self.facts = index.indexed_facts
            self.world = LazyWorld(files, self.facts, index.declaring)
        self.resolver = Resolver(self.world)

    def node(self, path: RepoPath, key: str = "") -> Node | None:
        """The node of a symbol as an anchor names it, or of a file."""
        facts = self.facts(path)
        if facts is None or not key:
            return Node(path, -1) if facts or path in self._paths else None
        symbol = lookup(facts, key)
        return Node(path, facts.symbols.index(symbol)) if symbol else None

    def symbol(self, node: Node) -> Symbol | None:
        """The symbol of a node; None for a file."""
        facts = self.facts(node.path)
        return facts.symbols[node.symbol] if facts and node.symbol >= 0 else None

    def name(self, node: Node) -> str:
        """`path#Qualified.name`, as anchors write it."""
        symbol = self.symbol(node)
        return f"{node.path}#{symbol.key}" if symbol else node.path

    def callees(self, node: Node) -> list[Edge]:
        """What a symbol, with all that is inside it, calls or extends or names as a type; for a file all of it."""
        facts = self.facts(node.path)
        if facts is None:
            return []
        inside = _inside(facts, node.symbol)
        return [
            edge
            for reference in facts.uses
            if node.symbol < 0 or reference.owner in inside
            for edge in self._edges(node.path, reference)
        ]

    def callers(self, node: Node) -> list[Edge]:
        """Who calls a symbol, extends it or names it as a type. Guesses say so in their certainty."""
        symbol = self.symbol(node)
        if symbol is None:
            return self.importers(node.path)
        names = {symbol.name}
        targets = {self._first(node), self.resolver.definition(self._first(node))}
        if symbol.kind == "constructor" and symbol.parent >= 0:
            around = Node(node.path, symbol.parent)
            names.add(self._name_of(around))
            targets.add(self._first(around))
        found = [
            edge
            for name in sorted(names)
            for path in self._mentioning(name)
            for edge in self._uses(path, name)
            if edge.target in targets
        ]
        return sorted(set(found), key=_by_place)

    def subclasses(self, node: Node, deep: bool = True) -> list[Edge]:
        """The types that extend or implement a type, also through others unless not `deep`."""
        found: dict[Node, Edge] = {}
        todo = deque[Node]([node])
        while todo:
            for edge in self.callers(todo.popleft()):
                if edge.relation == "base" and edge.source not in found and edge.source != node:
                    found[edge.source] = edge
                    if deep:
                        todo.append(edge.source)
        return list(found.values())

    def bases(self, node: Node) -> list[Edge]:
        """The types that a type names as its bases."""
        facts = self.facts(node.path)
        return [
            edge
            for reference in (facts.uses.of(lambda use: use.role == "base") if facts else ())
            if reference.owner == node.symbol
            for edge in self._edges(node.path, reference)
        ]

    def imports(self, path: RepoPath) -> list[Edge]:
        """What the imports of a file bring in: symbols where they are known, else files."""
        links = self.world.links(path)
        facts = self.facts(path)
        if links is None or facts is None:
            return []
        source = Node(path, -1)
        return [
            Edge("import", source, target, Certainty.RESOLVED, one.span)
            for one in facts.imports
            for target in self.resolver.imported(links, one)
        ]

    def importers(self, path: RepoPath) -> list[Edge]:
        """The files that import a file or something of it."""
        *_, folder, file = ("", *path.split("/"))
        stem = file.partition(".")[0]
        found = {
            edge
            for word in {*_WORD.findall(stem), *_WORD.findall(folder)}
            for other in self.index.mentioning(word)
            if other != path
            for edge in self.imports(other)
            if edge.target.path == path
        }
        return sorted(found, key=_by_place)

    def tests(self, node: Node, depth: int = 3, most: int = 200) -> list[Edge]:
        """Test code that reaches a symbol through at most `depth` calls that are sure; nearest first."""
        found: dict[Node, Edge] = {}
        seen = {node}
        level = [node]
        for _ in range(depth):
            edges = [edge for one in level for edge in self.callers(one) if edge.source not in seen]
            seen.update(edge.source for edge in edges)
            level.clear()
            for edge in sorted(edges, key=lambda edge: (edge.certainty, _by_place(edge))):
                if len(found) >= most:
                    return list(found.values())
                if self.is_test(edge.source.path):
                    found.setdefault(edge.source, edge)
                elif edge.certainty is not Certainty.AMBIGUOUS and edge.source.symbol >= 0:
                    level.append(edge.source)
        return list(found.values())

    def is_test(self, path: RepoPath) -> bool:
        links = self.world.links(path)
        return links is not None and any(re.search(pattern, path) for pattern in links.scope.tests)

    def path_between(self, start: Node, end: Node, most: int = 20_000) -> list[Edge] | None:
        """The shortest way from one symbol to another along sure uses; None when there is none.

        At most `most` symbols are looked at.
        """
        came: dict[Node, tuple[Node, Edge] | None] = {start: None}
        todo = deque[Node]([start])
        while todo and len(came) < most:
            here = todo.popleft()
            if here == end:
                return _way(came, here)
            for edge in self.callees(here):
                if edge.certainty is not Certainty.AMBIGUOUS and edge.target not in came:
                    came[edge.target] = here, edge
                    todo.append(edge.target)
        return None

    def around(self, seeds: Sequence[Node], budget: int) -> list[Edge]:
        """The edges nearest to some symbols, at most `budget`: sure ones before guesses, near before far."""
        chosen: dict[Edge, None] = {}
        seen = set(seeds)
        level = list(seeds)
        while level and len(chosen) < budget:
            edges = [edge for node in level for edge in (*self.callees(node), *self.callers(node))]
            level.clear()
            for edge in sorted(edges, key=lambda edge: (edge.certainty, _by_place(edge))):
                if len(chosen) == budget or edge.certainty is Certainty.AMBIGUOUS:
                    break
                chosen[edge] = None
                for node in (edge.source, edge.target):
                    if node not in seen:
                        seen.add(node)
                        level.append(node)
        return list(chosen)

    def resolved(self, path: RepoPath) -> Iterator[tuple[Reference, Resolution]]:
        """Every reference of a file with what it means."""
        facts, links = self.facts(path), self.world.links(path)
        if facts is None or links is None:
            return iter(())
        return zip(facts.uses, self.resolver.uses(links, facts.uses), strict=True)

    def meanings(self, path: RepoPath) -> list[Resolution]:
        """What each reference of a file means, in their order."""
        facts, links = self.facts(path), self.world.links(path)
        return self.resolver.uses(links, facts.uses) if facts and links else []

    @cached_property
    def _paths(self) -> frozenset[RepoPath]:
        return frozenset(self.index.paths)

    def _mentioning(self, name: str) -> Iterable[RepoPath]:
        words = _WORD.findall(name)
        return self.index.mentioning(max(words, key=len)) if words else ()

    def _name_of(self, node: Node) -> str:
        symbol = self.symbol(node)
        return symbol.name if symbol else ""

    def _first(self, node: Node) -> Node:
        """The first symbol of the same qualified name: uses can't tell overloads apart."""
        links = self.world.links(node.path)
        return Node(node.path, links.by_qualified[links.qualified[node.symbol]]) if links else node

    def _uses(self, path: RepoPath, name: str) -> Iterator[Edge]:
        """The edges of a file whose name, before any import renamed it, is the given one."""
        facts = self.facts(path)
        links = self.world.links(path)
        if facts is None or links is None:
            return
        names = {name, *(one.alias for one in facts.imports if one.alias and one.name == name)}
        for reference in facts.uses.of(lambda use: use.name in names):
            yield from self._edges(path, reference)

    def _edges(self, path: RepoPath, reference: Reference) -> Iterator[Edge]:
        links = self.world.links(path)
        if links is None:
            return
        found = self.resolver.use(links, reference.use, reference.owner)
        source = Node(path, reference.owner)
        for target in found.nodes:
            yield Edge(reference.use.role, source, target, found.certainty, reference.span)

    def _manifest(self, path: RepoPath) -> bytes | None:
        try:
            return read(self.index.root / path, _MANIFEST_LIMIT)
        except UnreadableError:
            return None


def _inside(facts: FileFacts, outer: int) -> frozenset[int]:
    """A symbol and all that is inside it."""
    inside = {outer}
    for index in range(outer + 1, len(facts.symbols)):
        if facts.symbols[index].parent in inside:
            inside.add(index)
    return frozenset(inside)


def _way(came: dict[Node, tuple[Node, Edge] | None], end: Node) -> list[Edge]:
    edges: list[Edge] = []
    while step := came[end]:
        end, edge = step
        edges.append(edge)
    return edges[::-1]


def _by_place(edge: Edge) -> tuple[str, Span]:
    return edge.source.path, edge.span
