"""Content that waits for its name: written whole under another one first, so that no reader meets half a file."""

import contextlib
import os
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

_ABANDONED_SECONDS = 3600.0
"""A write takes far less; what is older was left behind by a process that was killed."""


def prepared(folder: Path | None) -> Path | None:
    """The folder, made, ignored by git and without what others left behind; None where it can't be used."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (ignore := folder / ".gitignore").exists():
            ignore.write_text("*\n", "utf-8")
        remove_abandoned(folder, "*.tmp")
    except OSError:
        return None
    return folder


def stage(target: Path, data: bytes, folder: Path | None = None) -> Path:
    """The content of `target` on disk, in `folder` or else beside it, with the mode that the target has or will have.

    Raises:
        OSError: the disk refused; it names the target, and nothing is left.
    """
    name = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(".tmp", f".{target.name[:40]}.", folder or target.parent)
        with open(descriptor, "wb", closefd=True) as file:  # noqa: PTH123 - a descriptor, not a path
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)  # noqa: PTH101
    except BaseException as error:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(target)
        raise
    return Path(name)


@contextmanager
def replacing(path: Path) -> Generator[IO[bytes]]:
    """A file to write into; it takes the place of the one at `path` once it is whole, else nothing of it stays.

    For what can be made again: nobody waits for the disk here. A device or a pipe is written to as it is.

    Raises:
        OSError: the disk refused; it names the path.
    """
    special = path.exists() and not path.is_file()
    temporary = path if special else path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
        if not special:
            temporary.replace(path)
    except BaseException as error:
        if not special:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
    remove_abandoned(path.parent, f"{path.name}.*.tmp")


def remove_abandoned(folder: Path, glob: str) -> None:
    """Remove the files that nobody has written to for long."""
    oldest = time.time() - _ABANDONED_SECONDS
    for path in folder.glob(glob):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


@cache
def _umask() -> int:
    """Asked for once: to read it is to set it, for all threads."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
