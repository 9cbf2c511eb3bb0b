"""The one door to the disk: reading with limits, writing atomically or not at all."""

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from chesterton.base.paths import RepoPath, inside
from chesterton.base.staging import prepared, stage


class FileChange(NamedTuple):
    """What a file held when it was read and what it shall hold: None means there is no such file.

    All that Chesterton writes is a list of these; a face applies them here or hands them to an editor.
    """

    path: RepoPath
    before: bytes | None
    after: bytes | None


def joined(changes: Sequence[FileChange]) -> tuple[FileChange, ...]:
    """Changes that were made one after the other, as one for each file; those that cancel out are gone."""
    first: dict[RepoPath, bytes | None] = {}
    last: dict[RepoPath, bytes | None] = {}
    for change in changes:
        first.setdefault(change.path, change.before)
        last[change.path] = change.after
    return tuple(
        FileChange(path, before, last[path]) for path, before in first.items() if before != last[path]
    )


class UnreadableError(Exception):
    """A file that can't be read; the message says which and why."""


class LostRaceError(Exception):
    """A file changed since it was read; nothing was written."""


def read(path: Path, limit: int | None = None) -> bytes:
    """The bytes of a regular file.

    Raises:
        UnreadableError: missing, not a regular file, not readable, or larger than `limit` bytes.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror or error}") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError(f"{path}: not a regular file")
        if limit is not None and status.st_size > limit:
            raise UnreadableError(f"{path}: {status.st_size:,} bytes, more than the limit of {limit:,}")
        return _read_all(descriptor, status.st_size)
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror or error}") from error
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int) -> bytes:
    pieces: list[bytes] = []
    while piece := os.read(descriptor, size + 1):
        pieces.append(piece)
    return b"".join(pieces)


def read_if_present(path: Path, limit: int | None = None) -> bytes | None:
    """Like `read`, but None for a file that does not exist."""
    try:
        return read(path, limit)
    except UnreadableError:
        if path.exists() or path.is_symlink():
            raise
        return None


def apply_changes(root: Path, changes: Sequence[FileChange], staging: Path | None = None) -> None:
    """Write all of `changes` below `root`, each atomically, after checking that none lost a race.

    New content is staged before the last check, so that a full disk leaves every file as it was: in the folder
    `staging`, where nobody sees what a killed process leaves behind, or beside each target.

    Raises:
        LostRaceError: a file no longer holds what its change was made from; nothing was written.
        OutsideRootError: a change leaves the root; nothing was written.
        OSError: the disk refused; files written before the refusal stay written and are whole.
    """
    targets = [(inside(root, change.path), change) for change in changes]
    _refuse_lost_races(targets)
    staged: list[_Staged] = []
    folder = prepared(staging)
    try:
        for target, change in targets:
            if change.after is not None:
                staged.append(_Staged(stage(target, change.after, folder), target, change))
        _refuse_lost_races(targets)
        _create_all([one for one in staged if one.change.before is None])
        for one in staged:
            if one.change.before is not None:
                _replace(one)
                _sync_directory(one.target.parent)
    finally:
        for one in staged:
            one.temporary.unlink(missing_ok=True)
    for target, change in targets:
        if change.after is None:
            target.unlink(missing_ok=True)


class _Staged(NamedTuple):
    """Content that is on disk already and waits for its name."""

    temporary: Path
    target: Path
    change: FileChange


def _refuse_lost_races(targets: Sequence[tuple[Path, FileChange]]) -> None:
    for target, change in targets:
        if read_if_present(target) != change.before:
            raise _lost(change)


def _lost(change: FileChange) -> LostRaceError:
    return LostRaceError(f"{change.path} has changed since it was read; nothing was written, try again")


def _create_all(staged: Sequence[_Staged]) -> None:
    """Create files that must be new: all of them, or none when somebody else has created one meanwhile."""
    created: list[Path] = []
    for one in staged:
        try:
            _create(one.temporary, one.target)
        except FileExistsError as error:
            for path in created:
                path.unlink()
            raise _lost(one.change) from error
        created.append(one.target)
        _sync_directory(one.target.parent)


def _replace(one: _Staged) -> None:
    try:
        one.temporary.replace(one.target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        stage(one.target, one.temporary.read_bytes()).replace(one.target)  # staged in another file system


def write_exclusive(path: Path, data: bytes, staging: Path | None = None) -> None:
    """Create a file that must not exist yet; `staging` as in `apply_changes`.

    Raises:
        FileExistsError: it does.
    """
    temporary = stage(path, data, prepared(staging))
    try:
        _create(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_directory(path.parent)


def _create(temporary: Path, target: Path) -> None:
    """Give staged content a name that nobody has taken. Raises FileExistsError when somebody has."""
    try:
        os.link(temporary, target)
    except OSError as error:
        if isinstance(error, FileExistsError | FileNotFoundError):
            raise
        with target.open("xb") as file:  # a file system without hard links
            file.write(temporary.read_bytes())


def _sync_directory(directory: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some network file systems refuse; the replace itself was atomic
    finally:
        os.close(descriptor)
