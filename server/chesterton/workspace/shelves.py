"""The library of a workspace: read when it is first asked for, kept up to date by every change."""

from collections.abc import Callable, Mapping
from functools import cached_property

from chesterton.base.paths import RepoPath
from chesterton.records.library import Library, is_page


class Shelves:
    """Immutable: `update` gives new ones. Until somebody asks, changes are only noted."""

    def __init__(
        self, load: Callable[[], Library], changes: Mapping[RepoPath, bytes | None] | None = None
    ) -> None:
        self._load = load
        self._changes = changes or {}

    @cached_property
    def library(self) -> Library:
        return self._load().update(self._changes)

    def update(self, changes: Mapping[RepoPath, bytes | None]) -> "Shelves":
        """The shelves after files got new content, or went away (None). Other files are ignored."""
        mine = {path: raw for path, raw in changes.items() if is_page(path)}
        if not mine:
            return self
        if "library" in self.__dict__:
            updated = self.library.update(mine)
            return Shelves(lambda: updated)
        return Shelves(self._load, {**self._changes, **mine})
