"""What a name may mean when nothing in sight says: whatever of a fitting kind has that name, if few have."""

from itertools import islice
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.code.links import CALLABLE_KINDS, Links, ScopeRules
from chesterton.code.model import TYPE_KINDS
from chesterton.code.nodes import NOTHING, Certainty, Node, Resolution, World, family

_TOO_MANY = 8
"""A name that more symbols have says nothing."""


class Guesses:
    """Guesses for one state of a workspace; each is made once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[str, str, str, bool], _Guess] = {}

    def guess(self, links: Links, role: str, name: str, member: bool) -> Resolution:
        """`member`: the name stands behind a receiver."""
        key = name, links.family, role, member
        guess = self._known.get(key)
        if guess is None:
            guess = self._known[key] = self._find(links, role, name, member)
        if links.path not in guess.hidden:
            return guess.public
        return _meaning(tuple(node for node, private in guess.all if not private or node.path == links.path))

    def _find(self, links: Links, role: str, name: str, member: bool) -> "_Guess":
        fitting = (
            (node, node.symbol in other.private)
            for node, other in family(self._world, links, name)
            if _fits(node, other, links.scope, role, member)
        )
        few = tuple(islice(fitting, _TOO_MANY + 1))
        if len(few) > _TOO_MANY:
            return _Guess((), NOTHING, frozenset())
        public = _meaning(tuple(node for node, private in few if not private))
        return _Guess(few, public, frozenset(node.path for node, private in few if private))


class _Guess(NamedTuple):
    """`all` nodes and whether each is private; what they mean elsewhere; the files that see more than that."""

    all: tuple[tuple[Node, bool], ...]
    public: Resolution
    hidden: frozenset[RepoPath]


def _fits(node: Node, links: Links, scope: ScopeRules, role: str, member: bool) -> bool:
    kind, name = links.kinds[node.symbol], links.names[node.symbol]
    if role != "call":
        return kind in TYPE_KINDS
    if member:
        return kind in CALLABLE_KINDS and links.qualified[node.symbol] != name
    called = kind in CALLABLE_KINDS or kind in TYPE_KINDS
    return called and (scope.members or links.by_qualified.get(name) == node.symbol)


def _meaning(nodes: tuple[Node, ...]) -> Resolution:
    if not nodes:
        return NOTHING
    return Resolution(nodes, Certainty.AMBIGUOUS if len(nodes) > 1 else Certainty.UNIQUE_NAME)
