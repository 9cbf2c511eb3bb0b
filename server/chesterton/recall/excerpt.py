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
    best = Excerpt(clip(card.statement or card.title, EXCERPT_LENGTH), "", 0)
    most = 0.0
    for passage in card.passages:
        for index, weight in _weights(fold(passage.text), needles).items():
            if weight > most:
                most = weight
                line = passage.text.split("\n")[index]
                best = Excerpt(clip(line, EXCERPT_LENGTH), passage.heading, passage.line + index, weight)
    title = _weights(fold(clip(card.title, EXCERPT_LENGTH)), needles).get(0, 0.0)
    return msgspec.structs.replace(best, weight=max(title, most))


def _weights(folded: str, needles: Sequence[Needle]) -> dict[int, float]:
    """For each line, by number, the weight of the needles in it."""
    found: dict[int, float] = {}
    for needle in needles:
        for line in {folded.count("\n", 0, at) for at in _places(folded, needle)}:
            found[line] = found.get(line, 0.0) + needle.weight
    return found


def _places(folded: str, needle: Needle) -> Iterator[int]:
    at = folded.find(needle.text)
    while at >= 0:
        if not needle.begins_word or at == 0 or not folded[at - 1].isalnum():
            yield at
        at = folded.find(needle.text, at + len(needle.text))
