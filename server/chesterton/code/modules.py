"""What imports bring in, and what files show to those that import them."""

from collections.abc import Iterable

from chesterton.base.paths import RepoPath
from chesterton.code.gathered import Gathered
from chesterton.code.imports import Target
from chesterton.code.links import Links
from chesterton.code.members import Members
from chesterton.code.model import Import
from chesterton.code.nodes import Node, World

_DEEPEST_EXPORT = 6


class Modules:
    """Answers for one state of a workspace."""

    def __init__(self, world: World, gathered: Gathered, members: Members) -> None:
        self._world = world
        self._gathered = gathered
        self._members = members
        self._bound: dict[tuple[RepoPath, str], tuple[Node, ...] | None] = {}
        self._busy: set[tuple[RepoPath, str]] = set()
        self._closures: dict[RepoPath, dict[RepoPath, int]] = {}

    def imported(self, links: Links, one: Import) -> tuple[Node, ...]:
        """What one import brings in: the symbols it names, or files."""
        local = one.alias or one.name or one.source
        if len(links.imports.get(local, ())) == 1:
            return self.bound(links, local) or ()
        for target in self._world.imported(links, one.source, one.name):
            if nodes := self.in_target(target, local):
                return nodes
        return ()

    def bound(self, links: Links, name: str) -> tuple[Node, ...] | None:
        """What an imported local name is: None when no import binds it, () when it is external or unknown."""
        imports = links.imports.get(name)
        if imports is None:
            return None
        key = links.path, name
        if key in self._bound:
            return self._bound[key]
        if key in self._busy or len(self._busy) > _DEEPEST_EXPORT:
            return ()
        self._busy.add(key)
        found = self._first_imported(links, imports, name)
        self._busy.discard(key)
        self._bound[key] = found
        return found

    def opened(self, links: Links, name: str) -> tuple[Node, ...]:
        """A name that an import of everything brings in."""
        if not links.open:
            return ()
        if links.opens:
            return self._included(links, name)
        key = links.path, f"*{name}"
        if key in self._bound:
            return self._bound[key] or ()
        if key in self._busy or len(self._busy) > _DEEPEST_EXPORT:
            return ()
        self._busy.add(key)
        found: tuple[Node, ...] = ()
        for one in links.open:
            for target in self._world.imported(links, one.source, ""):
                found = found or self._in_files(target.files, ".".join((*target.rest, name)))
        self._busy.discard(key)
        self._bound[key] = found
        return found

    def below(self, holders: Iterable[Node], name: str) -> tuple[Node, ...]:
        """`name` in files, types or namespaces."""
        holders = tuple(holders)
        if len(holders) > 1 and all(node.symbol < 0 for node in holders):
            return self._in_files(tuple(node.path for node in holders), name)
        for holder in holders:
            links = self._world.links(holder.path)
            if links is None:
                continue
            if holder.symbol < 0:
                found = self._exported(holder.path, name) or self._world.submodule(links, name)
            else:
                found = self._members.of(links, links.qualified[holder.symbol], name)
            if found:
                return found
        return ()

    def in_target(self, target: Target, local: str) -> tuple[Node, ...]:
        """The symbols a target names, or its files when it names none."""
        if not target.rest:
            for path in target.files:
                links = self._world.links(path)
                if links and links.main and local in links.by_qualified:
                    return (Node(path, links.by_qualified[local]),)
            return tuple(Node(path, -1) for path in target.files)
        if target.rest == ("default",):
            stem = target.files[0].rpartition("/")[2].partition(".")[0]
            found = self._in_files(target.files, local) or self._in_files(target.files, stem)
            return found or (Node(target.files[0], -1),)
        return self._in_files(target.files, ".".join(target.rest))

    def _first_imported(self, links: Links, imports: list[Import], name: str) -> tuple[Node, ...]:
        for one in imports:
            for target in self._world.imported(links, one.source, one.name):
                if nodes := self.in_target(target, name):
                    return nodes
        return ()

    def _in_files(self, paths: tuple[RepoPath, ...], name: str) -> tuple[Node, ...]:
        """A name as others see it in the files of one module."""
        if len(paths) == 1:
            return self._exported(paths[0], name)
        return self._gathered.together(paths).get(name, ())

    def _exported(self, path: RepoPath, name: str) -> tuple[Node, ...]:
        """A name as other files see it: declared here, or imported here."""
        links = self._world.links(path)
        if links is None:
            return ()
        found = links.by_qualified.get(name)
        if found is not None:
            return (Node(path, found),)
        if links.main:
            main = path.rpartition("/")[2].partition(".")[0]
            if main in links.by_qualified and (inside := self._members.of(links, main, name)):
                return inside
        head, _, rest = name.partition(".")
        bound = self.bound(links, head)
        if bound:
            return self.below(bound, rest) if rest else bound
        if rest and head in links.by_qualified:
            return self._members.of(links, head, rest)
        return self.opened(links, name)

    def _included(self, links: Links, name: str) -> tuple[Node, ...]:
        """A name declared in a file that the file includes, directly or through others; the nearest one."""
        order = self._closure(links)
        found = [node for node, _ in self._gathered.at_top(links, name) if node.path in order]
        return (min(found, key=lambda node: order[node.path]),) if found else ()

    def _closure(self, links: Links) -> dict[RepoPath, int]:
        """The files that a file includes, with how far they are."""
        if links.path not in self._closures:
            order: dict[RepoPath, int] = {}
            level = [links]
            for distance in range(_DEEPEST_EXPORT):
                following: list[Links] = []
                for one in level:
                    for statement in one.open:
                        for target in self._world.imported(one, statement.source, ""):
                            for path in target.files:
                                if path not in order and (other := self._world.links(path)):
                                    order[path] = distance
                                    following.append(other)
                level = following
            self._closures[links.path] = order
        return self._closures[links.path]
