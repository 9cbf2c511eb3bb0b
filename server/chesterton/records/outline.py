"""The outline of a Markdown body: headings, and the first paragraph below each, with their places.

pyromark (pulldown-cmark) parses: 13 µs for a typical record where markdown-it-py takes 250 µs, and its ranges
are bytes. So `#` in a fence, an HTML comment or a code span is never a heading here.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

import pyromark

from chesterton.base.spans import Span

PARSE_LIMIT = 1_000_000
"""Bytes of a body that are read; what follows is kept, but not looked at."""

_SENTENCE = re.compile(r"(?<![.\s]\w)(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s|$)|[。！？]")


class Heading(NamedTuple):
    """`content` runs from the end of the heading to the next one of the same or a higher level."""

    level: int
    text: str
    span: Span
    content: Span
    lead: str


class Outline(NamedTuple):
    """`lead` is the first paragraph before any heading of level 2, `headings` are in source order."""

    headings: tuple[Heading, ...]
    lead: str


class _Open(NamedTuple):
    level: int
    text: str
    span: Span


def outline(body: bytes, base: int) -> Outline:
    """Read the Markdown in `body`, which begins `base` bytes into its file."""
    headings: list[_Open] = []
    leads: dict[int, str] = {}
    for item in _blocks(body[:PARSE_LIMIT].decode(errors="ignore"), base):
        if isinstance(item, _Open):
            headings.append(item)
        else:
            leads.setdefault(len(headings) - 1, item)
    end = base + len(body)
    return Outline(tuple(_close(headings, leads, end)), leads.get(-1, ""))


def _close(headings: list[_Open], leads: dict[int, str], end: int) -> Iterator[Heading]:
    for index, (level, text, span) in enumerate(headings):
        stop = next((later.span.start for later in headings[index + 1 :] if later.level <= level), end)
        yield Heading(level, text, span, Span(span.end, stop), leads.get(index, ""))


def _blocks(source: str, base: int) -> Iterator[_Open | str]:
    """Headings, and the text of every paragraph and of every list item without one."""
    words: list[str] | None = None
    level = 0
    quiet = 0
    for event, place in _events(source):
        name, tag, detail = _parts(event)
        if name == "Start" and tag in _QUIET:
            quiet += 1
        elif name == "Start" and tag in _BLOCKS:
            words = []
            level = int(detail["level"][1]) if tag == "Heading" else 0
        elif name == "End" and tag in _QUIET:
            quiet -= 1
        elif name == "End" and tag in _BLOCKS:
            text = "".join(words or ()).strip()
            words = None
            if tag == "Heading":
                yield _Open(level, text, Span(base + place["start"], base + place["end"]))
            elif text:
                yield text
        elif words is not None and not quiet:
            words.append(detail if name in ("Text", "Code") else " " if name in _BREAKS else "")


_BLOCKS = frozenset({"Heading", "Paragraph", "Item"})
_QUIET = frozenset({"Image", "CodeBlock", "HtmlBlock", "Table"})
_BREAKS = frozenset({"SoftBreak", "HardBreak"})


def _events(source: str) -> Iterable[tuple[Any, dict[str, int]]]:
    return cast(
        "Iterable[tuple[Any, dict[str, int]]]",
        pyromark.events_with_range(source, options=pyromark.Options.ENABLE_TABLES),
    )


def _parts(event: Any) -> tuple[str, str, Any]:
    """An event of pulldown-cmark's, which serde writes as a word or a one-key mapping, in one shape."""
    if isinstance(event, str):
        return event, "", None
    ((name, detail),) = event.items()
    if name not in ("Start", "End"):
        return name, "", detail
    if isinstance(detail, str):
        return name, detail, None
    ((tag, inner),) = detail.items()
    return name, tag, inner


def first_sentence(paragraph: str) -> str:
    """The text up to and with its first full stop, white space folded."""
    folded = " ".join(paragraph.split())
    found = _SENTENCE.search(folded)
    return folded[: found.end()] if found else folded
