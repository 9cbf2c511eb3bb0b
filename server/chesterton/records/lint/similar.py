"""Records that say nearly the same."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from chesterton.records.lint.rules import RULES
from chesterton.records.model import Problem, Record
from chesterton.records.store import RecordSet

_WORD = re.compile(r"\w{3,}")
_COMMON = 0.05
"""The share of records beyond which a word is too common to lead from one to another."""

_FEWEST = 4
"""Words below which two records are too short to compare."""


def words_of(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))


def similarity(left: frozenset[str], right: frozenset[str]) -> float:
    """The share of words in common, 0 to 1."""
    return len(left & right) / len(left | right) if left or right else 0.0


def near(
    records: Iterable[Record], title: str, statement: str, threshold: float
) -> list[tuple[Record, float]]:
    """The records that a new one with this title and statement would nearly repeat, the nearest first."""
    words = words_of(f"{title} {statement}")
    scored = (
        (record, similarity(words, words_of(f"{record.title} {record.statement}"))) for record in records
    )
    return sorted((item for item in scored if item[1] >= threshold), key=lambda item: -item[1])


def check(records: RecordSet, threshold: float, chosen: Iterable[Record]) -> Iterator[Problem]:
    """Pairs of living records that are nearly the same, told at the later one of those that are `chosen`."""
    living = [record for record in records.records if not records.retired(record)]
    words = [_words(record.title, record.statement) for record in living]
    looked_at = {record.path for record in chosen}
    mine = [index for index, record in enumerate(living) if record.path in looked_at]
    asked = frozenset[str]().union(*(words[index] for index in mine))
    holders: dict[str, list[int]] = defaultdict(list)
    for index, all_of_it in enumerate(words):
        for word in all_of_it & asked:
            holders[word].append(index)
    limit = max(5, int(_COMMON * len(living)))
    for index in mine:
        if len(words[index]) < _FEWEST:
            continue
        others = {
            other
            for word in words[index]
            if len(holders[word]) <= limit
            for other in holders[word]
            if other < index
        }
        for other in sorted(others):
            if similarity(words[index], words[other]) >= threshold:
                yield Problem(
                    "near-duplicate", RULES["near-duplicate"].severity, living[index].file, living[index].start,
                    f"this says nearly what {living[other].path} says; merge them, or let one supersede the other",
                )  # fmt: skip
                break


@lru_cache(32_768)
def _words(title: str, statement: str) -> frozenset[str]:
    """Kept between runs: after a change to one record all others have theirs."""
    return words_of(f"{title} {statement}")
