"""Credentials in a text, found before it is recorded or shown.

The formats are in secrets.toml. detect-secrets was weighed: its last release is of May 2024, it lacks Google's and
Anthropic's keys, brings an HTTP client along and keeps its settings in globals. Beside published formats, a value
given to a name like `password` and a long random word count, unless it is a hash, an id or a placeholder.
"""

import math
import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import NamedTuple

from chesterton.base.ids import is_id
from chesterton.base.spans import Span

SHOWN = 4
"""How many characters of a secret are ever printed."""


class Secret(NamedTuple):
    """A credential: its family, its bytes, and the little of it that may be shown."""

    family: str
    span: Span
    shown: str


class _Family(NamedTuple):
    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


_DATA = tomllib.loads(files("chesterton.records").joinpath("secrets.toml").read_text(encoding="utf-8"))
_FAMILIES = tuple(
    _Family(name, tuple(rule["hint"]), re.compile(pattern))
    for name, rule in _DATA.items()
    for pattern in rule["patterns"]
)
_NAMED = re.compile(
    r"(?i:\b[\w-]*(?:passw(?:or)?d|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)s?)"
    r"[\"'`]?\s*[:=]\s*[\"'`]?(?P<value>[^\s\"'`,;)]{8,200})"
)
_WORD = re.compile(r"(?<![\w/+=.@-])[A-Za-z0-9+_-]{32,200}={0,2}(?![\w/+=@-]|\.\w)")
_HEX = re.compile(r"^(?:[a-z0-9]+[:-])?[0-9a-fA-F-]+$")
_PLACEHOLDER = re.compile(
    r"^[\[<{$%(*]|[\]>}*]$|^(?i:x{3,}|example|changeme|redacted|your[_-]|my[_-]|dummy|secret$|password$|pass$|foo|bar|test)|"
    r"^(.)\1+$|\.\.\.|…|^(?:os|process|env|self|this|config|settings)\b"
)
_NAMED_ENTROPY = 3.2
_WORD_ENTROPY = 4.2


def find_secrets(source: str) -> tuple[Secret, ...]:
    """Every credential in `source`, in its order; spans are bytes of its UTF-8."""
    found: dict[int, tuple[str, int, int]] = {}
    folded = source.lower()
    for family in _FAMILIES:
        if any(hint in folded for hint in family.hints):
            for match in family.pattern.finditer(source):
                start, end = match.span("value" if "value" in family.pattern.groupindex else 0)
                if family.name != "url-credentials" or not _PLACEHOLDER.search(source[start:end]):
                    _note(found, family.name, start, end)
    for match in _NAMED.finditer(source):
        if _is_random(match["value"], _NAMED_ENTROPY):
            _note(found, "named-value", *match.span("value"))
    for match in _WORD.finditer(source):
        if _is_random(match[0], _WORD_ENTROPY) and _is_mixed(match[0]):
            _note(found, "high-entropy", *match.span())
    return tuple(
        Secret(family, _bytes(source, start, end), source[start : start + SHOWN])
        for family, start, end in sorted(found.values(), key=lambda item: item[1])
    )


def _note(found: dict[int, tuple[str, int, int]], family: str, start: int, end: int) -> None:
    if not any(start < other_end and other_start < end for _, other_start, other_end in found.values()):
        found[start] = (family, start, end)


def _is_random(word: str, threshold: float) -> bool:
    """Whether a word looks drawn by lot: hashes, ULIDs, UUIDs, placeholders and paths do not count."""
    if _HEX.match(word) or is_id(word) or _PLACEHOLDER.search(word) or ("/" in word and "." in word):
        return False
    return _entropy(word) >= threshold and any(letter.isdigit() for letter in word)


def _is_mixed(word: str) -> bool:
    kinds = (any(map(str.islower, word)), any(map(str.isupper, word)), any(map(str.isdigit, word)))
    digits = sum(map(str.isdigit, word))
    return all(kinds) and digits >= 3 and "--" not in word and "__" not in word


def _entropy(word: str) -> float:
    """Bits a letter, by the word's own frequencies."""
    size = len(word)
    return -sum(count / size * math.log2(count / size) for count in Counter(word).values())


def _bytes(source: str, start: int, end: int) -> Span:
    first = len(source[:start].encode())
    return Span(first, first + len(source[start:end].encode()))
