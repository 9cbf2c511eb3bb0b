"""Every number that ranking depends on, named, in one place; `tests/bench/recall` measures them."""

from typing import NamedTuple


class TextWeights(NamedTuple):
    """How much a word counts by the column it stands in, and what is added to BM25 (scaled to 0..1).

    `coverage`: all telling words of the query are there. `heading`: the share of the title that the query
    says. `phrase`: words that are neighbours in the query are neighbours in the record. `retired`: what a
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
    phrase: float = 0.3
    retired: float = 0.15

    @property
    def columns(self) -> tuple[float, ...]:
        return (self.title, self.statement, self.headings, self.body, self.code, self.dense)


TEXT = TextWeights()
