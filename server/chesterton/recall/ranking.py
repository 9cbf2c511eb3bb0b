"""One fused number for how well each record answers the words of a query."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from heapq import nlargest
from typing import NamedTuple

from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.names import named
from chesterton.recall.query import Query
from chesterton.recall.terms import Term, adjacent
from chesterton.recall.weights import TEXT, TextWeights
from chesterton.recall.words import root, telling, words

_SCORED = 200
_MOST_PAIRS = 12
_MATCHING_SHARE = 0.15


class Ranking(NamedTuple):
    """`best` are scored, best first; `rows` are all that match."""

    best: Sequence["Ranked"]
    rows: Sequence[int]


class Ranked(NamedTuple):
    """A row, its score, and in words what speaks for it."""

    row: int
    score: float
    why: tuple[str, ...] = ()


def rank(
    reader: Reader, query: Query, terms: Sequence[Term], allowed: Set[int], weights: TextWeights = TEXT
) -> Ranking:
    """The allowed rows that hold a good part of what the best of them holds."""
    called = {row: how for row, how in named(reader, query).items() if row in allowed}
    mass = _mass(terms, allowed)
    looked_up = [term for term in terms if not term.common]
    mass = _mass(looked_up, None if allowed == reader.rows else allowed)
    total = sum(term.rarity for term in looked_up) or 1.0
    floor = max(mass.values(), default=0.0) * _MATCHING_SHARE
    matching = [row for row, weight in mass.items() if weight >= floor]
    scored = [row for _, row in nlargest(_SCORED, ((mass[row], row) for row in matching))]
    bm25 = _bm25(reader, terms, scored, weights)
    pairs = _pairs(reader, query, terms)
    best = max(bm25.values(), default=0.0) or 1.0
    coverage = weights.coverage * min(1.0, weights.question / max(len(terms), 1))
    ranked: list[Ranked] = []
    for row in {**dict.fromkeys(called), **dict.fromkeys(scored)}:
        card = reader.heads[row]
        score = (
            bm25.get(row, 0.0) / best
            + coverage * mass.get(row, 0.0) / total
            + weights.heading * _said(card.title, terms)
            + weights.phrase * pairs.get(row, 0.0)
            - (weights.retired if card.standing == "retired" else 0.0)
            + (len(terms) + 10.0 if row in called else 0.0)
        )
        ranked.append(Ranked(row, score, _why(row, terms, called)))
    ranked.sort(key=lambda one: (-one.score, reader.heads[one.row].id))
    return Ranking(ranked, list(dict.fromkeys((*called, *matching))))


def _mass(terms: Iterable[Term], allowed: Set[int] | None) -> dict[int, float]:
    """For each row, of those allowed if not all are, the rarity of all words of the query that it holds."""
    mass: dict[int, float] = {}
    for term in terms:
        for row in term.rows if allowed is None else term.rows & allowed:
            mass[row] = mass.get(row, 0.0) + term.rarity
    return mass


def _bm25(
    reader: Reader, terms: Iterable[Term], rows: Sequence[int], weights: TextWeights
) -> dict[int, float]:
    expression = " OR ".join(
        term.expression for term in terms if term.expression and (term.rows or term.common)
    )
    return reader.scores(expression, weights.columns, rows) if expression and rows else {}


def _pairs(reader: Reader, query: Query, terms: Sequence[Term]) -> dict[int, float]:
    """The share of the query's neighbouring telling words that are neighbours in a row too."""
    known = {term.word for term in terms if term.rows or term.common}
    pairs = [pair for pair in adjacent(query) if known.issuperset(pair)][:_MOST_PAIRS]
    shares: Counter[int] = Counter()
    for left, right in pairs:
        shares.update(reader.rows_with(quoted(f"{left} {right}")))
    return {row: count / len(pairs) for row, count in shares.items()}


def _said(title: str, terms: Sequence[Term]) -> float:
    """The share of a title's telling words that the query says."""
    said = telling(words(title))
    roots = {root(term.word) for term in terms}
    return sum(root(word) in roots for word in said) / len(said) if said else 0.0


def _why(row: int, terms: Iterable[Term], called: Mapping[int, str]) -> tuple[str, ...]:
    held = [term.word for term in terms if row in term.rows]
    return (*([called[row]] if row in called else []), *(["has " + ", ".join(held)] if held else []))
