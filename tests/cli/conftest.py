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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A committed git repository with one Python file; the current folder."""
    (tmp_path / "auth.py").write_text(SOURCE)
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-qm", "Start"],
        ["config", "user.name", "Ann"],
    ):
        subprocess.run([*git, *arguments], cwd=tmp_path, check=True)
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
