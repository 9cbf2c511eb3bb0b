"""Every file of some folders to its records, many files by the help of other processes."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import NamedTuple

import msgspec

from chesterton.base.collector import no_collection
from chesterton.base.paths import RepoPath, escape_path
from chesterton.records.entries import read_log
from chesterton.records.reading import Reading, read_record
from chesterton.records.roots import COMPANION, Root, beside, root_of

_MANY = 1_000
"""Files from which on it pays to start another process."""

_CHUNK = 250
"""Files that a process reads at a time: a fortieth of the largest stores, so that all end nearly together."""

_DECODER = msgspec.msgpack.Decoder(list[Reading])


class _Task(NamedTuple):
    """One file and all that reading it looks at."""

    path: RepoPath
    raw: bytes
    root: Root
    sidecar: tuple[RepoPath, bytes] | None
    companion: bytes | None


def read_all(
    changed: Iterable[RepoPath],
    files: Mapping[RepoPath, bytes],
    roots: tuple[Root, ...],
    executor: Executor | None = None,
) -> dict[RepoPath, Reading]:
    """The readings of the `changed` ones among `files`, by record. Many are shared with the `executor`'s processes."""
    tasks: list[_Task] = []
    found: dict[RepoPath, Reading] = {}
    for path in changed:
        root = root_of(path, roots)
        if root is None or path not in files:
            continue
        if path == root.folder:
            read = read_log(path, files[path], files, day_first=root.day_first)
            found |= {reading.record.path: reading for reading in read}
        elif root.is_document(path):
            tasks.append(_task(path, files, root))
    with no_collection():
        if executor is None or len(tasks) < _MANY:
            readings = _read(tasks)
        else:
            starts = range(0, len(tasks), _CHUNK)
            readings = _shared([tasks[start : start + _CHUNK] for start in starts], executor)
        return found | {reading.record.path: reading for reading in readings}


def _task(path: RepoPath, files: Mapping[RepoPath, bytes], root: Root) -> _Task:
    side = beside(path)
    return _Task(
        path,
        files[path],
        root,
        (side, files[side]) if side in files else None,
        files.get(RepoPath(posixpath.join(posixpath.dirname(path), COMPANION))),
    )


def _read(tasks: Iterable[_Task]) -> Iterator[Reading]:
    for path, raw, root, sidecar, companion in tasks:
        reading = read_record(path, raw, day_first=root.day_first, sidecar=sidecar, companion=companion)
        yield _mounted(reading, root) if root.mount else reading


def _mounted(reading: Reading, root: Root) -> Reading:
    """A mount's record seen from the workspace: its anchors are paths below the mount's folder."""
    base = escape_path(root.base)
    anchors = tuple(anchor._replace(target=base + anchor.target) for anchor in reading.record.anchors)
    record = msgspec.structs.replace(reading.record, mount=root.mount, home=root.home, anchors=anchors)
    return reading._replace(record=record)


def _shared(chunks: Sequence[list[_Task]], executor: Executor) -> Iterator[Reading]:
    """The chunks read from both ends: by the executor from the first on, here from the last, until they meet."""
    futures = [executor.submit(read_chunk, chunk) for chunk in chunks]
    mine = {
        index: list(_read(chunks[index])) for index in reversed(range(len(chunks))) if futures[index].cancel()
    }
    for index, chunk in enumerate(chunks):
        yield from mine[index] if index in mine else _answer(futures[index], chunk)


def _answer(future: Future[bytes], chunk: list[_Task]) -> Iterable[Reading]:
    """What the executor read; what was lost with its process is read here."""
    try:
        return _DECODER.decode(future.result())
    except Exception:  # whatever became of another process, its files are still here
        return _read(chunk)


def read_chunk(tasks: list[_Task]) -> bytes:
    """The readings of some files, packed for the way between two processes."""
    return msgspec.msgpack.encode(list(_read(tasks)))
