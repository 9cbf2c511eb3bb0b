"""What git knows about files since the last commit and about where vanished ones went."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from chesterton.base import git
from chesterton.base.paths import RepoPath

_MOST_RENAMES = 20


class WorkTree:
    """Git's answers about one moment of a work tree, each asked once. Without git every answer is empty."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._trails: dict[RepoPath, RepoPath | None] = {}

    @cached_property
    def head(self) -> str | None:
        return git.head(self._root)

    @cached_property
    def _prefix(self) -> str:
        """Where the workspace lies inside the work tree: `""` or `sub/folder/`."""
        return self._ask("rev-parse", "--show-prefix").decode(errors="surrogateescape").rstrip("\n")

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The absolute paths of this folder in the other work trees of the repository."""
        listed = self._ask("worktree", "list", "--porcelain", "-z").decode(errors="surrogateescape")
        mine = self._ask("rev-parse", "--show-toplevel").decode(errors="surrogateescape").rstrip("\n")
        trees = [
            line.removeprefix("worktree ") for line in listed.split("\0") if line.startswith("worktree ")
        ]
        return tuple(f"{tree}/{self._prefix}".rstrip("/") for tree in trees if tree != mine)

    @cached_property
    def changed(self) -> frozenset[RepoPath]:
        """Files that differ from the last commit, the untracked ones included."""
        tracked = self._ask("diff", "--name-only", "--relative", "-z", "HEAD", "--")
        return frozenset(_paths(tracked)) | self._untracked

    @cached_property
    def _untracked(self) -> frozenset[RepoPath]:
        return frozenset(_paths(self._ask("ls-files", "--others", "--exclude-standard", "-z")))

    @cached_property
    def _pending(self) -> Mapping[RepoPath, RepoPath]:
        """Renames that are not committed yet. Git itself pairs only what it tracks; others pair by equal content."""
        found = _renames(self._ask("diff", "--name-status", "--relative", "-M", "-z", "HEAD", "--"))
        gone = set(_paths(self._ask("ls-files", "--deleted", "-z"))) - set(found)
        if gone and self._untracked:
            found.update(self._equal_content(gone))
        return found

    def _equal_content(self, gone: set[RepoPath]) -> dict[RepoPath, RepoPath]:
        blobs: dict[bytes, list[RepoPath]] = {}
        for entry in self._ask("ls-files", "--stage", "-z", "--", *sorted(gone)).split(b"\0"):
            meta, _, path = entry.partition(b"\t")
            if path:
                blobs.setdefault(meta.split()[1], []).append(_path(path))
        untracked = sorted(
            path for path in self._untracked if (self._root / path).is_file() and "\n" not in path
        )
        # `--stdin-paths` reads paths from the top of the work tree, whatever folder git is asked in.
        listing = "\n".join(self._prefix + path for path in untracked).encode(errors="surrogateescape")
        hashes = self._ask("hash-object", "--stdin-paths", stdin=listing).split()
        now: dict[bytes, list[RepoPath]] = {}
        for path, blob in zip(untracked, hashes, strict=False):
            now.setdefault(blob, []).append(path)
        return {
            old[0]: now[blob][0]
            for blob, old in blobs.items()
            if len(old) == 1 and len(now.get(blob, ())) == 1
        }

    def renamed(self, path: RepoPath) -> RepoPath | None:
        """Where the file that used to be at `path` is now, as far as git tells; None when it was deleted or
        is there (again).
        """
        if path not in self._trails:
            self._trails[path] = None if (self._root / path).exists() else self._follow(path)
        return self._trails[path]

    def _follow(self, path: RepoPath) -> RepoPath | None:
        current, seen = path, {path}
        for _ in range(_MOST_RENAMES):
            following = (
                self._pending.get(current)
                or _folder(current, self._pending, self._files_at("HEAD", current))
                or self._committed_rename(current)
            )
            if following is None or following in seen:
                return None
            if (self._root / following).exists():
                return following
            seen.add(following)
            current = following
        return None

    def _committed_rename(self, path: RepoPath) -> RepoPath | None:
        """The last commit that deleted `path`, or something in it, may have renamed it."""
        commit = self._ask("log", "-1", "--diff-filter=D", "--format=%H", "--", path).decode().strip()
        if not commit:
            return None
        diff = self._ask("diff-tree", "-r", "-M", "--root", "--no-commit-id", "--name-status", "-z", commit)
        whole = _renames(diff)
        full = RepoPath(self._prefix + path)
        target = whole.get(full) or _folder(full, whole, self._files_at(f"{commit}^", path))
        if target is None or not target.startswith(self._prefix):
            return None
        return RepoPath(target[len(self._prefix) :])

    def _files_at(self, commit: str, folder: RepoPath) -> int:
        """How many files a folder has at a commit."""
        return len(_paths(self._ask("ls-tree", "-r", "--name-only", "-z", commit, "--", f"{folder}/")))

    def _ask(self, *arguments: str, stdin: bytes = b"") -> bytes:
        if self.head is None:
            return b""
        try:
            return git.run(self._root, *arguments, stdin=stdin)
        except git.GitError:
            return b""


def _folder(folder: RepoPath, renames: Mapping[RepoPath, RepoPath], files: int) -> RepoPath | None:
    """Where at least half of the files of a folder went together, keeping their places in it."""
    went: Counter[str] = Counter()
    for old, new in renames.items():
        inner = old.removeprefix(f"{folder}/")
        if inner != old and new.endswith(f"/{inner}"):
            went[new.removesuffix(f"/{inner}")] += 1
    likeliest = went.most_common(1)
    return RepoPath(likeliest[0][0]) if likeliest and 2 * likeliest[0][1] >= files else None


def _path(raw: bytes) -> RepoPath:
    return RepoPath(raw.decode(errors="surrogateescape"))


def _paths(output: bytes) -> list[RepoPath]:
    return [_path(raw) for raw in output.split(b"\0") if raw]


def _renames(output: bytes) -> dict[RepoPath, RepoPath]:
    """Pairs from `--name-status -z`: `R100 NUL old NUL new NUL`, other states with one path."""
    found: dict[RepoPath, RepoPath] = {}
    fields = iter(output.split(b"\0"))
    for state in fields:
        if state[:1] in (b"R", b"C"):
            old, new = next(fields, b""), next(fields, b"")
            if state[:1] == b"R":
                found[_path(old)] = _path(new)
        elif state:
            next(fields, None)
    return found
