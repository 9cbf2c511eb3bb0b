"""Withdrawing a record: its words go from its file and from everything that was derived of them."""

import contextlib
import shutil
from pathlib import Path

from chesterton.anchors.baseline import path_of
from chesterton.base.disk import FileChange
from chesterton.records import lifecycle
from chesterton.records.model import Record
from chesterton.workspace.acts import author
from chesterton.workspace.root import CACHE
from chesterton.workspace.snapshot import Snapshot

_COPIES = ("records.bin", "memory", "conversations")
"""What the cache keeps of the records' words; whoever needs it makes it anew."""


def withdraw(snapshot: Snapshot, record: Record) -> list[FileChange]:
    """A tombstone in place of the record, and nothing in place of what was stored of its code.

    Raises:
        IllegalTransitionError: it is withdrawn already.
        RecordError: it is an entry of a decision log.
    """
    changes = lifecycle.withdraw(snapshot.records, record, author(snapshot), snapshot.state.today)
    baselines = path_of(record.id)
    stored = snapshot.read(baselines)
    return [*changes, FileChange(baselines, stored.encode(), None)] if stored else changes


def forget_words(root: Path) -> None:
    """Remove every copy of records' words from the cache of a workspace."""
    for name in _COPIES:
        place = root / CACHE / name
        shutil.rmtree(place, ignore_errors=True)
        with contextlib.suppress(OSError):
            place.unlink()
