"""All records of a workspace as one immutable value: look-up, succession, what is in force."""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from datetime import date, timedelta
from functools import cached_property
from typing import Protocol

import msgspec

from chesterton.base import disk
from chesterton.base.paths import RepoPath
from chesterton.records.model import (
    NOWHERE,
    RETIRED,
    SENSITIVITIES,
    AmbiguousRecordError,
    Problem,
    Record,
    Relation,
    Sensitivity,
    Status,
    UnknownRecordError,
    slug_of,
)
from chesterton.records.mounts import Mounts, store_of
from chesterton.records.reading import Reading, in_window
from chesterton.records.readings import read_all
from chesterton.records.references import References
from chesterton.records.roots import COMPANION, RECORDS, SIDECAR, Root, find_roots, root_of


class Reader(Protocol):
    """How a workspace's files are listed and read."""

    def paths(self) -> Iterable[RepoPath]:
        """Every file of the workspace that may matter, ignored ones left out."""
        ...

    def read(self, path: RepoPath) -> bytes:
        """The bytes of a file.

        Raises:
            disk.UnreadableError: it can't be read.
        """
        ...


def load(
    reader: Reader,
    folders: Iterable[RepoPath] = (),
    ceiling: Sensitivity = SENSITIVITIES[-1],
    executor: Executor | None = None,
) -> "RecordSet":
    """Find the folders of decisions among the files that `reader` lists, and read every record in them.

    `folders` are such folders by decree, `ceiling` is the highest sensitivity that is let in.
    With an `executor` many files are read on several processors.
    """
    paths = list(reader.paths())
    contents: dict[RepoPath, bytes] = {}
    unreadable: dict[RepoPath, Problem] = {}

    def read(path: RepoPath) -> bytes | None:
        if path not in contents and path not in unreadable:
            try:
                contents[path] = reader.read(path)
            except disk.UnreadableError as error:
                unreadable[path] = Problem("unreadable", "error", path, NOWHERE, str(error))
        return contents.get(path)

    roots = find_roots(paths, read, folders)
    files: dict[RepoPath, bytes] = {}
    samples: dict[Root, list[bytes]] = {root: [] for root in roots}
    for path in paths:
        root = root_of(path, roots)
        raw = read(path) if root is not None else None
        if root is not None and raw is not None:
            files[path] = raw
            samples[root].append(raw)
    roots = tuple(root.learn(samples[root]) for root in roots)
    return RecordSet(read_all(files, files, roots, executor), roots, files, unreadable, ceiling)


