"""The repairs of lint in a workspace: what `records.lint.fixes` does to records, and their baselines following."""

from collections.abc import Collection, Iterator, Sequence

from chesterton.anchors.baseline import path_of
from chesterton.base.disk import FileChange
from chesterton.records.lint import fixes
from chesterton.records.lint.fixes import Repair
from chesterton.records.lint.run import lint
from chesterton.records.model import Problem
from chesterton.records.store import RecordSet
from chesterton.workspace.snapshot import Snapshot


def repairs(snapshot: Snapshot, problem: Problem) -> tuple[Repair, ...]:
    """The ways in which one problem can be mended, the likeliest first."""
    return tuple(
        repair._replace(changes=with_baselines(snapshot, repair.changes))
        for repair in fixes.repairs(snapshot.records, problem)
    )


def fix_all(
    snapshot: Snapshot, only: Collection[str] = (), choice: int | None = None
) -> tuple[FileChange, ...]:
    """Every repair of a record that needs nobody's choice, for the rules in `only` unless that is empty.

    With a `choice` those that need one too: each problem is mended by that one of its repairs.
    """

    def check(records: RecordSet) -> Sequence[Problem]:
        return lint(records, snapshot.lint_context)

    return with_baselines(snapshot, fixes.fix_all(snapshot.records, check, only, choice))


def with_baselines(snapshot: Snapshot, changes: Sequence[FileChange]) -> tuple[FileChange, ...]:
    """Changes to records, and for each that gets another id its baselines under the new one."""
    return (*changes, *_baselines(snapshot, changes))


def _baselines(snapshot: Snapshot, changes: Sequence[FileChange]) -> Iterator[FileChange]:
    after = snapshot.records.update({change.path: change.after for change in changes})
    kept = {path_of(record.id) for record in after.records}
    for change in changes:
        old, new = snapshot.records.at(change.path), after.at(change.path)
        if old is None or new is None or old.id == new.id:
            continue
        before = path_of(snapshot.records.written_id(old))
        text = snapshot.read(before)
        if text is None:
            continue
        yield FileChange(path_of(new.id), None, text.encode())
        if before not in kept:
            yield FileChange(before, text.encode(), None)
