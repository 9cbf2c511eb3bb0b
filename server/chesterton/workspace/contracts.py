"""Holding writers to the contract of the store that they write to."""

from collections.abc import Collection, Sequence

from chesterton.base.disk import FileChange
from chesterton.records.lint.obligations import refused
from chesterton.records.model import RecordError
from chesterton.workspace.snapshot import Snapshot


def refuse_breaches(
    snapshot: Snapshot, changes: Sequence[FileChange], touched: Collection[str] | None = None
) -> None:
    """Let no record be accepted that lacks what its store's contract requires; an edit answers for what it `touched`.

    Raises:
        RecordError: it says what is missing.
    """
    after = snapshot.records.update({change.path: change.after for change in changes})
    for record in (record for change in changes for record in after.in_file(change.path)):
        before = snapshot.records.at(record.path)
        if touched is None and (record.status != "accepted" or (before and before.status == "accepted")):
            continue
        for reason in refused(record, snapshot.contract(record.home)[0], touched):
            raise RecordError(f"{record.label} was not written: {reason}")
