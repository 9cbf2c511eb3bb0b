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
_PLAIN_BLOCKS = ("Paragraph", "Item")
_QUIET = frozenset({"Image", "CodeBlock", "HtmlBlock", "Table"})
_BREAKS = frozenset({"SoftBreak", "HardBreak"})
_STRESS = ("Emphasis", "Strong")
_DUNDER = re.compile(rb"__\w+__")


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
    scan.run(_events(body[:PARSE_LIMIT].decode(errors="ignore")))
    return assemble(scan.headings, scan.leads, base + len(body))


class _Scan:
    """Collects headings and paragraphs from a stream of events."""

    def __init__(self, body: bytes, base: int) -> None:
        self.headings: list[OpenHeading] = []
        self.leads: dict[int, str] = {}
        self._body = body
        self._base = base

    def run(self, events: Iterable[tuple[Any, dict[str, int]]]) -> None:  # noqa: C901 - the hot loop of loading
        words: list[str] | None = None
        level = quiet = items = 0
        for event, place in events:
            if type(event) is str:
                if words is not None and event in _BREAKS:
                    words.append("\n")
                continue
            for name, detail in event.items():  # always one
                if name == "Text":
                    if words is not None and not quiet:
                        words.append(detail)
                elif name == "Start":
                    if detail in _PLAIN_BLOCKS:
                        words, level = [], 0
                        items += detail == "Item"
                    elif "Heading" in detail:
                        words, level = [], int(detail["Heading"]["level"][1])
                    elif words is not None and detail in _STRESS:
                        words.append(self._mark(place, detail))
                    elif _tag(detail) in _QUIET:
                        quiet += 1
                elif name == "End":
                    if detail in _PLAIN_BLOCKS or "Heading" in detail:
                        if words is not None:
                            self._block("".join(words).strip(), place, level, in_list=items > 0)
                            words = None
                        items -= detail == "Item"
                    elif words is not None and detail in _STRESS:
                        words.append(self._mark(place, detail))
                    elif _tag(detail) in _QUIET:
                        quiet -= 1
                elif name == "Code" and words is not None and not quiet:
                    words.append(f"`{detail}`" if level else detail)

    def _mark(self, place: dict[str, int], style: str) -> str:
        """The asterisks or underscores of an emphasis that only is one to Markdown: `2*3*4`, `__init__`."""
        start, end = place["start"], place["end"]
        inside = self._body[start:end]
        if style == "Strong":
            return "__" if _DUNDER.fullmatch(inside) else ""
        within = _word_at(self._body, start - 1) or _word_at(self._body, end)
        return inside[:1].decode() if within else ""

    def _block(self, text: str, place: dict[str, int], level: int, *, in_list: bool) -> None:
        span = Span(self._base + place["start"], self._base + place["end"])
        if level:
            self.headings.append(OpenHeading(level, " ".join(text.split()), span))
        elif text:
            self._paragraph(text, span, in_list=in_list)

    def _paragraph(self, text: str, span: Span, *, in_list: bool) -> None:
        at = span.start - self._base
        first, _, rest = text.partition("\n")
        run_in = _RUN_IN.match(self._body, at) if self._body.startswith(b"**", at) else None
        if run_in and whole_meaning(name := run_in[1].decode(errors="replace")) in _CORE:
            self.headings.append(OpenHeading(PSEUDO_LEVEL, name, Span(span.start, self._base + run_in.end())))
            text = text[len(name) :].lstrip(":： \n")
        elif not in_list and len(first) < 40 and line_meaning(first) in _CORE:
            end = self._body.find(b"\n", at) + 1 or len(self._body)
            self.headings.append(OpenHeading(PSEUDO_LEVEL, first, Span(span.start, self._base + end)))
            text = rest
        if text:
            self.leads.setdefault(len(self.headings) - 1, text)


def _word_at(body: bytes, at: int) -> bool:
    return body[at : at + 1].isalnum() if at >= 0 else False


def _tag(detail: Any) -> str:
    """The name of a start or end event's block."""
    return detail if isinstance(detail, str) else next(iter(detail))


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
