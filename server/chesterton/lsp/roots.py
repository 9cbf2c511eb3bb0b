"""The workspaces in use: one `Host` a root, found from folders and documents, loaded off the loop.

A client may name folders, none at all (Helix without a root marker), or one inside a repository whose
records lie above it. So every document finds its own root by walking up, and a folder is only a hint.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chesterton.base.paths import RepoPath, path_to_uri, relative_to, uri_key, uri_to_path
from chesterton.features.memory import Memory
from chesterton.lsp.documents import Changed, Document, Documents
from chesterton.workspace.aside import prepare
from chesterton.workspace.changes import Closed, Edited, Opened, Touched
from chesterton.workspace.config import CONFIG_PATH
from chesterton.workspace.host import Host
from chesterton.workspace.root import STORE, find_root, is_claimed, is_too_wide
from chesterton.workspace.snapshot import Snapshot

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Root:
    """One loaded workspace."""

    path: Path
    host: Host
    stopping: threading.Event = field(default_factory=threading.Event)
    """Set when background work for this root has to end."""

    def __post_init__(self) -> None:
        self.memory = Memory(self.host)

    @property
    def snapshot(self) -> Snapshot:
        return self.host.snapshot

    def uri(self, path: RepoPath) -> str:
        return path_to_uri(self.path / path)

    def inside(self, uri: str) -> RepoPath | None:
        """The path of a file in this workspace; None for one that lies elsewhere."""
        path = uri_to_path(uri)
        return relative_to(self.path, path) if path is not None else None


@dataclass(frozen=True)
class File:
    """A file of a workspace at one moment."""

    root: Root
    path: RepoPath
    snapshot: Snapshot

    @property
    def shows_elsewhere(self) -> bool:
        """Whether the text of this file decides what others show."""
        return self.path == CONFIG_PATH or self.path in self.snapshot.record_files


class Roots:
    """All roots, in step with the open documents. `loaded` is called on the loop once for each new root."""

    def __init__(
        self, documents: Documents, executor: Executor, aside: Executor, loaded: Callable[[Root], None]
    ) -> None:
        self._documents = documents
        self._executor = executor
        self._aside = aside
        self._loaded = loaded
        self._folders: dict[str, Path] = {}
        self._places: dict[Path, Path] = {}
        self._roots: dict[Path, asyncio.Task[Root | None]] = {}
        self._background: set[asyncio.Task[Any]] = set()

    def __iter__(self) -> Iterator[Root]:
        """The roots that are loaded."""
        for task in tuple(self._roots.values()):
            if task.done() and (root := task.result()) is not None:
                yield root

    def add_folder(self, uri: str) -> None:
        """A folder that the editor works in; its root is loaded at once."""
        path = uri_to_path(uri)
        if path is not None:
            self._folders[uri_key(uri)] = path
            self._places.clear()
            self._start(self.of(path))

    def remove_folder(self, uri: str) -> None:
        """Forget a folder, and its root unless an open document or another folder lies in it."""
        self._folders.pop(uri_key(uri), None)
        self._places.clear()
        needed = [*self._folders.values(), *(path for path in map(_path_of, self._documents) if path)]
        for root in tuple(self):
            if not any(path.is_relative_to(root.path) for path in needed):
                del self._roots[root.path]
                root.stopping.set()
                root.host.close()

    def may_write(self, root: Root) -> bool:
        """Whether records may be written in a root. A library that was only looked into belongs to somebody else."""
        return root.path in self._folders.values() or is_claimed(root.path)

    async def of(self, path: Path) -> Root | None:
        """The root of a file or folder; None where nobody may look (a home folder, a whole drive)."""
        folder = path if path in self._folders.values() else path.parent
        place = self._places.get(folder)
        if place is None:
            place = self._places[folder] = await asyncio.to_thread(self._find, folder)
        task = self._roots.get(place)
        if task is None:
            task = self._roots[place] = asyncio.create_task(self._load(place))
        return task.result() if task.done() else await asyncio.shield(task)

    async def file(self, uri: str) -> File | None:
        """The file that a URI names, in its workspace as it is now; None for other schemes.

        Before the first `await` that really waits, and so in the order of the client's messages, unless the
        root is still being loaded.
        """
        path = uri_to_path(uri)
        root = await self.of(path) if path is not None else None
        return self._in_step(root, uri, path) if path is not None and root is not None else None

    def saved(self, uri: str) -> File | None:
        """Tell the root of a file that the disk has other text; None while there is no root to tell.

        At once, so that what the client asks next is answered from what it saved.
        """
        path = uri_to_path(uri)
        root = self._known(path)
        inside = relative_to(root.path, path) if root is not None and path is not None else None
        if root is None or inside is None:
            return None
        return File(root, inside, root.host.apply(Touched(frozenset({inside}))))

    async def settled(self) -> tuple[Root, ...]:
        """All roots, once those that are being looked for or loaded are there."""
        while waiting := [*self._background, *(task for task in self._roots.values() if not task.done())]:
            await asyncio.wait(waiting)
        return tuple(self)

    def opened(self, document: Document) -> None:
        """Tell the root of a document, when it has one, that the buffer counts from now on."""
        path = _path_of(document)
        known = self._known(path)
        if known is None:
            self._start(self.file(document.uri))
            self._start(asyncio.to_thread(prepare, self._aside, document.uri, document.text.data))
        elif path is not None and (inside := relative_to(known.path, path)) is not None:
            known.host.apply(Opened(inside, document.text, document.version))

    def edited(self, change: Changed) -> File | None:
        """Tell the root of a document what changed; None while there is no root to tell."""
        document = change.after
        found = self._open_in(document)
        if found is None:
            return None
        root, path = found
        if root.snapshot.state.open[path].text.data == change.before.text.data:
            snapshot = root.host.apply(Edited(path, change.edits, document.version))
        else:  # another URI of the same file is open, too: the one being edited counts
            snapshot = root.host.apply(Opened(path, document.text, document.version))
        return File(root, path, snapshot)

    def closed(self, document: Document) -> File | None:
        """Tell the root of a document that the disk counts again."""
        found = self._open_in(document)
        if found is None:
            return None
        root, path = found
        return File(root, path, root.host.apply(Closed(path)))

    def close(self) -> None:
        for root in self:
            root.stopping.set()

    def _open_in(self, document: Document) -> tuple[Root, RepoPath] | None:
        """Where a document is open already; else its latest text is taken once the root is there."""
        path = _path_of(document)
        root = self._known(path)
        inside = relative_to(root.path, path) if root is not None and path is not None else None
        if root is None or inside is None or inside not in root.snapshot.state.open:
            return None
        return root, inside

    def _known(self, path: Path | None) -> Root | None:
        place = self._places.get(path.parent) if path is not None else None
        task = self._roots.get(place) if place is not None else None
        return task.result() if task is not None and task.done() else None

    def _in_step(self, root: Root, uri: str, path: Path) -> File | None:
        inside = relative_to(root.path, path)
        if inside is None:
            return None
        document = self._documents.get(uri)
        if document is not None and inside not in root.snapshot.state.open:
            root.host.apply(Opened(inside, document.text, document.version))
        return File(root, inside, root.snapshot)

    def _find(self, folder: Path) -> Path:
        found = find_root(folder)
        if found != folder or (found / STORE).is_dir():
            return found
        around = [given for given in self._folders.values() if folder.is_relative_to(given)]
        return max(around, key=lambda given: len(given.parts), default=found)

    async def _load(self, place: Path) -> Root | None:
        if is_too_wide(place):
            _log.warning("%s is too wide to be one workspace; open a folder inside it", place)
            return None
        try:
            host = await asyncio.to_thread(Host, place, self._executor, aside=self._aside)
        except NotADirectoryError:
            _log.warning("%s is no folder, so nothing in it has records", place)
            return None
        except Exception:
            _log.exception("%s can't be opened as a workspace", place)
            return None
        root = Root(place, host)
        asyncio.get_running_loop().call_soon(self._loaded, root)
        return root

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _path_of(document: Document) -> Path | None:
    return uri_to_path(document.uri)
