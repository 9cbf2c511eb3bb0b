"""Changing a header without touching a byte more than must change.

Unknown keys, comments, key order, quoting, line ends and the byte order mark stay as they are. A changed
value replaces only its own text; a changed list loses and gains only the lines of its changed items; a new
key is put where the schema wants it, with a blank line towards keys of another group. Between anchors stands a
blank line too: git then merges two branches of which each confirms one of two neighbours.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import yaml

from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.records.header import (
    Entry,
    Header,
    Items,
    Scalar,
    canonical,
    find_header,
    parse,
    sidecar_header,
)
from chesterton.records.model import AnchorRef, HeaderForm
from chesterton.records.schema import field_of, group_of, order_of

_SPACED = frozenset({"anchors"})
"""The lists whose items have a blank line between them."""

_BLANK_LINES = re.compile(rb"(?P<blank>(?:[ \t]*(?:\r\n|\r|\n))+)[ \t]*-[ \t]")

NewValue = str | Sequence[str] | None
"""One value, a list, or nothing: the key goes away."""


def set_keys(text: Text, form: HeaderForm, changes: Mapping[str, NewValue]) -> Text:
    """`text` with header keys changed. `form` says what header to begin if there is none yet."""
    for key, value in changes.items():
        header = sidecar_header(text) if form == "sidecar" else find_header(text)
        if header.form == "none":
            if value is None or (not isinstance(value, str) and not value):
                continue
            text = _begin(text, form)
            header = find_header(text)
        text = text.apply(_edits(text, header, key, value))
    return text


def _edits(text: Text, header: Header, key: str, value: NewValue) -> list[Edit]:
    entry = next((entry for entry in header.entries if field_of(entry.key) == field_of(canonical(key))), None)
    gone = value is None or (not isinstance(value, str) and not value)
    if entry is None:
        return [] if gone else [_insert(text, header, key, value or "")]
    if gone:
        return [Edit(_with_blank_line(text, header, entry), "")]
    if isinstance(value, str):
        return _set_scalar(text, entry, value)
    return _set_items(text, entry, value or ())


def _set_scalar(text: Text, entry: Entry, value: str) -> list[Edit]:
    old = entry.value
    if isinstance(old, Scalar) and old.style not in ("|", ">"):
        if old.text == value:
            return []
        new = quoted(value, old.style)
        return [Edit(old.span, new if old.span.start < old.span.end else f" {new}")]
    after_key = Span(_after_colon(text, entry), old.span.end)
    return [Edit(after_key, f" {quoted(value)}")]


def _set_items(text: Text, entry: Entry, values: Sequence[str]) -> list[Edit]:
    identity = _identity_of(entry.key)
    wanted = {identity(value): value for value in values}
    old = entry.value
    if not isinstance(old, Items) or old.flow or not old.items or _nested(old):
        gap = text.eol * 2 if entry.key in _SPACED else text.eol
        lines = gap.join(f"  - {quoted(wanted[name])}" for name in sorted(wanted))
        start = _after_colon(text, entry)
        return [Edit(Span(start, max(old.span.end, start)), text.eol + lines)]
    edits: list[Edit] = []
    kept: list[tuple[str, Span]] = []
    dropped: list[Span] = []
    for item in old.items:
        assert isinstance(item, Scalar)
        line = _line_of(text, item.span)
        name = identity(item.text.strip())
        if name not in wanted or any(name == other for other, _ in kept):
            dropped.append(line)
            continue
        kept.append((name, line))
        if wanted[name] != item.text.strip():
            edits.append(Edit(item.span, quoted(wanted[name], item.style)))
    return [*edits, *_drop_items(text, kept, dropped), *_insert_items(text, entry, old, kept, wanted)]


def _drop_items(text: Text, kept: list[tuple[str, Span]], dropped: list[Span]) -> Iterator[Edit]:
    """The lines of items taken out, with the blank lines that set them apart."""
    for line in dropped:
        yield Edit(Span(line.start, line.end + _blank_after(text, line)), "")
    last = max((line for _, line in kept), default=None)
    if last and dropped and dropped[-1].start > last.start:
        yield Edit(Span(last.end, last.end + _blank_after(text, last)), "")


def _blank_after(text: Text, line: Span) -> int:
    """How many bytes of blank lines stand between an item's line and the next item."""
    found = _BLANK_LINES.match(text.data, line.end)
    return found.end("blank") - line.end if found else 0


def _insert_items(
    text: Text, entry: Entry, old: Items, kept: list[tuple[str, Span]], wanted: Mapping[str, str]
) -> Iterator[Edit]:
    lines = [_line_of(text, item.span) for item in old.items]
    lead = text.data[lines[0].start : old.items[0].span.start].decode()
    end = lines[-1].end
    if len(lines) > 1:
        gap = text.eol if any(_blank_after(text, line) for line in lines[:-1]) else ""
    else:
        gap = text.eol if entry.key in _SPACED else ""
    places: dict[int, list[str]] = {}
    for name in sorted(set(wanted) - {name for name, _ in kept}):
        later = next((line.start for other, line in kept if other > name), end)
        places.setdefault(later, []).append(f"{lead}{quoted(wanted[name])}{text.eol}")
    for place, added in places.items():
        broken = place == len(text.data) and not text.data.endswith((b"\n", b"\r"))
        before = gap if place == end and kept else ""
        after = gap if place != end else ""
        yield Edit(Span(place, place), (text.eol if broken else "") + before + gap.join(added) + after)


