"""A workspace as recall sees it: cards, ties, what exists by which name, and what is near in the code graph."""

from collections.abc import Iterable, Iterator, Sequence

from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base.paths import RepoPath
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.index import CodeIndex
from chesterton.code.nodes import Certainty, Node
from chesterton.code.symbols import symbol_at
from chesterton.recall.card import Card
from chesterton.recall.context import Workplace
from chesterton.recall.domain_files import domains_of, is_domain_path
from chesterton.recall.domains import Domain, holding
from chesterton.recall.from_records import cards_of
from chesterton.recall.memory_index.build import publish
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Article, Neighbour, Nothing, Place, Relation, Tie, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.workspace.config import DRIFT_LEVELS
from chesterton.workspace.host import Host
from chesterton.workspace.root import STORE
from chesterton.workspace.snapshot import Placed, Snapshot

_GRAVITY = {verdict: number for number, verdict in enumerate(DRIFT_LEVELS)}


def cards(snapshot: Snapshot) -> tuple[Card, ...]:
    """Every record that the configuration lets anybody see."""
    return cards_of(snapshot.records, snapshot.state.today, snapshot.config.records.ceiling)


def reader(host: Host) -> Reader:
    """The memory index of the present records: published in the store's cache, or in memory without a store."""
    present = cards(host.snapshot)
    store = host.root / STORE
    if store.is_dir():
        directory = store / "cache" / "memory"
        try:
            publish(directory, present)
        except OSError:
            return Reader.of(present)  # a store that can't be written is still searched
        found = Reader.open(directory)
        if found is not None:
            return found
    return Reader.of(present)


def place_recall(snapshot: Snapshot) -> PlaceRecall:
    """The records of a snapshot, tied to where their anchors are now."""
    return PlaceRecall(cards(snapshot), ties(snapshot))


def drifted(snapshot: Snapshot) -> "Drifted":
    return Drifted(placed for record in snapshot.living for placed in snapshot.judgements(record))


def domains(snapshot: Snapshot) -> tuple[Domain, ...]:
    """The domains that the store describes."""
    texts = ((path, snapshot.read(path)) for path in snapshot.paths() if is_domain_path(path))
    return domains_of({path: text for path, text in texts if text is not None})


def ties(snapshot: Snapshot) -> tuple[Tie, ...]:
    """Every anchor at the place where it is now."""
    return tuple(_ties(snapshot))


def workplace(host: Host, graph: bool = True) -> Workplace:
    """All that a task is answered from. `graph` asks the code index for neighbours, which needs it complete."""
    snapshot = host.snapshot
    around = Around(CodeGraph(host.index), domains(snapshot)) if graph else Nothing()
    return Workplace(
        recall=place_recall(snapshot),
        reader=reader(host),
        catalogue=Known(host.index),
        view=View(snapshot.state.today, around, drifted(snapshot)),
        root=str(host.root),
    )


def _ties(snapshot: Snapshot) -> Iterator[Tie]:
    living = {record.path for record in snapshot.living}
    for record in snapshot.records.records:
        for ref in record.anchors:
            placed = snapshot.judged(record, ref) if record.path in living else None
            tie = _tie(record.id, ref.target, placed)
            if tie is not None:
                yield tie


def _tie(record: str, written: str, placed: Placed | None) -> Tie | None:
    """The tie at the place where the anchor is now, or where it was written to be when nobody knows."""
    try:
        target = parse_target(written)
    except TargetError:
        return None
    if target.kind == "glob":
        return Tie(record, Place(RepoPath("")), target.path)
    if target.kind == "directory":
        return Tie(record, Place(RepoPath(f"{target.path}/" if target.path else "")))
    now = placed.judgement.place if placed else None
    if now is None or (placed and placed.judgement.state == "ambiguous"):
        return Tie(record, _written(target))
    return Tie(record, Place(now.path, now.symbol.key if now.symbol else ""))


def _written(target: Target) -> Place:
    return Place(target.path, target.key)


class Drifted:
    """The gravest verdict on each record's anchors."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self._worst: dict[str, str] = {}
        for one in placed:
            known = self._worst.get(one.record.id, "none")
            if _GRAVITY[one.judgement.verdict] > _GRAVITY[known]:
                self._worst[one.record.id] = one.judgement.verdict

    def drift(self, card: str) -> str:
        verdict = self._worst.get(card, "none")
        return "none" if DRIFT_LEVELS[verdict] == "off" else verdict


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
        if facts is None:
            return ""
        data = (self._index.root / path).read_bytes()
        starts = [0, *(at + 1 for at, byte in enumerate(data) if byte == 0x0A)]
        start = starts[min(line, len(starts)) - 1]
        indent = len(data[start:]) - len(data[start:].lstrip(b" \t"))
        symbol = symbol_at(facts, start + indent)
        return symbol.key if symbol else ""


class Around(Nothing):
    """What is one step away in the code graph, surer uses only, and the domains of a place."""

    def __init__(self, graph: CodeGraph, domains: Sequence[Domain] = ()) -> None:
        self._graph = graph
        self._domains = domains

    def neighbours(self, place: Place) -> Iterable[Neighbour]:
        node = None if place.is_directory else self._graph.node(place.path, place.symbol)
        if node is None:
            return ()
        seen: dict[Place, Neighbour] = {}
        for relation, there in self._edges(node):
            spot = self._place(there)
            if spot != place:
                seen.setdefault(spot, Neighbour(spot, relation, 1))
        return seen.values()

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
        return {
            "caller": [edge.source for edge in _sure(graph.callers(node))],
            "callee": [edge.target for edge in _sure(graph.callees(node))],
            "subclass": [edge.source for edge in _sure(graph.subclasses(node, deep=False))],
            "base": [edge.target for edge in _sure(graph.bases(node))],
        }

    def _place(self, node: Node) -> Place:
        symbol = self._graph.symbol(node)
        return Place(node.path, symbol.key if symbol else "")

    def domains(self, place: Place) -> Iterable[str]:
        return [domain.slug for domain in holding(self._domains, place)]

    def article(self, place: Place) -> Article | None:
        return None


def _sure(edges: Iterable[Edge]) -> list[Edge]:
    return [edge for edge in edges if edge.certainty is not Certainty.AMBIGUOUS]
