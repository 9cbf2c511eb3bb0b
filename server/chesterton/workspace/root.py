"""Which folder is the workspace of a file or a working directory, and which files its store has."""

import os
from collections.abc import Iterator
from pathlib import Path

from chesterton.base import git
from chesterton.base.paths import RepoPath

STORE = ".chesterton"
CACHE = f"{STORE}/cache"
STAGING = f"{CACHE}/staged"


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that has a record store, else git's work tree, else `start` itself."""
    start = start if start.is_dir() else start.parent
    for folder in (start, *start.parents):
        if (folder / STORE).is_dir():
            return folder
    return git.top_level(start) or start


def is_claimed(root: Path) -> bool:
    """Whether somebody has made `root` a place that records may be written to: it has a store or is a repository."""
    return (root / STORE).is_dir() or (root / ".git").exists()


def is_too_wide(root: Path) -> bool:
    """Whether indexing `root` would mean indexing the machine: a home folder, a drive, the root itself."""
    return root.parent == root or root == Path.home()


def staging(root: Path) -> Path | None:
    """Where what is about to be written waits; None while there is no store."""
    return root / STAGING if (root / STORE).is_dir() else None


def store_files(root: Path) -> Iterator[RepoPath]:
    """The files of the store but for its cache, which anybody may delete while this looks."""
    return _files_below(root, STORE)


def _files_below(root: Path, folder: str) -> Iterator[RepoPath]:
    try:
        with os.scandir(root / folder) as found:
            entries = list(found)
    except OSError:
        return
    for entry in entries:
        inside = f"{folder}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if inside != CACHE:
                yield from _files_below(root, inside)
        elif _is_file(entry):
            yield RepoPath(inside)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link to itself
        return False
