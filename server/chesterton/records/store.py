"""All records of a workspace as one immutable value: look-up, succession, what is in force."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from typing import Protocol

from chesterton.base import disk
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.records.model import (
    RETIRED,
    AmbiguousRecordError,
    Problem,
    Record,
    Relation,
    Status,
    UnknownRecordError,
)
from chesterton.records.reading import Reading, in_window, read_record

RECORDS = RepoPath(".chesterton/records")
"""Where new records go when the project has no folder of its own."""

_SUFFIX = re.compile(r"^[0-9A-HJKMNP-TV-Z]{6,25}$")
_NUMBERED = re.compile(r"^(?:[a-z]{2,6}[-_ #]?)?0*(\d{1,6})$", re.IGNORECASE)


class Reader(Protocol):
    """How a workspace's files are listed and read."""

    def paths(self) -> Iterable[RepoPath]:
        """Every file of the workspace that may hold a record."""
        ...

    def read(self, path: RepoPath) -> bytes:
        """The bytes of a file.

        Raises:
            disk.UnreadableError: it can't be read.
        """
        ...


class FolderReader:
    """Reads the files below `root`/.chesterton from disk."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self) -> Iterable[RepoPath]:
        base = self._root / ".chesterton"
        return [
            RepoPath(path.relative_to(self._root).as_posix())
            for path in sorted(base.rglob("*.md"))
            if "cache" not in path.relative_to(base).parts[:1]
        ]

    def read(self, path: RepoPath) -> bytes:
        return disk.read(self._root / path)


def load(reader: Reader) -> "RecordSet":
    """Read every record that `reader` lists."""
    files: dict[RepoPath, Reading] = {}
    unreadable: dict[RepoPath, Problem] = {}
    for path in reader.paths():
        if not is_record_path(path):
            continue
        try:
            files[path] = read_record(path, reader.read(path))
        except disk.UnreadableError as error:
            unreadable[path] = Problem("unreadable", "error", path, Span(0, 0), str(error))
    return RecordSet(files, unreadable)


def is_record_path(path: RepoPath) -> bool:
    """Whether a file at `path` is a record."""
    return (
        path.startswith(f"{RECORDS}/")
        and path.endswith(".md")
        and not path.rsplit("/", 1)[-1].startswith(".")
    )


class RecordSet:
    """The records of one workspace. Immutable: `update` gives a new one that shares what did not change."""

    def __init__(
        self, files: Mapping[RepoPath, Reading], unreadable: Mapping[RepoPath, Problem] | None = None
    ) -> None:
        self._files = files
        self._unreadable = unreadable or {}

    def update(self, changes: Mapping[RepoPath, bytes | None]) -> "RecordSet":
        """The set after files got new content, or went away (None). Files that are no records are ignored."""
        files = dict(self._files)
        unreadable = dict(self._unreadable)
        for path, raw in changes.items():
            if not is_record_path(path):
                continue
            unreadable.pop(path, None)
            if raw is None:
                files.pop(path, None)
            else:
                files[path] = read_record(path, raw)
        return RecordSet(files, unreadable)

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Every record, by path."""
        return tuple(self._files[path].record for path in sorted(self._files))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the files found wrong with them; the rules of `lint` come on top."""
        found = [problem for path in sorted(self._files) for problem in self._files[path].problems]
        return (*found, *(self._unreadable[path] for path in sorted(self._unreadable)))

    def at(self, path: RepoPath) -> Record | None:
        """The record that the file at `path` holds."""
        reading = self._files.get(path)
        return reading.record if reading else None

    def find(self, reference: str) -> Record:
        """The record that answers to an id, the end of one (6 letters or more), an alias, number, slug, file.

        Raises:
            UnknownRecordError: none does.
            AmbiguousRecordError: several do; the error lists them all.
        """
        found = self.candidates(reference)
        if not found:
            raise UnknownRecordError(reference)
        if len(found) > 1:
            raise AmbiguousRecordError(reference, found)
        return next(iter(found))

    def candidates(self, reference: str, near: RepoPath | None = None) -> tuple[Record, ...]:
        """All records that answer to a reference; the strongest way of naming decides.

        A number or slug means, where there is a choice, the record in the folder of `near`.
        """
        words = reference.strip().removeprefix("./")
        exact = self._by_name.get(words.casefold(), ())
        if exact:
            return _nearest(exact, near)
        upper = words.upper()
        if _SUFFIX.match(upper):
            ends = tuple(record for record in self.records if record.has_id and record.id.endswith(upper))
            if ends:
                return ends
        numbered = _NUMBERED.match(words)
        if numbered:
            return _nearest(self._by_number.get(int(numbered[1]), ()), near)
        return ()

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Record, ...]]:
        """Ids and paths before aliases before file names before slugs: a stronger name hides weaker ones."""
        strong: dict[str, list[Record]] = defaultdict(list)
        aliases: dict[str, list[Record]] = defaultdict(list)
        files: dict[str, list[Record]] = defaultdict(list)
        slugs: dict[str, list[Record]] = defaultdict(list)
        for record in self.records:
            strong[record.id.casefold()].append(record)
            if record.has_id:
                strong[record.path.casefold()].append(record)
            for alias in set(record.aliases):
                aliases[alias.casefold()].append(record)
            name = record.path.rsplit("/", 1)[-1]
            for spelling in {name, name.rsplit(".", 1)[0]}:
                files[spelling.casefold()].append(record)
            slugs[record.slug.casefold()].append(record)
        return {
            key: tuple(value) for level in (slugs, files, aliases, strong) for key, value in level.items()
        }

    @cached_property
    def _by_number(self) -> Mapping[int, tuple[Record, ...]]:
        numbers: dict[int, list[Record]] = defaultdict(list)
        for record in self.records:
            if record.number is not None:
                numbers[record.number].append(record)
        return {number: tuple(records) for number, records in numbers.items()}

    def resolve(self, relation: Relation, source: Record) -> Record | None:
        """The one record that a relation in `source` means; None when there is none or a choice."""
        found = [
            record for record in self.candidates(relation.target, source.path) if record.path != source.path
        ]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _successors(self) -> Mapping[RepoPath, tuple[Record, ...]]:
        after: dict[RepoPath, dict[RepoPath, Record]] = defaultdict(dict)
        for record in self.records:
            for relation in record.supersedes:
                old = self.resolve(relation, record)
                if old is not None:
                    after[old.path][record.path] = record
            for relation in record.superseded_by:
                new = self.resolve(relation, record)
                if new is not None:
                    after[record.path][new.path] = new
        return {path: tuple(records.values()) for path, records in after.items()}

    def successors(self, record: Record) -> tuple[Record, ...]:
        """The records that supersede this one, or would once they are accepted."""
        return self._successors.get(record.path, ())

    def status(self, record: Record) -> Status:
        """The state of a record in the light of the others: a ratified successor makes it superseded."""
        if record.status in ("accepted", "deprecated") and (
            record.superseded_by
            or any(new.status in ("accepted", "superseded") for new in self.successors(record))
        ):
            return "superseded"
        return record.status

    def in_force(self, record: Record, today: date) -> bool:
        """Whether a record binds: accepted, not superseded, inside its validity window."""
        return self.status(record) == "accepted" and in_window(record, today)

    def retired(self, record: Record) -> bool:
        """Whether a record is history; its anchors never drift."""
        return self.status(record) in RETIRED

    def visible(self, record: Record, today: date, proposals_for: int | None = 30) -> bool:
        """Whether a record is shown without being asked for.

        Proposals fade `proposals_for` days after their date: 0 means never; with None none is shown.
        """
        status = self.status(record)
        if status != "proposed":
            return status == "accepted" and in_window(record, today)
        if proposals_for is None:
            return False
        return (
            proposals_for == 0 or record.date is None or today - record.date <= timedelta(days=proposals_for)
        )


def _nearest(found: tuple[Record, ...], near: RepoPath | None) -> tuple[Record, ...]:
    if near is None or len(found) < 2:
        return found
    folder = near.rsplit("/", 1)[0]
    close = tuple(record for record in found if record.path.rsplit("/", 1)[0] == folder)
    return close or found
