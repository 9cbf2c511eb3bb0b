"""The only mutable thing: one opened root. Changes go in by one door, immutable snapshots come out."""

import codecs
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypedDict

from chesterton.base import disk
from chesterton.base.paths import OutsideRootError, RepoPath, inside
from chesterton.base.spans import Span
from chesterton.code.index import CodeIndex
from chesterton.code.scan import ScanRules
from chesterton.records.cache import Stamp, keep, load_warm, stamp_of
from chesterton.records.library import is_page, load_library
from chesterton.records.model import Problem
from chesterton.records.store import RecordSet, load
from chesterton.workspace.aside import Aside
from chesterton.workspace.changes import Change, Closed, Edited, Moved, Opened, Touched
from chesterton.workspace.config import CONFIG_PATH, Config, parse_config
from chesterton.workspace.documents import Document
from chesterton.workspace.files import FileCache
from chesterton.workspace.listing import Listing
from chesterton.workspace.root import STORE, store_files
from chesterton.workspace.shelves import Shelves
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.state import State
from chesterton.workspace.sweeper import Sweeper
from chesterton.workspace.worktree import WorkTree

_CONFIG_LIMIT = 1_000_000
_START = Span(0, 0)


class Host:
    """One opened root. Its methods may be called and its snapshots read from any thread."""

    def __init__(
        self,
        root: Path,
        executor: Executor | None = None,
        clock: Callable[[], date] = date.today,
        aside: Executor | None = None,
    ) -> None:
        """Read the configuration and the records of `root`; `executor` reads what is much, None reads it here.

        A process with an event loop needs an `aside` as well: it reads what would hold the loop up. There records in
        files that git doesn't track, but for those of the store, are found by the first `refresh`.
        """
        self.root = root.absolute()
        self._clock = clock
        config, problems = _read_config(self.root)
        store = self.root / STORE
        rules = ScanRules(exclude=config.index.exclude)
        self.index = CodeIndex(
            self.root,
            rules,
            cache=store / "cache" if store.is_dir() else None,
            executor=executor,
            aside=aside,
        )
        self._executor = executor
        self._aside = Aside(aside) if aside else None
        self._files = FileCache(self.root, self._aside)
        self._listing = Listing(self.root, self.index, rules, hasty=aside is not None)
        self._worktree = WorkTree(self.root)
        self._sweeper = Sweeper(self.root, executor, self._aside)
        self._lock = threading.Lock()
        self._reading: list[set[RepoPath]] = []
        records = self._load(config)
        state = State(self.root, config, problems, records, self._shelves(), {}, {}, clock(), 0)
        self.snapshot = Snapshot(state, self._files, self._listing, self._worktree, self._sweeper)

    def close(self) -> None:
        self.index.close()

    def apply(self, *changes: Change) -> Snapshot:
        """The snapshot after `changes`. Cheap: nothing but record files and the configuration is read."""
        if Touched(None) not in changes:
            with self._lock:
                return self._advance(changes)
        with self._touched_meanwhile() as meanwhile:
            everything = self._read_everything()
            with self._lock:
                return self._advance((*changes, Touched(frozenset(meanwhile))), everything)

    def _advance(self, changes: Sequence[Change], everything: "_Everything | None" = None) -> Snapshot:
        """The next snapshot; `everything` is what a change that touched everything leads to."""
        state = replace(self.snapshot.state, today=self._clock(), revision=self.snapshot.state.revision + 1)
        for change in changes:
            if everything is not None and change == Touched(None):
                state = self._with_buffers(replace(state, **everything))
            else:
                state = self._after(state, change)
        if any(isinstance(change, Touched | Closed) for change in changes):
            self._worktree = WorkTree(self.root)
        buffers = [change.path for change in changes if isinstance(change, Opened | Edited)]
        edited = frozenset(buffers) if len(buffers) == len(changes) else None
        self.snapshot = Snapshot(
            state, self._files, self._listing, self._worktree, self._sweeper, self.snapshot, edited
        )
        return self.snapshot

    @contextmanager
    def _touched_meanwhile(self) -> Generator[set[RepoPath]]:
        """The files that are touched while everything is read, which may have been read before: look again."""
        meanwhile: set[RepoPath] = set()
        with self._lock:
            self._reading.append(meanwhile)
        try:
            yield meanwhile
        finally:
            with self._lock:
                self._reading = [other for other in self._reading if other is not meanwhile]

    def refresh(
        self,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
        found: Callable[[], None] = lambda: None,
    ) -> Snapshot:
        """Bring the index up to date with the disk and look for strayed anchors. May take long; run it on a thread.

        `found` is called on the way when there are records that a hasty start had left out.
        """

        def listed() -> None:
            if self._listing.take_paths():
                self.apply(Touched(None))
                found()

        self.index.refresh(tuple(self.snapshot.state.open), progress, cancelled, listed)
        self._listing.complete = not cancelled()
        self.apply(Touched(None))
        return self.sweep()

    def sweep(self) -> Snapshot:
        """Judge every anchor, ask history about those that strayed, and give a snapshot that knows the answers.

        May take seconds; run it on a thread.
        """
        self.snapshot.sweep()
        return self.apply()

    def _after(self, state: State, change: Change) -> State:
        match change:
            case Opened(path, text, version):
                return self._with_buffer(state, Document(path, text, version, aside=self._aside))
            case Edited(path, edits, version):
                document = state.open.get(path)
                if document is None:
                    return state
                for edit in edits:
                    document = document.edited((edit,), version)
                return self._with_buffer(state, document)
            case Closed(path):
                opened = {key: document for key, document in state.open.items() if key != path}
                return self._from_disk(replace(state, open=opened), (path,))
            case Touched(paths):
                return self._from_disk(state, paths or ())
            case Moved(moves):
                return replace(state, moves={**state.moves, **dict(moves)})

    def _with_buffer(self, state: State, document: Document) -> State:
        opened = {**state.open, document.path: document}
        return self._with_buffers(replace(state, open=opened), document)

    def _from_disk(self, state: State, paths: Collection[RepoPath]) -> State:
        """The state after files on disk may have changed; open buffers still count."""
        found: dict[RepoPath, bytes | None] = {}
        for meanwhile in self._reading:
            meanwhile.update(paths)
        for path in paths:
            if path == CONFIG_PATH and path not in state.open:
                config, problems = _read_config(self.root)
                state = replace(state, config=config, config_problems=problems)
            elif path not in state.open and (state.records.holds(path) or is_page(path)):
                found[path] = _read(self.root, path)
        return self._with_files(state, found)

    def _read_everything(self) -> "_Everything":
        config, problems = _read_config(self.root)
        return {
            "config": config,
            "config_problems": problems,
            "records": self._load(config),
            "shelves": self._shelves(),
        }

    def _with_buffers(self, state: State, *documents: Document) -> State:
        """The state with these open documents, or all, in place of what is on disk."""
        texts = {document.path: document.text for document in documents or state.open.values()}
        if CONFIG_PATH in texts:
            config, problems = parse_config(texts[CONFIG_PATH].data)
            state = replace(state, config=config, config_problems=problems)
        return self._with_files(state, {path: text.encode() for path, text in texts.items()})

    def _load(self, config: Config) -> RecordSet:
        folders = [RepoPath(folder) for folder in config.records.roots]
        reader = _Files(self.root, self._listing)
        place = self.root / STORE / "cache"
        if not place.is_dir():
            return load(reader, folders, config.records.ceiling, self._executor)
        kept = place / "records.bin"
        records, fresh = load_warm(
            reader, _read_cached(kept), folders, config.records.ceiling, self._executor
        )
        if fresh is not None:
            keep(kept, fresh)
        return records

    def _shelves(self) -> Shelves:
        return Shelves(lambda: load_library(_Files(self.root, self._listing)))

    @staticmethod
    def _with_files(state: State, files: dict[RepoPath, bytes | None]) -> State:
        return replace(state, records=state.records.update(files), shelves=state.shelves.update(files))


