"""Which files of a large change passed code to each other, by their lines alone."""

import re
from collections.abc import Collection, Mapping

from chesterton.base.paths import RepoPath

Sides = tuple[bytes | None, bytes | None]
"""A file before and after the change; None where it does not exist."""

_SHORTEST = 12
"""Bytes of a line that says more than `return None`."""


def lost_lines(old: bytes | None, new: bytes | None) -> set[bytes]:
    """The lines, long enough to say something, that a file has no longer."""
    return _lines(old) - _lines(new)


def concerned(texts: Mapping[RepoPath, Sides], strayed: Collection[tuple[RepoPath, str]]) -> set[RepoPath]:
    """The files that `strayed` symbols (file and bare name) were in, those that came to have a line that one of these
    lost or a name that is gone from it, and those that lost a line to any of them.
    """
    origins = {path for path, _ in strayed}
    lost = {path: lost_lines(old, new) for path, (old, new) in texts.items()}
    came = {path: lost_lines(new, old) for path, (old, new) in texts.items()}
    wanted = {line for path in origins for line in lost.get(path, ())}
    said = re.compile(rb"\b(?:%s)\b" % b"|".join(re.escape(name.encode()) for _, name in strayed))
    found = origins | {
        path
        for path, lines in came.items()
        if not wanted.isdisjoint(lines) or any(said.search(line) for line in lines)
    }
    arrived = {line for path in found for line in came.get(path, ())}
    return found | {path for path, lines in lost.items() if not arrived.isdisjoint(lines)}


def _lines(text: bytes | None) -> set[bytes]:
    found = {line.strip() for line in text.splitlines()} if text else set[bytes]()
    return {line for line in found if len(line) >= _SHORTEST}
