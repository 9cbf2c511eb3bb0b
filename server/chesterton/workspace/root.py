"""Which folder is the workspace of a file or a working directory."""

from pathlib import Path

from chesterton.base import git

STORE = ".chesterton"


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that has a record store, else git's work tree, else `start` itself."""
    start = start if start.is_dir() else start.parent
    for folder in (start, *start.parents):
        if (folder / STORE).is_dir():
            return folder
    return git.top_level(start) or start


def is_too_wide(root: Path) -> bool:
    """Whether indexing `root` would mean indexing the machine: a home folder, a drive, the root itself."""
    return root.parent == root or root == Path.home()
