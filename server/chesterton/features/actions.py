"""What a person can answer at a place: one action an answer, fit for a menu."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.features.findings import DRIFT_CODES
from chesterton.features.lenses import is_drifted
from chesterton.features.place import name_span
from chesterton.records.model import Record
from chesterton.workspace import acts
from chesterton.workspace.carried import Placed
from chesterton.workspace.repairs import repairs
from chesterton.workspace.snapshot import Snapshot

Answer = Literal["record", "confirm", "supersede", "ratify", "reject", "reanchor", "repair", "show"]

_MOST_CANDIDATES = 3


class Action(NamedTuple):
    """A menu entry: `answer` with `arguments` does it. `fixes` says which findings it answers, by code and target."""

    title: str
    answer: Answer
    arguments: Mapping[str, str]
    fixes: tuple[tuple[str, str], ...] = ()
    preferred: bool = False


def actions(snapshot: Snapshot, path: RepoPath, span: Span) -> tuple[Action, ...]:
    """The answers for a selection (an empty span is a cursor), the likeliest first.

    Records of a mount are answered in the mount, which is a workspace of its own.
    """
    record = snapshot.records.around(path, span.start)
    if record is not None and record.mount:
        return ()
    if record is not None:
        return (*_repairs(snapshot, path, span), *_in_record(snapshot, record, span))
    shown = (one for one in snapshot.placed(path) if snapshot.shown(one.record) and not one.record.mount)
    here = [placed for placed in shown if _at(placed, span)]
    answers = (answer for placed in here for answer in _about(placed))
    return (*_unique(answers), *_record_here(snapshot, path, span))


def _at(placed: Placed, span: Span) -> bool:
    place = placed.judgement.place
    if place is None or placed.judgement.state == "ambiguous" or place.symbol is None:
        return span.start == 0 or place is None
    around = place.symbol.span if placed.target and placed.target.kind != "region" else name_span(placed)
    return around.contains(span.start) or around.overlaps(span)


def _in_record(snapshot: Snapshot, record: Record, span: Span) -> Iterator[Action]:
    found = snapshot.judgements(record)
    touched = [
        placed for placed in found if placed.ref.span.contains(span.start) or placed.ref.span.overlaps(span)
    ]
    answers = (answer for placed in touched or found for answer in _about(placed))
    yield from _unique((*answers, *_lifecycle(record)))


def _repairs(snapshot: Snapshot, path: RepoPath, span: Span) -> Iterator[Action]:
    for problem in snapshot.problems_of(path):
        if (
            problem.span.overlaps(span)
            or problem.span.contains(span.start)
            or problem.span.start == span.start
        ):
            for repair in repairs(snapshot, problem):
                about = {"path": path, "code": problem.code, "repair": repair.title}
                yield Action(repair.title, "repair", about, ((problem.code, ""),), preferred=repair.sure)


def _about(placed: Placed) -> Iterator[Action]:
    record, target = placed.record, placed.ref.target
    name = f"{record.kind} {record.label}"
    about = {"record": record.path, "target": target}
    fixes = tuple((code, target) for code in sorted(DRIFT_CODES))
    judgement = placed.judgement
    if judgement.state == "moved" and judgement.place is not None:
        to = str(acts.target_of(judgement.place, placed.target))
        yield Action(
            f"Re-anchor {name} to {judgement.place}", "reanchor", {**about, "to": to}, fixes, preferred=True
        )
    for candidate in judgement.candidates[:_MOST_CANDIDATES]:
        to = str(acts.target_of(candidate.place, placed.target))
        sure = f" ({candidate.score:.0%})"
        yield Action(f"Re-anchor {name} to {candidate.place}{sure}", "reanchor", {**about, "to": to}, fixes)
    offered = {candidate.place for candidate in judgement.candidates}
    for part in judgement.parts[:_MOST_CANDIDATES]:
        if part not in offered:
            to = str(acts.target_of(part, placed.target))
            yield Action(f"Re-anchor {name} to its part {part}", "reanchor", {**about, "to": to}, fixes)
    if judgement.state in ("ambiguous", "gone"):
        yield Action(f"Re-anchor {name} elsewhere…", "reanchor", about, fixes)
    if is_drifted(placed) and judgement.place is not None and judgement.state != "ambiguous":
        yield Action(f"Confirm: {name} still holds", "confirm", about, fixes)
    elif placed.baseline.fingerprint is None and judgement.state == "live":
        yield Action(f"Confirm: {name} holds as the code is now", "confirm", about)
    yield from _lifecycle(record, fixes if is_drifted(placed) else ())


def _lifecycle(record: Record, fixes: tuple[tuple[str, str], ...] = ()) -> Iterator[Action]:
    name, about = f"{record.kind} {record.label}", {"record": str(record.path)}
    if record.status == "proposed":
        yield Action(f"Ratify {name}", "ratify", about)
        yield Action(f"Reject {name}", "reject", about)
    if record.status == "accepted":
        yield Action(f"Supersede {name}", "supersede", about, fixes)


def _record_here(snapshot: Snapshot, path: RepoPath, span: Span) -> Iterator[Action]:
    target = acts.target_at(snapshot, path, span.start)
    what = target.key or path.rpartition("/")[2]
    yield Action(f"Record here… ({what})", "record", {"target": str(target)})


def _unique(found: Iterator[Action] | Sequence[Action]) -> tuple[Action, ...]:
    return tuple({(action.title, *action.arguments.values()): action for action in found}.values())
