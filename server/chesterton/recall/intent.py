"""Records that what somebody is about to do calls for, by words alone: few, and only if they stand out."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from chesterton.recall.card import Card
from chesterton.recall.memory_index.bits import rows_of
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.query import read_query
from chesterton.recall.ranking import foremost, mass_of
from chesterton.recall.terms import Term, terms_of
from chesterton.recall.weights import INTENT, IntentWeights
from chesterton.recall.words import root, roots

_WEIGHED = 100
"""Records that hold most of the words, of which the titles are looked at."""


class Called(NamedTuple):
    """A record with how strongly the words call for it; `fits` says whether they do so at all."""

    card: Card
    strength: float
    fits: bool
    reason: str


class Ranking(NamedTuple):
    """The records that share most words with an intent, strongest first, and the few that ride.

    `reached` is how far the best stands above what does not ride: the ratio that was compared with `standout`.
    """

    riding: tuple[Called, ...]
    ranked: tuple[Called, ...]
    reached: float


def called_for(
    reader: Reader,
    text: str,
    known: Container[str] = (),
    standout: float = 1.0,
    weights: IntentWeights = INTENT,
) -> Ranking:
    """The records in force that `text` calls for, at most `weights.most`; never one that is `known`.

    They ride only if the best of them is `standout` times as strong as the first that stays behind, known
    records included: what was delivered once must not make room for something weaker. Records that say nearly
    the same stand or fall together.
    """
    query = read_query(f" {text} ".replace('"', " "))
    terms = [term for term in terms_of(reader, query, most=None) if not term.common]
    ranked = _ranked(reader, terms, weights)
    fitting = [one for one in ranked if one.fits and one.card.id not in known]
    riding = fitting[: weights.most]
    if not riding:
        return Ranking((), ranked, 0.0)
    alike = {one.card.id for one in ranked if any(near(one.card, rider.card, weights) for rider in riding)}
    behind = [one.strength for one in ranked if one not in riding and one.card.id not in alike]
    crowd = max(behind, default=0.0)
    reached = riding[0].strength / crowd if crowd else float("inf")
    return Ranking(tuple(riding) if reached >= standout else (), ranked, reached)


def near(left: Card, right: Card, weights: IntentWeights = INTENT) -> bool:
    """Whether two records say nearly the same."""
    one, other = roots(f"{left.title} {left.statement}"), roots(f"{right.title} {right.statement}")
    return len(one & other) >= weights.alike * len(one | other)


def _ranked(reader: Reader, terms: Sequence[Term], weights: IntentWeights) -> tuple[Called, ...]:
    """A word that the store lacks, or has only in another spelling, speaks against every record of it.

    Empty when no title says enough of the words: of a single common word thousands of records are equals.
    """
    total = sum(term.rarity for term in terms)
    terms = [term for term in terms if not term.read_as]
    binding = reader.grouped("standing", lambda card: (card.standing,)).get("in force", 0)
    rows = list(rows_of(foremost(mass_of(terms, binding), _WEIGHED)))
    words = {root(term.word) for term in terms if term.expression}
    if not any(len(words & roots(reader.heads[row].title)) >= weights.title_words for row in rows):
        return ()
    found = [
        _call(reader.heads[row], [term for term in terms if term.holds(row)], total, weights) for row in rows
    ]
    return tuple(sorted(found, key=lambda one: (-one.strength, one.card.id)))


def _call(card: Card, held: Sequence[Term], total: float, weights: IntentWeights) -> Called:
    title = roots(card.title)
    said = {root(term.word) for term in held if term.expression} & title
    coverage = sum(term.rarity for term in held) / total
    share = len(said) / len(title) if title else 0.0
    fits = len(said) >= weights.title_words and share >= weights.title_share and coverage >= weights.coverage
    shown = ", ".join(term.word for term in held if root(term.word) in said)
    return Called(card, coverage * (weights.title_share + share), fits, f"the task says {shown}")
