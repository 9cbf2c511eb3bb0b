"""The past of a repository, read through git's plumbing: first-parent commits and files as they were."""

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from chesterton.anchors.now import FileView
from chesterton.anchors.views import ViewOf, view_of
from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.code import languages

RENAME = "-M50%"
_FORMAT = "--format=%x01%H%x00%P%x00%an%x00%as%x00%s%x00"
_LIMIT = "-l4000"
_TIMEOUT = 120.0


class FileStatus(NamedTuple):
    """A changed file: None for the side on which it does not exist."""

    old: RepoPath | None
    new: RepoPath | None


class Commit(NamedTuple):
    """A commit against its first parent ("" for the first of all). `date` is the author's day.

    `leap` is None for a real commit; where no way through the history is known, it is how many days lie
    between the two states that are compared.
    """

    id: str
    parent: str
    author: str
    date: str
    subject: str
    files: tuple[FileStatus, ...]
    leap: int | None = None

    @property
    def renames(self) -> dict[RepoPath, RepoPath]:
        """Files that kept most of their text under another path."""
        return {file.old: file.new for file in self.files if file.old and file.new and file.old != file.new}


def commits(root: Path, start: str, end: str = "HEAD", paths: Sequence[RepoPath] = ()) -> list[Commit]:
    """The commits that lead from `start` to `end`, oldest first, along first parents where that is
    possible; all up to `end` for an empty `start`. `paths` keeps those that touch one of them, and only
    these files in each. When `start` is no ancestor of `end` (a rebase, a squash), the answer is one leap
    from one to the other.

    Raises:
        GitError: there is no such commit here, or no git.
    """
    if not start:
        return _log(root, end, paths)
    line = _log(root, f"{start}..{end}", paths)
    if paths or not line:
        return line
    first = git.run(root, "rev-parse", f"{start}^{{commit}}").decode().strip()
    if line[0].parent == first:
        return line
    return _along(root, _path(root, first, end)) or [_leap(root, first, end)]


def fork(root: Path, start: str, end: str) -> list[Commit]:
    """The first-parent commits of `end` since it parted from `start`, oldest first; empty when the two have
    nothing in common.

    Raises:
        GitError: there is no such commit here, or no git.
    """
    try:
        base = git.run(root, "merge-base", start, end).decode().strip()
    except git.GitError:
        return []
    return _log(root, f"{base}..{end}", ())


