"""Changing a header without touching a byte more than must change.

Unknown keys, comments, key order, quoting, line ends and the byte order mark stay as they are. A changed
value replaces only its own text; a changed list loses and gains only the lines of its changed items; a new
key is put where the schema wants it, with a blank line towards keys of another group.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence

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
        lines = "".join(f"{text.eol}  - {quoted(wanted[name])}" for name in sorted(wanted))
        return [Edit(Span(_after_colon(text, entry), max(old.span.end, _after_colon(text, entry))), lines)]
    edits: list[Edit] = []
    kept: list[tuple[str, Span]] = []
    for item in old.items:
        assert isinstance(item, Scalar)
        line = _line_of(text, item.span)
        name = identity(item.text.strip())
        if name not in wanted or any(name == other for other, _ in kept):
            edits.append(Edit(line, ""))
            continue
        kept.append((name, line))
        if wanted[name] != item.text.strip():
            edits.append(Edit(item.span, quoted(wanted[name], item.style)))
    return edits + _insert_items(text, old, kept, wanted)


def _insert_items(
    text: Text, old: Items, kept: list[tuple[str, Span]], wanted: Mapping[str, str]
) -> list[Edit]:
    first = _line_of(text, old.items[0].span)
    lead = text.data[first.start : old.items[0].span.start].decode()
    end = _line_of(text, old.items[-1].span).end
    places: dict[int, list[str]] = {}
    for name in sorted(set(wanted) - {name for name, _ in kept}):
        later = next((line.start for other, line in kept if other > name), end)
        places.setdefault(later, []).append(f"{lead}{quoted(wanted[name])}{text.eol}")
    edits: list[Edit] = []
    for place, lines in places.items():
        broken = place == len(text.data) and not text.data.endswith((b"\n", b"\r"))
        edits.append(Edit(Span(place, place), (text.eol if broken else "") + "".join(lines)))
    return edits


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
    return f"{key}:{eol}" + "".join(f"  - {quoted(item)}{eol}" for item in items)


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
