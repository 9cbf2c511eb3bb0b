import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from chesterton.cli.main import main

SOURCE = '''\
class Session:
    def verify(self, token):
        """Check a token."""
        expected = self.secret.sign(self.user)
        self.attempts.append((token, self.clock.now()))
        return compare_digest(expected, token)

    def close(self):
        self.open = False
'''


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True)


def commit(folder: Path, subject: str = "Step") -> None:
    """Commit everything that changed."""
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", subject, "--allow-empty")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A committed git repository with one Python file; the current folder."""
    (tmp_path / "auth.py").write_text(SOURCE)
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "Ann")
    commit(tmp_path, "Start")
    monkeypatch.chdir(tmp_path)
    return tmp_path


Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs a command line in this process, without a terminal."""

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, catch_exceptions=False)

    return call


@pytest.fixture
def answer(run: Run) -> Callable[..., Any]:
    """Runs a command with `--json` and gives what it printed, whatever the exit code."""

    def call(*arguments: str) -> Any:
        return json.loads(run(*arguments, "--json").stdout)

    return call
