"""The names of several files together: those of a folder, a module or the workspace."""

from chesterton.base.paths import RepoPath
from chesterton.code.links import Links
from chesterton.code.nodes import Node, World, family


class Gathered:
    """Tables of one state of a workspace; each is made when it is first asked for."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._merged: dict[tuple[RepoPath, ...], dict[str, tuple[Node, ...]]] = {}
        self._tops: dict[tuple[str, str], list[tuple[Node, bool]]] = {}
        self._named: dict[tuple[str, str], dict[str, list[tuple[Node, Links]]]] = {}

    def at_top(self, links: Links, name: str) -> list[tuple[Node, bool]]:
        """The symbols that files call by this bare name, and whether each is private."""
        key = links.family, name
        if key not in self._tops:
            self._tops[key] = [
                (node, node.symbol in other.private)
                for node, other in family(self._world, links, name)
                if other.by_qualified.get(name) == node.symbol
            ]
        return self._tops[key]

    def called(self, links: Links, name: str) -> dict[str, list[tuple[Node, Links]]]:
        """The symbols of a name, and their files, by qualified name."""
        key = links.family, name
        if key not in self._named:
            named: dict[str, list[tuple[Node, Links]]] = {}
            for node, other in family(self._world, links, name):
                named.setdefault(other.qualified[node.symbol], []).append((node, other))
            self._named[key] = named
        return self._named[key]

    def neighbourhood(self, links: Links) -> dict[str, tuple[Node, ...]]:
        """The names of the folder that a file shares its top level with."""
        return self.together(self._world.neighbours(links))

    def together(self, paths: tuple[RepoPath, ...]) -> dict[str, tuple[Node, ...]]:
        """The names of several files that make one module; of several of a name the first."""
        if paths not in self._merged:
            merged: dict[str, tuple[Node, ...]] = {}
            for path in paths:
                links = self._world.links(path)
                for name, index in links.by_qualified.items() if links else ():
                    merged.setdefault(name, (Node(path, index),))
            self._merged[paths] = merged
        return self._merged[paths]
