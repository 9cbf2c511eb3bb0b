"""Places in code as recall is asked about them, and what the layers around tell it about a place."""

from collections.abc import Iterable
from datetime import date
from typing import Literal, NamedTuple, Protocol

import msgspec

from chesterton.base.paths import RepoPath


class Place(NamedTuple):
    """A symbol of a file, a file, or (with a path that ends in `/`, or is empty for the root) a directory."""

    path: RepoPath
    symbol: str = ""

    def __str__(self) -> str:
        return f"{self.path}#{self.symbol}" if self.symbol else self.path or "./"

    @property
    def is_directory(self) -> bool:
        return not self.path or self.path.endswith("/")

    @property
    def enclosing(self) -> tuple[str, ...]:
        """The qualified names of the symbols around this one, innermost first."""
        parts = self.symbol.split(".")[:-1]
        return tuple(".".join(parts[:count]) for count in range(len(parts), 0, -1))

    @property
    def directories(self) -> tuple[RepoPath, ...]:
        """The directories around this place, nearest first, the root last; a directory is its own first."""
        parts = self.path.split("/")[:-1]
        above = (RepoPath("/".join(parts[:count]) + "/") for count in range(len(parts), 0, -1))
        return (*above, RepoPath(""))


class Tie(NamedTuple):
    """One anchor of a record, at the place where it is now. `pattern` is the glob it was written as; a tie that is
    `within` holds a part of its place only.

    A record tied to the root directory applies everywhere.
    """

    card: str
    place: Place
    pattern: str = ""
    within: bool = False


Relation = Literal["caller", "callee", "subclass", "base", "user", "used", "importer", "imported"]
"""What the far end of an edge is to the near one; a `user` names it as a type."""


class Neighbour(NamedTuple):
    """A place `steps` edges of one `relation` away in the code graph."""

    place: Place
    relation: Relation
    steps: int


class Article(msgspec.Struct, frozen=True):
    """The page of current truth about an asset; `capsule` is its one dense line, `altitude` how many steps above the
    place it stands.
    """

    address: str
    capsule: str
    altitude: int = 0


class Surroundings(Protocol):
    """What recall needs to know of the code around a place. All answers may be empty."""

    def neighbours(self, place: Place) -> Iterable[Neighbour]:
        """Places near in the code graph, nearer first."""
        ...

    def communities(self, place: Place) -> Iterable[str]:
        """Names of the communities of the code graph that hold the place."""
        ...

    def domains(self, place: Place) -> Iterable[str]:
        """Slugs of the domains that hold the place, the narrowest first."""
        ...

    def article(self, place: Place) -> Article | None:
        """The article of the nearest ancestor that has one."""
        ...

    def summary(self, domain: str) -> str:
        """Why a domain exists, in a sentence; empty when nobody said."""
        ...


class Marks(Protocol):
    """What is known about a record beyond its file."""

    def drift(self, card: str) -> str:
        """The verdict on the record's worst anchor, in the words of the design; `none` when all is well."""
        ...


class Nothing:
    """No graph, no domains, no articles, no drift: recall in a store without a code index."""

    def neighbours(self, place: Place) -> Iterable[Neighbour]:
        return ()

    def communities(self, place: Place) -> Iterable[str]:
        return ()

    def domains(self, place: Place) -> Iterable[str]:
        return ()

    def article(self, place: Place) -> Article | None:
        return None

    def summary(self, domain: str) -> str:
        return ""

    def drift(self, card: str) -> str:
        return "none"


class View(NamedTuple):
    """The state of the world in which a question is answered."""

    today: date
    around: Surroundings = Nothing()
    marks: Marks = Nothing()
