"""The journal: append-only entries of what happened, each naming the entries that were newest when it was written.

An entry that is changed or taken away later no longer has the hash that its followers name. Branches write side by
side and merge cleanly, since an entry may follow several.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from chesterton.base.disk import FileChange
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.records.damage import conflict_markers
from chesterton.records.editing import NewValue, set_keys
from chesterton.records.fields import Fields
from chesterton.records.header import find_header
from chesterton.records.model import NOWHERE, Problem, RecordError
from chesterton.records.naming import slug
from chesterton.records.reading import body_span

JOURNAL = ".chesterton/journal/"
_SEQUENCE = re.compile(r"-(\d+)$")


class Entry(NamedTuple):
    """One entry. `after` are the hashes of the entries that were newest when it was written."""

    path: RepoPath
    subjects: tuple[str, ...]
    logged: datetime | None
    by: str
    after: tuple[str, ...]
    body: str
    text: Text
    hash: str


def read_entry(path: RepoPath, raw: bytes) -> tuple[Entry, tuple[Problem, ...]]:
    """Read the journal file at `path`. Never fails."""
    text = Text.decode(raw)
    fields = Fields(find_header(text), path)
    body = text.slice(body_span(text)).strip()
    entry = Entry(
        path=path,
        subjects=tuple(relation.target for relation in fields.relations("subjects")),
        logged=_instant(fields),
        by=fields.text("provenance"),
        after=tuple(relation.target for relation in fields.relations("after")),
        body=body,
        text=text,
        hash=content_hash(text.data.replace(b"\r\n", b"\n")),
    )
    return entry, (*fields.problems, *conflict_markers(path, text.data))


def _instant(fields: Fields) -> datetime | None:
    words = fields.text("logged")
    if not words:
        return None
    try:
        return datetime.fromisoformat(words.replace("Z", "+00:00"))
    except ValueError:
        fields.report(
            "bad-date", "warning", fields.span("logged"), "`logged` is no instant; write 2026-11-30T12:00:00Z"
        )
        return None


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """Entries in the order in which they were written, the oldest first."""
    return sorted(
        entries, key=lambda entry: (entry.logged.timestamp() if entry.logged else 0.0, _sequence(entry.path))
    )


def _sequence(path: RepoPath) -> tuple[int, str]:
    stem = path.removesuffix(".md")
    found = _SEQUENCE.search(stem)
    return (int(found[1]) if found else 1, stem)


def append(
    entries: Collection[Entry],
    body: str,
    now: datetime,
    *,
    subjects: Sequence[str] = (),
    by: str = "",
    name: str = "",
) -> list[FileChange]:
    """A new entry. It must be created exclusively: when its file exists by then, ask again with the newer entries.

    Raises:
        RecordError: the body is empty.
    """
    if not body.strip():
        raise RecordError("a journal entry needs a text: what happened, with the values as they were")
    stem = f"{JOURNAL}{now.date().isoformat()}-{slug(name or body.strip().splitlines()[0], 'entry')}"
    taken = {entry.path for entry in entries}
    path = RepoPath(f"{stem}.md")
    number = 2
    while path in taken:
        path = RepoPath(f"{stem}-{number}.md")
        number += 1
    keys: dict[str, NewValue] = {
        "subjects": sorted(set(subjects)),
        "logged": now.isoformat(timespec="milliseconds"),
        "provenance": by or None,
        "after": sorted(newest(entries)),
    }
    text = set_keys(Text.of(f"\n{body.strip()}\n"), "front-matter", keys)
    return [FileChange(path, None, text.encode())]


def newest(entries: Collection[Entry]) -> set[str]:
    """The hashes of the entries that nothing follows yet."""
    followed = {name for entry in entries for name in entry.after}
    return {entry.hash for entry in entries} - followed


def check_chain(entries: Collection[Entry]) -> Iterator[Problem]:
    """Entries that follow one which no longer exists as it was."""
    known = {entry.hash for entry in entries}
    for entry in entries:
        for name in entry.after:
            if name not in known:
                yield Problem(
                    "journal-chain", "error", entry.path, NOWHERE,
                    f"the entry before this one ({name}) was changed or taken away; `git log -- {JOURNAL}` shows when",
                )  # fmt: skip
