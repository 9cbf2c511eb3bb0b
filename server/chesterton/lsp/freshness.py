"""Noticing what happened on disk, by the editor's events or, where it sends none, by looking.

An event is a hint and nothing more: editors repeat them, mix up their kinds and miss some. Without events
(Neovim on Linux) the files of the store and of the record folders are looked at when the editor asks something,
which costs one `stat` each.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from chesterton.base.paths import RepoPath, relative_to, uri_to_path
from chesterton.lsp.roots import Root, Roots
from chesterton.workspace.changes import Touched
from chesterton.workspace.root import CACHE, STORE, store_files

_MANY = 200
"""More events than this at once are an installation or a checkout: everything is looked at again."""

_LOOK_SECONDS = 2.0

Stamp = tuple[int, int]


class Changed(Protocol):
    """How the session is told."""

    def __call__(self, root: Root, *, everywhere: bool) -> None: ...


class Freshness:
    """Keeps snapshots in step with the disk."""

    def __init__(self, roots: Roots, compute: Callable[..., Awaitable[Any]], changed: Changed) -> None:
        self._roots = roots
        self._compute = compute
        self._changed = changed
        self._stamps: dict[Path, Mapping[RepoPath, Stamp]] = {}
        self._looked: dict[Path, float] = {}

    async def told(self, uris: list[str]) -> None:
        """The editor says that files were created, changed or deleted."""
        paths = [path for path in map(uri_to_path, uris) if path is not None]
        for root in await self._roots.settled():
            inside = {found for path in paths if (found := relative_to(root.path, path)) is not None}
            inside = {path for path in inside if not path.startswith(f"{CACHE}/")}  # we wrote that ourselves
            if inside:
                large = len(inside) > _MANY or any(_is_about_more(path) for path in inside)
                await self.touch(root, None if large else frozenset(inside))

    async def touch(self, root: Root, paths: frozenset[RepoPath] | None) -> None:
        """Look at files again; None means at everything."""
        if paths is None:
            await asyncio.to_thread(root.host.refresh)
            self._changed(root, everywhere=True)
        else:
            await self._compute(root.host.apply, Touched(paths))
            await self.touched(root, paths)

    async def touched(self, root: Root, paths: frozenset[RepoPath]) -> None:
        """Bring the index up to date with files that the snapshot knows to have changed."""
        self._changed(root, everywhere=True)
        await asyncio.to_thread(root.host.index.changed, paths)
        self._changed(root, everywhere=True)

    def due(self, root: Root) -> bool:
        """Whether the last look is two seconds old; then the next one is taken as begun."""
        now = asyncio.get_running_loop().time()
        if now - self._looked.get(root.path, -_LOOK_SECONDS) < _LOOK_SECONDS:
            return False
        self._looked[root.path] = now
        return True

    async def look(self, root: Root) -> None:
        """Read the files that are not what they were at the last look; at the first look, all of them."""
        stamps = await self._compute(_stamps, root)
        before = self._stamps.get(root.path, {})
        self._stamps[root.path] = stamps
        if before != stamps:
            different = {path for path, _ in before.items() ^ stamps.items()}
            await self.touch(root, frozenset(different))


def _is_about_more(path: RepoPath) -> bool:
    """Whether an event is about more than one file: another branch, or a folder of a store, told of once as a whole."""
    return path.endswith(".git/HEAD") or (f"/{STORE}/" in f"/{path}" and "." not in path.rpartition("/")[2])


def _stamps(root: Root) -> Mapping[RepoPath, Stamp]:
    records = root.snapshot.records.records
    adopted = {
        record.path.rpartition("/")[0] for record in records if not record.path.startswith(f"{STORE}/")
    }
    beside = (path for folder in adopted for path in (root.path / folder).glob("*"))
    found: dict[RepoPath, Stamp] = {}
    for path in (*store_files(root.path), *(relative_to(root.path, path) for path in beside)):
        with suppress(OSError):
            if path is not None:
                status = (root.path / path).stat()
                found[path] = (status.st_mtime_ns, status.st_size)
    return found
