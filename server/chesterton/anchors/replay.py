"""Following symbols through history, one first-parent commit after the other.

A step that leaves a symbol's name and most of its code in place costs one parse. Only when the name is
gone or holds other code is the whole commit matched.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from chesterton.anchors.drift import Part, differences
from chesterton.anchors.history import Commit, Revisions, commits, fork, revisions
from chesterton.anchors.likeness import Item, body_likeness
from chesterton.anchors.match import Matching, Outcome, match
from chesterton.anchors.now import FAR, Candidate, FileView
from chesterton.anchors.views import ViewOf, view_of
from chesterton.base.paths import RepoPath
from chesterton.code import languages
from chesterton.code.model import Symbol

CERTAIN = 0.80
"""Likeness from which a symbol that kept its name is itself: nothing new can be far more like it."""


class Event(NamedTuple):
    """What one commit did to a followed symbol: where it was put, and which of its parts changed."""

    commit: Commit
    path: RepoPath
    key: str
    changed: frozenset[Part]
    confidence: float
    evidence: tuple[str, ...]


class Trace(NamedTuple):
    """The life of one symbol. `path` and `key` are where it ended; `gone` is the commit that it did not
    survive.

    `confidence` is that of the least certain step. After a step that a person should decide the trace
    goes on with the likeliest place; `doubt` holds what else the symbol may have become there. `parts` are places that
    took code out of it on the way, `merged` says in words what it became one with.
    """

    path: RepoPath
    key: str
    events: tuple[Event, ...] = ()
    confidence: float = 1.0
    gone: Commit | None = None
    doubtful: bool = False
    doubt: tuple[Candidate, ...] = ()
    parts: tuple[str, ...] = ()
    merged: str = ""


class Start(NamedTuple):
    """A symbol at the first commit of a walk."""

    path: RepoPath
    key: str


def replay(
    root: Path, start: str, end: str, symbols: Iterable[Start], view_of: ViewOf = view_of
) -> dict[Start, Trace]:
    """Follow `symbols` of commit `start` up to `end`. Where no way leads there (a squash, a rebase), a symbol
    is picked up again at the first commit of `end`'s own line that has it as it was; what is nowhere leaps, and
    a leap that moves it is a question.

    Raises:
        GitError: a commit is not here (a shallow clone), or there is no git.
    """
    traces = {symbol: Trace(symbol.path, symbol.key) for symbol in symbols}
    with revisions(root, view_of) as files:
        line = commits(root, start, end)
        if line and line[0].leap is not None:
            landed = _land(fork(root, start, end), start, traces, files)
            rest = {symbol: trace for symbol, trace in traces.items() if symbol not in landed}
            return landed | _stepped(line, rest, files)
        return _stepped(line, traces, files)


def _stepped(line: Iterable[Commit], traces: dict[Start, Trace], files: Revisions) -> dict[Start, Trace]:
    for commit in line:
        step(commit, traces, files)
    return traces


def _land(
    line: Sequence[Commit], start: str, traces: Mapping[Start, Trace], files: Revisions
) -> dict[Start, Trace]:
    """The traces of symbols that some state of `line` has exactly as `start` has them, followed from there."""
    landed: dict[Start, Trace] = {}
    for symbol, trace in traces.items():
        wanted = _text(files.view(start, symbol.path), symbol.key)
        states = [line[0].parent, *(commit.id for commit in line)] if line else []
        touched = (
            at
            for at in range(len(states))
            if not at or any(file.new == symbol.path for file in line[at - 1].files)
        )
        for at in touched:
            if wanted and _text(files.view(states[at], symbol.path), symbol.key) == wanted:
                landed |= _stepped(line[at:], {symbol: trace}, files)
                break
    return landed


def _text(view: FileView | None, key: str) -> str:
    symbol = view.by_key.get(key) if view else None
    return view.text_hash(symbol) if view and symbol else ""


def step(commit: Commit, traces: dict[Start, Trace], files: Revisions) -> None:
    """Carry `traces` over one commit."""
    changed = {file.old: file.new for file in commit.files if file.old}
    touched = [start for start, trace in traces.items() if trace.gone is None and trace.path in changed]
    matchings: dict[str, Matching] = {}
    for start in touched:
        trace = traces[start]
        old = files.view(commit.parent, trace.path)
        target = changed[trace.path]
        new = files.view(commit.id, target) if target else None
        symbol = old.by_key.get(trace.key) if old else None
        if old is None or symbol is None:
            continue
        kept = _kept(old, symbol, new)
        if kept is not None and new is not None:
            traces[start] = _carried(trace, commit, old, symbol, new, kept)
            continue
        traces[start] = _matched(trace, commit, old, symbol, files, matchings)


def _kept(old: FileView, symbol: Symbol, new: FileView | None) -> Symbol | None:
    """The symbol under its own name, if that is beyond doubt."""
    same = new.by_key.get(symbol.key) if new else None
    if new is None or same is None:
        return None
    if old.text_hash(symbol) == new.text_hash(same):
        return same
    left, right = _item(old, symbol), _item(new, same)
    if left.family != right.family or symbol.ordinal or f"{symbol.qualified}~2" in {*old.by_key, *new.by_key}:
        return None
    return same if left.code == right.code or body_likeness(left, right) >= CERTAIN else None


def _matched(
    trace: Trace,
    commit: Commit,
    old: FileView,
    symbol: Symbol,
    files: Revisions,
    matchings: dict[str, Matching],
) -> Trace:
    language = old.facts.language if old.facts else ""
    found = languages.by_name(language)
    family = found.family if found else ""
    if family not in matchings:
        matchings[family] = match(*files.sides(commit, language), commit.renames)
    outcome = matchings[family].whole(trace.path, trace.key)
    if outcome is not None:
        trace = divided(trace, outcome)
    if outcome is None or outcome.place is None or outcome.place.symbol is None:
        return trace._replace(gone=commit, doubt=outcome.candidates if outcome else ())
    place = files.view(commit.id, outcome.place.path)
    assert place is not None
    if not outcome.sure or _is_a_leap_of_faith(commit, trace, outcome):
        trace = trace._replace(doubtful=True, doubt=outcome.candidates)
    return _carried(trace, commit, old, symbol, place, outcome.place.symbol, outcome.score, outcome.evidence)


def divided(trace: Trace, outcome: Outcome) -> Trace:
    """The trace with what a change took out of its symbol or merged it with."""
    parts = (*trace.parts, *map(str, outcome.parts))
    return trace._replace(
        parts=tuple(dict.fromkeys(parts)),
        merged=outcome.evidence[-1] if outcome.fate == "merged" else trace.merged,
    )


def _is_a_leap_of_faith(commit: Commit, trace: Trace, outcome: Outcome) -> bool:
    """Whether a symbol would be put elsewhere without a step of history that says so."""
    place = outcome.place
    if commit.leap is None or place is None or (place.path, place.key) == (trace.path, trace.key):
        return False
    return commit.leap > FAR or "identical code" not in outcome.evidence


def _carried(
    trace: Trace,
    commit: Commit,
    old: FileView,
    symbol: Symbol,
    new: FileView,
    target: Symbol,
    confidence: float = 1.0,
    evidence: tuple[str, ...] = (),
) -> Trace:
    moved = (new.path, target.key) != (trace.path, trace.key)
    changed: frozenset[Part] = frozenset()
    if old.text_hash(symbol) != new.text_hash(target) or symbol.doc != target.doc:
        before = old.fingerprint(symbol)
        after = new.fingerprint(target, symbol.name, before.code if before else "")
        changed = differences(before, after) if before and after else frozenset()
    if not moved and not changed:
        return trace
    event = Event(commit, new.path, target.key, changed, confidence, evidence)
    return trace._replace(
        path=new.path,
        key=target.key,
        events=(*trace.events, event),
        confidence=min(trace.confidence, confidence),
    )


def _item(view: FileView, symbol: Symbol) -> Item:
    return Item(view, view.symbols.index(symbol), None)
