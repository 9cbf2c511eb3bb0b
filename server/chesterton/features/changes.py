"""The places that a change touches: the innermost symbols of its lines, or files where there are none."""

import re
from collections.abc import Callable, Iterator
from itertools import accumulate

from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code import symbols
from chesterton.code.languages import for_path
from chesterton.code.model import FileFacts
from chesterton.recall.place import Place
from chesterton.workspace.snapshot import Snapshot

_DIFF = (
    "diff", "-U0", "-M", "--relative", "--no-color", "--no-ext-diff", "--no-textconv",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_QUOTED = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPES = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}

_Look = Callable[[RepoPath], tuple[Text, FileFacts] | None]


def is_range(words: str) -> bool:
    """Whether words name commits from..to."""
    return ".." in words.strip(".") and not words.startswith(("..", "/")) and "/../" not in words


def places_of_change(
    snapshot: Snapshot, revision: str = "HEAD", *, staged: bool = False
) -> tuple[Place, ...]:
    """The places of a diff: of the working tree against `revision`, of the index when `staged`, or of `A..B`.

    Raises:
        GitError: no git, or no such revision.
    """
    if revision.startswith("-"):
        raise git.GitError(f"{revision} is no revision")
    output = git.run(snapshot.root, *_DIFF, *(["--cached"] if staged else []), revision, "--")
    if is_range(revision):
        look = _at(snapshot, revision.rpartition("..")[2].lstrip(".") or "HEAD")
    else:
        look = _at(snapshot, "") if staged else _now(snapshot)
    return tuple(dict.fromkeys(_places(output, look)))


def _places(output: bytes, look: _Look) -> Iterator[Place]:
    old = RepoPath("")
    path: RepoPath | None = None
    found: tuple[Text, FileFacts] | None = None
    left = 0
    for line in output.split(b"\n"):
        if left:  # what a file says may look like a header
            left -= line[:1] in (b"-", b"+")
        elif line.startswith(b"--- "):
            old = _path(line[4:]) or old
        elif line.startswith(b"+++ "):
            path = _path(line[4:])
            found = look(path) if path else None
            if path is None:
                yield Place(old)
        elif hunk := _HUNK.match(line):
            gone, first, come = int(hunk[1] or 1), int(hunk[2]), int(hunk[3] or 1)
            left = gone + come
            if path is not None:
                yield from _in_hunk(path, found, first, come)


def _in_hunk(path: RepoPath, found: tuple[Text, FileFacts] | None, first: int, count: int) -> Iterator[Place]:
    """The innermost symbols of the new lines; of pure deletions, of the line before."""
    if found is None:
        yield Place(path)
        return
    text, facts = found
    lines = text.data.split(b"\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    begin = max(first, 1) - 1
    for number, line in enumerate(lines[begin : begin + max(count, 1)], begin):
        if line.strip() or not count:
            symbol = symbols.symbol_at(facts, starts[number] + len(line) - len(line.lstrip()))
            yield Place(path, symbol.key if symbol else "")


def _now(snapshot: Snapshot) -> _Look:
    def look(path: RepoPath) -> tuple[Text, FileFacts] | None:
        text, facts = snapshot.read(path), snapshot.facts(path)
        return (text, facts) if text is not None and facts is not None else None

    return look


def _at(snapshot: Snapshot, revision: str) -> _Look:
    """What files were at a revision; in the index for ""."""

    def look(path: RepoPath) -> tuple[Text, FileFacts] | None:
        language = for_path(path)
        if language is None:
            return None
        try:
            data = git.run(snapshot.root, "cat-file", "blob", f"{revision}:./{path}")
        except git.GitError:
            return None
        text = Text.decode(data)
        return text, symbols.read(language, text.data)

    return look


def _path(written: bytes) -> RepoPath | None:
    """A path as a diff's header writes it; None for a file that is not there."""
    written = written.rstrip(b"\t\r")
    if written == b"/dev/null":
        return None
    if written.startswith(b'"'):
        written = _QUOTED.sub(_unquoted, written.strip(b'"'))
    return RepoPath(written[2:].decode(errors="surrogateescape"))


def _unquoted(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    return bytes([int(code, 8)]) if code.isdigit() else _ESCAPES.get(code, code)
