"""A commit as a `Reader`: what the records said then."""

from collections.abc import Iterable
from pathlib import Path

from chesterton.base import git
from chesterton.base.disk import UnreadableError
from chesterton.base.paths import RepoPath


class CommitReader:
    """Lists and reads the files of one commit. Close it, or use it in a `with` of `git.batch`."""

    def __init__(self, root: Path, commit: str, batch: git.Batch) -> None:
        """Look into `commit`, any name that git understands.

        Raises:
            git.GitError: there is no such commit, or no git.
        """
        self._batch = batch
        self._commit = git.run(root, "rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
        prefix = git.run(root, "rev-parse", "--show-prefix").decode().rstrip("\n") if _has_tree(root) else ""
        self._prefix = prefix
        listed = git.run(root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", self._commit)
        names = (name for name in listed.decode(errors="surrogateescape").split("\0") if name)
        self._paths = [RepoPath(name[len(prefix) :]) for name in names if name.startswith(prefix)]

    def paths(self) -> Iterable[RepoPath]:
        return self._paths

    def read(self, path: RepoPath) -> bytes:
        data = self._batch.read(f"{self._commit}:{self._prefix}{path}")
        if data is None:
            raise UnreadableError(f"{path}: not in {self._commit[:12]}")
        return data


def _has_tree(root: Path) -> bool:
    return git.run(root, "rev-parse", "--is-inside-work-tree").strip() == b"true"
