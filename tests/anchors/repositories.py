"""Real git repositories for tests, one commit a call."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from chesterton.base import git

_GIT = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")


class Repository:
    """A repository in `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self._run("init", "-q", "-b", "main")

    def commit(self, files: Mapping[str, str | None], subject: str = "Change", day: str = "") -> str:
        """Write `files` (None deletes) and commit, on an ISO date or today; returns the commit's id."""
        for path, text in files.items():
            target = self.root / path
            if text is None:
                target.unlink()
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
        self._run("add", "-A")
        self._run("commit", "-q", "--allow-empty", "-m", subject, day=day)
        return git.run(self.root, "rev-parse", "HEAD").decode().strip()

    def rebase(self, onto: str) -> None:
        self._run("rebase", "-q", onto)

    def checkout(self, *arguments: str) -> None:
        self._run("checkout", "-q", *arguments)

    def merge(self, branch: str, *options: str) -> None:
        self._run("merge", "-q", *options, branch)

    def shallow_copy(self, root: Path) -> "Repository":
        """A clone in `root` that has the last commit only."""
        self._run("clone", "-q", "--depth", "1", self.root.as_uri(), str(root))
        return Repository(root)

    def _run(self, *arguments: str, day: str = "") -> None:
        dated = (
            {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"} if day else {}
        )
        subprocess.run(
            [*_GIT, *arguments], cwd=self.root, check=True, capture_output=True, env={**os.environ, **dated}
        )
