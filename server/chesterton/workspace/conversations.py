"""What happens in conversations, noted below the store's cache: events appended as they come, state once a turn.

An event costs one short write, so that a hook may note one for every tool call; what to say about them is decided
when the turn ends.
"""

import contextlib
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from chesterton.base import disk
from chesterton.base.staging import replacing
from chesterton.recall.surfacing import State
from chesterton.records.model import RecordError
from chesterton.workspace.root import STORE

Act = Literal["opened", "edited", "failed", "read", "updated", "said", "called"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")
_LARGEST = 10_000_000
_KEPT_SECONDS = 14 * 24 * 3600


class Event(msgspec.Struct, frozen=True):
    """Something that happened: `what` is a place, a record or article, the person's words, or a tool's call."""

    act: Act
    what: str


class _Kept(msgspec.Struct):
    state: State
    taken: int = 0
    """Bytes of the event log that a delivered turn has answered."""


class Conversation:
    """One conversation's files in `.chesterton/cache/conversations/`."""

    def __init__(self, root: Path, name: str) -> None:
        """Raises RecordError for a name that could not be a file's, or where there is no store to keep it in."""
        if not _NAME.fullmatch(name):
            raise RecordError(f"{name!r} can't name a conversation: use letters, digits, `.`, `_` and `-`")
        if not (root / STORE).is_dir():
            raise RecordError(f"{root} has no store yet; `chesterton init` makes one")
        self._folder = root / STORE / "cache" / "conversations"
        self._log = self._folder / f"{name}.events.jsonl"
        self._state = self._folder / f"{name}.state.json"
        self._trace = self._folder / f"{name}.trace.jsonl"

    def note(self, events: Iterable[Event]) -> None:
        """Append events. Raises OSError."""
        self._append(self._log, events)

    def begin(self) -> tuple[State, tuple[Event, ...], int]:
        """The state after the last delivered turn, what happened since, and the mark that `end` is given."""
        kept = self._read()
        log = disk.read_if_present(self._log, _LARGEST) or b""
        whole = log[: log.rfind(b"\n") + 1]
        taken = kept.taken if kept.taken <= len(whole) else 0  # somebody deleted the log
        events: list[Event] = []
        for line in whole[taken:].splitlines():
            with contextlib.suppress(msgspec.MsgspecError):
                events.append(msgspec.json.decode(line, type=Event))
        return kept.state, tuple(events), len(whole)

    def end(self, state: State, taken: int) -> None:
        """Keep the state of a turn that was delivered, and forget conversations that nobody goes on with."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with replacing(self._state) as file:
            file.write(msgspec.json.encode(_Kept(state, taken)))
        oldest = time.time() - _KEPT_SECONDS
        for path in self._folder.iterdir():
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    def trace(self, decisions: Iterable[dict[str, Any]]) -> None:
        """Append decisions to the trace."""
        with contextlib.suppress(OSError):
            self._append(self._trace, decisions)

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(disk.read_if_present(self._state, _LARGEST) or b"", type=_Kept)
        except (msgspec.MsgspecError, disk.UnreadableError):
            return _Kept(State())

    def _append(self, path: Path, values: Iterable[object]) -> None:
        lines = b"".join(msgspec.json.encode(value) + b"\n" for value in values)
        self._folder.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(lines)
