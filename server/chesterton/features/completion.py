"""What can be typed at a place of a record: keys, their values, paths, symbols, other records."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chesterton.base.paths import (
    OutsideRootError,
    RepoPath,
    escape_path,
    literal_path,
    repo_path,
    split_fragment,
)
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.header import find_header
from chesterton.records.model import KINDS, SENSITIVITIES, STATUSES
from chesterton.records.schema import GROUPS
from chesterton.workspace.snapshot import Snapshot

_MOST = 200
_ENTRY = re.compile(rb"^([A-Za-z][\w-]*)\s*:")
_VALUES: dict[str, tuple[str, ...]] = {
    "kind": KINDS,
    "status": STATUSES,
    "sensitivity": SENSITIVITIES,
    "implemented": ("no", "partly", "yes"),
}
_RELATIONS = frozenset({"supersedes", "superseded-by", "amends", "amended-by", "supports"})


class Completion(NamedTuple):
    """A proposal: `text` replaces the bytes of `span`; `detail` says what it is."""

    text: str
    kind: str
    detail: str
    span: Span


def completions(snapshot: Snapshot, path: RepoPath, offset: int) -> tuple[Completion, ...]:
    """Proposals at `offset` of a record file; nothing outside its header."""
    record = snapshot.records.around(path, offset)
    if record is None:
        return ()
    text = record.text
    if not _in_header(text, offset):
        return ()
    line = text.line_span(text.line_at(offset))
    before = text.data[line.start : offset]
    key = _key_above(text, offset)
    return tuple(_propose(snapshot, key, before, offset))[:_MOST]


def _in_header(text: Text, offset: int) -> bool:
    return find_header(text).span.contains(offset)


def _key_above(text: Text, offset: int) -> str:
    """The header key that the line at `offset` belongs to."""
    for number in range(text.line_at(offset), -1, -1):
        span = text.line_span(number)
        if entry := _ENTRY.match(text.data[span.start : span.end]):
            return entry[1].decode()
    return ""


def _propose(snapshot: Snapshot, key: str, before: bytes, offset: int) -> Iterator[Completion]:
    if re.fullmatch(rb"[\w-]*", before):
        keys = ((name, "key", "") for group in GROUPS for name in group)
        yield from _from(keys, before.decode(), offset, suffix=": ")
        return
    value = (
        re.sub(rb"^\s*(?:-\s+|[\w-]+\s*:\s*(?:\[\s*)?)", b"", before).decode(errors="replace").lstrip("\"'")
    )
    if key in _VALUES:
        yield from _from(((name, "value", key) for name in _VALUES[key]), value, offset)
    elif key in _RELATIONS:
        yield from _from(
            ((record.id, "record", f"{record.label} {record.title}") for record in snapshot.records.records),
            value,
            offset,
            by_detail=True,
        )
    elif key == "anchors":
        yield from _anchors(snapshot, value, offset)


def _anchors(snapshot: Snapshot, typed: str, offset: int) -> Iterator[Completion]:
    path, symbol = split_fragment(typed)
    if path != typed:
        try:
            facts = snapshot.facts(repo_path(literal_path(path)))
        except OutsideRootError:
            return
        keys = ((one.key, one.kind, "") for one in facts.symbols) if facts else ()
        yield from _from(keys, symbol, offset)
        return
    folder = literal_path(path.rpartition("/")[0])
    depth = len(folder) + 1 if folder else 0
    entries: dict[str, str] = {}
    for file in snapshot.paths():
        if file.startswith(f"{folder}/" if folder else ""):
            head, slash, _ = file[depth:].partition("/")
            entries[file[:depth] + head + slash] = "folder" if slash else "file"
    yield from _from(((escape_path(name), kind, "") for name, kind in sorted(entries.items())), path, offset)


def _from(
    choices: Iterable[tuple[str, str, str]],
    typed: str,
    offset: int,
    *,
    suffix: str = "",
    by_detail: bool = False,
) -> Iterator[Completion]:
    span = Span(offset - len(typed.encode()), offset)
    wanted = typed.casefold()
    for name, kind, detail in choices:
        if wanted in name.casefold() or (by_detail and wanted in detail.casefold()):
            yield Completion(name + suffix, kind, detail, span)
