"""What a person answers: record, confirm, supersede, ratify, reject, re-anchor. Pure: a snapshot in, file changes out.

Each joins the record's own change with the baselines that go with it, so that one act is one set of files.
"""

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

import msgspec

from chesterton.anchors.baseline import Baseline, capture, line_of, path_of, update
from chesterton.anchors.fingerprint import VERSION
from chesterton.anchors.now import Place
from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base import git
from chesterton.base.disk import FileChange
from chesterton.base.paths import OutsideRootError, RepoPath, escape_path, repo_path
from chesterton.code import scan, symbols
from chesterton.code.model import FileFacts, Symbol
from chesterton.records import lifecycle
from chesterton.records.editing import NewValue
from chesterton.records.guard import refuse_secrets
from chesterton.records.lifecycle import Draft
from chesterton.records.lint.similar import near
from chesterton.records.model import Act, AnchorRef, Kind, Record, RecordError
from chesterton.records.settable import refuse_misfits, set_fields
from chesterton.workspace.carried import Placed
from chesterton.workspace.contracts import refuse_breaches
from chesterton.workspace.snapshot import Snapshot

_ALIKE = 0.75
"""From this likeness on (`difflib`'s ratio) a name may be what somebody meant; two letters in eight differ."""


class Done(NamedTuple):
    """The files an act changes and the record it is about, as its file will say."""

    changes: tuple[FileChange, ...]
    path: RepoPath


def author(snapshot: Snapshot) -> str:
    """Who acts: the name git is configured with, empty without one."""
    try:
        return git.run(snapshot.root, "config", "user.name").decode(errors="replace").strip()
    except git.GitError:
        return ""


def draft(snapshot: Snapshot, kind: Kind, title: str, body: str, *, accept: bool) -> Draft:
    """A record that is written today in the name of who acts."""
    by = author(snapshot)
    return Draft(
        title=title,
        date=snapshot.state.today,
        kind=kind,
        body=body,
        status="accepted" if accept else "proposed",
        decision_makers=(by,) if by else (),
        ratified=Act(snapshot.state.today, by) if accept else None,
    )


def find_target(snapshot: Snapshot, words: str) -> Target:
    """The place a person means: a target as anchors write it, or `path:line` for the symbol on that line.

    Raises:
        RecordError: there is no such file or symbol; the message says what is near.
    """
    path, colon, line = words.rpartition(":")
    if colon and line.isdigit() and "#" not in path:
        return _target_at_line(snapshot, path, int(line))
    try:
        target = parse_target(_escaped(snapshot, words))
    except TargetError as error:
        raise RecordError(str(error)) from error
    if not scan.VERSION_CONTROL.isdisjoint(target.path.split("/")):
        raise RecordError(f"{target.path} belongs to version control and is no part of the workspace")
    if target.kind == "file" and (snapshot.root / target.path).is_dir():
        target = Target("directory", target.path)
    if target.kind in ("symbol", "region") and target.key:
        target = _symbol_target(snapshot, target)
    if capture(target, snapshot.now) is None:
        raise RecordError(_why_not(snapshot, target))
    return target


def target_at(snapshot: Snapshot, path: RepoPath, offset: int | None) -> Target:
    """The innermost symbol at a byte offset of a file, or the file itself."""
    facts = snapshot.facts(path)
    symbol = symbols.symbol_at(facts, offset) if facts is not None and offset is not None else None
    return Target("symbol", path, symbol.key) if symbol else Target("file", path)


def record(snapshot: Snapshot, draft: Draft, targets: Iterable[Target]) -> Done:
    """A new record anchored at `targets`, each with a baseline of now.

    Raises:
        RecordError: the draft is not whole, or a target does not exist.
    """
    rows = [_capture(snapshot, target, _names(draft), draft.date.isoformat()) for target in targets]
    drafted = msgspec.structs.replace(draft, anchors=(*draft.anchors, *(line_of(row) for row in rows)))
    changes = lifecycle.create(snapshot.records, drafted)
    refuse_misfits(snapshot.records, changes)
    refuse_breaches(snapshot, changes)
    return _done(changes, _baselines(snapshot, draft.id, rows))


