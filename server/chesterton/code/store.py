"""The cache of the index on disk: what was extracted from each content, and which content each file had.

One SQLite file. It is derived: a missing, foreign, old or corrupt one is made anew without a word, one that
is deleted while in use is made anew at the next write, and where none can be made the store lives in memory.
Facts are kept as the bytes that the workers sent; they are decoded by whoever reads them.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.code.model import Problem
from chesterton.code.scan import Status

_FORMAT = 4
_SETUP = """
PRAGMA busy_timeout=5000;
PRAGMA page_size=8192;
PRAGMA journal_mode=WAL;
PRAGMA synchronous=NORMAL;
PRAGMA cache_size=-8000;
"""
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS content(key INTEGER PRIMARY KEY, facts BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS names(key INTEGER PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS words(key INTEGER PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS files(
    path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, inode INTEGER, key INTEGER,
    problem TEXT, message TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS engine(name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS kept(name TEXT PRIMARY KEY, value BLOB NOT NULL);
PRAGMA user_version={_FORMAT};
"""
_LEAST = -(2**63)


class Content(NamedTuple):
    """What is known of one content. `key`: its hash with the language's name, 64 bits signed.

    `facts`: msgpack of `FileFacts`. `names`: the symbols' names, UTF-8, each between newlines. `words`:
    the 32-bit hashes of its distinct words.
    """

    key: int
    facts: bytes
    names: bytes
    words: bytes


class Row(NamedTuple):
    """The content a file had when its status was last taken, or why it has none."""

    status: Status
    key: int
    problem: Problem | None = None


