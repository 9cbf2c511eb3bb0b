"""What was read before, kept as one blob, so that a warm start reads only what changed.

The blob is a cache: made by another version of the readers, or damaged, it is as good as none.
"""

import contextlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from chesterton.base.collector import no_collection
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.base.staging import replacing
from chesterton.records.model import SENSITIVITIES, Sensitivity
from chesterton.records.reading import Reading
from chesterton.records.roots import Root
from chesterton.records.store import Reader, RecordSet, load


class Stamp(NamedTuple):
    """What the file system says about a file's content without reading it."""

    size: int
    modified: int
    inode: int


class StampingReader(Reader, Protocol):
    """A reader that can tell whether a file changed without reading it."""

    def stamp(self, path: RepoPath) -> Stamp | None:
        """The stamp of a file, None for one that is not there."""
        ...


class _Kept(msgspec.Struct, array_like=True, frozen=True, gc=False):
    readers: str
    paths: str
    folders: tuple[RepoPath, ...]
    roots: tuple[Root, ...]
    stamps: dict[RepoPath, Stamp]
    readings: dict[RepoPath, Reading]
    others: dict[RepoPath, bytes]


_DECODER = msgspec.msgpack.Decoder(_Kept)


def stamp_of(path: Path | str) -> Stamp | None:
    """The stamp of a file on disk."""
    try:
        status = os.stat(path)  # noqa: PTH116 - ten thousand of them in a warm start
    except OSError:
        return None
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


def keep(path: Path, blob: bytes) -> None:
    """Put a blob where the next start finds it; a disk that refuses costs only time."""
    with contextlib.suppress(OSError), replacing(path) as file:
        file.write(blob)


def load_warm(
    reader: StampingReader,
    blob: bytes | None,
    folders: Iterable[RepoPath] = (),
    ceiling: Sensitivity = SENSITIVITIES[-1],
    executor: Executor | None = None,
) -> tuple[RecordSet, bytes | None]:
    """Like `load`, by the help of what an earlier call gave back; the second value is the new blob, if it differs.

    A file counts as unchanged while its size, time and inode are. When files came or went, or one that is no record
    changed, everything is read again.
    """
    named = tuple(folders)
    paths = list(reader.paths())
    kept = _decode(blob, named, paths)
    if kept is not None:
        changed = {path for path, stamp in kept.stamps.items() if reader.stamp(path) != stamp}
        if not changed:
            return _restored(kept, ceiling), None
        if changed <= kept.readings.keys() | {root.folder for root in kept.roots if root.log}:
            fresh = _restored(kept, ceiling).update({path: reader.read(path) for path in changed})
            return fresh, _encode(fresh, named, paths, reader.stamp)
    records = load(_Listed(reader, paths), named, ceiling, executor)
    return records, _encode(records, named, paths, reader.stamp)


class _Listed:
    """A reader whose listing was made already."""

    def __init__(self, reader: Reader, paths: list[RepoPath]) -> None:
        self._reader = reader
        self._paths = paths

    def paths(self) -> Iterable[RepoPath]:
        return self._paths

    def read(self, path: RepoPath) -> bytes:
        return self._reader.read(path)


def _restored(kept: _Kept, ceiling: Sensitivity) -> RecordSet:
    contents = {path: reading.record.text.encode() for path, reading in kept.readings.items()}
    records = RecordSet(kept.readings, kept.roots, {**contents, **kept.others}, {}, ceiling)
    logs = {root.folder: kept.others[root.folder] for root in kept.roots if root.log}
    return records.update(logs)


def _decode(blob: bytes | None, folders: tuple[RepoPath, ...], paths: list[RepoPath]) -> _Kept | None:
    if blob is None:
        return None
    try:
        with no_collection():  # half of the time of a decoding
            kept = _DECODER.decode(blob)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    same = (kept.readers, kept.paths, kept.folders) == (_readers(), _digest(paths), folders)
    return kept if same else None


def _encode(
    records: RecordSet,
    folders: tuple[RepoPath, ...],
    paths: list[RepoPath],
    stamp: Callable[[RepoPath], Stamp | None],
) -> bytes | None:
    # a log's entries share its text: reading it again is cheaper than keeping it once for each
    readings = {path: one for path, one in records.readings.items() if not one.record.entry}
    stamps = {path: mark for path in records.paths if (mark := stamp(path))}
    others = {path: raw for path, raw in records.contents.items() if path not in readings}
    if records.incomplete:
        return None
    kept = _Kept(_readers(), _digest(paths), folders, records.roots, stamps, readings, others)
    return msgspec.msgpack.encode(kept)


def _digest(paths: list[RepoPath]) -> str:
    return content_hash("\0".join(sorted(paths)).encode(errors="surrogateescape"))


@cache
def _readers() -> str:
    """What tells this version of the readers from any other: the hash of their sources and word lists."""
    folder = files("chesterton.records")
    sources = [folder, folder.joinpath("wild")]
    texts = sorted(
        (entry.name, entry.read_bytes())
        for source in sources
        for entry in source.iterdir()
        if entry.name.endswith((".py", ".toml"))
    )
    return content_hash(b"".join(text for _, text in texts))
