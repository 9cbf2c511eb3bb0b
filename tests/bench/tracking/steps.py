"""One commit step of a real repository as two sides of file views."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from chesterton.anchors.now import FileView
from chesterton.anchors.views import view_of
from chesterton.base import git
from chesterton.base.paths import RepoPath


class Step(NamedTuple):
    """The changed files on both sides and how git says files were renamed."""

    old: dict[RepoPath, FileView]
    new: dict[RepoPath, FileView]
    renames: Mapping[RepoPath, RepoPath]
    changed: frozenset[RepoPath]


def read_step(repository: Path, before: str, after: str, suffixes: frozenset[str]) -> Step:
    """The files of the languages with `suffixes` that differ between two commits."""
    out = git.run(repository, "diff-tree", "-r", "-M50%", "-l20000", "--name-status", "-z", before, after)
    fields = out.decode(errors="replace").split("\0")
    olds: list[RepoPath] = []
    news: list[RepoPath] = []
    renames: dict[RepoPath, RepoPath] = {}
    at = 0
    while at + 1 < len(fields):
        status = fields[at]
        paths = [RepoPath(path) for path in fields[at + 1 : at + (3 if status[0] in "RC" else 2)]]
        at += 1 + len(paths)
        if status[0] == "R":
            renames[paths[0]] = paths[1]
        if status[0] in "MDRT":
            olds.append(paths[0])
        if status[0] in "MARCT":
            news.append(paths[-1])
    with git.batch(repository) as batch:
        old = {
            path: raw
            for path in olds
            if Path(path).suffix in suffixes and (raw := batch.read(f"{before}:{path}"))
        }
        new = {
            path: raw
            for path in news
            if Path(path).suffix in suffixes and (raw := batch.read(f"{after}:{path}"))
        }
    equal = {path for path, raw in old.items() if new.get(renames.get(path, path)) == raw}
    return Step(
        {path: view_of(path, raw) for path, raw in old.items() if path not in equal},
        {
            path: view_of(path, raw)
            for path, raw in new.items()
            if path not in {renames.get(other, other) for other in equal}
        },
        renames,
        frozenset(olds),
    )


def read_file(repository: Path, commit: str, path: RepoPath) -> FileView | None:
    try:
        return view_of(path, git.run(repository, "cat-file", "blob", f"{commit}:{path}"))
    except git.GitError:
        return None
