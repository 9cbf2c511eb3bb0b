"""How much of what a place is called a record says: the text match between code and prose."""

from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.place import Place
from chesterton.recall.terms import rarity
from chesterton.recall.words import fold, humps, root, roots, telling

_MOST_WORDS = 24
"""Words of one place that are looked up: the last ones, since the nearest folders and the symbol tell most."""


class Affinity:
    """The words that a place is called by, with the records that say each.

    A record's affinity (0..1) is the mean of two parts: that of the known words, weighed by rarity, which it says
    anywhere, and that of its title which they are.
    """

    def __init__(self, reader: Reader, place: Place) -> None:
        self._reader = reader
        names = telling(fold(part) for part in humps(str(place)))[-_MOST_WORDS:]
        rows = {name: reader.rows_with(quoted(name)) for name in names}
        self._known = {name: (held, rarity(reader, held.bit_count())) for name, held in rows.items() if held}
        self._total = sum(weight for _, weight in self._known.values())

    def of(self, identity: str) -> float:
        """The affinity of the record with that id; 0 for one that the reader's build does not hold."""
        row = self._reader.row_of(identity)
        if row is None or not self._known:
            return 0.0
        said = {name: weight for name, (rows, weight) in self._known.items() if rows >> row & 1}
        title = roots(self._reader.heads[row].title)
        titled = len(title.intersection(map(root, said))) / len(title) if title else 0.0
        return (sum(said.values()) / self._total + titled) / 2
