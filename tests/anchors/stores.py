"""A workspace on disk with one decision, judged through the host as every face does."""

from datetime import date
from pathlib import Path

from chesterton.anchors.drift import Judgement
from chesterton.base.disk import apply_changes
from chesterton.records.model import Record
from chesterton.workspace import acts
from chesterton.workspace.host import Host


def decide(root: Path, *targets: str, day: str = "2026-01-01") -> None:
    """Record a decision about `targets` as they are now."""
    snapshot = Host(root, clock=lambda: date.fromisoformat(day)).snapshot
    draft = acts.draft(snapshot, "decision", "Do it so", "We do it so.", accept=True)
    done = acts.record(snapshot, draft, [acts.find_target(snapshot, target) for target in targets])
    apply_changes(root, done.changes)


def verdicts(root: Path, day: str = "2026-02-01") -> list[Judgement]:
    """What is known about every anchor, history asked."""
    snapshot = Host(root, clock=lambda: date.fromisoformat(day)).sweep()
    return [placed.judgement for record in snapshot.records.records for placed in snapshot.judgements(record)]


def only(root: Path, day: str = "2026-02-01") -> Judgement:
    """What is known about the only anchor."""
    (found,) = verdicts(root, day)
    return found


def record_of(root: Path) -> Record:
    (record,) = Host(root).snapshot.records.records
    return record
