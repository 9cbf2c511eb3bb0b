"""Reading one build of the memory index. A reader keeps its build, whatever is published later."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from chesterton.recall.card import Card
from chesterton.recall.memory_index.bits import bits_of
from chesterton.recall.memory_index.build import fill, published
from chesterton.recall.words import fold

_ATTEMPTS = 3
_REMEMBERED_CARDS = 4096
_REMEMBERED_QUERIES = 4096
_HEADS = msgspec.msgpack.Decoder(Card)


class Reader:
    """Posting lists, scores and cards of one build. Not to be used by two threads at once.

    A row is the place of a card in the order of ids; sets of rows are integers (see `bits`). `heads` holds every
    card without its prose, by row; `rows` is the set of all.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        found = database.execute("SELECT row, head FROM card ORDER BY id").fetchall()
        self.heads: tuple[Card, ...] = tuple(_HEADS.decode(head) for _, head in found)
        self.rows = (1 << len(found)) - 1
        self._stored: list[int] = [stored for stored, _ in found]
        self._row_of = {stored: row for row, stored in enumerate(self._stored)}
        self._vocabulary: dict[str, int] = dict(database.execute("SELECT word, cards FROM word").fetchall())
        self._words = list(self._vocabulary)
        self._row_of_id = {card.id: row for row, card in enumerate(self.heads)}
        self._grouped: dict[str, Mapping[str, int]] = {}
        self.card = lru_cache(_REMEMBERED_CARDS)(self._card)
        self.rows_with = lru_cache(_REMEMBERED_QUERIES)(self._rows_with)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Reader":
        """A build in memory."""
        database = sqlite3.connect(":memory:", check_same_thread=False)
        fill(database, cards)
        return cls(database)

    @classmethod
    def open(cls, directory: Path) -> "Reader | None":
        """The published build, or None when there is none that can be read."""
        for _ in range(_ATTEMPTS):
            path = published(directory)
            if path is None:
                return None
            try:
                uri = f"{path.as_uri()}?mode=ro&immutable=1"
                return cls(sqlite3.connect(uri, uri=True, check_same_thread=False))
            except (sqlite3.DatabaseError, msgspec.DecodeError):
                continue  # damaged, or a newer build was published and this one swept away in between
        return None

    def close(self) -> None:
        self._database.close()

    def __len__(self) -> int:
        return len(self.heads)

    def _card(self, row: int) -> Card:
        """The whole card of a row."""
        stored = self._stored[row]
        (data,) = self._database.execute("SELECT data FROM card WHERE row = ?", (stored,)).fetchone()
        return _HEADS.decode(data)

    def grouped(self, name: str, values: Callable[[Card], Iterable[str]]) -> Mapping[str, int]:
        """The rows of each value that `values` reads from a card. `name` is what the answer is kept under."""
        if name not in self._grouped:
            found: dict[str, list[int]] = {}
            for row, card in enumerate(self.heads):
                for value in values(card):
                    found.setdefault(value, []).append(row)
            self._grouped[name] = {value: bits_of(rows, len(self)) for value, rows in found.items()}
        return self._grouped[name]

    def row_of(self, identity: str) -> int | None:
        """The row of the card with that id."""
        return self._row_of_id.get(identity)

    def rows_named(self, name: str) -> list[int]:
        """The rows that are called exactly `name`, whatever its case."""
        found = self._database.execute("SELECT row FROM name WHERE name = ?", (fold(name),))
        return [self._row_of[stored] for (stored,) in found]

    def rows_ending(self, suffix: str) -> list[int]:
        """The rows whose id ends in `suffix`, whatever its case."""
        wanted = suffix.upper()
        return [row for row, card in enumerate(self.heads) if card.id.endswith(wanted)]

    def _rows_with(self, expression: str) -> int:
        """The rows that match an FTS5 expression over the word table."""
        return self._listed("SELECT group_concat(rowid) FROM terms WHERE terms MATCH ?", expression)

    def rows_holding(self, text: str) -> int:
        """The rows in which `text`, of three characters or more, stands as it is (folded)."""
        return self._listed("SELECT group_concat(rowid) FROM grams WHERE grams MATCH ?", quoted(fold(text)))

    def _listed(self, query: str, expression: str) -> int:
        """Rows that SQLite lists as one text: a third of the time of fetching them one by one."""
        (listed,) = self._database.execute(query, (expression,)).fetchone()
        if not listed:
            return 0
        return bits_of(map(self._row_of.__getitem__, map(int, listed.split(","))), len(self))

    def scores(self, expression: str, weights: Sequence[float], rows: Iterable[int]) -> dict[int, float]:
        """BM25 of `rows` under an FTS5 expression, higher is better; rows that do not match are left out."""
        chosen = ",".join(str(self._stored[row]) for row in rows)
        columns = ",".join(map(str, weights))
        found = self._database.execute(
            f"SELECT rowid, -bm25(terms, {columns}) FROM terms WHERE terms MATCH ? AND +rowid IN ({chosen})",
            (expression,),
        )
        return {self._row_of[stored]: score for stored, score in found}

    def frequency(self, word: str) -> int:
        """In about how many cards a folded word stands; forms of it are not counted."""
        return self._vocabulary.get(word, 0)

    def near_words(self, word: str, distance: int, limit: int) -> list[str]:
        """Words of the store within `distance` edits of `word`, nearest and most used first."""
        found = process.extract(
            word, self._words, scorer=OSA.distance, score_cutoff=distance, limit=limit * 4
        )
        ranked = sorted(
            found, key=lambda one: (one[1], one[0][:1] != word[:1], -self._vocabulary[one[0]], one[0])
        )
        return [near for near, _, _ in ranked[:limit]]


def quoted(text: str) -> str:
    """An FTS5 string."""
    return '"' + text.replace('"', '""') + '"'