def repeats(snapshot: Snapshot, done: Done) -> tuple[Record, ...]:
    """The living records that say nearly what a record about to be written says, the nearest first."""
    new = snapshot.records.update({change.path: change.after for change in done.changes}).at(done.path)
    if new is None:
        return ()
    gone = {old.path for relation in new.supersedes if (old := snapshot.records.resolve(relation, new))}
    others = (record for record in snapshot.living if record.path not in gone)
    found = near(others, new.title, new.statement, snapshot.config.lint.similarity)
    return tuple(record for record, _ in found)


def supersede(
    snapshot: Snapshot,
    old: Sequence[Record],
    draft: Draft,
    targets: Iterable[Target],
    *,
    again: bool = False,
) -> Done:
    """A new record in place of `old` ones, at `targets` or else wherever the old ones are now.

    Raises:
        RecordError: one of them can't be superseded (or is already, unless `again`), or a target does not exist.
    """
    places, lost = list(targets), list[Baseline]()
    if not places:
        places, lost = _places_of(snapshot, old)
    rows = [_capture(snapshot, target, _names(draft), draft.date.isoformat()) for target in places] + lost
    drafted = msgspec.structs.replace(draft, anchors=tuple(line_of(row) for row in rows))
    changes = lifecycle.supersede(snapshot.records, old, drafted, again=again)
    refuse_misfits(snapshot.records, changes)
    refuse_breaches(snapshot, changes[:1])
    return _done(changes, _baselines(snapshot, draft.id, rows))


def confirm(snapshot: Snapshot, record: Record, by: str, only: str | None = None) -> Done:
    """A person says "still true" of one anchor (`only`, a target) or of all: their baselines move to now.

    An anchor that moved is re-anchored by it. Anchors whose place is gone or unclear are left as they are, and so are
    those whose code is what it was: two branches that confirm different anchors of a record then merge.

    Raises:
        RecordError: the record can't be confirmed, has no such anchor, or none of them has a place.
    """
    day = snapshot.state.today
    refs: list[AnchorRef] = []
    rows: list[Baseline] = []
    dropped: list[str] = []
    holding = 0
    for placed in snapshot.judgements(record):
        target = _confirmable(placed) if only in (None, placed.ref.target) else None
        if target is None or _holds(snapshot, placed):
            refs.append(placed.ref)
            holding += target is not None
            continue
        row = _capture(snapshot, target, by, day.isoformat())
        rows.append(row)
        refs.append(line_of(row))
        if row.target != placed.ref.target:
            dropped.append(placed.ref.target)
    if record.anchors and not rows and not holding:
        raise RecordError(_nothing_to_confirm(snapshot, record, only))
    changes = lifecycle.confirm(snapshot.records, record, refs, by, day)
    return _done(changes, _baselines(snapshot, record.id, rows, dropped, record.anchors), record.path)


def reanchor(snapshot: Snapshot, record: Record, target: str, to: Target | None = None) -> Done:
    """One anchor tied to where its code is now (`to`, or where it was found); what it was confirmed as stays.

    Raises:
        RecordError: there is no such anchor, or nobody knows where it went and `to` does not say.
    """
    placed = _anchor(snapshot, record, target)
    new = to or _confirmable(placed)
    if new is None:
        choices = ", ".join(str(candidate.place) for candidate in placed.judgement.candidates)
        hint = f"; it may be {choices}" if choices else ""
        raise RecordError(f"nobody can tell where {target} went{hint}; say where with --to")
    row = _moved(snapshot, placed, new)
    changes = lifecycle.replace_anchor(snapshot.records, record, target, line_of(row))
    return _done(changes, _baselines(snapshot, record.id, [row], [target], record.anchors), record.path)


