"""Every number that ranking depends on, named, in one place; `tests/bench/recall` measures them."""

from typing import NamedTuple


class TextWeights(NamedTuple):
    """How much a word counts by the column it stands in, and what is added to BM25 (scaled to 0..1).

    `coverage`: the share of the query's telling words that are there; it counts less in a text of more words
    than a `question` has. `heading`: the share of the title that the query says. `phrase`: neighbours in the
    query are neighbours in the record. `together`: words of the query share a line. `retired`: what a
    record that is no longer in force loses.
    """

    title: float = 4.0
    statement: float = 1.5
    headings: float = 1.0
    body: float = 1.0
    code: float = 1.0
    dense: float = 1.0
    coverage: float = 0.8
    heading: float = 0.4
    question: float = 6.0
    phrase: float = 0.6
    together: float = 1.0
    retired: float = 0.15

    @property
    def columns(self) -> tuple[float, ...]:
        return (self.title, self.statement, self.headings, self.body, self.code, self.dense)


TEXT = TextWeights()


class PlaceWeights(NamedTuple):
    """How near each level is, and what moves a record within its level. Anchors on the symbol or around it come
    before everything that words can lift.

    `itself` is the file or directory asked about, or the file around the symbol. `step` is lost for each
    level up, step in the graph, or tenth of unsureness of a name; `mistake` is won by constraints, gotchas
    and lessons; `drifted` is lost when the code has moved on; `year` is lost for each year since the record
    was confirmed, up to `oldest` years; `evidence` is won by what the commits of the place cite (`cited`; `beside`
    when only those of the files beside it do); `affinity` by what a record says of the names of the place.
    """

    symbol: float = 1.8
    enclosing: float = 1.7
    itself: float = 0.8
    inside: float = 0.75
    glob: float = 0.7
    directory: float = 0.68
    domain: float = 0.5
    community: float = 0.45
    neighbour: float = 0.4
    cited: float = 0.7
    named: float = 0.6
    beside: float = 0.5
    words: float = 0.15
    everywhere: float = 0.2
    step: float = 0.03
    mistake: float = 0.04
    drifted: float = 0.02
    year: float = 0.002
    oldest: float = 5.0
    evidence: float = 0.05
    affinity: float = 0.8


PLACE = PlaceWeights()


class IntentWeights(NamedTuple):
    """When words alone call for a record: at least `title_words` of its title are said, that is at least
    `title_share` of it, and the record holds at least `coverage` of the words' rarity. At most `most` ride;
    two records are `alike` when they share that part of their words.
    """

    title_words: int = 2
    title_share: float = 0.5
    coverage: float = 0.4
    most: int = 3
    alike: float = 0.5


INTENT = IntentWeights()
