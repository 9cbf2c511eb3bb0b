"""Edits that quietly take the force out of a rule: a must, never or only that is gone, weaker, or has another number.

A line that only moved into a list or table, got another bullet or other emphasis has not changed.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, NamedTuple

from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.lint.similar import similarity, words_of

_DATA = tomllib.loads(files("chesterton.records.lint").joinpath("modals.toml").read_text(encoding="utf-8"))
_STRONG = re.compile("|".join(_DATA["strong"]), re.IGNORECASE)
_WEAK = re.compile("|".join(_DATA["weak"]), re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,_]*\s*(?:%|[a-zA-Zµ]{1,6}\b)?")
_MARKUP = re.compile(r"^[\s>*+#|-]*(?:\d+[.)]\s+)?(?:\[[ xX]\]\s+)?|[*_`|~]+|\s*\|\s*")
_SAME = 0.5
"""The share of common words from which two sentences are one, edited."""

Change = Literal["dropped", "weakened", "number changed"]


class Laundered(NamedTuple):
    """One rule that lost force: its old wording, its new one ("" when it is gone), and the new one's bytes."""

    change: Change
    old: str
    new: str
    span: Span


def laundered(before: str, after: str) -> Iterator[Laundered]:
    """The rules in `before` that are missing, weaker or have other numbers in `after`."""
    new = list(_sentences(after))
    held = {_plain(text) for text, _ in new}
    for old, _ in _sentences(before):
        if not _STRONG.search(old) or _plain(old) in held:
            continue
        words = words_of(_plain(old))
        text, span = max(
            new, key=lambda item: similarity(words, words_of(_plain(item[0]))), default=("", Span(0, 0))
        )
        if similarity(words, words_of(_plain(text))) < _SAME:
            yield Laundered("dropped", old, "", Span(0, 0))
        elif len(_STRONG.findall(text)) < len(_STRONG.findall(old)) or _softer(old, text):
            yield Laundered("weakened", old, text, span)
        elif _numbers(old) != _numbers(text):
            yield Laundered("number changed", old, text, span)


def _softer(old: str, new: str) -> bool:
    return len(_WEAK.findall(new)) > len(_WEAK.findall(old))


def _numbers(text: str) -> list[str]:
    return sorted(re.sub(r"[\s,_]", "", number).lower() for number in _NUMBER.findall(_MARKUP.sub(" ", text)))


def _plain(sentence: str) -> str:
    return " ".join(_MARKUP.sub(" ", sentence).casefold().split()).rstrip(".;,:")


def _sentences(source: str) -> Iterator[tuple[str, Span]]:
    """Sentences of prose, cells and items with their bytes; wrapped lines of a paragraph are one text."""
    text = Text.of(source)
    block: list[int] = []
    fenced = False
    for line in range(len(text.line_starts)):
        words = text.slice(text.line_span(line)).strip()
        if words.startswith(("```", "~~~")):
            fenced = not fenced
        starts = not words or fenced or re.match(r"^(?:[-*+>|#]|\d+[.)]\s)", words) is not None
        if starts and block:
            yield from _split(text, Span(text.line_span(block[0]).start, text.line_span(block[-1]).end))
            block = []
        if words and not fenced and not words.startswith(("```", "~~~")):
            block.append(line)
    if block:
        yield from _split(text, Span(text.line_span(block[0]).start, text.line_span(block[-1]).end))


def _split(text: Text, span: Span) -> Iterator[tuple[str, Span]]:
    source = text.slice(span)
    position = 0
    for end in re.finditer(r"(?<=[.!?;])\s+(?=[^\W\d_a-z])|(?<=[。！？；])|\s\|\s|\Z", source):
        piece = source[position : end.start()]
        if piece.strip(" |"):
            start = span.start + len(source[:position].encode())
            yield " ".join(piece.split()), Span(start, start + len(piece.encode()))
        position = end.end()
