"""Real git repositories for tests, one commit a call."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from chesterton.base import git

_GIT = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")


class Repository:
    """A repository in `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._run("init", "-q", "-b", "main")

    def commit(self, files: Mapping[str, str | None], subject: str = "Change") -> str:
        """Write `files` (None deletes) and commit; returns the commit's id."""
        for path, text in files.items():
            target = self.root / path
            if text is None:
                target.unlink()
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
        self._run("add", "-A")
        self._run("commit", "-q", "--allow-empty", "-m", subject)
        return git.run(self.root, "rev-parse", "HEAD").decode().strip()

    def checkout(self, *arguments: str) -> None:
        self._run("checkout", "-q", *arguments)

    def merge(self, branch: str, *options: str) -> None:
        self._run("merge", "-q", *options, branch)

    def _run(self, *arguments: str) -> None:
        subprocess.run([*_GIT, *arguments], cwd=self.root, check=True, capture_output=True)
