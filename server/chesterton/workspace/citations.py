"""The commits that cite records, out of git's history."""

import contextlib
from pathlib import Path

import msgspec

from chesterton.base import git
from chesterton.base.disk import UnreadableError, read_if_present
from chesterton.base.paths import RepoPath
from chesterton.recall.evidence import CITING, Commit
from chesterton.records.cache import keep
from chesterton.workspace.root import STORE

_LARGEST = 50_000_000
_MOST_COMMITS = 5_000
_TIMEOUT = 20.0


class _Kept(msgspec.Struct):
    head: str
    commits: tuple[Commit, ...]


def citing(root: Path, head: str) -> tuple[Commit, ...]:
    """The commits behind `head` whose message may cite a record, the newest first; none when git takes too long.

    What was found is kept in the store's cache until another commit is checked out.
    """
    folder = root / STORE / "cache"
    kept = folder / "citations.bin"
    with contextlib.suppress(msgspec.MsgspecError, UnreadableError):
        held = msgspec.msgpack.decode(read_if_present(kept, _LARGEST) or b"", type=_Kept)
        if held.head == head:
            return held.commits
    try:
        output = git.run(
            root, "log", "--no-merges", "-i", "-E", f"--grep={CITING}", "--grep=[0-9A-HJKMNP-TV-Z]{26}",
            f"--max-count={_MOST_COMMITS}", "--name-only", "--relative", "-z", "--format=%x01%H%x02%B%x03", head,
            timeout=_TIMEOUT,
        )  # fmt: skip
    except git.GitError:
        return ()
    commits = tuple(map(_commit, output.decode(errors="replace").split("\x01")[1:]))
    if folder.is_dir():
        keep(kept, msgspec.msgpack.encode(_Kept(head, commits)))
    return commits


def _commit(entry: str) -> Commit:
    identity, _, rest = entry.partition("\x02")
    message, _, names = rest.partition("\x03")
    files = tuple(RepoPath(name.strip("\n")) for name in names.split("\0"))
    return Commit(identity, message.strip(), tuple(path for path in files if path))
