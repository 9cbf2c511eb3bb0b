"""One fused number for how well each record answers the words of a query."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from chesterton.recall.memory_index.bits import Sums, bits_of, rows_of
from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.names import named
from chesterton.recall.query import Query
from chesterton.recall.terms import Term, adjacent
from chesterton.recall.weights import TEXT, TextWeights
from chesterton.recall.words import root, roots

_SCORED = 100
_MOST_PAIRS = 12
_MATCHING_SHARE = 0.15
_STEPS = 16


class Ranked(NamedTuple):
    """A row and how well it answers."""

    row: int
    score: float


class Ranking(NamedTuple):
    """`best` are scored, best first; `rows` is the set of all that match; `called` says how the query names a row."""

    best: Sequence[Ranked]
    rows: int
    called: Mapping[int, str]


def rank(
    reader: Reader, query: Query, terms: Sequence[Term], allowed: int, weights: TextWeights = TEXT
) -> Ranking:
    """The allowed rows that hold a good part of what the best of them holds."""
    called = {row: how for row, how in named(reader, query).items() if allowed >> row & 1}
    looked_up = [term for term in terms if not term.common]
    mass = mass_of(looked_up, allowed)
    matching = mass.at_least(max(round(mass.most * _MATCHING_SHARE), 1))
    said = frozenset(root(term.word) for term in terms)
    scored = list(rows_of(_foremost(reader, mass, terms)))
    bm25 = _bm25(reader, terms, scored, weights)
    pairs = _pairs(reader, query, terms)
    best = max(bm25.values(), default=0.0) or 1.0
    coverage = weights.coverage * min(1.0, weights.question / max(len(terms), 1))
    coverage /= sum(term.rarity for term in looked_up) or 1.0
    ranked: list[Ranked] = []
    for row in {**dict.fromkeys(called), **dict.fromkeys(scored)}:
        card = reader.heads[row]
        score = (
            bm25.get(row, 0.0) / best
            + coverage * sum(term.rarity for term in looked_up if term.rows >> row & 1)
            + weights.heading * _said(card.title, said)
            + weights.phrase * sum(pair >> row & 1 for pair in pairs) / max(len(pairs), 1)
            - (weights.retired if card.standing == "retired" else 0.0)
            + (len(terms) + 10.0 if row in called else 0.0)
        )
        ranked.append(Ranked(row, score))
    ranked.sort(key=lambda one: (-one.score, one.row))
    return Ranking(ranked, matching | bits_of(called, len(reader)), called)


def why(row: int, terms: Iterable[Term], called: Mapping[int, str]) -> tuple[str, ...]:
    """In words, what speaks for a row."""
    held = [term.word for term in terms if term.holds(row)]
    return (*([called[row]] if row in called else []), *(["has " + ", ".join(held)] if held else []))


def mass_of(terms: Iterable[Term], allowed: int) -> Sums:
    """For each allowed row the rarity of all the words that it holds, in sixteenths."""
    mass = Sums()
    for term in terms:
        mass.add(term.rows & allowed, max(round(term.rarity * _STEPS), 1))
    return mass


def foremost(mass: Sums, most: int) -> int:
    """The rows with most mass, at least `most` of them if so many have any; equals stand or fall together."""
    return mass.at_least(mass.threshold(most))


def _foremost(reader: Reader, mass: Sums, terms: Sequence[Term]) -> int:
    """The few rows with most mass; among equals those whose title has one of the words."""
    least = mass.threshold(_SCORED)
    found = mass.at_least(least)
    if found.bit_count() <= 2 * _SCORED:
        return found
    above = mass.at_least(least + 1)
    level = found & ~above
    words = " OR ".join(term.expression for term in terms if term.expression.startswith('"'))
    titled = level & reader.rows_with(f"title : ({words})") if words else 0
    rest = islice(rows_of(titled or level), _SCORED)
    return above | bits_of(rest, len(reader))


def _bm25(
    reader: Reader, terms: Sequence[Term], rows: Sequence[int], weights: TextWeights
) -> dict[int, float]:
    """BM25 of `rows`. A common word's weight is near nothing and its scan long: it counts only when alone."""
    found = [term for term in terms if term.expression and term.rows] or [
        term for term in terms if term.common
    ]
    expression = " OR ".join(term.expression for term in found)
    return reader.scores(expression, weights.columns, rows) if expression and rows else {}


def _pairs(reader: Reader, query: Query, terms: Sequence[Term]) -> list[int]:
    """For each of the query's pairs of neighbouring telling words, the rows in which they are neighbours too."""
    known = {term.word for term in terms if term.rows or term.common}
    telling = {term.word for term in terms if term.rows}
    pairs = [pair for pair in adjacent(query) if known.issuperset(pair) and not telling.isdisjoint(pair)]
    return [reader.rows_with(quoted(f"{left} {right}")) for left, right in pairs[:_MOST_PAIRS]]


def _said(title: str, said: frozenset[str]) -> float:
    """The share of a title's telling words that the query says."""
    own = roots(title)
    return len(own & said) / len(own) if own else 0.0
