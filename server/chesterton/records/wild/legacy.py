"""What a document that is no record of ours says about itself: title, status, date, relations.

Places are asked in the order in which people mean them: attribute, inline and table lines of the preamble,
then sections, then the file's name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records import meanings
from chesterton.records.model import Relation
from chesterton.records.outline import PARSE_LIMIT, Heading, Outline
from chesterton.records.vocabulary import StatusReading, read_status
from chesterton.records.wild.dates import find_day, find_days
from chesterton.records.wild.lines import MetaLine, clean, meta_lines
from chesterton.records.wild.relations import VERBS, Found, find_relations

STATUS_LINES = 8
"""Lines of a status section that are read; what follows is prose."""

_RELATED = frozenset({"status", "links", "changelog", "abstract"})
_FENCED = re.compile(r"^(?P<fence>```|~~~|----).*?^(?P=fence)\s*$", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^[\s>*+-]*")


class StatusPlace(NamedTuple):
    """A status as found: its words, where they stand, and what they mean."""

    words: str
    span: Span
    reading: StatusReading


@dataclass(frozen=True)
class Legacy:
    """One document: its text, the part that is no header, and the outline of that part."""

    text: Text
    body: Span
    outline: Outline
    day_first: bool = True

    @cached_property
    def lines(self) -> tuple[MetaLine, ...]:
        """The metadata lines above the first section."""
        stop = next(
            (
                heading.span.start
                for heading in self.outline.headings
                if heading.level > 1 and meanings.meaning(heading.text)
            ),
            self.body.end,
        )
        source = self.text.data[self.body.start : min(stop, self.body.start + 20_000)].decode(
            errors="replace"
        )
        return meta_lines(source, self.body.start, stop)

    @cached_property
    def title(self) -> Heading | None:
        """The heading that is the title."""
        return title_heading(self.outline)

    def line(self, name: str) -> MetaLine | None:
        return next((line for line in self.lines if line.field == name), None)

    def section(self, name: str) -> Heading | None:
        return next(
            (heading for heading in self.outline.headings if meanings.meaning(heading.text) == name), None
        )


def status_of(document: Legacy) -> StatusPlace | None:
    """The document's status, or None when it says nothing about it."""
    line = document.line("status")
    if line and line.value:
        return StatusPlace(line.value, line.span, read_status(line.value))
    heading = document.section("status")
    if heading is None:
        return None
    return _status_section(document, heading)


def _status_section(document: Legacy, heading: Heading) -> StatusPlace | None:
    end = next(
        (other.span.start for other in document.outline.headings if other.span.start >= heading.span.end),
        document.body.end,
    )
    raw = document.text.data[heading.content.start : end]
    lines = [line for line in raw.decode(errors="replace").splitlines() if line.strip()][:STATUS_LINES]
    if not lines:
        return None
    start = heading.content.start + len(raw) - len(raw.lstrip())
    first = raw.lstrip().split(b"\n", 1)[0].rstrip()
    words = [clean(_ITEM.sub("", line)).replace("**", "") for line in lines]
    return StatusPlace(words[0], Span(start, start + len(first)), _combine(words))


def _combine(words: list[str]) -> StatusReading:
    """One reading of several lines: a successor beats everything, "implemented" completes "accepted"."""
    first, *others = (read_status(line) for line in words)
    if first.placeholder:
        return first
    readings = [reading for reading in (first, *others) if reading.declared]
    if not readings:
        return first
    built = next((reading.implemented for reading in (first, *others) if reading.implemented), None)
    for reading in readings:
        if reading.declared == "superseded":
            return reading._replace(implemented=built)
    chosen = readings[0]
    if chosen.declared == "accepted" and built == "yes":
        chosen = chosen._replace(declared="implemented")
    return chosen._replace(implemented=built)


def day_of(document: Legacy, path: str) -> date | None:
    """The day of the decision, from the preamble, the status, the oldest change or the file's name."""
    line = document.line("date")
    day = find_day(line.value, document.day_first) if line else None
    if day is None and (heading := document.section("date")):
        day = find_day(document.text.slice(heading.content)[:200], document.day_first)
    if day is None and (status := status_of(document)):
        day = find_day(status.words, document.day_first)
    if day is None and (heading := document.section("changelog")):
        days = find_days(document.text.slice(heading.content)[:4000], document.day_first)
        day = min(days) if days else None
    if day is None and (line := document.line("updated")):
        day = find_day(line.value, document.day_first)
    return day or _named_day(path)


def _named_day(path: str) -> date | None:
    for part in reversed(path.split("/")[-2:]):
        found = re.match(r"(?:[a-z]{2,6}[-_])?(\d{4}-?\d\d-?\d\d)(?!\d)", part, re.IGNORECASE)
        if found:
            return find_day(found[1])
    return None


def title_of(document: Legacy, *, has_header: bool) -> str:
    """The document's own title, as written; "" when there is none.

    A title line above the first heading comes first, unless there is a header, where it would be.
    """
    heading = document.title
    line = None if has_header and heading else document.line("title")
    if line and line.value and not (heading and heading.span.start < line.span.start):
        return line.value
    return heading.text if heading else ""


def title_heading(outline: Outline) -> Heading | None:
    """The heading that is the title: of level 1, above all sections, no section unless it stands alone."""
    tops = [heading for heading in outline.headings if heading.level == 1]
    if not tops:
        return _only_top(outline.headings)
    first = tops[0]
    if any(
        other.span.start < first.span.start and meanings.meaning(other.text) for other in outline.headings
    ):
        return None
    if meanings.whole_meaning(first.text) and (len(tops) > 1 or len(outline.headings) > 1):
        return None
    return first


def _only_top(headings: Sequence[Heading]) -> Heading | None:
    """The first heading of a chapter without a heading of level 1, if all others are below it."""
    if not headings or meanings.meaning(headings[0].text):
        return None
    first, *others = headings
    return first if others and all(other.level > first.level for other in others) else None


def relations_of(document: Legacy, *, has_header: bool) -> tuple[Found, ...]:
    """What the document says about its predecessors and successors, and those that it amends."""
    data = document.text.data[document.body.start : document.body.end][:PARSE_LIMIT]
    source = data.decode(errors="replace")
    if "```" in source or "~~~" in source or "\n----" in source:
        source = _FENCED.sub(lambda match: " " * len(match[0].encode()), source)
    stated = () if has_header else tuple(_stated(document))
    return (*stated, *find_relations(source, document.body.start))


def _stated(document: Legacy) -> Iterator[Found]:
    """The relations that metadata lines name: `Superseded-By: 387`."""
    for verb in VERBS:
        line = document.line(verb)
        if line:
            yield from (Found(verb, Relation(name, line.span)) for name in _names(line.value))


def _names(value: str) -> list[str]:
    """The records that a metadata value lists, or none when it is prose."""
    found = find_relations(f"supersedes {value}", 0)
    if found:
        return [item.relation.target for item in found]
    parts = [part.strip() for part in value.split(",")]
    return parts if all(part.isdigit() for part in parts) else []
