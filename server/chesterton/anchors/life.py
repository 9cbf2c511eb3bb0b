"""The life of one symbol, walked backwards from now through renames and moves."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.drift import Part, differences
from chesterton.anchors.fingerprint import Fingerprint
from chesterton.anchors.history import Commit, Revisions, changed_files, commits, revisions
from chesterton.anchors.match import match
from chesterton.anchors.now import FileView
from chesterton.anchors.replay import Start, replay
from chesterton.anchors.target import TargetError, written
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

Deed = Literal["introduced", "changed", "moved", "renamed", "not parsed"]


class Chapter(NamedTuple):
    """What one commit did to the symbol. `path` and `key` are its place after it, `before` its place
    before.
    """

    commit: Commit
    deed: Deed
    path: RepoPath
    key: str
    before: str = ""
    changed: frozenset[Part] = frozenset()
    confidence: float = 1.0


def life(root: Path, path: RepoPath, key: str, end: str = "HEAD") -> Iterator[Chapter]:
    """The commits that made a symbol what it is at `end`, newest first, down to the one that introduced it.

    Raises:
        GitError: no git, or no such commit.
    """
    with revisions(root) as files:
        while True:
            line = commits(root, "", end, (path,))[::-1]
            turn = yield from _in_one_place(root, files, line, path, key)
            if turn is None:
                return
            commit, path, key = turn
            if not commit.parent:
                return
            end = commit.parent


def first_drift(root: Path, baseline: Baseline, path: RepoPath, key: str) -> Commit | None:
    """The commit that first made a symbol differ from its baseline and was never undone, found by
    bisecting the fingerprints of the commits that touch its file; None when they don't tell.

    Raises:
        GitError: the baseline's commit is not in this clone, or there is no git.
    """
    known = baseline.fingerprint
    if known is None or not baseline.commit:
        return None
    if (path, key) != _place_of(baseline):
        return _first_on_the_way(root, baseline, known)
    line = commits(root, baseline.commit, "HEAD", (path,))
    with revisions(root) as files:

        def holds(index: int) -> bool:
            view = files.view(line[index].id, path)
            symbol = view.by_key.get(key) if view else None
            present = view.fingerprint(symbol) if view and symbol else None
            return present is not None and present.code == known.code

        if not line or holds(len(line) - 1):
            return None
        low, high = -1, len(line) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return line[high]


def _place_of(baseline: Baseline) -> tuple[RepoPath, str]:
    try:
        target = baseline.place
    except TargetError:
        return RepoPath(""), ""
    return target.path, target.key


def _first_on_the_way(root: Path, baseline: Baseline, known: Fingerprint) -> Commit | None:
    """The same for a symbol that moved: its way is walked, since no single path leads along it."""
    start = Start(*_place_of(baseline))
    first: Commit | None = None
    with revisions(root) as files:
        for event in replay(root, baseline.commit, "HEAD", (start,))[start].events:
            view = files.view(event.commit.id, event.path)
            symbol = view.by_key.get(event.key) if view else None
            present = view.fingerprint(symbol, baseline.place.name, known.code) if view and symbol else None
            holds = present is not None and present.code == known.code
            first = None if holds else first or event.commit
    return first


def _in_one_place(
    root: Path, files: Revisions, line: list[Commit], path: RepoPath, key: str
) -> Generator[Chapter, None, tuple[Commit, RepoPath, str] | None]:
    """The chapters in which the symbol has this place; returns the commit at which it had another one, and
    which.
    """
    for commit in line:
        new = files.view(commit.id, path)
        target = new.by_key.get(key) if new else None
        if new is None or target is None:
            yield Chapter(commit, "not parsed", path, key)
            continue
        old = files.view(commit.parent, path)
        before = old.by_key.get(key) if old else None
        if old is not None and before is not None and _unchanged(old, before, new, target):
            continue
        origin = _origin(root, files, commit, new, target)
        if origin is None:
            yield Chapter(commit, "introduced", path, key)
            return None
        place, symbol, confidence = origin
        changed = _changed(place, symbol, new, target)
        if (place.path, symbol.key) == (path, key):
            if changed:
                yield Chapter(commit, "changed", path, key, "", changed)
            continue
        deed: Deed = "renamed" if symbol.name != target.name else "moved"
        yield Chapter(commit, deed, path, key, written(place.path, symbol.key), changed, confidence)
        return commit, place.path, symbol.key
    return None


def _unchanged(old: FileView, before: Symbol, new: FileView, after: Symbol) -> bool:
    return old.text_hash(before) == new.text_hash(after) and (before.doc is None) == (after.doc is None)


def _changed(old: FileView, before: Symbol, new: FileView, after: Symbol) -> frozenset[Part]:
    left = old.fingerprint(before)
    right = new.fingerprint(after, before.name, left.code if left else "")
    return differences(left, right) if left and right else frozenset()


def _origin(
    root: Path, files: Revisions, commit: Commit, new: FileView, target: Symbol
) -> tuple[FileView, Symbol, float] | None:
    """The symbol of the parent commit that became `target`."""
    if not commit.parent:
        return None
    whole = changed_files(root, commit.parent, commit.id)
    renamed = next((file.old for file in whole.files if file.new == new.path and file.old), None)
    whole_file = files.view(commit.parent, renamed) if renamed else None
    if whole_file is not None and whole_file.data == new.data:
        return whole_file, whole_file.by_key[target.key], 1.0
    olds, news = files.sides(whole, new.facts.language if new.facts else "")
    matching = match(olds, news, whole.renames)
    found: list[tuple[float, FileView, Symbol]] = []
    for view in olds:
        for symbol in view.symbols:
            outcome = matching.of(view.path, symbol.key)
            place = outcome.place if outcome else None
            if outcome and place and place.path == new.path and place.key == target.key:
                found.append((outcome.score, view, symbol))
    if not found:
        return None
    score, view, symbol = max(found, key=lambda entry: entry[0])
    return view, symbol, score
