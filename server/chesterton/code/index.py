"""The workspace's index: what every file declares and uses, kept right at the least cost.

Reading never waits for writing: `facts` answers for one file at once (from the cache, else by parsing it),
while `refresh` and `changed`, made to be run on a thread, bring the whole up to date with the help of an
executor. Nothing here is needed to survive: the cache may be deleted at any time.
"""

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from chesterton.base.collector import no_collection
from chesterton.base.paths import RepoPath
from chesterton.code import scan
from chesterton.code.batches import extract_all
from chesterton.code.engine import engine
from chesterton.code.extraction import NOT_INDEXED, Extracted, decode, encoded_facts, extract_file
from chesterton.code.languages import has_language
from chesterton.code.model import FileFacts, Problem, Symbol
from chesterton.code.names import NamePattern
from chesterton.code.postings import Postings
from chesterton.code.rows import Rows
from chesterton.code.scan import ScanRules, Status
from chesterton.code.store import Store
from chesterton.code.words import HASH_BYTES, word_hash
from chesterton.code.workers import WorkerLostError

_FEW = 100_000
"""Bytes that take about 10 ms to parse: not worth a worker that has to be started first."""
_FIRST_PORTION = 16
_LARGEST_PORTION = 256
_REMEMBERED = 256
_EVERYTHING = ScanRules()


class Place(NamedTuple):
    """A symbol and the file it stands in."""

    path: RepoPath
    symbol: Symbol


class Update(NamedTuple):
    """What a refresh found: files with new content, and files that are gone."""

    changed: frozenset[RepoPath]
    gone: frozenset[RepoPath]


