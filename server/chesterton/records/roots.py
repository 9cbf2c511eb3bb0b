"""The folders of a workspace that hold records, and what is particular to each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.records.mounts import Mounts, mounted
from chesterton.records.wild.dates import month_first
from chesterton.records.wild.detect import MARKERS, Read, find_folders
from chesterton.records.wild.kinds import DOCUMENTS, is_fixture, syntax_of
from chesterton.records.wild.logs import holds_entries, is_log_name

RECORDS = RepoPath(".chesterton/records")
"""Where new records go when the project has no folder of its own."""

SIDECAR = ".chesterton.yaml"
"""Appended to a record file's name: the file that holds our keys where its own text must not change."""


COMPANION = "kep.yaml"
"""Kubernetes keeps the metadata of an enhancement proposal in this file beside its text."""

NAMES = (*(f"*.{ending}" for ending in DOCUMENTS), *sorted(MARKERS), f"*{SIDECAR}", COMPANION)
"""Patterns for the names of all files, wherever they lie, that may have to do with records."""


LOG_SIDE = ".chesterton"
"""Appended to a decision log's name: the folder with the side files of its entries."""


def beside(file: RepoPath, entry: str = "") -> RepoPath:
    """The side file of the record in `file`, or of an entry of the log `file`."""
    return RepoPath(f"{file}{LOG_SIDE}/{entry}{SIDECAR}" if entry else f"{file}{SIDECAR}")


class Root(NamedTuple):
    """One folder of records, or one decision log. `day_first`: 05/01/2022 is a day in January there.

    `mount` is what the store is called that it belongs to, and `home` that store's folder; both are "" for what is the
    workspace's.
    """

    folder: RepoPath
    day_first: bool = True
    log: bool = False
    mount: str = ""
    home: str = ""

    @property
    def own(self) -> bool:
        """Whether a store of ours keeps its records here."""
        return self.folder == f"{self.base}{RECORDS}"

    @property
    def base(self) -> str:
        """What the anchors of a mount's records begin with, seen from the workspace."""
        return f"{self.home}/" if self.home else ""

    def is_document(self, path: RepoPath) -> bool:
        """Whether a file of this folder may be a record."""
        name = path.rsplit("/", 1)[-1]
        return bool(syntax_of(path)) and not name.startswith(".") and not self.log

    def wants(self, path: RepoPath) -> bool:
        """Whether a file of this folder is a record or says something about one."""
        if self.log:
            return path == self.folder or path.endswith(SIDECAR)
        return self.is_document(path) or path.endswith(SIDECAR) or path.rsplit("/", 1)[-1] == COMPANION

    def learn(self, contents: Iterable[bytes]) -> "Root":
        """The root with the habits that its files show."""
        votes = [vote for raw in contents if (vote := month_first(raw[:2000])) is not None]
        return self._replace(day_first=sum(votes) * 2 <= len(votes))


def find_roots(paths: Sequence[RepoPath], read: Read, decreed: Iterable[RepoPath] = ()) -> tuple[Root, ...]:
    """Our own folder, those that somebody named, every decision log and folder of decisions that the project has.

    A name may be a file's: it is a log then, whatever it is called.
    """
    files = frozenset(paths)
    named = tuple(RepoPath(folder.strip("/")) for folder in decreed)
    logs = (path for path in paths if path in named or _is_log(path, read))
    folders = dict.fromkeys((*(name for name in named if name not in files), *find_folders(paths, read)))
    mounts = Mounts(mounted(paths))

    def root(folder: str, *, log: bool = False) -> Root:
        home = next(iter(mounts.around(folder)), "")
        return Root(RepoPath(folder), log=log, mount=mounts.name_of(home) if home else "", home=home)

    theirs = (root(f"{folder}/{RECORDS}") for folder in mounts.by_name.values())
    found = (Root(RECORDS), *theirs, *(root(log, log=True) for log in logs), *map(root, folders))
    return tuple(dict.fromkeys(found))


def _is_log(path: RepoPath, read: Read) -> bool:
    if not syntax_of(path) or not is_log_name(path) or is_fixture(path) or path.startswith(".chesterton/"):
        return False
    raw = read(path)
    return raw is not None and holds_entries(path, raw)


def root_of(path: RepoPath, roots: Iterable[Root]) -> Root | None:
    """The root that a file belongs to."""
    for root in roots:
        if root.log:
            if path == root.folder or path.startswith((f"{root.folder}#", f"{root.folder}{LOG_SIDE}/")):
                return root
        elif path.startswith(f"{root.folder}/") or not root.folder:
            return root
    return None
