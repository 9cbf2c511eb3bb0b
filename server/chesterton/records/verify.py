"""Append-only history: what was accepted says today what it said then, of as many places, and nothing is gone."""

import re
from collections.abc import Iterable, Iterator

from chesterton.base.spans import Span
from chesterton.records.journal import Entry
from chesterton.records.lint.laundering import laundered
from chesterton.records.model import NOWHERE, Problem, Record, Status
from chesterton.records.store import RecordSet
from chesterton.records.transitions import TRANSITIONS

_SETTLED: frozenset[Status] = frozenset({"accepted", "deprecated", "superseded", "rejected"})
_FIELDS = ("kind", "date", "ratified", "provenance", "source")
_LINK_ADDRESS = re.compile(r"\]\([^)]*\)")
_TITLE_NUMBER = re.compile(r"^(#+\s+(?:[A-Za-z]{2,6}[-_ ])?)\d+", re.MULTILINE)


def verify(before: RecordSet, after: RecordSet) -> Iterator[Problem]:
    """Every way in which `after` breaks with what `before` had settled."""
    for old in before.records:
        new = _same(old, after)
        if new is None:
            yield Problem(
                "deleted-record", "error", old.file, NOWHERE,
                f"{old.label} “{old.title}” is gone; withdraw a record instead of deleting it",
            )  # fmt: skip
            continue
        yield from _transition(before.status(old), after.status(new), new)
        if before.status(old) in _SETTLED and new.status != "withdrawn":
            yield from _fields(old, new)
            yield from _body(old, new)
            if before.status(old) == after.status(new) == "accepted":
                yield from _anchors(old, new)
        elif new.status != "withdrawn":
            yield from _laundering(old, new)


def verify_journal(before: Iterable[Entry], after: Iterable[Entry]) -> Iterator[Problem]:
    """Every entry of `before` that `after` no longer has as it was, the newest included; a renamed file is the same."""
    there = {entry.path: entry for entry in after}
    kept = {entry.hash for entry in there.values()}
    for old in before:
        if old.hash in kept:
            continue
        what = "was changed" if old.path in there else "is gone"
        yield Problem(
            "changed-entry", "error", old.path, NOWHERE,
            f"this journal entry {what}; what happened stays as it was told, correct it by another entry",
        )  # fmt: skip


def _same(old: Record, after: RecordSet) -> Record | None:
    if old.has_id:
        return next((record for record in after.records if record.id == old.id), None)
    moved = (record for record in after.records if record.text.slice(record.body) == old.prose)
    return after.at(old.path) or next(moved, None)


def _transition(old: Status, new: Status, record: Record) -> Iterator[Problem]:
    reachable: set[Status] = {old}
    open_ends: list[Status] = [old]
    while open_ends:
        for following in TRANSITIONS[open_ends.pop()].values():
            if following not in reachable:
                reachable.add(following)
                open_ends.append(following)
    if new not in reachable:
        legal = ", ".join(sorted(reachable))
        yield Problem(
            "illegal-transition", "error", record.file, record.spans.get("status", NOWHERE),
            f"the record was {old} and can't have become {new}; from there it can only be {legal}",
        )  # fmt: skip


def _fields(old: Record, new: Record) -> Iterator[Problem]:
    for name in _FIELDS:
        was, now = getattr(old, name), getattr(new, name)
        if was and was != now:
            yield Problem(
                "changed-field", "error", new.file, new.spans.get(name, NOWHERE),
                f"`{name}` of an accepted record was {_words(was)} and is {_words(now)}; supersede it instead",
            )  # fmt: skip
    lost = {relation.target for relation in old.supersedes} - {relation.target for relation in new.supersedes}
    if lost:
        yield Problem(
            "changed-field", "error", new.file, new.spans.get("supersedes", NOWHERE),
            f"the record no longer says that it supersedes {', '.join(sorted(lost))}",
        )  # fmt: skip


def _anchors(old: Record, new: Record) -> Iterator[Problem]:
    """Anchors that went for nothing. One that was tied to another place has a line there."""
    if len(new.anchors) >= len(old.anchors):
        return
    kept = {anchor.target for anchor in new.anchors}
    lost = [anchor.target for anchor in old.anchors if anchor.target not in kept]
    if lost:
        yield Problem(
            "removed-anchor", "error", new.file, new.spans.get("anchors", NOWHERE),
            f"the record is no longer tied to {' and '.join(lost)}, and has {len(new.anchors)} anchors of "
            f"{len(old.anchors)}; re-anchor what moved, supersede or withdraw what no longer holds",
        )  # fmt: skip


def _words(value: object) -> str:
    return "nothing" if value is None or value == "" else f"`{getattr(value, 'line', value)}`"


def _body(old: Record, new: Record) -> Iterator[Problem]:
    was, now = _prose(old), _prose(new)
    if was == now:
        return
    line = next(
        (number for number, (one, two) in enumerate(zip(was, now, strict=False)) if one != two), len(now) - 1
    )
    words = now[line] if 0 <= line < len(now) else ""
    at = new.text.data.find(words.encode(), new.body.start) if words else -1
    yield Problem(
        "changed-body", "error", new.file, Span(at, at + len(words.encode())) if at >= 0 else NOWHERE,
        f"the text of an accepted record changed: `{_cut(was, line)}` became `{_cut(now, line)}`; "
        "supersede or amend it instead",
    )  # fmt: skip


def _cut(lines: list[str], line: int) -> str:
    return lines[line][:80] if 0 <= line < len(lines) else ""


def _prose(record: Record) -> list[str]:
    """The lines of a record that may never change: no header, no state, no addresses of links, no numbers of titles."""
    body = record.body
    gaps = [
        record.sections.get("status"),
        record.spans.get("status") if record.header != "front-matter" else None,
    ]
    kept, start = b"", body.start
    for gap in sorted(gap for gap in gaps if gap and body.encloses(gap)):
        kept += record.text.data[start : max(start, gap.start)]
        start = max(start, gap.end)
    source = (kept + record.text.data[start : body.end]).decode(errors="replace")
    source = _TITLE_NUMBER.sub(r"\1", _LINK_ADDRESS.sub("]()", source))
    return [line.strip() for line in source.splitlines() if line.strip()]


def _laundering(old: Record, new: Record) -> Iterator[Problem]:
    start = new.body.start
    for item in laundered(old.prose, new.prose):
        span = Span(item.span.start + start, item.span.end + start) if item.new else NOWHERE
        now = f", now `{item.new}`" if item.new else ""
        yield Problem("laundering", "warning", new.file, span, f"a rule was {item.change}: `{item.old}`{now}")
