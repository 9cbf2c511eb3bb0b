"""The telling words of a query and the records that hold each: as a word, inside a word, or misspelled."""

import itertools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.query import Query
from chesterton.recall.words import dense_runs, fold, grams, humps, telling, words

MOST_TERMS = 32
"""Words of one query that are looked up; of a longer one, the rarest."""

_LARGE_STORE = 1_000
_COMMON_SHARE = 0.2
_SHORTEST_SUBSTRING = 3
_SHORTEST_CORRECTED = 4
_LONG_WORD = 8
_CORRECTIONS = 3
_NAME = re.compile(r"[\w./:#-]*[\w]")


class Term(NamedTuple):
    """A word of the query. `rows` is the set of rows that have it, as bits.

    `expression` is its FTS5 form, empty when only a substring was found; `read_as` are the words that a misspelled
    one was taken for. A `common` word of a large store has no rows looked up: it tells next to nothing.
    """

    word: str
    expression: str
    rows: int
    rarity: float
    read_as: tuple[str, ...] = ()
    common: bool = False

    def holds(self, row: int) -> bool:
        """Whether the word stands in a row."""
        return bool(self.rows >> row & 1)

    @property
    def note(self) -> str:
        return f"«{self.word}» was read as {' or '.join(self.read_as)}" if self.read_as else ""


def terms_of(reader: Reader, query: Query, most: int | None = MOST_TERMS) -> list[Term]:
    """The telling words of a query with their records, the rarest first, words without any last; at most `most`."""
    words_of_query = _words(query)
    common = {word for word in words_of_query if _is_common(reader, word)}
    if common.issuperset(words_of_query):
        common.discard(min(words_of_query, key=reader.frequency, default=""))
    found = [_common(reader, word) if word in common else _term(reader, word) for word in words_of_query]
    found.sort(key=lambda term: -term.rarity if term.rows or term.common else 0.0)
    return found[:most]


def rarity(reader: Reader, count: int) -> float:
    """The weight of a word that `count` records hold (the idf of BM25, never negative)."""
    return math.log(1 + (len(reader) - count + 0.5) / (count + 0.5))


def adjacent(query: Query) -> list[tuple[str, str]]:
    """The pairs of words that stand side by side in the query."""
    plain = words(query.text)
    return list(itertools.pairwise(plain))


def _words(query: Query) -> list[str]:
    """Words as typed, names kept whole, runs of scripts without spaces as one word each."""
    found: list[str] = []
    for text in (*query.words, *query.phrases):
        runs = dense_runs(text)
        for run in runs:
            text = text.replace(run, " ")
        found += runs
        for name in _NAME.findall(text):
            parts = words(name)
            found += [fold(name)] if len(parts) > 1 and _is_path(name) else []
            found += parts
            found += [fold(part) for part in humps(name) if fold(part) not in parts]
    return telling(found)


def _is_path(name: str) -> bool:
    return any(mark in name for mark in "./:#_-")


def _is_common(reader: Reader, word: str) -> bool:
    return len(reader) >= _LARGE_STORE and reader.frequency(word) > len(reader) * _COMMON_SHARE


def _common(reader: Reader, word: str) -> Term:
    return Term(word, quoted(word), 0, rarity(reader, reader.frequency(word)), common=True)


def _term(reader: Reader, word: str) -> Term:
    expression = _expression(word)
    rows = reader.rows_with(expression)
    near: list[str] = []
    if not rows and len(word) >= _SHORTEST_SUBSTRING:
        rows, expression = reader.rows_holding(word), ""
    if not rows and len(word) >= _SHORTEST_CORRECTED and word.isalpha():
        near = reader.near_words(word, 2 if len(word) >= _LONG_WORD else 1, _CORRECTIONS)
        if near:
            expression = "(" + " OR ".join(map(quoted, near)) + ")"
            rows = reader.rows_with(expression)
    return Term(word, expression, rows, rarity(reader, max(rows.bit_count(), 1)), tuple(near))


def _expression(word: str) -> str:
    if dense_runs(word):
        pieces: Sequence[str] = grams(word)[len(word) :] if len(word) > 1 else [word]
        return "dense : (" + " AND ".join(map(quoted, pieces)) + ")"
    return quoted(word)
