"""The folders of a workspace that hold records, and what is particular to each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.records.wild.dates import month_first
from chesterton.records.wild.detect import MARKERS, Read, find_folders
from chesterton.records.wild.kinds import DOCUMENTS, syntax_of

RECORDS = RepoPath(".chesterton/records")
"""Where new records go when the project has no folder of its own."""

SIDECAR = ".chesterton.yaml"
"""Appended to a record file's name: the file that holds our keys where its own text must not change."""


COMPANION = "kep.yaml"
"""Kubernetes keeps the metadata of an enhancement proposal in this file beside its text."""

NAMES = (*(f"*.{ending}" for ending in DOCUMENTS), *sorted(MARKERS), f"*{SIDECAR}", COMPANION)
"""Patterns for the names of all files, wherever they lie, that may have to do with records."""


class Root(NamedTuple):
    """One folder of records. `day_first`: 05/01/2022 is a day in January there."""

    folder: RepoPath
    day_first: bool = True

    def is_document(self, path: RepoPath) -> bool:
        """Whether a file of this folder may be a record."""
        name = path.rsplit("/", 1)[-1]
        return bool(syntax_of(path)) and not name.startswith(".")

    def wants(self, path: RepoPath) -> bool:
        """Whether a file of this folder is a record or says something about one."""
        return self.is_document(path) or path.endswith(SIDECAR) or path.rsplit("/", 1)[-1] == COMPANION

    def learn(self, contents: Iterable[bytes]) -> "Root":
        """The root with the habits that its files show."""
        votes = [vote for raw in contents if (vote := month_first(raw[:2000])) is not None]
        return self._replace(day_first=sum(votes) * 2 <= len(votes))


def find_roots(paths: Sequence[RepoPath], read: Read, decreed: Iterable[RepoPath] = ()) -> tuple[Root, ...]:
    """Our own folder, those that somebody named, and every folder of decisions that the project already has."""
    named = tuple(folder.strip("/") for folder in decreed)
    found = (folder for folder in find_folders(paths, read) if folder not in named)
    return (Root(RECORDS), *(Root(RepoPath(folder)) for folder in (*named, *found)))


def root_of(path: RepoPath, roots: Iterable[Root]) -> Root | None:
    """The root that a file belongs to."""
    for root in roots:
        if path.startswith(f"{root.folder}/") or not root.folder:
            return root
    return None
