"""Words for a record's state in the wild, and what they mean here. The words are in vocabulary.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple, TypeVar

import msgspec

from chesterton.records.model import Implemented, Status

Declared = Literal[
    "draft",
    "proposed",
    "accepted",
    "implemented",
    "rejected",
    "deprecated",
    "superseded",
    "deferred",
    "withdrawn",
]
"""What a status text says, before it is folded into our six states and the implemented axis."""


T = TypeVar("T", bound=str)


class _Words(msgspec.Struct):
    state: dict[Declared, list[str]]
    implemented: dict[Implemented, list[str]]


_WORDS = msgspec.convert(
    tomllib.loads(files("chesterton.records").joinpath("vocabulary.toml").read_text(encoding="utf-8")), _Words
)
_STATES: dict[Declared, re.Pattern[str]] = {
    name: re.compile("|".join(words), re.IGNORECASE) for name, words in _WORDS.state.items()
}
_BUILT: dict[Implemented, re.Pattern[str]] = {
    name: re.compile("|".join(words), re.IGNORECASE) for name, words in _WORDS.implemented.items()
}
_BRACKET = re.compile(r"[(（\[]")
_PLACEHOLDER = re.compile(r"[\[{<].*\|.*[\]}>]|\w+\s*\|\s*\w+\s*\|")

_OURS: dict[Declared, Status] = {
    "draft": "proposed",
    "proposed": "proposed",
    "deferred": "proposed",
    "accepted": "accepted",
    "implemented": "accepted",
    "rejected": "rejected",
    "deprecated": "deprecated",
    "superseded": "superseded",
    "withdrawn": "withdrawn",
}


class StatusReading(NamedTuple):
    """`declared` is None for a text that says nothing we know, or for an unfilled template.

    `assumed` is the state to count with when the words say nothing.
    """

    declared: Declared | None
    implemented: Implemented | None
    placeholder: bool = False
    assumed: Status | None = None

    @property
    def status(self) -> Status | None:
        """The state in our own vocabulary."""
        return _OURS[self.declared] if self.declared else self.assumed


@lru_cache(4096)
def read_status(words: str) -> StatusReading:
    """What a status text says about the decision and, as a second axis, about its implementation."""
    if _PLACEHOLDER.search(words):
        return StatusReading(None, None, True)
    return StatusReading(_declared(words), _first(_BUILT, words))


def _declared(words: str) -> Declared | None:
    """The state that the words declare; a remark in brackets never makes an open question decided."""
    said = _first(_STATES, words)
    if said in ("accepted", "implemented") and (bracket := _BRACKET.search(words)):
        before = _first(_STATES, words[: bracket.start()])
        return before if before in ("proposed", "draft", "deferred") else said
    return said


def _first(patterns: Mapping[T, re.Pattern[str]], words: str) -> T | None:
    for name, pattern in patterns.items():
        if pattern.search(words):
            return name
    return None
