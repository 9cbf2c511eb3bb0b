"""Metadata lines of a preamble: `Date: …`, `* **Status:** …`, `:adr_status: …`, `| Status | … |`."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from chesterton.base.spans import Span

_DATA = tomllib.loads(files("chesterton.records.wild").joinpath("names.toml").read_text(encoding="utf-8"))
_FIELDS: dict[str, str] = {name: field for field, names in _DATA.items() for name in names}

PREAMBLE_LINES = 40
"""Lines below which no metadata is looked for."""

_KEY = r"(?P<key>[^\W\d_][\w /-]{0,30}?)"
_EMPHASIS = r"(?:\*\*|__|\*|_)?"
_LINE = re.compile(
    rf"^[ \t]*(?:[-*+>#]+[ \t]+)*{_EMPHASIS}{_KEY}[ \t]*{_EMPHASIS}"
    rf"[ \t]*[:：][ \t]*{_EMPHASIS}[ \t]*(?P<value>.*)"
)
_ATTRIBUTE = re.compile(r"^:(?P<key>[\w -]{1,30}):[ \t]*(?P<value>.*)")
_ROW = re.compile(
    rf"^\|[ \t]*{_EMPHASIS}{_KEY}:?{_EMPHASIS}:?[ \t]*\|[ \t]*(?P<value>[^|]*?)[ \t]*\|?[ \t]*$"
)
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)")
_COMMENT = re.compile(r"<!--.*?-->")


class MetaLine(NamedTuple):
    """One `field: value`; `span` is the value's bytes."""

    field: str
    value: str
    span: Span


def meta_lines(source: str, base: int, stop: int) -> tuple[MetaLine, ...]:
    """The metadata in the first lines of `source`, which begins at byte `base`, up to byte `stop`."""
    found: dict[str, MetaLine] = {}
    for line, at in _lines(source, base):
        if at >= stop:
            break
        match = _ATTRIBUTE.match(line) or _LINE.match(line) or _ROW.match(line)
        if not match:
            continue
        name = field_of_line(match["key"])
        value = clean(match["value"])
        if name and (name not in found or not found[name].value):
            start = at + len(line[: match.start("value")].encode())
            found[name] = MetaLine(name, value, Span(start, start + len(match["value"].encode())))
    return tuple(found.values())


def field_of_line(key: str) -> str | None:
    """The field that a line's key names; `Date started` and the like are dates, what somebody revised is not."""
    words = " ".join(re.split(r"[\s_-]+", key.casefold().strip()))
    if words in _FIELDS:
        return _FIELDS[words]
    if words.startswith("date "):
        return "updated" if re.search("revis|updat|modif|chang|last", words) else "date"
    return None


def clean(value: str) -> str:
    """A metadata value without comments, emphasis, code marks and quotes around it."""
    text = _COMMENT.sub("", value).strip()
    for mark in ("**", "__", "*", "_", "`", '"', "'"):
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark):
            text = text[len(mark) : -len(mark)].strip()
    return text.removesuffix("**").strip()


def _lines(source: str, base: int) -> Iterator[tuple[str, int]]:
    fenced = False
    at = base
    for number, line in enumerate(re.split(r"(?<=\n)", source)):
        if number > PREAMBLE_LINES:
            return
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield line.rstrip("\r\n"), at
        at += len(line.encode())
