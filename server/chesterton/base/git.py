"""The one door to git: plumbing commands run in a repository, read-only.

Git is asked through its own executable, since only that follows every configuration, filter and
object format. Nothing here changes a repository, and no hook, pager, prompt or external diff runs.
"""

import os
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}


class GitError(Exception):
    """Git is missing, this is no repository, or a command failed; the message holds git's own words."""


class NothingFoundError(GitError):
    """Git looked and found nothing: it left with 1 and without a word, as `grep` and `rev-parse -q` do."""


def run(root: Path, *arguments: str, stdin: bytes = b"", timeout: float = 60.0) -> bytes:
    """The standard output of one git command.

    Raises:
        NothingFoundError: it looked and found nothing.
        GitError: git is not installed, failed, or took longer than `timeout` seconds.
    """
    try:
        done = subprocess.run(
            _command(root, arguments), input=stdin, capture_output=True, env=_environment(), timeout=timeout
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed, so there is no history to look at") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GitError(f"git {arguments[0]}: {error}") from error
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip()
        failure = NothingFoundError if done.returncode == 1 and not words else GitError
        raise failure(_plain(root, words) or f"git {arguments[0]}: {words or f'exit code {done.returncode}'}")
    return done.stdout


def _plain(root: Path, words: str) -> str | None:
    """What the two failures that are nobody's mistake mean; None for any other."""
    if "not a git repository" in words:
        return f"{root} is in no git repository, so there is no history to look at"
    if "does not have any commits yet" in words:
        return f"{root} has no commit yet, so there is no history to look at"
    return None


@contextmanager
def batch(root: Path) -> Generator["Batch"]:
    """A running `git cat-file --batch`: many objects, one process."""
    try:
        process = subprocess.Popen(
            _command(root, ("cat-file", "--batch")),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
    except OSError as error:
        raise GitError("git is not installed, so there is no history to look at") from error
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Batch(process.stdin, process.stdout)
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        process.wait()


class Batch:
    """Reads objects by any name git understands (`REV:path`, an object id)."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self._stdin = stdin
        self._stdout = stdout

    def read(self, name: str) -> bytes | None:
        """The content of an object, or None when there is no such object here.

        Raises:
            GitError: git has ended, as it does at once outside a repository.
        """
        if "\n" in name:
            return None
        try:
            self._stdin.write(name.encode(errors="surrogateescape") + b"\n")
            self._stdin.flush()
        except BrokenPipeError as error:
            raise GitError("git cat-file has ended; is this a git repository?") from error
        header = self._stdout.readline().split()
        if len(header) != 3 or not header[2].isdigit():
            return None
        data = self._stdout.read(int(header[2]))
        self._stdout.read(1)
        return data


def top_level(path: Path) -> Path | None:
    """The root of the work tree around `path`, or None outside any."""
    try:
        return Path(run(path, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    except GitError:
        return None


def prefix(root: Path) -> str:
    """Where `root` lies inside its work tree: `""` at the top and without git, else `sub/folder/`."""
    try:
        return _prefix(root)
    except GitError:
        return ""


@cache
def _prefix(root: Path) -> str:
    return run(root, "rev-parse", "--show-prefix").decode(errors="surrogateescape").rstrip("\n")


def blob(root: Path, commit: str, path: str) -> bytes:
    """A file of `root` as it was at a commit.

    Raises:
        GitError: it was not there, or there is no such commit here.
    """
    return run(root, "cat-file", "blob", f"{commit}:{prefix(root)}{path}")


def head(root: Path) -> str | None:
    """The full id of the checked-out commit, or None before the first commit or without git."""
    try:
        return run(root, "rev-parse", "--verify", "-q", "HEAD").decode().strip() or None
    except GitError:
        return None


def _command(root: Path, arguments: Sequence[str]) -> list[str]:
    safe = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false")
    return ["git", *safe, "-C", str(root), *arguments]


def _environment() -> dict[str, str]:
    """Ours with what keeps git quiet. A hook of a linked work tree names its GIT_DIR alone, and then git takes the
    folder that it is asked about for the top of the work tree.
    """
    inherited = dict(os.environ)
    if "GIT_WORK_TREE" not in inherited:
        inherited.pop("GIT_DIR", None)
    return {**inherited, **_ENVIRONMENT}