def ratify(snapshot: Snapshot, record: Record, by: str) -> Done:
    """A proposal becomes accepted.

    Raises:
        RecordError: it is no proposal, or lacks what the store's contract requires.
    """
    changes = lifecycle.ratify(snapshot.records, record, by, snapshot.state.today)
    refuse_breaches(snapshot, changes[:1])
    return _done(changes, None, record.path)


def edit(snapshot: Snapshot, record: Record, fields: dict[str, NewValue]) -> Done:
    """Keys of a record's header set by hand.

    Raises:
        RecordError: a value does not fit, the record is settled, or the store's contract requires what would go.
    """
    changes = set_fields(snapshot.records, record, fields)
    refuse_breaches(snapshot, changes, fields)
    return _done(changes, None, record.path)


def reject(snapshot: Snapshot, record: Record, by: str) -> Done:
    """A proposal is turned down.

    Raises:
        RecordError: it is no proposal.
    """
    return _done(lifecycle.reject(snapshot.records, record, by, snapshot.state.today), None, record.path)


def target_of(place: Place, like: Target | None = None) -> Target:
    """How an anchor names a place; `like` keeps what kind of place it was."""
    if like is not None:
        return like.at(place.path, place.key if place.symbol else None)
    return Target("symbol", place.path, place.key) if place.symbol else Target("file", place.path)


def _confirmable(placed: Placed) -> Target | None:
    place = placed.judgement.place
    if place is None or placed.judgement.state in ("gone", "ambiguous") or placed.target is None:
        return None
    return placed.target if placed.judgement.state != "moved" else target_of(place, placed.target)


def _holds(snapshot: Snapshot, placed: Placed) -> bool:
    """Whether the stored baseline is the code of now already."""
    judgement = placed.judgement
    stored = snapshot.baselines(placed.record).get(placed.ref.target)
    known = stored.fingerprint if stored else None
    current = stored is not None and (known is None or known.version == VERSION)
    if stored is not None and placed.target is not None and placed.target.kind in ("directory", "glob"):
        current = bool(stored.children) == (str(placed.target) in snapshot.config.drift.contents)
    return current and judgement.verdict == "none" and judgement.state == "live"


def _anchor(snapshot: Snapshot, record: Record, target: str) -> Placed:
    for placed in snapshot.judgements(record):
        if placed.ref.target == target:
            return placed
    has = ", ".join(ref.target for ref in record.anchors) or "no anchor at all"
    raise RecordError(f"{record.label} has no anchor {target!r}; it has {has}")


def _moved(snapshot: Snapshot, placed: Placed, to: Target) -> Baseline:
    """The baseline at a new place: what was confirmed stays, unless only the symbol's own name and layout differ."""
    if placed.baseline.fingerprint is None:
        return _capture(snapshot, to, "", "")
    now = capture(to, snapshot.now)
    if now is None:
        raise RecordError(_why_not(snapshot, to))
    kept = now if placed.judgement.changed <= {"text"} and placed.judgement.place else placed.baseline
    return msgspec.structs.replace(
        placed.baseline, target=str(to), kind=now.kind, language=now.language, fingerprint=kept.fingerprint
    )


def _capture(snapshot: Snapshot, target: Target, by: str, at: str) -> Baseline:
    contents = str(target) in snapshot.config.drift.contents
    row = capture(target, snapshot.now, commit=(snapshot.head() or "")[:12], by=by, at=at, contents=contents)
    if row is None:
        raise RecordError(_why_not(snapshot, target))
    return row


def _places_of(snapshot: Snapshot, records: Iterable[Record]) -> tuple[list[Target], list[Baseline]]:
    """Where the anchors of records are now, and the baselines of those that nobody can find."""
    found: dict[Target, None] = {}
    lost: dict[str, Baseline] = {}
    for placed in (placed for record in records for placed in snapshot.judgements(record)):
        target = _confirmable(placed)
        if target is None:
            lost[placed.ref.target] = placed.baseline
        else:
            found[target] = None
    return list(found), list(lost.values())


