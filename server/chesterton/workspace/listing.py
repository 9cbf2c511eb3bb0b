"""What the host knows about the workspace as a whole; shared by its snapshots and refreshed in the background."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from chesterton.base.paths import RepoPath
from chesterton.code.index import CodeIndex
from chesterton.workspace.catalog import AnchorKey


class Listing:
    """The files of the workspace, who defines a name, and which anchors have strayed from the file they name."""

    def __init__(self, index: CodeIndex) -> None:
        self._index = index
        self._strays: Mapping[RepoPath, tuple[AnchorKey, ...]] = {}

    @property
    def paths(self) -> Sequence[RepoPath]:
        """Every file of the workspace, sorted."""
        return self._index.paths

    def defining(self, name: str) -> Iterable[RepoPath]:
        return sorted({place.path for place in self._index.named(name)})

    def strays(self, path: RepoPath) -> Sequence[AnchorKey]:
        """The anchors that were last seen in the file at `path` though they name another one."""
        return self._strays.get(path, ())

    def remember_strays(self, seen: Iterable[tuple[AnchorKey, RepoPath]]) -> None:
        """Take note of where anchors are that are not in the file they name: pairs of anchor and present path."""
        strays: dict[RepoPath, list[AnchorKey]] = defaultdict(list)
        for key, path in seen:
            strays[path].append(key)
        self._strays = {path: tuple(keys) for path, keys in strays.items()}
