"""The log of which records were met: a file in the store's cache, never anywhere else."""

import contextlib
import threading
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from chesterton.base import disk
from chesterton.recall.usage import Act, Use, decode, encode
from chesterton.workspace.root import STORE
from chesterton.workspace.snapshot import Snapshot

_LARGEST = 1_000_000
_KEPT = 500_000


def remember(snapshot: Snapshot, act: Act, records: Iterable[str], face: str) -> None:
    """Note that records were met, unless the configuration says not to or there is no store to note it in."""
    path = _path(snapshot.root)
    if not snapshot.config.usage.enabled or not (snapshot.root / STORE).is_dir():
        return
    lines = encode(Use(snapshot.state.today, act, record, face) for record in records)
    with contextlib.suppress(OSError):  # what can't be noted is not worth an error
        path.parent.mkdir(exist_ok=True)
        if path.exists() and path.stat().st_size > _LARGEST:
            path.write_bytes(path.read_bytes()[-_KEPT:].partition(b"\n")[2])
        with path.open("ab") as file:
            file.write(lines)


class Noting:
    """Notes what a face shows again and again, a hover or a lens: each record once a day. Safe to use from threads."""

    def __init__(self, face: str) -> None:
        self._face = face
        self._lock = threading.Lock()
        self._day = date.min
        self._noted: set[tuple[Path, str]] = set()

    def shown(self, snapshot: Snapshot, records: Iterable[str]) -> None:
        """Note the records that were not noted today."""
        with self._lock:
            if self._day != snapshot.state.today:
                self._day = snapshot.state.today
                self._noted.clear()
            new = {record for record in records if (snapshot.root, record) not in self._noted}
            self._noted.update((snapshot.root, record) for record in new)
        if new:
            remember(snapshot, "shown", sorted(new), self._face)


def remembered(root: Path) -> list[Use]:
    """All that was noted."""
    try:
        return decode(disk.read_if_present(_path(root), 2 * _LARGEST) or b"")
    except disk.UnreadableError:
        return []


def _path(root: Path) -> Path:
    return root / STORE / "cache" / "usage.jsonl"
