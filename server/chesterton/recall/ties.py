"""Which records are tied to a place, by how near the tie is."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from wcmatch import glob

from chesterton.recall.place import Place, Tie

Level = Literal[
    "symbol", "enclosing", "itself", "inside", "glob", "directory", "domain", "community", "neighbour",
    "cited", "named", "beside", "words", "everywhere",
]  # fmt: skip
"""How a record is near to a place; the order is that of nearness, `weights.PlaceWeights` has the numbers."""


class Near(NamedTuple):
    """One way in which a record is near: `away` counts levels up, or steps in the graph; 0 is right here. `tie` is
    the anchor that makes it so, if one does.
    """

    card: str
    level: Level
    away: int
    reason: str
    tie: Tie | None = None


class Ties:
    """All anchors of a store, looked up by place."""

    def __init__(self, ties: Iterable[Tie]) -> None:
        self._at: defaultdict[Place, list[Tie]] = defaultdict(list)
        self._in_file: defaultdict[str, list[Tie]] = defaultdict(list)
        self._below: defaultdict[str, list[Tie]] = defaultdict(list)
        self._globs: list[Tie] = []
        self.everywhere: list[Tie] = []
        for tie in ties:
            self._add(tie)

    def _add(self, tie: Tie) -> None:
        if tie.pattern:
            self._globs.append(tie)
            return
        if tie.place == Place(tie.place.path) and not tie.place.path:
            self.everywhere.append(tie)
            return
        if not tie.within:
            self._at[tie.place].append(tie)
        if tie.place.symbol or tie.within:
            self._in_file[tie.place.path].append(tie)
        for directory in tie.place.directories:
            if directory != tie.place.path:
                self._below[directory].append(tie)

    def exactly(self, place: Place) -> Sequence[Tie]:
        """The ties to this very place."""
        return self._at.get(place, ())

    def near(self, place: Place) -> Iterator[Near]:
        """Every tie on the place, around it and inside it, nearest first."""
        if place.symbol:
            yield from self._on_symbol(place)
        if place.is_directory:
            yield from self._around(place)
            yield from self._on_directory(place)
        else:
            yield from self._on_file(place)
            yield from self._around(place)

    def _on_symbol(self, place: Place) -> Iterator[Near]:
        for tie in self.exactly(place):
            yield Near(tie.card, "symbol", 0, f"on {place.symbol}", tie)
        yield from self._inside_symbol(place)
        for away, around in enumerate(place.enclosing, 1):
            for tie in self.exactly(Place(place.path, around)):
                yield Near(tie.card, "enclosing", away, f"on {around}, which holds {place.symbol}", tie)

    def _on_file(self, place: Place) -> Iterator[Near]:
        for tie in self.exactly(Place(place.path)):
            yield Near(tie.card, "itself", 0, f"on the file {place.path}", tie)
        if not place.symbol:
            for tie in self._in_file.get(place.path, ()):
                yield Near(tie.card, "inside", 0, f"on {tie.place.symbol or 'a part'} in this file", tie)

    def _on_directory(self, place: Place) -> Iterator[Near]:
        for tie in self.exactly(place) if place.path else ():
            yield Near(tie.card, "itself", 0, f"on the directory {place.path}", tie)
        for tie in self._below.get(place.path, ()):
            away = tie.place.path.count("/") - place.path.count("/")
            yield Near(tie.card, "inside", away, f"on {tie.place}", tie)

    def _inside_symbol(self, place: Place) -> Iterator[Near]:
        for tie in self._in_file.get(place.path, ()):
            symbol = tie.place.symbol
            if symbol.startswith(f"{place.symbol}."):
                yield Near(tie.card, "inside", 0, f"on {symbol}, inside {place.symbol}", tie)
            elif tie.within and symbol == place.symbol:
                yield Near(tie.card, "inside", 0, f"on a part of {symbol}", tie)

    def _around(self, place: Place) -> Iterator[Near]:
        for away, directory in enumerate(place.directories):
            if directory and directory != place.path:
                for tie in self.exactly(Place(directory)):
                    yield Near(tie.card, "directory", away, f"on the directory {directory}", tie)
        for tie in self._globs:
            if _pattern(tie.pattern).match(place.path):
                yield Near(tie.card, "glob", 0, f"on {tie.pattern}", tie)


@lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    included, _ = glob.translate(pattern, flags=glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB)
    return re.compile("|".join(f"(?:{one})" for one in included))
