"""From a name used in a file to the symbols it means, and how sure that is.

Scopes, imports and inheritance are followed as far as names alone allow; what is left is guessed from the
name if it is rare enough, and marked as a guess.
"""

from collections.abc import Iterable

from chesterton.base.paths import RepoPath
from chesterton.code.gathered import Gathered
from chesterton.code.guesses import Guesses
from chesterton.code.links import Links
from chesterton.code.members import Members
from chesterton.code.model import TYPE_KINDS, Import, Use, Uses
from chesterton.code.modules import Modules
from chesterton.code.nodes import NOTHING, Certainty, Node, Resolution, World

_UNKNOWN = Resolution((), Certainty.AMBIGUOUS)
"""Nothing in sight has the name."""


class Resolver:
    """Answers from one state of a workspace; its memory lasts as long as that state."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gathered = Gathered(world)
        self._members = Members(world, self._gathered, self.use)
        self._modules = Modules(world, self._gathered, self._members)
        self._guesses = Guesses(world)
        self._vocabulary = world.vocabulary
        self._receivers: dict[tuple[RepoPath, str, int], tuple[Node, ...] | None] = {}

    def uses(self, links: Links, uses: Uses) -> list[Resolution]:
        """What each of the references of a file means, in their order."""
        self._receivers.clear()
        views = _Views(self, links, uses.distinct)
        numbers = uses.columns()[0].tolist()
        found: list[Resolution] = []
        for owner, first, last in uses.stretches():
            found += views.of(owner, numbers[first:last])
        return found

    def use(self, links: Links, use: Use, owner: int) -> Resolution:
        """What a name means where symbol `owner` of a file uses it."""
        if self._vocabulary is not None and use.name not in self._vocabulary.words:
            return NOTHING
        resolution = self._in_sight(links, use, owner)
        if resolution is _UNKNOWN:
            return self._guesses.guess(links, use.role, use.name, use.receiver is not None)
        if use.role == "base" and Node(links.path, owner) in resolution.nodes:
            return NOTHING
        return resolution

    def imported(self, links: Links, one: Import) -> tuple[Node, ...]:
        """What one import brings in: the symbols it names, or files."""
        return self._modules.imported(links, one)

    def ancestors(self, node: Node) -> tuple[tuple[Node, ...], bool]:
        """The types a type extends, nearest first, and whether all of its bases are known."""
        return self._members.ancestors(node)

    def definition(self, node: Node) -> Node:
        """Where what a symbol only declares is defined, if one place is; else the symbol itself."""
        links = self._world.links(node.path)
        if links is None or node.symbol < 0 or not links.scope.declares or links.defines(node.symbol):
            return node
        alike = self._gathered.called(links, links.names[node.symbol]).get(links.qualified[node.symbol], ())
        found = [one for one, other in alike if other.defines(one.symbol)]
        return found[0] if len(found) == 1 else node

    def _in_sight(self, links: Links, use: Use, owner: int) -> Resolution:
        """What a name means where it stands; `_UNKNOWN` when nothing there says."""
        if use.receiver is None:
            nodes = self._bare(links, use.name, owner, called=use.role == "call")
        else:
            nodes = self._through(links, use.receiver, use.name, owner)
        if nodes is None:
            return _UNKNOWN
        if links.scope.declares:
            nodes = tuple(map(self.definition, nodes))
        return Resolution(nodes, Certainty.RESOLVED) if nodes else NOTHING

    def _bare(self, links: Links, name: str, owner: int, *, called: bool) -> tuple[Node, ...] | None:
        """A name without receiver: None when nothing in sight has it, () when it is outside the workspace.

        Where it is not `called`, it is the type and not the constructor of the same name.
        """
        scope = links.scope
        by_qualified = links.by_qualified
        around = owner if name in links.last_parts else -1
        while around >= 0:
            found = by_qualified.get(f"{links.qualified[around]}.{name}")
            if (
                found is not None
                and (around == owner or scope.members or links.kinds[around] not in TYPE_KINDS)
                and (called or links.kinds[found] != "constructor")
            ):
                return (Node(links.path, found),)
            around = links.parents[around]
        if scope.members and owner >= 0 and self._may_be_member(name) and (outer := links.type_name(owner)):
            members = self._members.of(links, outer, name)
            if members and (called or self._kind(members[0]) != "constructor"):
                return members
        found = by_qualified.get(name)
        if found is not None:
            return (Node(links.path, found),)
        bound = self._modules.bound(links, name)
        if bound is not None:
            return bound
        opened = self._modules.opened(links, name)
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
            return self._gathered.neighbourhood(links).get(name)
        seen = [node for node, private in self._gathered.at_top(links, name) if not private]
        return tuple(seen) if len(seen) == 1 else None

    def _through(self, links: Links, receiver: str, name: str, owner: int) -> tuple[Node, ...] | None:
        """A name after a receiver: None when the receiver's meaning is unknown."""
        scope = links.scope
        if receiver in scope.own:
            outer = links.type_name(owner) if owner >= 0 else ""
            return self._members.of(links, outer, name) or None if outer else None
        if receiver in scope.bases:
            index = links.types[owner]
            return self._members.inherited(Node(links.path, index), name) or None if index >= 0 else None
        if not receiver:
            return None
        key = links.path, receiver, owner
        known = self._receivers
        if key not in known:
            known[key] = self._holders(links, receiver, owner)
        holders = known[key]
        if holders is None:
            if "::" in receiver:
                return self._module_path(links, receiver, name)
            return self._whole_import(links, receiver, name) if links.dotted_imports else None
        if not holders:
            return ()
        return self._modules.below(holders, name) or (None if self._is_value(holders) else ())

    def _holders(self, links: Links, receiver: str, owner: int) -> tuple[Node, ...] | None:
        """What a receiver is: None when nothing in sight is called so, () when it is outside the workspace."""
        dotted = receiver.replace("::", ".").replace("->", ".").replace("\\", ".").strip(".")
        head, _, rest = dotted.partition(".")
        if head in links.scope.own:
            return None  # a field's type is unknown
        holders = self._modules.bound(links, dotted)
        if holders is not None:
            return holders
        holders = self._bare(links, head, owner, called=False)
        return (self._modules.below(holders, rest) or None) if holders and rest else holders

    def _whole_import(self, links: Links, dotted: str, name: str) -> tuple[Node, ...] | None:
        """`import a.b` is used as `a.b.name`, and binds `a` too."""
        if dotted.partition(".")[0] not in links.dotted_imports:
            return None
        for target in self._world.imported(links, dotted, name):
            if nodes := self._modules.in_target(target, name):
                return nodes
        return ()

    def _module_path(self, links: Links, receiver: str, name: str) -> tuple[Node, ...] | None:
        """Rust names a module's content without importing it: `crate::module::name`."""
        for target in self._world.imported(links, receiver, name):
            if nodes := self._modules.in_target(target, name):
                return nodes
        return None

    def _is_value(self, nodes: tuple[Node, ...]) -> bool:
        """Whether a name is a variable, function or the like, whose own members are unknown."""
        return all(node.symbol >= 0 and self._kind(node) not in TYPE_KINDS for node in nodes)

    def _kind(self, node: Node) -> str:
        links = self._world.links(node.path)
        return links.kinds[node.symbol] if links and node.symbol >= 0 else ""


