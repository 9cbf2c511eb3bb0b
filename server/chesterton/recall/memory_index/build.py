"""Building, updating, verifying and publishing a memory index."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from chesterton.recall.card import Card
from chesterton.recall.memory_index.rows import FORMAT, SCHEMA, Row, digest, row_of

POINTER = "memory.active"
_PATTERN = "memory-*.sqlite"


class DamagedIndexError(Exception):
    """A build that failed its own check; nothing was published."""


def fill(database: sqlite3.Connection, cards: Iterable[Card]) -> None:
    """Write a whole index into an empty database."""
    for statement in SCHEMA:
        database.execute(statement)
    _add(database, [row_of(card) for card in sorted(cards, key=lambda card: card.id)])
    _seal(database)


def update(database: sqlite3.Connection, cards: Iterable[Card]) -> None:
    """Turn the index in `database` into the one that `fill` would make of `cards`."""
    held: dict[str, str] = dict(database.execute("SELECT id, hash FROM card").fetchall())
    rows = [
        row
        for row in map(row_of, sorted(cards, key=lambda card: card.id))
        if held.pop(row.id, "") != row.hash
    ]
    gone = [*held, *(row.id for row in rows)]
    _remove(database, gone)
    _add(database, rows)
    _seal(database)


def publish(directory: Path, cards: Iterable[Card]) -> Path:
    """Make `directory` hold a verified build of `cards` and point readers to it; returns its file.

    What the published build already holds is reused. Any damage to it leads to a full build.

    Raises:
        DamagedIndexError: the new build failed its check; the old one stays published.
        OSError: the disk refused.
    """
    cards = tuple(cards)
    rows = {card.id: row_of(card).hash for card in cards}
    target = directory / f"memory-{digest(rows)}.sqlite"
    directory.mkdir(parents=True, exist_ok=True)
    if not _sound(target, rows):
        temporary = _temporary(directory)
        try:
            _build(temporary, published(directory), cards)
            _verify(temporary, rows)
            _sync(temporary)
            with contextlib.suppress(FileExistsError, PermissionError):
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    _point(directory, target)
    _sweep(directory, target)
    return target


def published(directory: Path) -> Path | None:
    """The build that readers shall open, or None before the first one."""
    try:
        name = (directory / POINTER).read_text(errors="replace").strip()
    except OSError:
        return None
    target = directory / name
    try:
        return target if target.parent == directory and target.is_file() else None
    except ValueError:
        return None  # a name that no file can have


def _build(temporary: Path, previous: Path | None, cards: tuple[Card, ...]) -> None:
    if previous is not None:
        shutil.copyfile(previous, temporary)
        with contextlib.suppress(sqlite3.Error, msgspec.DecodeError), _writing(temporary) as database:
            if _format(database) == FORMAT:
                update(database, cards)
                return
        temporary.write_bytes(b"")
    with _writing(temporary) as database:
        fill(database, cards)


@contextlib.contextmanager
def _writing(path: Path):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA secure_delete = ON")
        database.execute("BEGIN")
        yield database
        database.execute("COMMIT")


def _format(database: sqlite3.Connection) -> str:
    return database.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()[0]


def _add(database: sqlite3.Connection, rows: list[Row]) -> None:
    database.executemany(
        "INSERT INTO card VALUES (?, ?, ?, ?, ?)",
        ((row.row, row.id, row.hash, row.head, row.data) for row in rows),
    )
    database.executemany(
        "INSERT INTO name VALUES (?, ?)", ((name, row.row) for row in rows for name in row.names)
    )
    database.executemany(
        "INSERT INTO terms (rowid, title, statement, heading, body, code, dense) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((row.row, *row.terms) for row in rows),
    )
    database.executemany(
        "INSERT INTO grams (rowid, text) VALUES (?, ?)", ((row.row, row.grams) for row in rows)
    )
    _count(database, _vocabulary(rows))


def _remove(database: sqlite3.Connection, identities: list[str]) -> None:
    found = (database.execute("SELECT data FROM card WHERE id = ?", (one,)).fetchone() for one in identities)
    rows = [row_of(msgspec.msgpack.decode(data, type=Card)) for (data,) in filter(None, found)]
    database.executemany("DELETE FROM card WHERE row = ?", ((row.row,) for row in rows))
    database.executemany(
        "DELETE FROM name WHERE name = ? AND row = ?", ((name, row.row) for row in rows for name in row.names)
    )
    database.executemany(
        "INSERT INTO terms (terms, rowid, title, statement, heading, body, code, dense) "
        "VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)",
        ((row.row, *row.terms) for row in rows),
    )
    database.executemany(
        "INSERT INTO grams (grams, rowid, text) VALUES ('delete', ?, ?)",
        ((row.row, row.grams) for row in rows),
    )
    _count(database, {word: -count for word, count in _vocabulary(rows).items()})
    database.execute("DELETE FROM word WHERE cards = 0")


def _vocabulary(rows: list[Row]) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row.vocabulary)
    return total


def _count(database: sqlite3.Connection, counts: Mapping[str, int]) -> None:
    database.executemany(
        "INSERT INTO word VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET cards = cards + excluded.cards",
        sorted(counts.items()),
    )


def _seal(database: sqlite3.Connection) -> None:
    """Merge the full text into one segment, so that a removed record leaves nothing, and sign the build."""
    database.execute("INSERT INTO terms (terms) VALUES ('optimize')")
    database.execute("INSERT INTO grams (grams) VALUES ('optimize')")
    held: dict[str, str] = dict(database.execute("SELECT id, hash FROM card").fetchall())
    database.executemany(
        "INSERT OR REPLACE INTO meta VALUES (?, ?)", (("format", FORMAT), ("digest", digest(held)))
    )


def _verify(path: Path, expected: dict[str, str]) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        held: dict[str, str] = dict(database.execute("SELECT id, hash FROM card").fetchall())
        signed = database.execute("SELECT value FROM meta WHERE key = 'digest'").fetchone()
        if held != expected or signed != (digest(expected),):
            raise DamagedIndexError(
                f"{path.name}: the build does not hold the {len(expected)} records it was made of"
            )
        indexed = database.execute("SELECT count(*) FROM terms_docsize").fetchone()[0]
        if indexed != len(expected):
            raise DamagedIndexError(f"{path.name}: {indexed} of {len(expected)} records are searchable")


def _sound(path: Path, expected: dict[str, str]) -> bool:
    if not path.exists():
        return False
    try:
        _verify(path, expected)
    except (DamagedIndexError, sqlite3.Error):
        return False
    return True


def _temporary(directory: Path) -> Path:
    descriptor, name = tempfile.mkstemp(prefix="building-", suffix=".sqlite", dir=directory)
    os.close(descriptor)
    return Path(name)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _point(directory: Path, target: Path) -> None:
    pointer = directory / POINTER
    if published(directory) == target:
        return
    temporary = directory / f"{POINTER}.{os.getpid()}"
    temporary.write_text(target.name)
    temporary.replace(pointer)


def _sweep(directory: Path, target: Path) -> None:
    """Remove builds nobody is pointed to; one that is still open may refuse, and goes next time."""
    for old in directory.glob(_PATTERN):
        if old != target:
            with contextlib.suppress(OSError):
                old.unlink()