class _Everything(TypedDict):
    """What is read from disk as a whole, outside the lock: the fields of a `State`."""

    config: Config
    config_problems: tuple[Problem, ...]
    records: RecordSet
    shelves: Shelves


class _Files:
    """What `records.load` reads from: the record folders on disk and the files of the workspace."""

    def __init__(self, root: Path, listing: Listing) -> None:
        self._root = root
        self._listing = listing

    def paths(self) -> Iterable[RepoPath]:
        return sorted({*store_files(self._root), *self._listing.documents()})

    def stamp(self, path: RepoPath) -> Stamp | None:
        return stamp_of(f"{self._root}/{path}")

    def read(self, path: RepoPath) -> bytes:
        try:
            return disk.read(inside(self._root, path))
        except OutsideRootError as error:
            raise disk.UnreadableError(str(error)) from error


def _read_cached(path: Path) -> bytes | None:
    try:
        return disk.read_if_present(path)
    except disk.UnreadableError:
        return None


def _read_config(root: Path) -> tuple[Config, tuple[Problem, ...]]:
    try:
        data = disk.read_if_present(root / CONFIG_PATH, _CONFIG_LIMIT)
    except disk.UnreadableError as error:
        problem = Problem(code="config", severity="error", path=CONFIG_PATH, span=_START, message=str(error))
        return Config(), (problem,)
    return parse_config(data.removeprefix(codecs.BOM_UTF8)) if data is not None else (Config(), ())


def _read(root: Path, path: RepoPath) -> bytes | None:
    try:
        return disk.read_if_present(inside(root, path))
    except (disk.UnreadableError, OutsideRootError):
        return None
