"""From paths to what the store keeps: what workers do, and for a few files this process too."""

import hashlib
import os
import stat
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from chesterton.base.paths import OutsideRootError, RepoPath, inside
from chesterton.base.text import Text
from chesterton.code import scan
from chesterton.code.engine import engine
from chesterton.code.languages import Language, by_name, for_path
from chesterton.code.model import FileFacts, Problem
from chesterton.code.scan import Status
from chesterton.code.store import Content, Row, Store
from chesterton.code.symbols import read
from chesterton.code.words import word_hashes

NOT_INDEXED = 0
"""The key of a file whose content is not in the index: generated, in no known language, or with a problem."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(FileFacts)


class Extracted(NamedTuple):
    """The news of one file. `row` is None when there is no such file; `content` when the store has it."""

    path: RepoPath
    row: Row | None
    content: Content | None


def extract_files(root: Path, cache: Path | None, paths: tuple[RepoPath, ...]) -> list[Extracted]:
    """Extract files for the index; contents already in the store of folder `cache` are not parsed again."""
    known = _known_in(cache) if cache else None
    return [extract_file(root, path, known) for path in paths]


def extract_file(root: Path, path: RepoPath, known: Store | None = None) -> Extracted:
    """Extract one file unless a machine wrote it or `known` has its content.

    A scan has found the file, so no link on the way leads out of the root.
    """
    found = _read(f"{root}/{path}", path)
    if found is None:
        return Extracted(path, None, None)
    status, raw = found
    if isinstance(raw, Problem):
        return Extracted(path, Row(status, NOT_INDEXED, raw), None)
    language = for_path(path, raw)
    if language is None or scan.generated(path, raw):
        return Extracted(path, Row(status, NOT_INDEXED), None)
    key = content_key(language, raw)
    if known is not None and known.has(key):
        return Extracted(path, Row(status, key), None)
    data = Text.decode(raw).data
    facts = read(language, data)
    if facts.problems:
        return Extracted(path, Row(status, NOT_INDEXED, facts.problems[0]), None)
    names = "\n".join({symbol.name for symbol in facts.symbols})
    content = Content(key, _ENCODER.encode(facts), f"\n{names}\n".encode(), word_hashes(data))
    return Extracted(path, Row(status, key), content)


def encoded_facts(root: Path, path: RepoPath) -> tuple[Status, bytes] | None:
    """The status and the facts of any file in a known language, machine-written or not."""
    found = read_source(root, path)
    if found is None:
        return None
    status, raw = found
    if isinstance(raw, Problem):
        return status, _ENCODER.encode(FileFacts("", problems=(raw,)))
    language = for_path(path, raw)
    return (status, _ENCODER.encode(read(language, Text.decode(raw).data))) if language else None


def encoded_text(language: str, data: bytes) -> bytes:
    """The symbols of a text in the language of that name; nobody asks a buffer for what it refers to."""
    known = by_name(language)
    return _ENCODER.encode(read(known, data, references=False) if known else FileFacts(language))


def decode(facts: bytes) -> FileFacts:
    return _DECODER.decode(facts)


def read_source(root: Path, path: RepoPath) -> tuple[Status, bytes | Problem] | None:
    """A file's status, and its bytes or why it can't be read; None when it is missing or outside the root."""
    try:
        return _read(str(inside(root, path)), path)
    except OutsideRootError:
        return None


def _read(file: str, path: RepoPath) -> tuple[Status, bytes | Problem] | None:
    try:
        descriptor = os.open(file, _FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        return _unreadable(file, path, error)
    with open(descriptor, "rb", buffering=0) as opened:  # noqa: PTH123 - a descriptor, not a path
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return None
        try:
            return Status(found.st_size, found.st_mtime_ns, found.st_ino), opened.readall()
        except OSError as error:
            return _unreadable(file, path, error)


def _unreadable(file: str, path: RepoPath, error: OSError) -> tuple[Status, Problem] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 - of a string
    except OSError:
        return None
    status = Status(found.st_size, found.st_mtime_ns, found.st_ino)
    return status, Problem("unreadable", f"{path}: {error.strerror}")


def content_key(language: Language, raw: bytes) -> int:
    """The identity of what is extracted: the bytes and the language they are read as."""
    digest = hashlib.blake2b(raw, digest_size=8, key=language.name.encode()).digest()
    return int.from_bytes(digest, "little", signed=True) or 1


@cache
def _known_in(cache: Path) -> Store:
    return Store(cache, engine())
