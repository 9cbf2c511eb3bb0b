"""Outlines in any syntax; of AsciiDoc and reStructuredText headings only, which is all that reading a decision needs.

There is no maintained AsciiDoc parser for Python, and docutils takes milliseconds a file for a tree whose
titles have no columns; both formats mark a heading by its line alone.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from chesterton.base.spans import Span
from chesterton.records.outline import OpenHeading, Outline, assemble, outline
from chesterton.records.wild.kinds import syntax_of

_ASCIIDOC_HEADING = re.compile(r"^(={1,6}|#{1,6})[ \t]+(\S.*?)[ \t]*(?:\1)?[ \t]*$")
_ASCIIDOC_BLOCK = re.compile(r"^(?:-{4,}|\.{4,}|\+{4,}|/{4,}|\|={3,}|`{3,})\s*$")
_RST_UNDERLINE = re.compile(r"""^([=\-`:'"~^_*+#<>.])\1{2,}\s*$""")
_INDENTED = re.compile(r"^\s")


def outline_of(path: str, data: bytes, base: int) -> Outline:
    """The headings of a text in the syntax of its file; `data` begins `base` bytes into it."""
    syntax = syntax_of(path)
    if syntax == "asciidoc":
        return asciidoc(data, base)
    return rst(data, base) if syntax == "rst" else outline(data, base)


class _Line(NamedTuple):
    text: str
    span: Span


def asciidoc(body: bytes, base: int) -> Outline:
    """Read AsciiDoc that begins `base` bytes into its file."""
    headings: list[OpenHeading] = []
    leads: dict[int, str] = {}
    block = ""
    for line in _lines(body, base):
        if block:
            block = "" if line.text.strip() == block else block
        elif _ASCIIDOC_BLOCK.match(line.text):
            block = line.text.strip()
        elif heading := _ASCIIDOC_HEADING.match(line.text):
            headings.append(OpenHeading(len(heading[1]), heading[2], line.span))
        elif line.text.strip() and not re.match(r"^(?::[\w-]+:|include::|\[|\.\w|=+$|//)", line.text):
            leads.setdefault(len(headings) - 1, line.text.strip())
    return assemble(headings, leads, base + len(body))


def rst(body: bytes, base: int) -> Outline:
    """Read reStructuredText; a level is the rank of its underline's character by first use."""
    lines = list(_lines(body, base))
    headings: list[OpenHeading] = []
    leads: dict[int, str] = {}
    ranks: list[str] = []
    for index, line in enumerate(lines):
        below = lines[index + 1].text if index + 1 < len(lines) else ""
        under = _RST_UNDERLINE.match(below)
        text = line.text.strip()
        if under and text and not _INDENTED.match(line.text) and not _RST_UNDERLINE.match(line.text):
            above = index > 0 and lines[index - 1].text.strip() == below.strip()
            rank = under[1] + ("^" if above else "")
            if rank not in ranks:
                ranks.append(rank)
            span = Span(line.span.start, lines[index + 1].span.end)
            headings.append(OpenHeading(ranks.index(rank) + 1, text, span))
        elif text and not _RST_UNDERLINE.match(line.text) and not text.startswith((":", "..")):
            leads.setdefault(len(headings) - 1, text)
    return assemble(headings, leads, base + len(body))


def _lines(body: bytes, base: int) -> Iterator[_Line]:
    at = base
    for raw in re.split(rb"(?<=\n)", body):
        yield _Line(raw.decode(errors="replace").rstrip("\r\n"), Span(at, at + len(raw)))
        at += len(raw)
