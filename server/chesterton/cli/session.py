"""A workspace opened for one command."""

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from chesterton.anchors.target import Target
from chesterton.base.disk import FileChange, apply_changes
from chesterton.base.paths import relative_to
from chesterton.cli.output import fail
from chesterton.code.workers import Workers
from chesterton.workspace import acts
from chesterton.workspace.host import Host
from chesterton.workspace.namesakes import namesakes_of
from chesterton.workspace.root import STORE, find_root, staging
from chesterton.workspace.snapshot import Snapshot


@contextmanager
def opened(root: Path | None) -> Generator[Host]:
    """The workspace at `root`, or around the current folder."""
    folder = root or find_root(Path.cwd())
    with Workers(os.cpu_count() or 1) as workers:
        try:
            host = Host(folder, workers)
        except NotADirectoryError:
            fail(f"{folder} is no folder")
        try:
            yield host
        finally:
            host.close()


def place_parts(words: str) -> tuple[str, str]:
    """The path of `PATH[:LINE|#SYMBOL]`, and the rest."""
    if "#" in words and Path(words).exists():
        return words, ""
    cut = min((at for at in (words.find("#"), words.find(":", 2)) if at >= 0), default=len(words))
    return words[:cut], words[cut:]


def from_here(root: Path, words: str) -> str:
    """A place that a person names, its path seen from the workspace; a path of the current folder comes first."""
    path, rest = place_parts(words)
    relative = relative_to(root, Path(path).absolute()) if path and Path(path).exists() else None
    return words if relative is None else f"{relative or '.'}{rest}"


def targets_of(snapshot: Snapshot, places: Sequence[str]) -> list[Target]:
    """The places that a person names. Says on standard error which of several declarations of a name is taken.

    Raises:
        RecordError: there is no such file or symbol; the message says what is near.
    """
    found: list[Target] = []
    for words in places:
        target = acts.find_target(snapshot, from_here(snapshot.root, words))
        if told := namesakes_of(snapshot, target, words):
            click.echo(told, err=True)
        found.append(target)
    return found


def need_records(host: Host) -> None:
    """Leave with code 2 where there is nothing to look at, so that a wrong folder never passes for a good one."""
    if not (host.root / STORE).is_dir() and not host.snapshot.records.records:
        fail(f"no record store and no decision records in {host.root}; `chesterton init` makes a store")


def write(host: Host, changes: Sequence[FileChange]) -> None:
    """Write what a person decided.

    Raises:
        LostRaceError: a file changed meanwhile; nothing was written.
        OSError: the disk refused.
    """
    apply_changes(host.root, changes, staging(host.root))


def index_with_progress(host: Host) -> int:
    """Bring the whole index up to date, with a bar on a terminal; returns how many files have facts."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=0, label="Indexing", file=sys.stderr, hidden=hidden) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        host.refresh(progress)
    return sum(1 for _ in host.index.indexed)
