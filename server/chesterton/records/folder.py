"""A workspace on disk as a `Reader`: what git does not ignore, or everything when there is no git."""

import os
from collections.abc import Iterable
from pathlib import Path

from chesterton.base import disk, git
from chesterton.base.paths import RepoPath
from chesterton.records.cache import Stamp, stamp_of

_SKIPPED = frozenset(
    {".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", "target", "dist", "build"}
)


class FolderReader:
    """Lists and reads the files below `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self) -> Iterable[RepoPath]:
        """Every file that git does not ignore; without git, every file outside folders of built things."""
        try:
            listed = git.run(self._root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
        except git.GitError:
            return self._walk()
        return [RepoPath(name) for name in listed.decode(errors="surrogateescape").split("\0") if name]

    def read(self, path: RepoPath) -> bytes:
        return disk.read(self._root / path)

    def stamp(self, path: RepoPath) -> Stamp | None:
        """The file system's stamp of a file."""
        return stamp_of(f"{self._root}/{path}")

    def _walk(self) -> list[RepoPath]:
        found: list[RepoPath] = []
        for folder, folders, names in os.walk(self._root):
            folders[:] = sorted(set(folders) - _SKIPPED)
            base = Path(folder).relative_to(self._root).as_posix()
            found += [RepoPath(name if base == "." else f"{base}/{name}") for name in sorted(names)]
        return found