def _baselines(
    snapshot: Snapshot,
    record_id: str,
    rows: Sequence[Baseline],
    dropped: Iterable[str] = (),
    refs: Iterable[AnchorRef] = (),
) -> FileChange | None:
    text = snapshot.read(path_of(record_id))
    return update(record_id, text.encode() if text else None, rows, dropped, refs)


def _done(changes: Sequence[FileChange], baselines: FileChange | None, path: RepoPath | None = None) -> Done:
    refuse_secrets(changes)
    everything = (*changes, *((baselines,) if baselines else ()))
    return Done(everything, path or changes[0].path)


def _names(draft: Draft) -> str:
    return ", ".join(draft.decision_makers)


def _nothing_to_confirm(snapshot: Snapshot, record: Record, only: str | None) -> str:
    if only is not None:
        _anchor(snapshot, record, only)
    return f"{record.label} can't be confirmed: none of its anchors has a place any more; re-anchor or supersede it"


def _target_at_line(snapshot: Snapshot, path: str, line: int) -> Target:
    try:
        where = repo_path(path)
    except OutsideRootError as error:
        raise RecordError(str(error)) from error
    text = snapshot.read(where)
    if text is None:
        raise RecordError(_why_not(snapshot, Target("file", where)))
    lines = len(text.line_starts)
    if not 1 <= line <= lines:
        raise RecordError(f"{where} has no line {line}; its lines are 1 to {lines}")
    span = text.line_span(line - 1)
    indent = len(text.data[span.start : span.end]) - len(text.data[span.start : span.end].lstrip())
    return target_at(snapshot, where, span.start + indent)


def _escaped(snapshot: Snapshot, words: str) -> str:
    """The words with the path as anchors write it, where a person typed one that exists as it is on disk."""
    for end in (len(words), *(at for at in range(len(words) - 1, 0, -1) if words[at] == "#")):
        path, rest = words[:end], words[end:]
        written = escape_path(path, wildcards=not rest)
        if written != path and os.path.lexists(snapshot.root / path):
            return written + rest
    return words


def _symbol_target(snapshot: Snapshot, target: Target) -> Target:
    """The target with the whole qualified name, where a person wrote an unmistakable end of it."""
    facts = snapshot.facts(target.path)
    if facts is None or symbols.lookup(facts, target.key) is not None:
        return target
    found = _ending_in(facts, target.key)
    return target.at(target.path, found[0].key) if len(found) == 1 else target


def _ending_in(facts: FileFacts, key: str) -> list[Symbol]:
    return [symbol for symbol in facts.symbols if f".{symbol.key}".endswith(f".{key}")]


def _why_not(snapshot: Snapshot, target: Target) -> str:
    if target.kind in ("directory", "glob"):
        return f"{target} matches no file of the workspace"
    document = snapshot.document(target.path)
    if document is None:
        name = target.path.rpartition("/")[2]
        near = [path for path in snapshot.paths() if path.rpartition("/")[2] == name and path != target.path]
        return f"{target.path} is no readable file of the workspace {snapshot.root}{_perhaps(near)}"
    if document.problem is not None:
        return f"{target.path}: {document.problem.message}"
    if document.facts is None:
        return f"{target.path} is in no language with symbols; anchor the whole file instead"
    return f"{target.path} has no symbol {target.key}{_perhaps(_like(document.facts, target))}"


def _like(facts: FileFacts, target: Target) -> list[str]:
    """The symbols of a file that somebody who wrote the target may have meant, the likeliest first."""
    keys = [symbol.key for symbol in facts.symbols]
    by_name = {symbol.name: symbol.key for symbol in facts.symbols}
    return list(
        dict.fromkeys(
            (
                *(symbol.key for symbol in _ending_in(facts, target.name)),
                *get_close_matches(target.key, keys, cutoff=_ALIKE),
                *(by_name[name] for name in get_close_matches(target.name, by_name, cutoff=_ALIKE)),
            )
        )
    )


def _perhaps(near: Sequence[str]) -> str:
    return f"; did you mean {' or '.join(near[:3])}?" if near else ""
