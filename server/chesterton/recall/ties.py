"""Which records are tied to a place, by how near the tie is."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from wcmatch import glob

from chesterton.recall.place import Place, Tie

Level = Literal[
    "symbol", "enclosing", "itself", "inside", "glob", "directory", "domain", "community", "neighbour",
    "named", "words", "everywhere",
]  # fmt: skip
"""How a record is near to a place; the order is that of nearness, `weights.PlaceWeights` has the numbers."""


class Near(NamedTuple):
    """One way in which a record is near: `away` counts levels up, or steps in the graph; 0 is right here."""

    card: str
    level: Level
    away: int
    reason: str


class Ties:
    """All anchors of a store, looked up by place."""

    def __init__(self, ties: Iterable[Tie]) -> None:
        self._at: defaultdict[Place, list[str]] = defaultdict(list)
        self._in_file: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        self._below: defaultdict[str, list[Tie]] = defaultdict(list)
        self._globs: list[Tie] = []
        self.everywhere: list[str] = []
        for tie in ties:
            self._add(tie)

    def _add(self, tie: Tie) -> None:
        if tie.pattern:
            self._globs.append(tie)
            return
        if tie.place == Place(tie.place.path) and not tie.place.path:
            self.everywhere.append(tie.card)
            return
        self._at[tie.place].append(tie.card)
        if tie.place.symbol:
            self._in_file[tie.place.path].append((tie.place.symbol, tie.card))
        for directory in tie.place.directories:
            if directory != tie.place.path:
                self._below[directory].append(tie)

    def exactly(self, place: Place) -> list[str]:
        """The records tied to this very place."""
        return self._at.get(place, [])

    def near(self, place: Place) -> Iterator[Near]:
        """Every tie on the place, around it and inside it, nearest first."""
        if place.symbol:
            yield from (Near(card, "symbol", 0, f"on {place.symbol}") for card in self.exactly(place))
            yield from self._inside_symbol(place)
            for away, around in enumerate(place.enclosing, 1):
                for card in self.exactly(Place(place.path, around)):
                    yield Near(card, "enclosing", away, f"on {around}, which holds {place.symbol}")
        if not place.is_directory:
            yield from (
                Near(card, "itself", 0, f"on the file {place.path}")
                for card in self.exactly(Place(place.path))
            )
            if not place.symbol:
                for symbol, card in self._in_file.get(place.path, ()):
                    yield Near(card, "inside", 0, f"on {symbol} in this file")
        yield from self._around(place)
        if place.is_directory and place.path:
            yield from (
                Near(card, "itself", 0, f"on the directory {place.path}") for card in self.exactly(place)
            )
        if place.is_directory:
            for tie in self._below.get(place.path, ()):
                yield Near(
                    tie.card, "inside", tie.place.path.count("/") - place.path.count("/"), f"on {tie.place}"
                )

    def _inside_symbol(self, place: Place) -> Iterator[Near]:
        for symbol, card in self._in_file.get(place.path, ()):
            if symbol.startswith(f"{place.symbol}."):
                yield Near(card, "inside", 0, f"on {symbol}, inside {place.symbol}")

    def _around(self, place: Place) -> Iterator[Near]:
        for away, directory in enumerate(place.directories):
            if directory and directory != place.path:
                for card in self.exactly(Place(directory)):
                    yield Near(card, "directory", away, f"on the directory {directory}")
        for tie in self._globs:
            if _pattern(tie.pattern).match(place.path):
                yield Near(tie.card, "glob", 0, f"on {tie.pattern}")


@lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    included, _ = glob.translate(pattern, flags=glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB)
    return re.compile("|".join(f"(?:{one})" for one in included))