class Store:
    """Reads and writes may come from several threads; readers never wait for a writer's disk.

    `generation` grows when the store had to start over and so has forgotten what was put into it.
    """

    def __init__(self, folder: Path | None, engine: str) -> None:
        """`folder`: where `index.sqlite` is kept; None keeps it in memory. What another `engine` left is dropped."""
        self._folder = folder
        self._engine = engine
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self.generation = 0
        self._open()

    @property
    def on_disk(self) -> bool:
        return self._path is not None

    def close(self) -> None:
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    def files(self) -> dict[RepoPath, Row]:
        return {
            RepoPath(path): Row(Status(size, modified, inode), key, Problem(code, message) if code else None)
            for path, size, modified, inode, key, code, message in self._read("SELECT * FROM files")
        }

    def facts(self, key: int) -> bytes | None:
        rows = self._read("SELECT facts FROM content WHERE key=?", key)
        return rows[0][0] if rows else None

    def has(self, key: int) -> bool:
        return bool(self._read("SELECT 1 FROM content WHERE key=?", key))

    def all_facts(self) -> Iterator[tuple[int, bytes]]:
        """Every content's facts, by key."""
        return self._chunks("SELECT key, facts FROM content WHERE key>? ORDER BY key LIMIT 256")

    def all_names(self) -> Iterator[tuple[int, bytes]]:
        """Every content's names, by key."""
        return self._chunks("SELECT key, value FROM names WHERE key>? ORDER BY key LIMIT 2048")

    def all_words(self) -> Iterator[tuple[int, bytes]]:
        """Every content's words, by key."""
        return self._chunks("SELECT key, value FROM words WHERE key>? ORDER BY key LIMIT 2048")

    def put(self, contents: Iterable[Content], files: Iterable[tuple[RepoPath, Row]]) -> None:
        contents = tuple(contents)
        self._write(
            ("INSERT OR IGNORE INTO content VALUES(?,?)", [(c.key, c.facts) for c in contents]),
            ("INSERT OR IGNORE INTO names VALUES(?,?)", [(c.key, c.names) for c in contents]),
            ("INSERT OR IGNORE INTO words VALUES(?,?)", [(c.key, c.words) for c in contents]),
            ("INSERT OR REPLACE INTO files VALUES(?,?,?,?,?,?,?)", [_file_row(*file) for file in files]),
        )

    def kept(self, name: str) -> bytes | None:
        """A small derived value under its name, from this or an earlier run."""
        rows = self._read("SELECT value FROM kept WHERE name=?", name)
        return rows[0][0] if rows else None

    def keep(self, name: str, value: bytes) -> None:
        self._write(("INSERT OR REPLACE INTO kept VALUES(?,?)", [(name, value)]))

    def forget(self, paths: Iterable[RepoPath]) -> None:
        self._write(("DELETE FROM files WHERE path=?", [(path,) for path in paths]))

    def prune(self) -> None:
        """Drop contents that no file has once they are the most; until then other branches stay known."""
        ((used, known),) = self._read(
            "SELECT (SELECT count(DISTINCT key) FROM files), (SELECT count(*) FROM content)"
        ) or [(0, 0)]
        if known > 2 * used + 1000:
            unused = "WHERE key NOT IN (SELECT key FROM files)"
            tables = ("content", "names", "words")
            self._write(*((f"DELETE FROM {table} {unused}", [()]) for table in tables))

    def _read(self, query: str, *arguments: object) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(query, arguments).fetchall()
        except sqlite3.OperationalError:
            return []
        except sqlite3.DatabaseError:
            with self._writing:
                self._start_over()
            return []

    def _chunks(self, query: str) -> Iterator[tuple[int, bytes]]:
        last = _LEAST
        while rows := self._read(query, last):
            yield from rows
            last = rows[-1][0]

    def _write(self, *statements: tuple[str, list[tuple[object, ...]]]) -> None:
        with self._writing:
            if self._path and not _is_file(self._path, self._identity):
                self._start_over()
            try:
                self._run(statements)
            except sqlite3.OperationalError:
                pass  # another process holds it, or the disk is full: the next start does this work again
            except sqlite3.DatabaseError:
                self._start_over()
                with contextlib.suppress(sqlite3.DatabaseError):
                    self._run(statements)

    def _run(self, statements: Iterable[tuple[str, list[tuple[object, ...]]]]) -> None:
        with self._writer:
            for statement, rows in statements:
                self._writer.executemany(statement, rows)

    def _start_over(self) -> None:
        with self._reading:
            self._reader.close()
            self._writer.close()
            if self._path and _is_file(self._path, self._identity):
                _remove(self._path)
            self._open()
            self.generation += 1

    def _open(self) -> None:
        self._path = self._folder / "index.sqlite" if self._folder else None
        if self._path and not self._connect(self._path):
            _remove(self._path)
            if not self._connect(self._path):
                self._path = None
        if self._path is None:
            self._reader = self._writer = sqlite3.connect(":memory:", check_same_thread=False)
            self._writer.executescript(_SCHEMA)

    def _renew(self) -> None:
        """Empty a store that another engine filled."""
        if self._writer.execute("SELECT name FROM engine").fetchall() != [(self._engine,)]:
            with self._writer:
                for table in ("engine", "content", "names", "words", "files"):
                    self._writer.execute(f"DELETE FROM {table}")
                self._writer.execute("INSERT INTO engine VALUES(?)", (self._engine,))

    def _connect(self, path: Path) -> bool:
        """Open the file; False when it is of another format, corrupt, or can't be made."""
        try:
            _prepare(path.parent)
            self._writer = sqlite3.connect(path, check_same_thread=False)
        except (OSError, sqlite3.Error):
            return False
        try:
            self._writer.executescript(_SETUP)
            ((found,),) = self._writer.execute("PRAGMA user_version").fetchall()
            if found not in (0, _FORMAT):
                raise sqlite3.DatabaseError(f"format {found}")
            self._writer.executescript(_SCHEMA)
            self._renew()
            self._reader = sqlite3.connect(path, check_same_thread=False)
            self._reader.executescript(_SETUP)
            self._identity = _identity(path)
        except (OSError, sqlite3.Error):
            self._writer.close()
            return False
        return True


def _file_row(path: RepoPath, row: Row) -> tuple[object, ...]:
    problem = row.problem
    return (path, *row.status, row.key, problem and problem.code, problem and problem.message)


def _prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", "utf-8")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _is_file(path: Path, identity: tuple[int, int]) -> bool:
    try:
        return _identity(path) == identity
    except OSError:
        return False


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
