"""What governs here: one ranked answer for a place, shared by every face."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import zip_longest

import msgspec

from chesterton.recall.affinity import Affinity
from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.evidence import Evidence, History
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.mentions import Mentions
from chesterton.recall.place import Article, Place, Tie, View
from chesterton.recall.query import Query
from chesterton.recall.search import search
from chesterton.recall.ties import Level, Near, Ties
from chesterton.recall.weights import PLACE, PlaceWeights

MISTAKES = ("constraint", "gotcha", "lesson")
HERE = frozenset({"symbol", "enclosing", "itself", "inside", "glob", "directory", "everywhere"})
"""The levels at which a record governs a place; at the others it is only near."""
_TIED_HERE = HERE - {"everywhere"}
_ON_SYMBOL = frozenset({"symbol", "enclosing"})
_MOST_NEIGHBOURS = 200
_MOST_BY_WORDS = 10
_MOST_PLACES = 20
_DAYS_A_YEAR = 365.25
_RELATIONS = {
    "caller": "which calls this",
    "callee": "which this calls",
    "subclass": "which extends this",
    "base": "which this extends",
    "user": "which uses this as a type",
    "used": "which this uses as a type",
    "importer": "which imports this",
    "imported": "which this imports",
}


class Placed(msgspec.Struct, frozen=True):
    """A record as an answer for a place. `reason` says why it is here, `drift` how its code fares, `tie` which anchor
    of it did it, if one did.
    """

    card: Card
    level: Level
    score: float
    reason: str
    drift: str
    tie: Tie | None = None


class PlaceAnswer(msgspec.Struct, frozen=True):
    """`governing` binds, `proposed` waits for a person's word, `retired` is history; each is ranked."""

    places: tuple[Place, ...]
    article: Article | None
    governing: tuple[Placed, ...]
    proposed: tuple[Placed, ...]
    retired: tuple[Placed, ...]

    @property
    def ranked(self) -> tuple[Placed, ...]:
        """What governs or is proposed here, the history of this very place, then what is only near."""
        living, past = (*self.governing, *self.proposed), self.retired
        return (
            *(one for one in living if one.level in HERE),
            *(one for one in past if one.level in HERE),
            *sorted((one for one in living if one.level not in HERE), key=lambda one: -one.score),
            *(one for one in past if one.level not in HERE),
        )


class PlaceRecall:
    """The records of a store with their ties, ready to be asked about places. `tied` are those with a tie."""

    def __init__(
        self,
        cards: Iterable[Card],
        ties: Iterable[Tie],
        mentions: Mentions | None = None,
        weights: PlaceWeights = PLACE,
        history: History | None = None,
    ) -> None:
        """`mentions` of the same cards, if they are at hand: ties change more often than records do. `history` says
        which of them the commits cite.
        """
        self._history = history or History()
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        mine = [tie for tie in ties if tie.card in self.cards]
        self._ties = Ties(mine)
        self.tied: frozenset[str] = frozenset(tie.card for tie in mine)
        self._mentions = mentions if mentions is not None else Mentions(self.cards.values())
        self._weights = weights
        self._of_domain: dict[str, list[str]] = {}
        for card in self.cards.values():
            if card.domain:
                self._of_domain.setdefault(card.domain, []).append(card.id)

    def at(
        self, places: Sequence[Place], view: View, reader: Reader | None = None, *, words: bool = False
    ) -> PlaceAnswer:
        """The records for one place, or for all the places that a change touches.

        A record that several places call for stands once, for its best reason. With a `reader`, equally near
        records are ordered by what they say of the place; with `words`, those that only share words with it
        are among those that are near: for somebody who asks, not for a face that speaks up by itself.
        """
        best: dict[str, Placed] = {}
        affinities = [Affinity(reader, place) for place in places] if reader is not None else []
        if reader is not None and words:
            for near in self._by_words(places, reader):
                said = max((one.of(near.card) for one in affinities), default=0.0)
                best[near.card] = self._weigh(near, view, said)
        for place, affinity in zip_longest(places, affinities):
            evidence = self._history.of(place)
            for near in (*self._near(place, view), *_cited(evidence)):
                if near.card not in self.cards:
                    continue
                said = affinity.of(near.card) if affinity is not None else 0.0
                placed = self._weigh(near, view, said, evidence.get(near.card))
                if near.card not in best or placed.score > best[near.card].score:
                    best[near.card] = placed
        ranked = sorted(best.values(), key=lambda one: (one.level not in _TIED_HERE, -one.score, one.card.id))
        articles = (view.around.article(place) for place in places)
        return PlaceAnswer(
            places=tuple(places),
            article=next(filter(None, articles), None),
            governing=tuple(one for one in ranked if one.card.standing == "in force"),
            proposed=tuple(one for one in ranked if one.card.standing == "proposed"),
            retired=tuple(one for one in ranked if one.card.standing == "retired"),
        )

    def _by_words(self, places: Sequence[Place], reader: Reader) -> Iterator[Near]:
        query = Query(tuple(dict.fromkeys(str(place) for place in places[:_MOST_PLACES])))
        hits = search(reader, query, _MOST_BY_WORDS).hits
        for rank, hit in enumerate(hits):
            if hit.id in self.cards:
                yield Near(
                    hit.id, "words", rank, f"shares words with the place: {clip(hit.excerpt.text, 60)}"
                )

    def _near(self, place: Place, view: View) -> Iterator[Near]:
        yield from self._ties.near(place)
        for domain in view.around.domains(place):
            for card in self._of_domain.get(domain, ()):
                yield Near(card, "domain", 0, f"in the domain {domain}")
        for community in view.around.communities(place):
            for card in self._of_domain.get(community, ()):
                yield Near(card, "community", 0, f"in the community {community}")
        for count, neighbour in enumerate(view.around.neighbours(place)):
            if count == _MOST_NEIGHBOURS:
                break
            for tie in self._ties.exactly(neighbour.place):
                how = _RELATIONS[neighbour.relation]
                far = "" if neighbour.steps == 1 else f", {neighbour.steps} steps away"
                yield Near(
                    tie.card, "neighbour", neighbour.steps - 1, f"on {neighbour.place}, {how}{far}", tie
                )
        for card, (name, sureness) in self._mentions.of(place).items():
            yield Near(card, "named", round((1 - sureness) * 10), f"speaks of {name}")
        for tie in self._ties.everywhere:
            yield Near(tie.card, "everywhere", 0, "applies everywhere", tie)

    def _weigh(self, near: Near, view: View, affinity: float, evidence: Evidence | None = None) -> Placed:
        card, weights = self.cards[near.card], self._weights
        drift = view.marks.drift(card.id) if card.standing == "in force" else "none"
        score = (
            getattr(weights, near.level)
            - weights.step * near.away
            + (weights.affinity * affinity if near.level not in _ON_SYMBOL else 0.0)
            + (weights.evidence * evidence.strength if evidence else 0.0)
            + (weights.mistake if card.kind in MISTAKES else 0.0)
            - (weights.drifted if drift != "none" else 0.0)
            - weights.year * min(_years(card.confirmed or card.date, view.today), weights.oldest)
        )
        return Placed(card, near.level, round(score, 6), near.reason, drift, near.tie)


def _cited(evidence: Mapping[str, Evidence]) -> Iterator[Near]:
    for card, found in evidence.items():
        yield Near(card, "cited" if found.here else "beside", round((1 - found.strength) * 10), found.reason)


def _years(day: str, today: date) -> float:
    try:
        return max((today - date.fromisoformat(day[:10])).days / _DAYS_A_YEAR, 0.0)
    except ValueError:
        return 0.0
