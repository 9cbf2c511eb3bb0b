"""Full-text search over the memory index: every word finds its records, the ranking is one fused number."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card, Standing
from chesterton.recall.clip import clip
from chesterton.recall.excerpt import Excerpt, Needle, best_excerpt
from chesterton.recall.filters import passing
from chesterton.recall.memory_index.bits import rows_of
from chesterton.recall.memory_index.reader import Reader, quoted
from chesterton.recall.query import Query, read_query
from chesterton.recall.ranking import Ranked, Ranking, rank, why
from chesterton.recall.terms import Term, terms_of
from chesterton.recall.weights import TEXT, TextWeights
from chesterton.recall.words import STOP_WORDS, dense_runs, fold, root

_MOST_NEEDLES = 6
_SPARE = 5
"""Records beyond the limit whose lines are looked at, since that may lift them into it."""

_FACETS: dict[str, Callable[[Card], Iterable[str]]] = {
    "kind": lambda card: (card.kind,),
    "status": lambda card: (card.status,),
    "domain": lambda card: (card.domain,) if card.domain else (),
    "initiative": lambda card: (card.initiative,) if card.initiative else (),
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
    allowed = passing(reader, query.filters) if query.filters else reader.rows
    for phrase in query.phrases:
        held = allowed & (reader.rows_with(quoted(fold(phrase))) or reader.rows_holding(phrase))
        if not held:
            notes.append(f"no record says «{clip(phrase, 80)}»; its words were looked for one by one")
        allowed = held or allowed
    terms = terms_of(reader, query)
    notes += [term.note for term in terms if term.note]
    if terms and all(term.word in STOP_WORDS for term in terms):
        notes.append("the query holds only common words; they were looked up as they are")
    if query.text.strip():
        ranking = rank(reader, query, terms, allowed, weights)
    else:
        newest = sorted(rows_of(allowed), key=lambda row: reader.heads[row].date, reverse=True)
        ranking = Ranking([Ranked(row, 0.0) for row in newest], allowed, {})
    if not ranking.rows:
        notes.append("nothing matches these filters" if query.filters else "nothing matches")
    hits = _hits(reader, terms, ranking, limit, weights)
    return SearchAnswer(hits, ranking.rows.bit_count(), _facets(reader, ranking.rows), tuple(notes))


def _needles(row: int, terms: Sequence[Term]) -> list[Needle]:
    """The rarest words of the query that a row holds, as they may stand in its text."""
    held = [term for term in terms if term.holds(row)][:_MOST_NEEDLES]
    return [
        Needle(text, bool(term.expression) and not dense_runs(text), term.rarity)
        for term in held
        for text in (term.read_as or (root(term.word),))
    ]


def _hits(
    reader: Reader, terms: Sequence[Term], ranking: Ranking, limit: int, weights: TextWeights
) -> tuple[Hit, ...]:
    """The best few with their lines; words that stand together on one line speak for a record once more."""
    total = sum(term.rarity for term in terms) or 1.0
    hits: list[Hit] = []
    for row, score in ranking.best[: max(limit + _SPARE, 0)]:
        excerpt = best_excerpt(reader.card(row), _needles(row, terms))
        score += weights.together * excerpt.weight / total
        hits.append(_hit(reader.heads[row], score, excerpt, why(row, terms, ranking.called)))
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


def _facets(reader: Reader, rows: int) -> dict[str, dict[str, int]]:
    """How many of the rows have each value, by field, the most frequent value first."""
    found: dict[str, dict[str, int]] = {}
    for name, read in _FACETS.items():
        groups = reader.grouped(name, read).items()
        counts = [(value, count) for value, held in groups if (count := (held & rows).bit_count())]
        if counts:
            found[name] = dict(sorted(counts, key=lambda one: (-one[1], one[0])))
    return found
