"""What git's own line trackers say about one commit step.

Both look back from the new side, so they are given the true new place and asked where it was: they start with the
answer that the others have to find.
"""

import re
from collections import Counter
from pathlib import Path

from predict import line_of

from chesterton.anchors.now import FileView
from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+", re.MULTILINE)
_OLD_FILE = re.compile(rb"^--- (?:a/)?(.*?)\t?$", re.MULTILINE)
_ORIGIN = re.compile(rb"^([0-9a-f]{40}) (\d+) \d+")

Origin = tuple[RepoPath, Counter[int]]
"""A file of the old side, and its lines that became the new ones."""


def log_lines(repository: Path, before: str, after: str, path: RepoPath, lines: range) -> Origin | None:
    """`git log -L`: the old range of the hunk that the commit shows; None when it shows an addition."""
    where = f"{lines.start},{lines.stop - 1}:{path}"
    out = git.run(repository, "log", "-M", f"-L{where}", "--format=", f"{before}..{after}")
    if not out.strip():
        return path, Counter()
    file = _OLD_FILE.search(out)
    old = Counter[int]()
    for hunk in _HUNK.finditer(out):
        start, count = int(hunk[1]), int(hunk[2] or 1)
        old.update(range(start, start + count))
    if not old or file is None or file[1] == b"/dev/null":
        return None
    return RepoPath(file[1].decode(errors="replace")), old


def blame_lines(repository: Path, before: str, after: str, path: RepoPath, lines: range) -> Origin | None:
    """`git blame -w -M -C -C`: where the lines come from that are older than the commit."""
    where = f"{lines.start},{lines.stop - 1}"
    out = git.run(
        repository, "blame", "-w", "-M", "-C", "-C", "-p", "-L", where, f"{before}..{after}", "--", path
    )
    files: dict[bytes, bytes] = {}
    origins: list[tuple[bytes, int]] = []
    commit = b""
    for line in out.splitlines():
        if match := _ORIGIN.match(line):
            commit = match[1]
            origins.append((commit, int(match[2])))
        elif line.startswith(b"filename "):
            files[commit] = line[9:]
            origins[-1] = (commit + b"\0" + line[9:], origins[-1][1])
        elif line.startswith(b"\t"):
            key, number = origins[-1]
            if b"\0" not in key:
                origins[-1] = (key + b"\0" + files[key], number)
    old: dict[bytes, Counter[int]] = {}
    for key, number in origins:
        commit, _, file = key.partition(b"\0")
        if commit != after.encode():
            old.setdefault(file, Counter())[number] += 1
    if not old:
        return None
    file = max(old, key=lambda one: old[one].total())
    return RepoPath(file.decode(errors="replace")), old[file]


def symbol_of(view: FileView, lines: Counter[int], kind: str) -> Symbol | None:
    """The symbol that most of the lines lie in, the smallest of equals and of the same kind where there is one."""
    found: dict[int, int] = {}
    spans = {
        at: (line_of(view, one.span.start), line_of(view, one.span.end))
        for at, one in enumerate(view.symbols)
    }
    for at, (start, end) in spans.items():
        inside = sum(count for line, count in lines.items() if start <= line <= end)
        if inside:
            found[at] = inside
    if not found:
        return None
    best = max(found, key=lambda at: (found[at], view.symbols[at].kind == kind, spans[at][0] - spans[at][1]))
    return view.symbols[best]
