"""What the code around a place is, as recall asks for it: names that exist, what is near, domains, articles."""

from collections.abc import Iterable, Iterator, Sequence

from chesterton.base.paths import RepoPath
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.graph import Relation as EdgeRelation
from chesterton.code.index import CodeIndex
from chesterton.code.nodes import Certainty, Node
from chesterton.code.symbols import symbol_at
from chesterton.recall.domains import Domain
from chesterton.recall.place import Article, Neighbour, Nothing, Place, Relation
from chesterton.records.addresses import address_of
from chesterton.records.areas import Area
from chesterton.workspace.files import read_text
from chesterton.workspace.snapshot import Snapshot

_MOST_NEIGHBOURS = 60
_MOST_EXPANDED = 6
"""Neighbours whose own neighbours are looked at: each costs some milliseconds."""
_USERS: dict[EdgeRelation, Relation] = {
    "call": "caller",
    "base": "subclass",
    "type": "user",
    "import": "importer",
}
_USED: dict[EdgeRelation, Relation] = {"call": "callee", "type": "used"}
_FAR = frozenset({"caller", "callee", "subclass", "base", "importer", "imported"})
"""Relations that say something over two steps. The type of a type that code names does not."""


class Known:
    """The catalogue of a code index."""

    def __init__(self, index: CodeIndex) -> None:
        self._index = index
        self._paths = set(index.paths)
        self._by_name: dict[str, list[RepoPath]] = {}
        for path in index.paths:
            for one in (path, *Place(path).directories[:-1]):
                if one == path or one not in self._paths:
                    self._paths.add(one)
                    self._by_name.setdefault(one.rstrip("/").rpartition("/")[2].casefold(), []).append(one)
        self._paths.add(RepoPath(""))

    def holds(self, path: RepoPath) -> bool:
        return path in self._paths or self._index.facts(path) is not None  # a file newer than the index

    def paths_named(self, name: str) -> Sequence[RepoPath]:
        return self._by_name.get(name.casefold(), ())

    def symbols_named(self, name: str) -> Sequence[Place]:
        return [Place(place.path, place.symbol.key) for place in self._index.named(name)]

    def symbols_in(self, path: RepoPath) -> Sequence[str]:
        facts = self._index.facts(path) if self.holds(path) else None
        return [symbol.key for symbol in facts.symbols] if facts else ()

    def symbol_at(self, path: RepoPath, line: int) -> str:
        facts = self._index.facts(path)
        text = read_text(self._index.root, path)
        if facts is None or text is None:
            return ""
        span = text.line_span(line - 1)
        symbol = symbol_at(facts, span.end - len(text.data[span.start : span.end].lstrip()))
        return symbol.key if symbol else ""


class Shelf(Nothing):
    """The domains and articles of a snapshot, without a code graph."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def domains(self, place: Place) -> Iterable[str]:
        return [area.slug for area in self._snapshot.library.areas.covering(place.path.rstrip("/"))]

    def summary(self, domain: str) -> str:
        found = self._snapshot.library.areas.domains.get(domain)
        return found.summary if found else ""

    def article(self, place: Place) -> Article | None:
        """The article of the symbol, of what encloses it, of the file, or of the nearest folder that has one."""
        articles = self._snapshot.library.articles
        if place.symbol and articles.articles:
            file = address_of(place.path, self._snapshot.assets)
            for altitude, symbol in enumerate((place.symbol, *place.enclosing)):
                if own := articles.at(f"{file}/{symbol.replace('.', '/')}"):
                    return Article(own.name, own.capsule, altitude)
        found = self._snapshot.article_for(RepoPath(place.path.rstrip("/")))
        return Article(found.article.name, found.article.capsule, found.altitude) if found else None


class Around(Shelf):
    """The same with what is near in the code graph: one step, then a second one from the nearest few."""

    def __init__(self, snapshot: Snapshot, graph: CodeGraph) -> None:
        super().__init__(snapshot)
        self._graph = graph

    def neighbours(self, place: Place) -> Iterable[Neighbour]:
        node = None if place.is_directory else self._graph.node(place.path, place.symbol)
        if node is None:
            return ()
        seen: dict[Place, Neighbour] = {}
        first = list(self._edges(node))
        for relation, there in first:
            self._note(seen, place, there, relation, 1)
        for relation, between in first[:_MOST_EXPANDED]:
            for onward, there in self._edges(between) if relation in _FAR else ():
                if len(seen) >= _MOST_NEIGHBOURS:
                    return seen.values()
                if onward == relation:
                    self._note(seen, place, there, relation, 2)
        return seen.values()

    def _note(
        self, seen: dict[Place, Neighbour], start: Place, there: Node, relation: Relation, steps: int
    ) -> None:
        symbol = self._graph.symbol(there)
        spot = Place(there.path, symbol.key if symbol else "")
        if spot != start:
            seen.setdefault(spot, Neighbour(spot, relation, steps))

    def _edges(self, node: Node) -> Iterator[tuple[Relation, Node]]:
        for relation, nodes in self._groups(node).items():
            for other in nodes:
                yield relation, other

    def _groups(self, node: Node) -> dict[Relation, list[Node]]:
        graph = self._graph
        if node.symbol < 0:
            return {
                "importer": [edge.source for edge in _sure(graph.importers(node.path))],
                "imported": [edge.target for edge in _sure(graph.imports(node.path))],
            }
        callers, callees = _sure(graph.callers(node)), _sure(graph.callees(node))
        return {
            **{_USERS[role]: [edge.source for edge in callers if edge.relation == role] for role in _USERS},
            **{_USED[role]: [edge.target for edge in callees if edge.relation == role] for role in _USED},
            "base": [edge.target for edge in _sure(graph.bases(node))],
        }


def domains(snapshot: Snapshot) -> tuple[Domain, ...]:
    """The domains that the store describes."""
    return _areas(snapshot.library.areas.domains.values())


def initiatives(snapshot: Snapshot) -> tuple[Domain, ...]:
    """The initiatives that the store describes."""
    return _areas(snapshot.library.areas.initiatives.values())


def _areas(areas: Iterable[Area]) -> tuple[Domain, ...]:
    return tuple(
        Domain(area.slug, area.title, area.summary, area.prefixes, area.parent)
        for area in areas
        if area.status == "accepted"
    )


def _sure(edges: Iterable[Edge]) -> list[Edge]:
    return [edge for edge in edges if edge.certainty is not Certainty.AMBIGUOUS]
