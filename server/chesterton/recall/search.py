"""Full-text search over the memory index: every word finds its records, the ranking is one fused number."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card, Standing
from chesterton.recall.excerpt import Excerpt, best_excerpt, same_word
from chesterton.recall.filters import passes
from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.names import named
from chesterton.recall.query import Query, read_query
from chesterton.recall.terms import Term, adjacent, terms_of
from chesterton.recall.weights import TEXT, TextWeights
from chesterton.recall.words import STOP_WORDS, fold, telling, words

_SCORED = 200
_MATCHING_SHARE = 0.3
_FACETS: dict[str, Callable[[Card], str]] = {
    "kind": lambda card: card.kind,
    "status": lambda card: card.status,
    "domain": lambda card: card.domain,
    "initiative": lambda card: card.initiative,
}


class Hit(msgspec.Struct, frozen=True):
    """One record that answers a query. `excerpt` is the passage that matched, `why` what speaks for it."""

    id: str
    path: RepoPath
    title: str
    kind: str
    status: str
    standing: Standing
    statement: str
    score: float
    excerpt: Excerpt
    why: tuple[str, ...]


class SearchAnswer(msgspec.Struct, frozen=True):
    """`total` and `facets` count all that match, `hits` holds the best; `notes` say how it was read."""

    hits: tuple[Hit, ...]
    total: int
    facets: dict[str, dict[str, int]]
    notes: tuple[str, ...]


class _Ranked(NamedTuple):
    row: int
    score: float
    why: tuple[str, ...]


def search(reader: Reader, query: Query | str, limit: int = 10, weights: TextWeights = TEXT) -> SearchAnswer:
    """The records that answer a query, best first. Never fails on what a person typed."""
    query = read_query(query) if isinstance(query, str) else query
    notes = list(query.notes)
    if not len(reader):
        return SearchAnswer((), 0, {}, (*notes, "the store holds no records yet"))
    if not query.text.strip() and not query.filters:
        return SearchAnswer(
            (), 0, {}, (*notes, "an empty query finds nothing: give a word, an id or a filter")
        )
    allowed = {row for row, card in reader.heads.items() if passes(card, query.filters)}
    terms = terms_of(reader, query)
    notes += [term.note for term in terms if term.note]
    if terms and all(term.word in STOP_WORDS for term in terms):
        notes.append("the query holds only common words; they were looked up as they are")
    if query.text.strip():
        ranked = _rank(reader, query, terms, allowed, weights)
    else:
        ranked = [_Ranked(row, 0.0, ()) for row in _newest_first(reader, allowed)]
    if not ranked:
        notes.append("nothing matches these filters" if query.filters else "nothing matches")
    rarities = {term.word: term.rarity for term in terms}
    hits = tuple(_hit(reader.card(one.row), one, rarities) for one in ranked[: max(limit, 0)])
    return SearchAnswer(hits, len(ranked), _facets(reader, ranked), tuple(notes))


def _rank(
    reader: Reader, query: Query, terms: Sequence[Term], allowed: set[int], weights: TextWeights
) -> list[_Ranked]:
    for phrase in query.phrases:
        held = set(reader.rows_with(quoted(fold(phrase)))) or set(reader.rows_holding(phrase))
        allowed = allowed & held
    called = {row: how for row, how in named(reader, query).items() if row in allowed}
    mass = _mass(terms, allowed)
    total = sum(term.rarity for term in terms) or 1.0
    most = max(mass.values(), default=0.0)
    matching = [row for row, weight in mass.items() if weight >= most * _MATCHING_SHARE]
    matching.sort(key=lambda row: (-mass[row], reader.heads[row].id))
    scored = matching[:_SCORED]
    bm25 = _bm25(reader, terms, scored, weights)
    pairs = _pairs(reader, query, terms)
    best = max(bm25.values(), default=0.0) or 1.0
    ranked: list[_Ranked] = []
    for row in {**dict.fromkeys(called), **dict.fromkeys(scored)}:
        card = reader.heads[row]
        score = (
            bm25.get(row, 0.0) / best
            + weights.coverage * mass.get(row, 0.0) / total
            + weights.heading * _said(card.title, terms)
            + weights.phrase * pairs.get(row, 0.0)
            - (weights.retired if card.standing == "retired" else 0.0)
            + (len(terms) + 10.0 if row in called else 0.0)
        )
        ranked.append(_Ranked(row, score, _why(row, terms, called)))
    ranked.sort(key=lambda one: (-one.score, reader.heads[one.row].id))
    return ranked + [_Ranked(row, 0.0, ()) for row in matching[_SCORED:] if row not in called]


def _mass(terms: Iterable[Term], allowed: set[int]) -> dict[int, float]:
    """For each row, the rarity of all words of the query that it holds."""
    mass: dict[int, float] = {}
    for term in terms:
        for row in term.rows & allowed:
            mass[row] = mass.get(row, 0.0) + term.rarity
    return mass


def _bm25(
    reader: Reader, terms: Iterable[Term], rows: Sequence[int], weights: TextWeights
) -> dict[int, float]:
    expression = " OR ".join(term.expression for term in terms if term.expression and term.rows)
    return reader.scores(expression, weights.columns, rows) if expression and rows else {}


def _pairs(reader: Reader, query: Query, terms: Sequence[Term]) -> dict[int, float]:
    """The share of the query's neighbouring telling words that are neighbours in a row too."""
    known = {term.word for term in terms if term.rows}
    pairs = [pair for pair in adjacent(query) if known.issuperset(pair)]
    shares: Counter[int] = Counter()
    for left, right in pairs:
        shares.update(reader.rows_with(quoted(f"{left} {right}")))
    return {row: count / len(pairs) for row, count in shares.items()}


def _said(title: str, terms: Sequence[Term]) -> float:
    """The share of a title's telling words that the query says."""
    said = telling(words(title))
    return (
        sum(any(same_word(word, term.word) for term in terms) for word in said) / len(said) if said else 0.0
    )


def _why(row: int, terms: Iterable[Term], called: Mapping[int, str]) -> tuple[str, ...]:
    held = [term.word for term in terms if row in term.rows]
    return (*([called[row]] if row in called else []), *(["has " + ", ".join(held)] if held else []))


def _hit(card: Card, ranked: _Ranked, rarities: Mapping[str, float]) -> Hit:
    return Hit(
        id=card.id,
        path=card.path,
        title=card.title,
        kind=card.kind,
        status=card.status,
        standing=card.standing,
        statement=card.statement,
        score=round(ranked.score, 4),
        excerpt=best_excerpt(card, rarities),
        why=ranked.why,
    )


def _newest_first(reader: Reader, rows: Iterable[int]) -> list[int]:
    by_id = sorted(rows, key=lambda row: reader.heads[row].id)
    return sorted(by_id, key=lambda row: reader.heads[row].date, reverse=True)


def _facets(reader: Reader, ranked: Iterable[_Ranked]) -> dict[str, dict[str, int]]:
    rows = [one.row for one in ranked]
    counted = {
        name: Counter(filter(None, (read(reader.heads[row]) for row in rows)))
        for name, read in _FACETS.items()
    }
    return {name: dict(count.most_common()) for name, count in counted.items() if count}
