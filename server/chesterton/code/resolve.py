"""From a name used in a file to the symbols it means, and how sure that is.

Scopes, imports and inheritance are followed as far as names alone allow; what is left is guessed from the
name if it is rare enough, and marked as a guess.
"""

from collections.abc import Iterable

from chesterton.base.paths import RepoPath
from chesterton.code.guesses import Guesses
from chesterton.code.imports import Target
from chesterton.code.links import Links
from chesterton.code.model import TYPE_KINDS, Import, Reference
from chesterton.code.nodes import NOTHING, Certainty, Node, Resolution, World, family

_DEEPEST_EXPORT = 6
_DEEPEST_BASE = 12
_UNKNOWN = Resolution((), Certainty.AMBIGUOUS)
"""Nothing in sight has the name."""


class Resolver:
    """Answers from one state of a workspace; its memory lasts as long as that state."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._bound: dict[tuple[RepoPath, str], tuple[Node, ...] | None] = {}
        self._busy: set[tuple[RepoPath, str]] = set()
        self._merged: dict[tuple[RepoPath, ...], dict[str, tuple[Node, ...]]] = {}
        self._closures: dict[RepoPath, dict[RepoPath, int]] = {}
        self._guesses = Guesses(world)
        self._vocabulary = world.vocabulary
        self._memory: dict[RepoPath, dict[tuple[str, str | None, int], Resolution]] = {}
        self._receivers: dict[RepoPath, dict[tuple[str, int], tuple[Node, ...] | None]] = {}
        self._ancestors: dict[Node, tuple[tuple[Node, ...], bool]] = {}
        self._neighbourhoods: dict[RepoPath, dict[str, tuple[Node, ...]]] = {}
        self._tops: dict[tuple[str, str], list[tuple[Node, bool]]] = {}
        self._named: dict[tuple[str, str], dict[str, list[tuple[Node, Links]]]] = {}

    def uses(self, links: Links, references: Iterable[Reference]) -> list[Resolution]:
        """What each of some references in a file means."""
        memory = self._memory.setdefault(links.path, {})
        inner, seats = links.inner, links.seats
        words = self._vocabulary.words if self._vocabulary else None
        found: list[Resolution] = []
        for reference in references:
            name = reference.name
            if words is not None and name not in words:
                found.append(NOTHING)
                continue
            receiver, owner = reference.receiver, reference.owner
            first = name if receiver is None else receiver
            # Where a name is seen from, as coarsely as makes no difference, so that most answers are known.
            near = first in inner or ("." in first and first.partition(".")[0] in inner)
            seat = owner if near else seats[owner]
            key = name, receiver, seat
            resolution = memory.get(key)
            if resolution is None:
                resolution = memory[key] = self._in_sight(links, name, receiver, owner, seat)
            if resolution is _UNKNOWN:
                resolution = self._guesses.guess(links, reference.role, name, receiver is not None)
            elif reference.role == "base" and Node(links.path, owner) in resolution.nodes:
                resolution = NOTHING
            found.append(resolution)
        return found

    def _in_sight(self, links: Links, name: str, receiver: str | None, owner: int, seat: int) -> Resolution:
        """What a name means where it stands; `_UNKNOWN` when nothing there says."""
        if receiver is None:
            nodes = self._bare(links, name, owner)
        else:
            nodes = self._through(links, receiver, name, owner, seat)
        if nodes is None:
            return _UNKNOWN
        if links.scope.declares:
            nodes = tuple(map(self.definition, nodes))
        return Resolution(nodes, Certainty.RESOLVED) if nodes else NOTHING

    def definition(self, node: Node) -> Node:
        """Where what a symbol only declares is defined, if one place is; else the symbol itself."""
        links = self._world.links(node.path)
        if links is None or node.symbol < 0 or not links.scope.declares or links.defines(node.symbol):
            return node
        alike = self._called(links, links.names[node.symbol]).get(links.qualified[node.symbol], ())
        found = [one for one, other in alike if other.defines(one.symbol)]
        return found[0] if len(found) == 1 else node

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
            resolution = self._in_sight(links, use.name, use.receiver, around, around)
            if resolution is _UNKNOWN:
                resolution = self._guesses.guess(links, "base", use.name, use.receiver is not None)
            elif Node(links.path, around) in resolution.nodes:
                resolution = NOTHING
            known = [base for base in resolution.nodes if self._kind(base) in TYPE_KINDS]
            complete &= bool(known) and resolution.certainty is not Certainty.AMBIGUOUS
            for base in known[:1]:
                above, all_known = self.ancestors(base)
                complete &= all_known
                found.update(dict.fromkeys((base, *above)))
        return tuple(found)[: _DEEPEST_BASE * 4], complete

    def _kind(self, node: Node) -> str:
        links = self._world.links(node.path)
        return links.kinds[node.symbol] if links and node.symbol >= 0 else ""

    def _bare(self, links: Links, name: str, owner: int) -> tuple[Node, ...] | None:
        """A name without receiver: None when nothing in sight has it, () when it is outside the workspace."""
        scope = links.scope
        by_qualified = links.by_qualified
        around = owner if name in links.last_parts else -1
        while around >= 0:
            found = by_qualified.get(f"{links.qualified[around]}.{name}")
            if found is not None and (
                around == owner or scope.members or links.kinds[around] not in TYPE_KINDS
            ):
                return (Node(links.path, found),)
            around = links.parents[around]
        if scope.members and owner >= 0 and self._may_be_member(name) and (outer := links.type_name(owner)):
            members = self._member_of(links, outer, name)
            if members:
                return members
        found = by_qualified.get(name)
        if found is not None:
            return (Node(links.path, found),)
        bound = self._import(links, name)
        if bound is not None:
            return bound
        opened = self._opened(links, name)
        if opened:
            return opened
        return self._in_unit(links, name)

    def _may_be_member(self, name: str) -> bool:
        return self._vocabulary is None or name in self._vocabulary.members

    def _in_unit(self, links: Links, name: str) -> tuple[Node, ...] | None:
        """A top-level name of the folder or, where all files share one scope, of the workspace."""
        unit = links.scope.unit
        if unit == "file":
            return None
        if unit == "folder":
            return self._neighbourhood(links).get(name)
        seen = [node for node, private in self._at_top(links, name) if not private]
        return tuple(seen) if len(seen) == 1 else None

    def _at_top(self, links: Links, name: str) -> list[tuple[Node, bool]]:
        """The symbols that files call by this bare name, and whether each is private."""
        key = links.family, name
        if key not in self._tops:
            self._tops[key] = [
                (node, node.symbol in other.private)
                for node, other in family(self._world, links, name)
                if other.by_qualified.get(name) == node.symbol
            ]
        return self._tops[key]

    def _called(self, links: Links, name: str) -> dict[str, list[tuple[Node, Links]]]:
        """The symbols of a name, and their files, by qualified name."""
        key = links.family, name
        if key not in self._named:
            named: dict[str, list[tuple[Node, Links]]] = {}
            for node, other in family(self._world, links, name):
                named.setdefault(other.qualified[node.symbol], []).append((node, other))
            self._named[key] = named
        return self._named[key]

    def _import(self, links: Links, name: str) -> tuple[Node, ...] | None:
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

    def imported(self, links: Links, one: Import) -> tuple[Node, ...]:
        """What one import brings in: the symbols it names, or files."""
        local = one.alias or one.name or one.source
        if len(links.imports.get(local, ())) == 1:
            return self._import(links, local) or ()
        for target in self._world.imported(links, one.source, one.name):
            if nodes := self._in_target(target, local):
                return nodes
        return ()

    def _first_imported(self, links: Links, imports: list[Import], name: str) -> tuple[Node, ...]:
        for one in imports:
            for target in self._world.imported(links, one.source, one.name):
                if nodes := self._in_target(target, name):
                    return nodes
        return ()

    def _in_target(self, target: Target, local: str) -> tuple[Node, ...]:
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

    def _in_files(self, paths: tuple[RepoPath, ...], name: str) -> tuple[Node, ...]:
        """A name as others see it in the files of one module."""
        if len(paths) == 1:
            return self._exported(paths[0], name)
        return self._together(paths).get(name, ())

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
            if main in links.by_qualified and (inside := self._member_of(links, main, name)):
                return inside
        head, _, rest = name.partition(".")
        bound = self._import(links, head)
        if bound:
            return self._below(bound, rest) if rest else bound
        if rest and head in links.by_qualified:
            return self._member_of(links, head, rest)
        return self._opened(links, name)

    def _opened(self, links: Links, name: str) -> tuple[Node, ...]:
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

    def _included(self, links: Links, name: str) -> tuple[Node, ...]:
        """A name declared in a file that the file includes, directly or through others; the nearest one."""
        order = self._closure(links)
        found = [node for node, _ in self._at_top(links, name) if node.path in order]
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

    def _through(
        self, links: Links, receiver: str, name: str, owner: int, seat: int
    ) -> tuple[Node, ...] | None:
        """A name after a receiver: None when the receiver's meaning is unknown."""
        scope = links.scope
        if receiver in scope.own:
            outer = links.type_name(owner) if owner >= 0 else ""
            return self._member_of(links, outer, name) or None if outer else None
        if receiver in scope.bases:
            index = links.types[owner]
            return self._inherited(Node(links.path, index), name) or None if index >= 0 else None
        if not receiver:
            return None
        known = self._receivers.setdefault(links.path, {})
        key = receiver, seat
        if key not in known:
            known[key] = self._holders(links, receiver, owner)
        holders = known[key]
        if holders is None:
            if "::" in receiver:
                return self._module_path(links, receiver, name)
            return self._whole_import(links, receiver, name) if links.dotted_imports else None
        if not holders:
            return ()
        return self._below(holders, name) or (None if self._is_value(holders) else ())

    def _holders(self, links: Links, receiver: str, owner: int) -> tuple[Node, ...] | None:
        """What a receiver is: None when nothing in sight is called so, () when it is outside the workspace."""
        dotted = receiver.replace("::", ".").replace("->", ".").replace("\\", ".").strip(".")
        head, _, rest = dotted.partition(".")
        if head in links.scope.own:
            return None  # a field's type is unknown
        holders = self._import(links, dotted)
        if holders is not None:
            return holders
        holders = self._bare(links, head, owner)
        return (self._below(holders, rest) or None) if holders and rest else holders

    def _whole_import(self, links: Links, dotted: str, name: str) -> tuple[Node, ...] | None:
        """`import a.b` is used as `a.b.name`, and binds `a` too."""
        if dotted.partition(".")[0] not in links.dotted_imports:
            return None
        for target in self._world.imported(links, dotted, name):
            if nodes := self._in_target(target, name):
                return nodes
        return ()

    def _module_path(self, links: Links, receiver: str, name: str) -> tuple[Node, ...] | None:
        """Rust names a module's content without importing it: `crate::module::name`."""
        for target in self._world.imported(links, receiver, name):
            if nodes := self._in_target(target, name):
                return nodes
        return None

    def _is_value(self, nodes: tuple[Node, ...]) -> bool:
        """Whether a name is a variable, function or the like, whose own members are unknown."""
        return all(node.symbol >= 0 and self._kind(node) not in TYPE_KINDS for node in nodes)

    def _below(self, holders: Iterable[Node], name: str) -> tuple[Node, ...]:
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
                found = self._member_of(links, links.qualified[holder.symbol], name)
            if found:
                return found
        return ()

    def _member_of(self, links: Links, outer: str, name: str) -> tuple[Node, ...]:
        """A member of the type called `outer`, declared in it, for it elsewhere, or in what it extends."""
        found = links.by_qualified.get(f"{outer}.{name}")
        if found is not None:
            return (Node(links.path, found),)
        if links.scope.unit == "folder":
            found = self._neighbourhood(links).get(f"{outer}.{name}")
            if found:
                return found
        if links.scope.scattered and (elsewhere := self._scattered(links, outer, name)):
            return elsewhere
        index = links.by_qualified.get(outer)
        return self._inherited(Node(links.path, index), name) if index is not None else ()

    def _scattered(self, links: Links, outer: str, name: str) -> tuple[Node, ...]:
        """The only member `name` that any file declares for a type called `outer`."""
        found = self._called(links, name).get(f"{outer}.{name}", ())
        return (found[0][0],) if len(found) == 1 else ()

    def _neighbourhood(self, links: Links) -> dict[str, tuple[Node, ...]]:
        """The names of the folder that a file shares its top level with."""
        if links.path not in self._neighbourhoods:
            self._neighbourhoods[links.path] = self._together(self._world.neighbours(links))
        return self._neighbourhoods[links.path]

    def _together(self, paths: tuple[RepoPath, ...]) -> dict[str, tuple[Node, ...]]:
        """The names of several files that make one module; of several of a name the first."""
        if paths not in self._merged:
            merged: dict[str, tuple[Node, ...]] = {}
            for path in paths:
                links = self._world.links(path)
                for name, index in links.by_qualified.items() if links else ():
                    merged.setdefault(name, (Node(path, index),))
            self._merged[paths] = merged
        return self._merged[paths]

    def _inherited(self, node: Node, name: str) -> tuple[Node, ...]:
        for base in self.ancestors(node)[0]:
            links = self._world.links(base.path)
            if (
                links
                and (found := links.by_qualified.get(f"{links.qualified[base.symbol]}.{name}")) is not None
            ):
                return (Node(base.path, found),)
        return ()