class CodeIndex:
    """The facts of the files below one root. All methods may be called from any thread.

    `version` grows with every change of what the index would answer.
    """

    def __init__(
        self,
        root: Path,
        rules: ScanRules = _EVERYTHING,
        cache: Path | None = None,
        executor: Executor | None = None,
        aside: Executor | None = None,
    ) -> None:
        """`cache`: the folder for the cache, None keeps it in memory. `executor` parses what is much, `aside` the
        few files that somebody waits for; None parses them here, where compiling a query holds up every thread.
        """
        self.root = root
        self.version = 0
        self._rules = rules
        self._cache = cache
        self._executor = executor
        self._aside = aside
        self._store = Store(cache, engine())
        self._generation = self._store.generation
        self._names = Postings(self._store.all_names)
        self._words = Postings(self._store.all_words, HASH_BYTES)
        self._rows = Rows(self._store.files)
        self._remembered: dict[RepoPath, tuple[Status, FileFacts]] = {}
        self._updating = threading.Lock()

    def close(self) -> None:
        self._store.close()

    @property
    def paths(self) -> Sequence[RepoPath]:
        """Every file of the workspace, sorted; before the first refresh those of the last run."""
        return self._rows.paths

    @property
    def indexed(self) -> Iterator[RepoPath]:
        """The files whose contents the index has."""
        return (path for path, row in list(self._rows.by_path.items()) if row.key != NOT_INDEXED)

    @property
    def problems(self) -> list[tuple[RepoPath, Problem]]:
        """The files that could not be indexed, and why."""
        return [(path, row.problem) for path, row in sorted(self._rows.by_path.items()) if row.problem]

    def facts(self, path: RepoPath) -> FileFacts | None:
        """The facts of a file as it is on disk now; None when there is none or its language is unknown."""
        status = scan.status(self.root, path)
        if status is None:
            return None
        known = self.facts_of(path, status)
        if known is not None or self._aside is None:
            return known or self._remember(path, encoded_facts(self.root, path))
        try:
            return self._remember(path, self._aside.submit(encoded_facts, self.root, path).result())
        except (WorkerLostError, CancelledError) as error:
            return FileFacts("", problems=(Problem("failed", f"{path} can't be read ({error})."),))

    def indexed_facts(self, path: RepoPath) -> FileFacts | None:
        """The facts that the index has of a file, whatever the disk says now; None when it has none."""
        row = self._rows.by_path.get(path)
        return self.facts_of(path, row.status) if row else None

    def facts_of(self, path: RepoPath, status: Status) -> FileFacts | None:
        """The facts of a file in the state that `status` tells; None when the index has not seen that state."""
        remembered = self._remembered.get(path)
        if remembered and remembered[0] == status:
            return remembered[1]
        row = self._rows.by_path.get(path)
        if row is None or row.status != status:
            return None
        if row.problem:
            return FileFacts("", problems=(row.problem,))
        encoded = self._store.facts(row.key) if row.key != NOT_INDEXED else None
        return self._remember(path, (status, encoded)) if encoded else None

    def named(self, name: str) -> list[Place]:
        """The symbols of exactly this name."""
        return [
            Place(path, symbol)
            for path in self.declaring(name)
            if (facts := self.indexed_facts(path))
            for symbol in facts.symbols
            if symbol.name == name
        ]

    def declaring(self, name: str) -> list[RepoPath]:
        """The files that declare a symbol of exactly this name."""
        return self._having(self._names.having(f"\n{name}\n".encode()))

    def mentioning(self, word: str) -> list[RepoPath]:
        """The files that hold a word (letters, digits and underscores)."""
        return self._having(self._words.having(word_hash(word)))

    def everything(self) -> Iterator[tuple[RepoPath, FileFacts]]:
        """The facts of all indexed files, as the index has them."""
        for key, encoded in self._store.all_facts():
            if paths := self._rows.having(key):
                facts = decode(encoded)
                yield from ((path, facts) for path in paths)

    def kept(self, name: str) -> bytes | None:
        """A small value derived from the code that an earlier run kept under a name."""
        return self._store.kept(name)

    def keep(self, name: str, value: bytes) -> None:
        self._store.keep(name, value)

    def find(self, query: str, limit: int, cancelled: Callable[[], bool] = lambda: False) -> list[Place]:
        """The symbols whose names fit what a person typed, best first: every letter in order, any case.

        `Outer.inn` asks for the words before the last dot in the qualified name or the path.
        """
        pattern = NamePattern(query)
        ranked: list[tuple[int, int, str, int]] = []
        for key, names in self._store.all_names():
            if cancelled():
                return []
            if key in self._rows.by_key:
                ranked += [(rank, len(name), name, key) for rank, name in pattern.matches(names.decode())]
        found: list[Place] = []
        for _, _, name, key in sorted(ranked):
            for path in self._rows.having(key):
                facts = self.indexed_facts(path)
                found += [
                    Place(path, symbol)
                    for symbol in (facts.symbols if facts else ())
                    if symbol.name == name and pattern.accepts(path, symbol.qualified)
                ]
            if len(found) >= limit:
                break
        return found[:limit]

    def refresh(
        self,
        first: Sequence[RepoPath] = (),
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
        listed: Callable[[], None] = lambda: None,
    ) -> Update:
        """Bring the index up to date with the disk, `first` files first. Stops early when cancelled.

        `listed` is called when the `paths` are those of now, before any is read; `progress` hears how many of how
        many bytes are done.
        """
        with self._updating:
            listing = scan.listing(self.root, self._rules, is_source)
            self._rows.paths = listing.paths
            listed()
            if self._store.generation != self._generation:
                self._generation = self._store.generation
                self._names.clear()
                self._words.clear()
                for path in tuple(self._rows.by_path):
                    self._unlink(path)
            gone = [path for path in self._rows.by_path if path not in listing.sources]
            self._drop(gone)
            stale = {
                path: status.size
                for path, status in listing.sources.items()
                if (row := self._rows.by_path.get(path)) is None or row.status != status
            }
            changed = self._extract(_in_order(first, stale), progress, cancelled)
            if changed or gone:
                self._store.prune()
            return Update(changed, frozenset(gone))

    def changed(self, paths: Iterable[RepoPath]) -> Update:
        """Look again at files of which somebody says that they changed, appeared or went."""
        with self._updating:
            gone: list[RepoPath] = []
            stale: dict[RepoPath, int] = {}
            for path in paths:
                status = scan.status(self.root, path)
                if status is None:
                    gone.append(path)
                elif is_source(path) and (
                    (row := self._rows.by_path.get(path)) is None or row.status != status
                ):
                    stale[path] = status.size
            self._drop([path for path in gone if path in self._rows.by_path])
            known = set(self._rows.paths)
            if not known.issuperset(stale) or not known.isdisjoint(gone):
                self._rows.paths = tuple(sorted((known | set(stale)) - set(gone)))
            return Update(self._extract(stale, lambda done, total: None, lambda: False), frozenset(gone))

    def _extract(
        self,
        todo: dict[RepoPath, int],
        progress: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> frozenset[RepoPath]:
        """Extract files of the given sizes and take what comes into the index in growing portions."""
        total, done = sum(todo.values()), 0
        changed: set[RepoPath] = set()
        portion: list[Extracted] = []
        enough = _FIRST_PORTION
        executor = self._aside if total < _FEW else self._executor
        if executor is None:
            known = self._store if self._rows.by_key else None
            results = (extract_file(self.root, path, known) for path in todo)
        else:
            cache = self._cache if self._store.on_disk and self._rows.by_key else None
            results = extract_all(executor, self.root, cache, todo)
        with contextlib.closing(results), no_collection():
            for one in results:
                portion.append(one)
                done += todo[one.path]
                if len(portion) >= enough:
                    changed |= self._take(portion)
                    portion, enough = [], min(2 * enough, _LARGEST_PORTION)
                    progress(done, total)
                if cancelled():
                    break
        changed |= self._take(portion)
        progress(done, total)
        return frozenset(changed)

    def _take(self, portion: list[Extracted]) -> set[RepoPath]:
        """Put what was extracted into the store and the tables; returns the files whose content is new."""
        contents = [one.content for one in portion if one.content]
        self._store.put(contents, ((one.path, one.row) for one in portion if one.row))
        self._names.add((content.key, content.names) for content in contents)
        self._words.add((content.key, content.words) for content in contents)
        changed: set[RepoPath] = set()
        for one in portion:
            before = self._rows.by_path.get(one.path)
            if one.row is None or before is None or before.key != one.row.key:
                changed.add(one.path)
                self._unlink(one.path)
                if one.row:
                    self._rows.link(one.path, one.row)
            else:
                self._rows.replace(one.path, one.row)
        self._drop([one.path for one in portion if one.row is None])
        self.version += bool(changed)
        return changed

    def _drop(self, paths: list[RepoPath]) -> None:
        if paths:
            self._store.forget(paths)
            for path in paths:
                self._unlink(path)
            self.version += 1

    def _unlink(self, path: RepoPath) -> None:
        self._rows.unlink(path)
        self._remembered.pop(path, None)

    def _having(self, keys: Iterable[int]) -> list[RepoPath]:
        return sorted(path for key in keys for path in self._rows.having(key))

    def _remember(self, path: RepoPath, found: tuple[Status, bytes] | None) -> FileFacts | None:
        if found is None:
            return None
        status, encoded = found
        facts = decode(encoded)
        while len(self._remembered) >= _REMEMBERED:
            self._remembered.pop(next(iter(self._remembered)), None)
        self._remembered[path] = status, facts
        return facts


def is_source(path: RepoPath) -> bool:
    """Whether the index wants to look at a file; one without an ending may name its language inside."""
    folder, _, name = path.rpartition("/")
    return not _vendored(folder) and ("." not in name or has_language(name))


@lru_cache(4096)
def _vendored(folder: str) -> bool:
    return scan.vendored(RepoPath(f"{folder}/"))


def _in_order(first: Iterable[RepoPath], sizes: dict[RepoPath, int]) -> dict[RepoPath, int]:
    """`first`, then the largest: they'd leave a worker alone at the end."""
    front = [path for path in first if path in sizes]
    rest = sorted(sizes, key=lambda path: -sizes[path])
    return {path: sizes[path] for path in (*front, *rest)}
