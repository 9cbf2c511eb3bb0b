"""The line of a record that answers a query best."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.words import fold

EXCERPT_LENGTH = 200


class Needle(NamedTuple):
    """What is looked for: folded text, whether it begins a word, and how much finding it counts."""

    text: str
    begins_word: bool
    weight: float


class Excerpt(msgspec.Struct, frozen=True):
    """A line of text under `heading`; `line` counts from 0 in the record's file, `weight` is what it holds."""

    text: str
    heading: str
    line: int
    weight: float = 0.0


def best_excerpt(card: Card, needles: Sequence[Needle]) -> Excerpt:
    """The line in which the most weight stands; the statement when no line has any.

    The weight is the title's where that has more.
    """
    most, found = 0.0, None
    for passage in card.passages:
        for index, weight in _weights(fold(passage.text), needles).items():
            if weight > most:
                most, found = weight, (passage, index)
    title = _weights(fold(card.title), needles).get(0, 0.0)
    if found is None:
        return Excerpt(clip(card.statement or card.title, EXCERPT_LENGTH), "", 0, title)
    passage, index = found
    line = passage.text.split("\n")[index]
    return Excerpt(clip(line, EXCERPT_LENGTH), passage.heading, passage.line + index, max(title, most))


def _weights(folded: str, needles: Sequence[Needle]) -> dict[int, float]:
    """For each line, by number, the weight of the needles in it."""
    found: dict[int, float] = {}
    for needle in needles:
        line, begun = -1, 0
        for at in _places(folded, needle):
            further = folded.count("\n", begun, at)
            if further or line < 0:
                line = max(line, 0) + further
                found[line] = found.get(line, 0.0) + needle.weight
            begun = at
    return found


def _places(folded: str, needle: Needle) -> Iterator[int]:
    at = folded.find(needle.text)
    while at >= 0:
        if not needle.begins_word or at == 0 or not folded[at - 1].isalnum():
            yield at
        at = folded.find(needle.text, at + len(needle.text))