class _Views:
    """What the uses of one file mean from each of its symbols, found once for all symbols that see the same."""

    def __init__(self, resolver: Resolver, links: Links, distinct: tuple[Use, ...]) -> None:
        self._resolver = resolver
        self._links = links
        self._distinct = distinct
        self._by_seat: dict[int, _View] = {}
        self._near = frozenset(
            number for number, use in enumerate(distinct) if use.role == "base" or _is_near(links, use)
        )

    def of(self, owner: int, numbers: list[int]) -> Iterable[Resolution]:
        """What the uses of these numbers mean in a symbol; to be read before the next symbol's."""
        seat = self._links.seats[owner]
        view = self._by_seat.get(seat)
        if view is None:
            view = self._by_seat[seat] = _View(self)
        view.owner = owner
        near = self._near
        if near.isdisjoint(numbers):
            return map(view.__getitem__, numbers)
        return [self.find(number, owner) if number in near else view[number] for number in numbers]

    def find(self, number: int, owner: int) -> Resolution:
        return self._resolver.use(self._links, self._distinct[number], owner)


class _View(dict[int, Resolution]):
    """Meanings by the number of the use; each is found for the first symbol that has the use."""

    __slots__ = ("_views", "owner")

    def __init__(self, views: _Views) -> None:
        super().__init__()
        self._views = views
        self.owner = -1

    def __missing__(self, number: int) -> Resolution:
        means = self[number] = self._views.find(number, self.owner)
        return means


def _is_near(links: Links, use: Use) -> bool:
    """Whether what a use means depends on the very symbol it stands in."""
    first = use.name if use.receiver is None else use.receiver
    return first in links.inner or ("." in first and first.partition(".")[0] in links.inner)
