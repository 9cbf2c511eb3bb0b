"""What resolution speaks of: symbols as nodes, what a use means, and the workspace it happens in."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from chesterton.base.paths import RepoPath
from chesterton.code.imports import Target
from chesterton.code.links import Links


class Certainty(IntEnum):
    """How an edge was found."""

    RESOLVED = 0
    UNIQUE_NAME = 1
    AMBIGUOUS = 2


class Node(NamedTuple):
    """A symbol by its file and its index in `FileFacts.symbols`; -1 is the file itself."""

    path: RepoPath
    symbol: int


class Resolution(NamedTuple):
    """What a use means. Without nodes it is outside the workspace, or unknown."""

    nodes: tuple[Node, ...]
    certainty: Certainty


NOTHING = Resolution((), Certainty.RESOLVED)


class Vocabulary(NamedTuple):
    """The names that mean something. `words` holds all of them, `members` those of symbols inside others."""

    words: frozenset[str]
    members: frozenset[str]


class World(Protocol):
    """The workspace as resolution sees it. `vocabulary` is None where only some of its files are known."""

    @property
    def vocabulary(self) -> Vocabulary | None: ...
    def links(self, path: RepoPath) -> Links | None: ...
    def declaring(self, name: str) -> Sequence[Node]:
        """Every symbol of this name."""
        ...

    def imported(self, importer: Links, source: str, name: str) -> Iterable[Target]: ...
    def submodule(self, links: Links, name: str) -> tuple[Node, ...]:
        """The module of this name inside a file that stands for its folder."""
        ...

    def neighbours(self, links: Links) -> tuple[RepoPath, ...]:
        """The files whose top level the file sees without importing it."""
        ...


def family(world: World, links: Links, name: str) -> Iterator[tuple[Node, Links]]:
    """The symbols of a name, and their files, in languages that see each other."""
    for node in world.declaring(name):
        other = world.links(node.path)
        if other is not None and other.family == links.family:
            yield node, other
