"""Full-text search over the memory index: every word finds its records, the ranking is one fused number."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from operator import attrgetter

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card, Standing
from chesterton.recall.clip import clip
from chesterton.recall.excerpt import Excerpt, Needle, best_excerpt
from chesterton.recall.filters import passes
from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.query import Query, read_query
from chesterton.recall.ranking import Ranked, rank
from chesterton.recall.terms import Term, terms_of
from chesterton.recall.weights import TEXT, TextWeights
from chesterton.recall.words import STOP_WORDS, dense_runs, fold, root

_MOST_NEEDLES = 6
_SPARE = 5
"""Records beyond the limit whose lines are looked at, since that may lift them into it."""

_FACETS: dict[str, Callable[[Card], str]] = {
    name: attrgetter(name) for name in ("kind", "status", "domain", "initiative")
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
    allowed = _allowed(reader, query)
    for phrase in query.phrases:
        held = allowed & set(reader.rows_with(quoted(fold(phrase))) or reader.rows_holding(phrase))
        if not held:
            notes.append(f"no record says «{clip(phrase, 80)}»; its words were looked for one by one")
        allowed = held or allowed
    terms = terms_of(reader, query)
    notes += [term.note for term in terms if term.note]
    if terms and all(term.word in STOP_WORDS for term in terms):
        notes.append("the query holds only common words; they were looked up as they are")
    if query.text.strip():
        ranked, rows = rank(reader, query, terms, allowed, weights)
    else:
        rows = _newest_first(reader, allowed)
        ranked = [Ranked(row, 0.0) for row in rows]
    if not rows:
        notes.append("nothing matches these filters" if query.filters else "nothing matches")
    hits = _hits(reader, terms, ranked, limit, weights)
    return SearchAnswer(hits, len(rows), _facets(reader, rows), tuple(notes))


def _needles(row: int, terms: Sequence[Term]) -> list[Needle]:
    """The rarest words of the query that a row holds, as they may stand in its text."""
    held = [term for term in terms if row in term.rows][:_MOST_NEEDLES]
    return [
        Needle(text, bool(term.expression) and not dense_runs(text), term.rarity)
        for term in held
        for text in (term.read_as or (root(term.word),))
    ]


def _hits(
    reader: Reader, terms: Sequence[Term], ranked: Sequence[Ranked], limit: int, weights: TextWeights
) -> tuple[Hit, ...]:
    """The best few with their lines; words that stand together on one line speak for a record once more."""
    total = sum(term.rarity for term in terms) or 1.0
    found = [
        (one, best_excerpt(reader.card(one.row), _needles(one.row, terms)))
        for one in ranked[: max(limit + _SPARE, 0)]
    ]
    hits = [
        _hit(reader.heads[one.row], one.score + weights.together * excerpt.weight / total, excerpt, one.why)
        for one, excerpt in found
    ]
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[: max(limit, 0)])


def _hit(card: Card, score: float, excerpt: Excerpt, why: tuple[str, ...]) -> Hit:
    return Hit(
        id=card.id,
        path=card.path,
        title=card.title,
        kind=card.kind,
        status=card.status,
        standing=card.standing,
        statement=card.statement,
        score=round(score, 4),
        excerpt=excerpt,
        why=why,
    )


def _newest_first(reader: Reader, rows: Iterable[int]) -> list[int]:
    by_id = sorted(rows, key=lambda row: reader.heads[row].id)
    return sorted(by_id, key=lambda row: reader.heads[row].date, reverse=True)


def _allowed(reader: Reader, query: Query) -> Set[int]:
    if not query.filters:
        return reader.rows
    return {row for row, card in reader.heads.items() if passes(card, query.filters)}


def _facets(reader: Reader, rows: Sequence[int]) -> dict[str, dict[str, int]]:
    heads = [reader.heads[row] for row in rows]
    counted = {name: Counter(map(read, heads)) for name, read in _FACETS.items()}
    found = {name: {value: n for value, n in count.most_common() if value} for name, count in counted.items()}
    return {name: values for name, values in found.items() if values}
