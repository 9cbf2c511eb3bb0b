"""What the host knows about the workspace as a whole; shared by its snapshots and refreshed in the background."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from chesterton.anchors.now import Trail
from chesterton.anchors.renew import Renewed
from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.code import scan
from chesterton.code.index import CodeIndex
from chesterton.code.scan import ScanRules
from chesterton.records.roots import NAMES
from chesterton.workspace.catalog import AnchorKey

_FEW = 50
"""Files that may be parsed to answer one question; when more mention a name the index is worth its price."""


class Listing:
    """The files of the workspace, who defines a name, and which anchors have strayed from the file they name.

    Until the index is `complete`, git answers in its place: a check of a few anchors never reads a whole repository.
    """

    def __init__(self, root: Path, index: CodeIndex, rules: ScanRules, *, hasty: bool) -> None:
        """`hasty`: until the files are `listed`, only those that git tracks may have to do with records."""
        self.listed = False
        self.complete = False
        self._hasty = hasty
        self._root = root
        self._index = index
        self._rules = rules
        self._strays: Mapping[RepoPath, tuple[AnchorKey, ...]] = {}
        self.trail: Trail = {}
        """What history told about anchors that are not plainly in their place."""
        self.renewed: Renewed = {}
        """What git gave for baselines of another version."""

    @property
    def paths(self) -> Sequence[RepoPath]:
        """Every file of the workspace, sorted."""
        return self._index.paths if self.listed else self._scanned

    @cached_property
    def _scanned(self) -> Sequence[RepoPath]:
        return scan.listing(self._root, self._rules, lambda path: False).paths

    def documents(self) -> Sequence[RepoPath]:
        """The files that may have to do with records. Where the tree is huge these come long before all `paths`."""
        if self.listed:
            return scan.matching(self._index.paths, NAMES)
        return self._tracked if self._hasty else scan.named(self._root, self._rules, NAMES)

    @cached_property
    def _tracked(self) -> Sequence[RepoPath]:
        return scan.named(self._root, self._rules, NAMES, tracked=True)

    def take_paths(self) -> bool:
        """The index has listed the files; whether there are `documents` that were not known until now."""
        first, self.listed = not self.listed, True
        return first and self._hasty and not set(self._tracked).issuperset(self.documents())

    def defining(self, name: str) -> Iterable[RepoPath]:
        """The files that declare a symbol with this bare name, or until the index is complete those that mention it."""
        if not self.complete:
            mentioning = self._mentioning(name)
            if mentioning is not None and len(mentioning) <= _FEW:
                return mentioning
            self._index.refresh()
            self.listed = self.complete = True
        return sorted({place.path for place in self._index.named(name)})

    def _mentioning(self, name: str) -> Sequence[RepoPath] | None:
        """The files with a word in them, as git sees it; None where git can't tell."""
        try:
            found = git.run(self._root, "grep", "-lwFz", "--untracked", "-e", name, "--")
        except git.NothingFoundError:
            return ()
        except git.GitError:
            return None
        return [RepoPath(raw.decode(errors="surrogateescape")) for raw in found.split(b"\0") if raw]

    def strays(self, path: RepoPath) -> Sequence[AnchorKey]:
        """The anchors that were last seen in the file at `path` though they name another one."""
        return self._strays.get(path, ())

    def remember_strays(self, seen: Iterable[tuple[AnchorKey, RepoPath]]) -> None:
        """Take note of where anchors are that are not in the file they name: pairs of anchor and present path."""
        strays: dict[RepoPath, list[AnchorKey]] = defaultdict(list)
        for key, path in seen:
            strays[path].append(key)
        self._strays = {path: tuple(keys) for path, keys in strays.items()}
