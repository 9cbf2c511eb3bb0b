"""Names of code in the prose of records: what ties a record that nobody has anchored yet."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from chesterton.recall.card import Card
from chesterton.recall.place import Place
from chesterton.recall.words import fold, humps, identifiers

_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_NAME = re.compile(r"[^\W\d]\w+")
_TRIM = "./:()#-"


class Mentions:
    """Which records name which piece of code, by the names' folded spelling."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards: defaultdict[str, set[str]] = defaultdict(set)
        for card in cards:
            for name in set(_names_in(card)):
                self._cards[name].add(card.id)

    def of(self, place: Place) -> dict[str, tuple[str, float]]:
        """The records that name this place, each with the name and its sureness (0..1).

        A name that many records say, a mere file name, or one that only shares the last part counts less.
        """
        found: dict[str, tuple[str, float]] = {}
        for name, sureness in _names_of(place):
            cards = self._cards.get(fold(name), ())
            for card in cards:
                strength = sureness / len(cards) ** 0.5
                if strength > found.get(card, ("", 0.0))[1]:
                    found[card] = (name, strength)
        return found


def _names_in(card: Card) -> Iterator[str]:
    text = "\n".join((card.title, *(passage.text for passage in card.passages)))
    for name in identifiers(text):
        yield fold(name.strip(_TRIM))
        if "/" not in name:
            for part in re.split(r"[.:#]+", name):
                if len(humps(part)) > 1:
                    yield fold(part)
    for quoted in _QUOTED.findall(text):
        yield fold(quoted.strip(_TRIM))
        yield from (fold(name) for name in _NAME.findall(quoted) if "/" not in quoted)


def _names_of(place: Place) -> Iterator[tuple[str, float]]:
    """The names under which prose may speak of a place, each with how surely it means this one."""
    if place.symbol:
        yield place.symbol, 1.0
        own = place.symbol.rpartition(".")[2].partition("~")[0]
        yield own, 1.0 if len(humps(own)) > 1 else 0.5
        for around in place.enclosing:
            yield around.rpartition(".")[2], 0.7
    path = place.path.rstrip("/")
    parts = path.split("/")
    for start in range(len(parts)):
        yield "/".join(parts[start:]), 1.0 if start < len(parts) - 1 else 0.6
    stem = parts[-1].partition(".")[0]
    if len(humps(stem)) > 1:
        yield stem, 0.6
    for end in range(len(parts) - 1, 1, -1):
        for start in range(max(end - 3, 0), end - 1):
            yield "/".join(parts[start:end]), 0.5
