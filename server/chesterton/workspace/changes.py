"""What can happen to a workspace. `Host.apply` takes these and nothing else changes a snapshot."""

from dataclasses import dataclass

from chesterton.base.paths import RepoPath
from chesterton.base.text import Edit, Text


@dataclass(frozen=True)
class Opened:
    """An editor holds the file; its buffer counts from now on."""

    path: RepoPath
    text: Text
    version: int | None = None


@dataclass(frozen=True)
class Edited:
    """The buffer changed by edits that refer to the text before them, one after the other."""

    path: RepoPath
    edits: tuple[Edit, ...]
    version: int | None = None


@dataclass(frozen=True)
class Closed:
    """The editor let go of the file; the disk counts again."""

    path: RepoPath


@dataclass(frozen=True)
class Touched:
    """Files were created, changed or deleted on disk; with None anything may have been."""

    paths: frozenset[RepoPath] | None


@dataclass(frozen=True)
class Moved:
    """The editor moved files or folders, from the first path to the second."""

    moves: tuple[tuple[RepoPath, RepoPath], ...]


Change = Opened | Edited | Closed | Touched | Moved
