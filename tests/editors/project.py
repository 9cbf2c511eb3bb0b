"""A small repository with code, history and records, one for each test."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.editors.editor import place
from tests.editors.installed import ROOT

SOURCES = ROOT / "tests" / "fixtures" / "payments"


class Project:
    """`root` is its folder; records are written by the command line, as a colleague at another desk would."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def code(self) -> Path:
        return self.root / "pay.py"

    def at(self, needle: str) -> tuple[int, int]:
        """Line and character of the first occurrence of `needle` in the code on disk."""
        return place(self.code.read_text(), needle)

    def record(self, kind: str, title: str, at: str, text: str, *, propose: bool = False) -> Path:
        """A new record's file."""
        flags = ["--propose"] if propose else []
        answer = self._chesterton("record", "--kind", kind, "--title", title, "--at", at, "-m", text, *flags)
        return self.root / answer["path"]

    def records(self) -> dict[Path, str]:
        """The text of each record's file."""
        return {path: path.read_text() for path in (self.root / ".chesterton" / "records").glob("*.md")}

    def records_with(self, *words: str) -> list[Path]:
        """The records whose file has all the words in it."""
        return [path for path, text in self.records().items() if all(word in text for word in words)]

    def drift(self) -> list[str]:
        """The verdicts of the command line on what is on disk, those that hold left out."""
        return [entry["verdict"] for entry in self._chesterton("drift")]

    def set_up(self) -> None:
        """Lay and commit the sources and an empty record store."""
        shutil.copytree(SOURCES, self.root)
        self._git("init", "--quiet")
        self._git("config", "user.name", "Ada")
        self._git("config", "user.email", "ada@example.org")
        self._chesterton("init")
        self.commit()

    def commit(self) -> None:
        self._git("add", "--all")
        self._git("commit", "--quiet", "--allow-empty", "--message", "Change")

    def _git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=self.root, text=True, capture_output=True, check=True
        ).stdout

    def _chesterton(self, *arguments: str) -> Any:
        command = [sys.executable, "-m", "chesterton", *arguments, "--json"]
        done = subprocess.run(command, cwd=self.root, text=True, capture_output=True, check=False)
        assert done.returncode in (0, 1), done.stderr  # 1: there is something to say
        return json.loads(done.stdout)
