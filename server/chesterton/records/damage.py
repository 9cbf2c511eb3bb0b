"""What is wrong with a file before anybody looks at what it says: size, encoding, marks of a merge."""

import re
from collections.abc import Iterator

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.model import NOWHERE, Problem

SIZE_LIMIT = 2_000_000
"""Bytes above which a file is named as too large; its header and first megabyte are read all the same."""

_CONFLICT = re.compile(rb"^(?:<{7} .*|={7}|>{7} .*)$", re.MULTILINE)


def file_problems(path: RepoPath, text: Text, raw: bytes) -> list[Problem]:
    """What is wrong with a file before anybody looks at what it says."""
    found: list[Problem] = []

    def report(code: str, span: Span, message: str) -> None:
        found.append(Problem(code, "error", path, span, message))

    if len(raw) > SIZE_LIMIT:
        report("too-large", NOWHERE, f"{len(raw):,} bytes is no record; only its beginning is read")
    if text.charset != "utf-8":
        report("encoding", NOWHERE, f"the file is {text.charset}, not UTF-8; save it as UTF-8")
    nul = text.data.find(b"\0")
    if nul >= 0:
        report("nul-byte", Span(nul, nul + 1), "the file holds a NUL byte; it may be no text")
    return [*found, *conflict_markers(path, text.data)]


def conflict_markers(path: RepoPath, data: bytes) -> Iterator[Problem]:
    """Where a merge left its marks, if it did."""
    if b"<<<<<<< " not in data:
        return
    marks = list(_CONFLICT.finditer(data))
    if len(marks) >= 2:
        span = Span(*marks[0].span())
        yield Problem("conflict-markers", "error", path, span, "an unresolved merge conflict begins here")