class RecordSet:
    """The records of one workspace. Immutable: `update` gives a new one that shares what did not change."""

    def __init__(
        self,
        readings: Mapping[RepoPath, Reading] | None = None,
        roots: tuple[Root, ...] = (Root(RECORDS),),
        files: Mapping[RepoPath, bytes] | None = None,
        unreadable: Mapping[RepoPath, Problem] | None = None,
        ceiling: Sensitivity = SENSITIVITIES[-1],
    ) -> None:
        self.roots = roots
        self._readings = readings or {}
        self._files = files or {}
        self._unreadable = unreadable or {}
        self._ceiling: Sensitivity = ceiling

    def holds(self, path: RepoPath) -> bool:
        """Whether a file at `path` is a record or says something about one."""
        root = root_of(path, self.roots)
        return root is not None and root.wants(path)

    def update(self, changes: Mapping[RepoPath, bytes | None]) -> "RecordSet":
        """The set after files got new content, or went away (None). Files outside its folders are ignored."""
        mine = {path: raw for path, raw in changes.items() if self.holds(path)}
        if not mine:
            return self
        files = {path: raw for path, raw in {**self._files, **mine}.items() if raw is not None}
        touched = {self._told_about(path) for path in mine}
        touched |= {
            RepoPath(path[: -len(COMPANION)] + "README.md") for path in mine if path.endswith(f"/{COMPANION}")
        }
        logs = tuple(f"{path}#" for path in touched if any(root.folder == path for root in self.roots))
        readings = {
            path: reading
            for path, reading in self._readings.items()
            if path not in touched and not (logs and path.startswith(logs))
        }
        readings |= read_all(touched, files, self.roots)
        unreadable = {path: problem for path, problem in self._unreadable.items() if path not in mine}
        return RecordSet(readings, self.roots, files, unreadable, self._ceiling)

    def _told_about(self, path: RepoPath) -> RepoPath:
        """The document that a side file belongs to; any other file itself."""
        root = root_of(path, self.roots)
        if root is not None and root.log:
            return root.folder
        return RepoPath(path.removesuffix(SIDECAR))

    @property
    def paths(self) -> Iterable[RepoPath]:
        """Every file in the folders of records."""
        return self._files.keys()

    @property
    def readings(self) -> Mapping[RepoPath, Reading]:
        """What was read, by file."""
        return self._readings

    @property
    def contents(self) -> Mapping[RepoPath, bytes]:
        """The bytes of every file in the folders of records."""
        return self._files

    @property
    def incomplete(self) -> bool:
        """Whether some file could not be read."""
        return bool(self._unreadable)

    def in_root(self, root: Root) -> Iterable[Record]:
        """The records of one folder."""
        return (record for record in self.records if root_of(record.path, (root,)))

    @property
    def documents(self) -> Iterable[Record]:
        """Everything that was read and may be shown, templates and indexes of folders of decisions included."""
        return (
            reading.record for reading in self._readings.values() if self._is_below_ceiling(reading.record)
        )

    def document(self, path: RepoPath) -> Reading | None:
        """What was read at `path`, templates and indexes of a folder of decisions included."""
        return self._readings.get(path)

    def readings_in(self, path: RepoPath) -> tuple[Reading, ...]:
        """What was read from the file at `path` or by its help: several for a decision log."""
        return self._by_file.get(path, ())

    @cached_property
    def _by_file(self) -> Mapping[RepoPath, tuple[Reading, ...]]:
        found: dict[RepoPath, list[Reading]] = defaultdict(list)
        for reading in self._readings.values():
            for path in {reading.record.file, reading.record.header_path}:
                found[path].append(reading)
        return {path: tuple(readings) for path, readings in found.items()}

    def in_file(self, path: RepoPath) -> tuple[Record, ...]:
        """The records that the file at `path` holds, or holds keys of, in their order."""
        read = (reading.record.path for reading in self.readings_in(path))
        return tuple(record for name in read if (record := self.at(name)))

    def around(self, path: RepoPath, offset: int) -> Record | None:
        """The record at a place of a file: the only one, or the entry of a log there."""
        found = self.in_file(path)
        if len(found) == 1 and not found[0].entry:
            return found[0]
        here = [one for one in found if one.body.contains(offset) or one.header_path == path != one.file]
        return here[-1] if here else None

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Every record, by path. An id is one record's: a later file with the same one goes by its path."""
        return tuple(
            msgspec.structs.replace(record, id=record.path) if record.path in self.id_owners else record
            for record in self._as_written
        )

    @cached_property
    def id_owners(self) -> Mapping[RepoPath, Record]:
        """The record that an id belongs to, by the path of each later record that has it too."""
        first: dict[str, Record] = {}
        return {
            record.path: owner
            for record in self._as_written
            if (owner := first.setdefault(record.id, record)) is not record
        }

    def written_id(self, record: Record) -> str:
        """The id that the record's file says, if only by being a copy."""
        return self.id_owners.get(record.path, record).id

    @property
    def _as_written(self) -> Iterable[Record]:
        return (reading.record for reading in self._decisions)

    @cached_property
    def _decisions(self) -> tuple[Reading, ...]:
        return tuple(reading for reading in self._all if self._is_below_ceiling(reading.record))

    @cached_property
    def _all(self) -> tuple[Reading, ...]:
        return tuple(
            reading
            for path, reading in sorted(self._readings.items())
            if reading.kind == "adr" or store_of(path).inner.startswith("records/")
        )

    def _is_below_ceiling(self, record: Record) -> bool:
        return SENSITIVITIES.index(record.sensitivity) <= SENSITIVITIES.index(self._ceiling)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The ids and file names of records above the ceiling: they exist, and nothing else is said of them."""
        above = (reading.record for reading in self._all if not self._is_below_ceiling(reading.record))
        return frozenset(name for record in above for name in (record.id, record.name))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the files found wrong with them; the rules of `lint` come on top."""
        found = [problem for reading in self._decisions for problem in reading.problems]
        alone = (
            Problem(
                "lost-side-file", "warning", path, NOWHERE, "what it says is of a record that is not there"
            )
            for path in sorted(self._files)
            if path.endswith(SIDECAR) and not self.readings_in(path)
        )
        return (*found, *alone, *(self._unreadable[path] for path in sorted(self._unreadable)))

    def at(self, path: RepoPath) -> Record | None:
        """The record that the file at `path` holds."""
        return self._by_path.get(path)

    @cached_property
    def _by_path(self) -> Mapping[RepoPath, Record]:
        return {record.path: record for record in self.records}

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
        return self._references.candidates(reference, near)

    @cached_property
    def _references(self) -> References:
        return References(self.records, self.mounts)

    @cached_property
    def mounts(self) -> Mounts:
        """The folders of the workspace with a store of their own, for their records' names: `pay:0003`."""
        return Mounts(root.base.rstrip("/") for root in self.roots if root.mount and root.own)

    def resolve(self, relation: Relation, source: Record) -> Record | None:
        """The one record that a relation in `source` means; None when there is none or a choice."""
        found = [record for record in self.targets(relation, source) if record.path != source.path]
        return found[0] if len(found) == 1 else None

    def targets(self, relation: Relation, source: Record) -> tuple[Record, ...]:
        """All records that a relation in `source` may mean: a path from its folder first, then any name."""
        words = relation.target
        here = self.at(RepoPath(posixpath.normpath(posixpath.join(posixpath.dirname(source.file), words))))
        if here is not None:
            return (here,)
        name = words.rstrip("/").rsplit("/", 1)[-1].removesuffix(".html")
        found = self.candidates(name, source.path)
        if (
            not found and "-" in name
        ):  # the links to a renumbered file that were left behind, or a site's own names
            found = self.candidates(slug_of(name), source.path)
            found = found or self.candidates(name.split("-")[0], source.path)
        return found

    @cached_property
    def _successors(self) -> Mapping[RepoPath, tuple[Record, ...]]:
        after: dict[RepoPath, dict[RepoPath, Record]] = defaultdict(dict)
        for record in self.records:
            for relation in _whole(record.supersedes):
                old = self.resolve(relation, record)
                if old is not None:
                    after[old.path][record.path] = record
            for relation in _whole(record.superseded_by):
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


def _whole(relations: Iterable[Relation]) -> Iterable[Relation]:
    """The relations that concern all of the other record."""
    return (relation for relation in relations if not relation.partial)
