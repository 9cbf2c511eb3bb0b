"""Giving ids to records that somebody else's tool wrote, as one small diff a file, and finding what they talk about."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, cast

import pyromark

from chesterton.base.disk import FileChange
from chesterton.base.ids import new_id
from chesterton.base.spans import Span
from chesterton.records.lifecycle import add_id
from chesterton.records.model import Record
from chesterton.records.reading import body_span
from chesterton.records.store import RecordSet

_PATH = re.compile(r"^[\w.@-]+(?:/[\w.@*-]+)+/?$|^[\w-]+\.[A-Za-z]{1,6}$")
_NAME = re.compile(r"^[A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)*(?:\(\))?$")
_BLOB = re.compile(r"^https?://[^/]+/[^/]+/[^/]+/(?:-/)?(?:blob|tree)/[^/]+/(?P<path>[^?#]+)")
_SHORTEST_NAME = 4


class Mention(NamedTuple):
    """A piece of code that a record names: a path, or a name that may be a symbol."""

    kind: Literal["path", "name"]
    text: str
    span: Span


def adopt(records: RecordSet, identify: Callable[[], str] = new_id) -> list[FileChange]:
    """An id for every record that has none, written where its folder's people would; nothing else changes."""
    changes: list[FileChange] = []
    for record in records.records:
        changes += add_id(records, record, identify())
    return changes


def mentions(record: Record) -> tuple[Mention, ...]:
    """The paths and names in code marks and links of a Markdown record, each once."""
    body = body_span(record.text)
    source = record.text.data[body.start : body.end].decode(errors="replace")
    found: dict[str, Mention] = {}
    for text, span in _marked(source, body.start):
        mention = _mention(text, span)
        if mention:
            found.setdefault(mention.text, mention)
    return tuple(found.values())


def _marked(source: str, base: int) -> Iterable[tuple[str, Span]]:
    events = cast("Iterable[tuple[Any, dict[str, int]]]", pyromark.events_with_range(source))
    for event, place in events:
        if isinstance(event, str):
            continue
        span = Span(base + place["start"], base + place["end"])
        if "Code" in event:
            yield event["Code"], span
        elif isinstance(event.get("Start"), dict) and "Link" in event["Start"]:
            yield event["Start"]["Link"]["dest_url"], span


def _mention(text: str, span: Span) -> Mention | None:
    blob = _BLOB.match(text)
    if blob:
        return Mention("path", blob["path"], span)
    if _PATH.match(text) and not text.endswith((".md", ".adoc", ".rst")):
        return Mention("path", text.removeprefix("./"), span)
    if _NAME.match(text) and len(text) >= _SHORTEST_NAME:
        return Mention("name", text.removesuffix("()"), span)
    return None