def _insert(text: Text, header: Header, key: str, value: str | Sequence[str]) -> Edit:
    eol = text.eol
    lines = entry_lines(key, value, eol)
    order, group = order_of(canonical(key)), group_of(canonical(key))
    before = [entry for entry in header.entries if order_of(entry.key) <= order]
    previous = max(before, key=lambda entry: (order_of(entry.key), entry.key_span)) if before else None
    place = _lines_of(text, previous).end if previous else header.span.start
    following = next((entry for entry in header.entries if entry.key_span.start >= place), None)
    missing = place == len(text.data) and place > header.span.start and not text.data.endswith((b"\n", b"\r"))
    lead = eol if missing else ""
    if previous and group_of(previous.key) != group:
        lead += eol
    if following and _lines_of(text, following).start == place and group_of(following.key) != group:
        lines += eol
    return Edit(Span(place, place), lead + lines)


def entry_lines(key: str, value: str | Sequence[str], eol: str) -> str:
    """The lines of one key, as they are written into a new header."""
    if isinstance(value, str):
        return f"{key}: {quoted(value)}{eol}"
    identity = _identity_of(canonical(key))
    items = sorted(value, key=identity)
    gap = eol if key in _SPACED else ""
    return f"{key}:{eol}" + gap.join(f"  - {quoted(item)}{eol}" for item in items)


def quoted(value: str, style: str = "") -> str:
    """A scalar that YAML reads back as `value`, in the given quote style when that can hold it."""
    if style == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if style == "" and _is_plain(value):
        return value
    return "".join(
        letter if letter.isprintable() else f"\\U{ord(letter):08x}"
        for letter in json.dumps(value, ensure_ascii=False)
    )


def _is_plain(value: str) -> bool:
    if not value or value != value.strip() or value in ("~", "null") or not value.isprintable():
        return False
    data = f"k: {value}\nl:\n  - {value}\n".encode()
    try:
        header = parse(data, Span(0, len(data)), Span(0, len(data)), "sidecar")
    except yaml.YAMLError:
        return False
    if header.flaws or len(header.entries) != 2:
        return False
    single, items = (entry.value for entry in header.entries)
    return (
        isinstance(single, Scalar)
        and (single.text, single.style) == (value, "")
        and isinstance(items, Items)
        and len(items.items) == 1
        and isinstance(items.items[0], Scalar)
        and items.items[0].text == value
    )


def _begin(text: Text, form: HeaderForm) -> Text:
    eol = text.eol
    if form == "front-matter":
        gap = eol if text.data and not text.data.startswith((b"\n", b"\r")) else ""
        return text.apply([Edit(Span(0, 0), f"---{eol}---{eol}{gap}")])
    end = len(text.data)
    lead = "" if text.data.endswith((b"\n", b"\r")) or not text.data else eol
    return text.apply([Edit(Span(end, end), f"{lead}{eol}<!-- chesterton{eol}-->{eol}")])


def _with_blank_line(text: Text, header: Header, entry: Entry) -> Span:
    """The lines of an entry and the blank line before it, if another one follows or the header ends."""
    lines = _lines_of(text, entry)
    start, end = lines
    blank = re.search(rb"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\Z", text.data[:start])
    after = text.data[end : header.span.end]
    if blank and start > header.span.start and (not after or re.match(rb"[ \t]*(?:\r\n|\r|\n)", after)):
        keep = re.match(rb"\r\n|\r|\n", text.data[blank.start() :])
        return Span(blank.start() + (keep.end() if keep else 0), end)
    return lines


def _after_colon(text: Text, entry: Entry) -> int:
    return text.data.index(b":", entry.key_span.end) + 1


def _lines_of(text: Text, entry: Entry) -> Span:
    """The whole lines of an entry, its last line end included."""
    return _line_of(text, Span(entry.key_span.start, max(entry.key_span.end, entry.value.span.end)))


def _line_of(text: Text, span: Span) -> Span:
    start = text.data.rfind(b"\n", 0, span.start) + 1
    newline = text.data.find(b"\n", span.end)
    return Span(start, newline + 1 if newline >= 0 else len(text.data))


def _nested(items: Items) -> bool:
    return any(not isinstance(item, Scalar) for item in items.items)


def _identity_of(key: str) -> Callable[[str], str]:
    """What makes two items of a list the same: the target of an anchor, the text of anything else."""
    if key == "anchors":
        return lambda line: AnchorRef.parse(line).target
    return lambda line: line
