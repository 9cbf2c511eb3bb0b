"""Reading one build of the memory index. A reader keeps its build, whatever is published later."""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from chesterton.recall.card import Card
from chesterton.recall.memory_index.build import fill, published
from chesterton.recall.words import fold

_ATTEMPTS = 3
_REMEMBERED_CARDS = 4096
_HEADS = msgspec.msgpack.Decoder(Card)


class Reader:
    """Posting lists, scores and cards of one build. Not to be used by two threads at once.

    `heads` holds every card without its prose, by row, in the order of ids; `rows` are all rows.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self.heads: dict[int, Card] = {
            row: _HEADS.decode(head)
            for row, head in database.execute("SELECT row, head FROM card ORDER BY id")
        }
        self.rows = frozenset(self.heads)
        self._row_of = {card.id: row for row, card in self.heads.items()}
        self._vocabulary: dict[str, int] = dict(database.execute("SELECT word, cards FROM word").fetchall())
        self._words = list(self._vocabulary)
        self._card = lru_cache(_REMEMBERED_CARDS)(self._load)

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

    def card(self, row: int) -> Card:
        return self._card(row)

    def row(self, identity: str) -> int | None:
        return self._row_of.get(identity)

    def _load(self, row: int) -> Card:
        (data,) = self._database.execute("SELECT data FROM card WHERE row = ?", (row,)).fetchone()
        return _HEADS.decode(data)

    def rows_named(self, name: str) -> list[int]:
        """The rows that are called exactly `name`, whatever its case."""
        found = self._database.execute("SELECT row FROM name WHERE name = ?", (fold(name),))
        return [row for (row,) in found]

    def rows_ending(self, suffix: str) -> list[int]:
        """The rows whose id ends in `suffix`, whatever its case."""
        return [row for row, card in self.heads.items() if card.id.endswith(suffix.upper())]

    def rows_with(self, expression: str) -> list[int]:
        """The rows that match an FTS5 expression over the word table."""
        found = self._database.execute("SELECT rowid FROM terms WHERE terms MATCH ?", (expression,))
        return [row for (row,) in found]

    def rows_holding(self, text: str) -> list[int]:
        """The rows in which `text`, of three characters or more, stands as it is (folded)."""
        found = self._database.execute("SELECT rowid FROM grams WHERE grams MATCH ?", (quoted(fold(text)),))
        return [row for (row,) in found]

    def scores(self, expression: str, weights: Sequence[float], rows: Iterable[int]) -> dict[int, float]:
        """BM25 of `rows` under an FTS5 expression, higher is better; rows that do not match are left out."""
        chosen = ",".join(map(str, rows))
        columns = ",".join(map(str, weights))
        found = self._database.execute(
            f"SELECT rowid, -bm25(terms, {columns}) FROM terms WHERE terms MATCH ? AND +rowid IN ({chosen})",
            (expression,),
        )
        return dict(found.fetchall())

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
