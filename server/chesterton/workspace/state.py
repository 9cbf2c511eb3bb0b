"""What one moment of a workspace is made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from chesterton.base.paths import RepoPath
from chesterton.records.model import Problem
from chesterton.records.store import RecordSet
from chesterton.workspace.config import Config
from chesterton.workspace.documents import Document
from chesterton.workspace.shelves import Shelves


@dataclass(frozen=True)
class State:
    """What a snapshot is a function of. `today` is the day on which validity and age are judged."""

    root: Path
    config: Config
    config_problems: tuple[Problem, ...]
    records: RecordSet
    shelves: Shelves
    open: Mapping[RepoPath, Document]
    moves: Mapping[RepoPath, RepoPath]
    today: date
    revision: int