def _leap(root: Path, start: str, end: str) -> Commit:
    days = [int(git.run(root, "show", "-s", "--format=%ct", one)) // 86_400 for one in (start, end)]
    return changed_files(root, start, end)._replace(leap=abs(days[1] - days[0]))


def _log(root: Path, span: str, paths: Sequence[RepoPath]) -> list[Commit]:
    found = git.run(
        root, "log", "-z", "--first-parent", "-m", "--relative", "--name-status", RENAME, _LIMIT,
        "--reverse", _FORMAT, span, "--", *(f":(literal){path}" for path in paths), timeout=_TIMEOUT,
    )  # fmt: skip
    return [_commit(entry) for entry in found.decode(errors="replace").split("\x01") if entry]


def _path(root: Path, start: str, end: str) -> list[str]:
    """The shortest way from `end` back to `start` through parents, oldest first with `start` in front;
    empty when there is none.
    """
    out = git.run(root, "rev-list", "--parents", "--ancestry-path", f"{start}..{end}", timeout=_TIMEOUT)
    parents = {line.split()[0]: line.split()[1:] for line in out.decode().splitlines()}
    tip = git.run(root, "rev-parse", f"{end}^{{commit}}").decode().strip()
    came: dict[str, str] = {tip: ""}
    queue = deque([tip])
    while queue and start not in came:
        here = queue.popleft()
        for parent in parents.get(here, ()):
            if parent not in came:
                came[parent] = here
                queue.append(parent)
    way: list[str] = []
    here = start if start in came else ""
    while here:
        way.append(here)
        here = came[here]
    return way


def _along(root: Path, way: Sequence[str]) -> list[Commit]:
    """The commits of a way, each against the one before it."""
    lines = "".join(f"{new} {old}\n" for old, new in pairwise(way))
    out = git.run(
        root, "diff-tree", "--stdin", "-r", "-z", "--relative", RENAME, _LIMIT, "--name-status", _FORMAT,
        stdin=lines.encode(), timeout=_TIMEOUT,
    )  # fmt: skip
    found = [_commit(entry) for entry in out.decode(errors="replace").split("\x01") if entry]
    parents = dict(zip(way[1:], way, strict=False))
    return [commit._replace(parent=parents[commit.id]) for commit in found]


def changed_files(root: Path, old: str, new: str) -> Commit:
    """The difference of any two commits, as if it were one commit.

    Raises:
        GitError: there is no such commit here, or no git.
    """
    out = git.run(
        root,
        "diff-tree",
        "-r",
        "-z",
        "--relative",
        RENAME,
        _LIMIT,
        "--name-status",
        old,
        new,
        timeout=_TIMEOUT,
    )
    return Commit(new, old, "", "", "", tuple(_files(out.decode(errors="replace").split("\0"))))


class Revisions:
    """Files as they were, read and parsed once each."""

    def __init__(self, batch: git.Batch, prefix: str, view_of: ViewOf) -> None:
        self._batch = batch
        self._prefix = prefix
        self._view_of = view_of
        self._known: dict[tuple[str, RepoPath], FileView | None] = {}

    def view(self, commit: str, path: RepoPath) -> FileView | None:
        """A file at a commit, or None when it is not there."""
        key = (commit, path)
        if key not in self._known:
            raw = self._batch.read(f"{commit}:{self._prefix}{path}") if commit else None
            self._known[key] = None if raw is None else self._view_of(path, raw)
        return self._known[key]

    def carry(self, path: RepoPath, old: str, new: str) -> None:
        """Remember that a file is the same at two commits."""
        if (old, path) in self._known:
            self._known[new, path] = self._known[old, path]

    def sides(self, commit: Commit, language: str) -> tuple[list[FileView], list[FileView]]:
        """The files of one language that a commit changed, before and after; equal ones left out."""
        olds: list[FileView] = []
        news: list[FileView] = []
        for file in commit.files:
            old = self._of(commit.parent, file.old, language)
            new = self._of(commit.id, file.new, language)
            if old is None or new is None or old.data != new.data:
                olds += [old] if old else []
                news += [new] if new else []
        return olds, news

    def _of(self, commit: str, path: RepoPath | None, language: str) -> FileView | None:
        if path is None or not same_language(path, language):
            return None
        return self.view(commit, path)


@contextmanager
def revisions(root: Path, view_of: ViewOf = view_of) -> Generator[Revisions]:
    """A reader of files at commits of one repository, which `view_of` parses.

    Raises:
        GitError: git is not installed.
    """
    with git.batch(root) as batch:
        yield Revisions(batch, git.prefix(root), view_of)


def same_language(path: RepoPath, language: str) -> bool:
    """Whether symbols of `language` may live in a file of this name."""
    found, wanted = languages.for_path(path), languages.by_name(language)
    return found is not None and wanted is not None and found.family == wanted.family


def _commit(entry: str) -> Commit:
    identity, parents, author, date, subject, *rest = entry.split("\0")
    files = tuple(_files([field.lstrip("\n") for field in rest]))
    return Commit(identity, parents.partition(" ")[0], author, date, subject, files)


def _files(fields: Sequence[str]) -> Iterable[FileStatus]:
    at = 0
    while at + 1 < len(fields):
        status = fields[at]
        if not status:
            at += 1
            continue
        first = RepoPath(fields[at + 1])
        if status[0] in "RC" and at + 2 < len(fields):
            second = RepoPath(fields[at + 2])
            yield FileStatus(first if status[0] == "R" else None, second)
            at += 3
            continue
        yield FileStatus(None if status[0] == "A" else first, None if status[0] == "D" else first)
        at += 2
