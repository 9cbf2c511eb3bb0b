"""The line of a record that answers a query best."""

from collections.abc import Mapping

import msgspec

from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.words import dense_runs, fold, words

EXCERPT_LENGTH = 200
_SHARED_PREFIX = 4
_ENDING = 3


class Excerpt(msgspec.Struct, frozen=True):
    """A stretch of text under `heading`; `line` counts from 0 in the record's file."""

    text: str
    heading: str
    line: int


def best_excerpt(card: Card, weights: Mapping[str, float]) -> Excerpt:
    """The line in which the most weight of the query's words stands; the statement when no line has any."""
    best = Excerpt(clip(card.statement or card.title, EXCERPT_LENGTH), "", 0)
    most = 0.0
    for passage in card.passages:
        for index, line in enumerate(passage.text.splitlines()):
            weight = _weight(line, weights)
            if weight > most:
                most = weight
                best = Excerpt(clip(line.strip(), EXCERPT_LENGTH), passage.heading, passage.line + index)
    return best


def same_word(left: str, right: str) -> bool:
    """Whether two folded words are forms of one: equal, or a long shared beginning with short endings."""
    if left == right:
        return True
    short, long = sorted((left, right), key=len)
    shared = 0
    for one, other in zip(short, long, strict=False):
        if one != other:
            break
        shared += 1
    return shared >= max(_SHARED_PREFIX, len(short) - 2) and len(long) - shared <= _ENDING


def _weight(line: str, weights: Mapping[str, float]) -> float:
    if not line.strip():
        return 0.0
    held = set(words(line))
    folded = fold(line) if dense_runs(line) else ""
    total = 0.0
    for word, weight in weights.items():
        if word in held or (folded and word in folded) or any(same_word(word, one) for one in held):
            total += weight
    return total
