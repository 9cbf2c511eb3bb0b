"""Members of types: declared in them, for them elsewhere, or in what they extend."""

from collections.abc import Callable

from chesterton.code.gathered import Gathered
from chesterton.code.links import Links
from chesterton.code.model import TYPE_KINDS, Use
from chesterton.code.nodes import Certainty, Node, Resolution, World

_MOST_ANCESTORS = 48


class Members:
    """Answers for one state of a workspace. `base` says what a base in a file means, seen from a symbol."""

    def __init__(
        self, world: World, gathered: Gathered, base: Callable[[Links, Use, int], Resolution]
    ) -> None:
        self._world = world
        self._gathered = gathered
        self._base = base
        self._ancestors: dict[Node, tuple[tuple[Node, ...], bool]] = {}

    def of(self, links: Links, outer: str, name: str) -> tuple[Node, ...]:
        """A member of the type called `outer`, declared in it, for it elsewhere, or in what it extends."""
        found = links.by_qualified.get(f"{outer}.{name}")
        if found is not None:
            return (Node(links.path, found),)
        if links.scope.unit == "folder":
            found = self._gathered.neighbourhood(links).get(f"{outer}.{name}")
            if found:
                return found
        if links.scope.scattered and (elsewhere := self._scattered(links, outer, name)):
            return elsewhere
        index = links.by_qualified.get(outer)
        return self.inherited(Node(links.path, index), name) if index is not None else ()

    def inherited(self, node: Node, name: str) -> tuple[Node, ...]:
        """A member that a type has from the nearest of those it extends."""
        for base in self.ancestors(node)[0]:
            links = self._world.links(base.path)
            if (
                links
                and (found := links.by_qualified.get(f"{links.qualified[base.symbol]}.{name}")) is not None
            ):
                return (Node(base.path, found),)
        return ()

    def ancestors(self, node: Node) -> tuple[tuple[Node, ...], bool]:
        """The types a type extends, nearest first, and whether all of its bases are known."""
        if node not in self._ancestors:
            self._ancestors[node] = ((), False)  # what a circle sees
            self._ancestors[node] = self._find_ancestors(node)
        return self._ancestors[node]

    def _find_ancestors(self, node: Node) -> tuple[tuple[Node, ...], bool]:
        links = self._world.links(node.path)
        if links is None:
            return (), False
        found: dict[Node, None] = {}
        complete = True
        for use in links.bases.get(node.symbol, ()):
            around = links.parents[node.symbol]
            resolution = self._base(links, use, around)
            known = [base for base in resolution.nodes if self._kind(base) in TYPE_KINDS]
            complete &= bool(known) and resolution.certainty is not Certainty.AMBIGUOUS
            for base in known[:1]:
                above, all_known = self.ancestors(base)
                complete &= all_known
                found.update(dict.fromkeys((base, *above)))
        return tuple(found)[:_MOST_ANCESTORS], complete

    def _scattered(self, links: Links, outer: str, name: str) -> tuple[Node, ...]:
        """The only member `name` that any file declares for a type called `outer`."""
        found = self._gathered.called(links, name).get(f"{outer}.{name}", ())
        return (found[0][0],) if len(found) == 1 else ()

    def _kind(self, node: Node) -> str:
        links = self._world.links(node.path)
        return links.kinds[node.symbol] if links and node.symbol >= 0 else ""
