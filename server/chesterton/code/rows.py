"""Which content each file of the workspace has, in memory; loaded when somebody first asks."""

import threading
from collections.abc import Callable, Mapping, Sequence

from chesterton.base.paths import RepoPath
from chesterton.code.extraction import NOT_INDEXED
from chesterton.code.store import Row


class Rows:
    """The rows of all files. Reads may come from any thread, changes from one at a time.

    A workspace of the Linux kernel's size has eighty thousand, so nobody waits for them who asks about a single file.
    """

    def __init__(self, load: Callable[[], dict[RepoPath, Row]]) -> None:
        self._load = load
        self._loading = threading.Lock()
        self._loaded: tuple[dict[RepoPath, Row], dict[int, tuple[RepoPath, ...]]] | None = None
        self._paths: tuple[RepoPath, ...] | None = None

    @property
    def by_path(self) -> Mapping[RepoPath, Row]:
        return self._tables()[0]

    @property
    def by_key(self) -> Mapping[int, tuple[RepoPath, ...]]:
        """The files of each content."""
        return self._tables()[1]

    @property
    def paths(self) -> Sequence[RepoPath]:
        """Every file of the workspace, sorted; before they are set those that have a row."""
        if self._paths is None:
            self._paths = tuple(sorted(self.by_path))
        return self._paths

    @paths.setter
    def paths(self, paths: tuple[RepoPath, ...]) -> None:
        self._paths = paths

    def having(self, key: int) -> tuple[RepoPath, ...]:
        return self.by_key.get(key, ())

    def link(self, path: RepoPath, row: Row) -> None:
        """Put the row of a file that has none."""
        _link(*self._tables(), path, row)

    def replace(self, path: RepoPath, row: Row) -> None:
        """Put another row of a file whose content is the same."""
        self._tables()[0][path] = row

    def unlink(self, path: RepoPath) -> None:
        rows, by_key = self._tables()
        row = rows.pop(path, None)
        if row and row.key != NOT_INDEXED:
            rest = tuple(other for other in by_key[row.key] if other != path)
            if rest:
                by_key[row.key] = rest
            else:
                del by_key[row.key]

    def _tables(self) -> tuple[dict[RepoPath, Row], dict[int, tuple[RepoPath, ...]]]:
        with self._loading:
            if self._loaded is None:
                rows = self._load()
                by_key: dict[int, tuple[RepoPath, ...]] = {}
                for path, row in rows.items():
                    _link(rows, by_key, path, row)
                self._loaded = rows, by_key
            return self._loaded


def _link(
    rows: dict[RepoPath, Row], by_key: dict[int, tuple[RepoPath, ...]], path: RepoPath, row: Row
) -> None:
    rows[path] = row
    if row.key != NOT_INDEXED:
        by_key[row.key] = (*by_key.get(row.key, ()), path)
