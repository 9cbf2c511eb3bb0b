"""The outline of a Markdown body: headings, and the first paragraph below each, with their places.

pyromark (pulldown-cmark) parses: 13 µs for a typical record where markdown-it-py takes 250 µs, and its ranges
are bytes. So `#` in a fence, an HTML comment or a code span is never a heading here.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast

import pyromark

from chesterton.base.spans import Span
from chesterton.records.meanings import line_meaning, whole_meaning

PARSE_LIMIT = 1_000_000
"""Bytes of a body that are read; what follows is kept, but not looked at."""

PSEUDO_LEVEL = 7
"""The level of a line that is a heading by its words: `Decision` alone, or `**Decision:** We …`."""

_SENTENCE = re.compile(r"(?<![.\s]\w)(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s|$)|[。！？]")
_RUN_IN = re.compile(rb"\*\*([^*\n:]{2,60}?)(?::\*\*|\*\*:)[ \t]*")
_CORE = frozenset({"context", "decision", "consequences", "options"})
_BLOCKS = frozenset({"Heading", "Paragraph", "Item"})
_QUIET = frozenset({"Image", "CodeBlock", "HtmlBlock", "Table"})
_BREAKS = frozenset({"SoftBreak", "HardBreak"})


class Heading(NamedTuple):
    """`content` runs from the end of the heading to the next one of the same or a higher level."""

    level: int
    text: str
    span: Span
    content: Span
    lead: str


class Outline(NamedTuple):
    """`lead` is the first paragraph above all headings, `headings` are in source order."""

    headings: tuple[Heading, ...]
    lead: str


class OpenHeading(NamedTuple):
    """A heading whose end is not known yet."""

    level: int
    text: str
    span: Span


def outline(body: bytes, base: int) -> Outline:
    """Read the Markdown in `body`, which begins `base` bytes into its file."""
    scan = _Scan(body, base)
    for event, place in _events(body[:PARSE_LIMIT].decode(errors="ignore")):
        if isinstance(event, str):
            scan.text("\n" if event in _BREAKS else "")
            continue
        ((name, detail),) = event.items()
        if name == "Text":
            scan.text(detail)
        elif name == "Code":
            scan.code(detail)
        elif name == "Start":
            scan.start(detail)
        elif name == "End":
            scan.end(detail, place)
    return assemble(scan.headings, scan.leads, base + len(body))


class _Scan:
    """Collects headings and paragraphs from a stream of events."""

    def __init__(self, body: bytes, base: int) -> None:
        self.headings: list[OpenHeading] = []
        self.leads: dict[int, str] = {}
        self._body = body
        self._base = base
        self._words: list[str] | None = None
        self._level = 0
        self._quiet = 0
        self._items = 0

    def text(self, words: str) -> None:
        if self._words is not None and not self._quiet:
            self._words.append(words)

    def code(self, words: str) -> None:
        self.text(f"`{words}`" if self._level else words)

    def start(self, detail: Any) -> None:
        tag = detail if isinstance(detail, str) else next(iter(detail))
        if tag in _BLOCKS:
            self._words = []
            self._level = 0 if isinstance(detail, str) else _level(detail)
            self._items += tag == "Item"
        elif tag in _QUIET:
            self._quiet += 1

    def end(self, detail: Any, place: dict[str, int]) -> None:
        tag = detail if isinstance(detail, str) else next(iter(detail))
        if tag in _QUIET:
            self._quiet -= 1
        elif tag in _BLOCKS:
            self._items -= tag == "Item"
            if self._words is None:
                return
            text = "".join(self._words).strip()
            self._words = None
            span = Span(self._base + place["start"], self._base + place["end"])
            if tag == "Heading":
                self.headings.append(OpenHeading(self._level, " ".join(text.split()), span))
            elif text:
                self._paragraph(text, span, in_list=tag == "Item" or self._items > 0)

    def _paragraph(self, text: str, span: Span, *, in_list: bool) -> None:
        at = span.start - self._base
        first, _, rest = text.partition("\n")
        run_in = _RUN_IN.match(self._body, at)
        if run_in and whole_meaning(name := run_in[1].decode(errors="replace")) in _CORE:
            self.headings.append(OpenHeading(PSEUDO_LEVEL, name, Span(span.start, self._base + run_in.end())))
            text = text[len(name) :].lstrip(":： \n")
        elif not in_list and len(first) < 40 and line_meaning(first) in _CORE:
            end = self._body.find(b"\n", at) + 1 or len(self._body)
            self.headings.append(OpenHeading(PSEUDO_LEVEL, first, Span(span.start, self._base + end)))
            text = rest
        if text:
            self.leads.setdefault(len(self.headings) - 1, text)


def _level(detail: Mapping[str, Any]) -> int:
    """The level of a heading's start event (`H2`); 0 for any other block."""
    heading = detail.get("Heading")
    return int(heading["level"][1]) if heading else 0


def assemble(headings: list[OpenHeading], leads: Mapping[int, str], end: int) -> Outline:
    """Give every heading its content. `leads` maps the index of a heading, -1 for none, to its paragraph."""
    closed: list[Heading] = []
    for index, (level, text, span) in enumerate(headings):
        stop = end
        for later in headings[index + 1 :]:
            if later.level <= level:
                stop = later.span.start
                break
        closed.append(Heading(level, text, span, Span(span.end, stop), leads.get(index, "")))
    return Outline(tuple(closed), leads.get(-1, ""))


def _events(source: str) -> Iterable[tuple[Any, dict[str, int]]]:
    return cast(
        "Iterable[tuple[Any, dict[str, int]]]",
        pyromark.events_with_range(source, options=pyromark.Options.ENABLE_TABLES),
    )


def first_sentence(paragraph: str) -> str:
    """The text up to and with its first full stop, white space folded."""
    folded = " ".join(paragraph.split())
    found = _SENTENCE.search(folded)
    return folded[: found.end()] if found else folded
