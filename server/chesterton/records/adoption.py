"""Giving ids to records that somebody else's tool wrote, as one small diff a file, and finding what they talk about."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, cast

import pyromark

from chesterton.base.disk import FileChange
from chesterton.base.ids import new_id
from chesterton.base.spans import Span
from chesterton.records.drafts import anchor_lines
from chesterton.records.editing import NewValue
from chesterton.records.lifecycle import set_header
from chesterton.records.model import AnchorRef, Record
from chesterton.records.store import RecordSet

_PATH = re.compile(r"^[\w.@-]+(?:/[\w.@*-]+)+/?$")
_NAME = re.compile(r"^[A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)*(?:\(\))?$")
_BLOB = re.compile(r"^https?://[^/]+/[^/]+/[^/]+/(?:-/)?(?:blob|tree)/[^/]+/(?P<path>[^?#]+)")
_SHORTEST_NAME = 4


class Mention(NamedTuple):
    """A piece of code that a record names: a path, or a name that may be a symbol's or a file's."""

    kind: Literal["path", "name"]
    text: str
    span: Span


def adopt(
    records: RecordSet,
    identify: Callable[[], str] = new_id,
    tie: Callable[[Record, str], Sequence[AnchorRef]] = lambda record, identity: (),
) -> list[FileChange]:
    """An id for every record that has none, written where its folder's people would; nothing else changes.

    `tie` may give anchors to a record and the id that it gets. An entry of a log keeps its label for a name: it gets an
    id, which takes a file of its own, only together with anchors.
    """
    changes: list[FileChange] = []
    for record in records.records:
        if not record.has_id and not record.mount:
            identity = identify()
            keys: dict[str, NewValue] = {"id": identity}
            anchors = tie(record, identity)
            if anchors:
                keys["anchors"] = anchor_lines([*record.anchors, *anchors])
            elif record.entry:
                continue
            changes += set_header(records, record, keys)
    return changes


def mentions(record: Record) -> tuple[Mention, ...]:
    """The paths and names in code marks and links of a Markdown record, each once."""
    found: dict[str, Mention] = {}
    for text, span in _marked(record.prose, record.body.start):
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
