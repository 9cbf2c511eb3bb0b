"""The repositories of the benchmark: their records at a pinned commit, and the commits that cite one."""

import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card
from chesterton.recall.from_records import card_of
from chesterton.records.reading import read_record
from chesterton.records.store import RecordSet

TODAY = date(2026, 9, 1)
_CITES = re.compile(r"\badrs?[-_ #/]*0*(\d{1,4})\b", re.IGNORECASE)
_NO_RECORD = re.compile(
    r"(?:^|/)(?:readme|index|template|adr-template|_category_|process|0000-)[^/]*$", re.IGNORECASE
)
_TRAILER = re.compile(
    r"^(?:signed-off-by|co-authored-by|change-id|closes|fixes|refs?)\b.*$", re.IGNORECASE | re.MULTILINE
)
_LINK = re.compile(r"https?://\S+|\(#\d+\)|#\d+|\S*/\S*\.md\b")
_MOST_FILES = 40


class Commit(NamedTuple):
    """A commit that cites records. `words` is its message without what names them, `subject` its first line alone."""

    id: str
    subject: str
    words: str
    cites: tuple[str, ...]
    files: tuple[str, ...]


class Repository:
    """One repository, read from a bare mirror."""

    def __init__(
        self, name: str, commit: str, folders: list[str], mirror: Path, nested: bool = False
    ) -> None:
        self.name = name
        self.commit = commit
        self._folders = folders
        self._nested = nested
        self._git = mirror / name.replace("/", "+") / "repo"

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self._git), *arguments], capture_output=True, check=True, timeout=300
        )
        return done.stdout.decode(errors="replace")

    def blob(self, revision: str, path: str) -> bytes | None:
        done = subprocess.run(
            ["git", "-C", str(self._git), "show", f"{revision}:{path}"], capture_output=True
        )
        return done.stdout if done.returncode == 0 else None

    @property
    def tuned(self) -> bool:
        """Whether this repository belongs to the half that weights may be chosen on."""
        return hashlib.sha1(self.name.encode(), usedforsecurity=False).digest()[0] % 2 == 0

    @cached_property
    def files(self) -> frozenset[str]:
        return frozenset(self.git("ls-tree", "-r", "--name-only", self.commit).splitlines())

    @cached_property
    def texts(self) -> dict[str, bytes]:
        """The record files by path."""
        return {
            path: self.blob(self.commit, path) or b"" for path in sorted(self.files) if self._is_record(path)
        }

    def _is_record(self, path: str) -> bool:
        folder, _, file = path.rpartition("/")
        if not path.endswith(".md"):
            return False
        if self._nested:
            return file == "README.md" and folder.rpartition("/")[0] in self._folders
        return folder in self._folders and not _NO_RECORD.search(path)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        readings = {RepoPath(path): read_record(RepoPath(path), raw) for path, raw in self.texts.items()}
        records = RecordSet(readings)
        return tuple(card_of(record, records, TODAY) for record in records.records)

    @cached_property
    def by_number(self) -> dict[int, str]:
        """Record paths by number, where the number means one record."""
        found: dict[int, list[str]] = {}
        for card in self.cards:
            if card.number is not None:
                found.setdefault(card.number, []).append(card.path)
        return {number: paths[0] for number, paths in found.items() if len(paths) == 1}

    @cached_property
    def commits(self) -> tuple[Commit, ...]:
        """The commits that cite a record of today, oldest first, with the other files they touch."""
        return tuple(self._commits())

    def _commits(self) -> Iterator[Commit]:
        log = self.git(
            "log", "--no-merges", "--reverse", "-i", "-E", "--grep=adrs?[-_ #/]*[0-9]",
            "--name-only", "--format=%x01%H%x02%B%x03", self.commit,
        )  # fmt: skip
        for entry in log.split("\x01")[1:]:
            identity, _, rest = entry.partition("\x02")
            message, _, names = rest.partition("\x03")
            cited = {self.by_number.get(int(number)) for number in _CITES.findall(message)} - {None}
            files = tuple(name for name in names.split("\n") if name and not self._is_record(name))
            if cited and files and len(files) <= _MOST_FILES:
                subject = message.strip().partition("\n")[0]
                yield Commit(identity[:12], _plain(subject), _plain(message), tuple(sorted(cited)), files)


def _plain(message: str) -> str:
    text = _LINK.sub(" ", _TRAILER.sub(" ", message))
    return re.sub(r"\s+", " ", _CITES.sub(" ", text))[:400].strip()


def repositories(mirror: Path) -> list[Repository]:
    data = tomllib.loads(Path(__file__).with_name("repositories.toml").read_text())
    return [
        Repository(one["name"], one["commit"], one["folders"], mirror, one.get("nested", False))
        for one in data["repository"]
        if (mirror / one["name"].replace("/", "+") / "repo").is_dir()
    ]
