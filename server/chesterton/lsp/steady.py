"""What stands while the text of a buffer does not parse: the last good answer, moved along with the edits.

Half-typed code has no symbols to hang a lens or a finding on. An editor that asked at that moment would make
them vanish and come back at every other keystroke, which is the loudest complaint about lenses there is.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Generic, TypeVar

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, minimal_edit
from chesterton.workspace.snapshot import Snapshot

T = TypeVar("T")


class Steady(Generic[T]):
    """Remembers the last good answer about each open file. Safe to use from several threads."""

    def __init__(self) -> None:
        self._last: dict[tuple[Path, RepoPath], tuple[bytes, Sequence[tuple[Span, T]]]] = {}

    def answer(
        self, snapshot: Snapshot, path: RepoPath, found: Sequence[tuple[Span, T]]
    ) -> Sequence[tuple[Span, T]]:
        """What to show of a file: `found`, or while its anchors are unsure what was shown before."""
        opened = snapshot.state.open.get(path)
        key = (snapshot.root, path)
        if opened is None:
            self._last.pop(key, None)
            return found
        data = opened.text.data
        if not _unsure(snapshot, path):
            self._last[key] = data, found
            return found
        known = self._last.get(key)
        if known is None:
            return found
        before, last = known
        edit = minimal_edit(before, data)
        moved = [(_shifted(span, edit), what) for span, what in last]
        self._last[key] = data, moved
        return moved


def _unsure(snapshot: Snapshot, path: RepoPath) -> bool:
    held = snapshot.records.in_file(path)
    placed = (
        (one for record in held for one in snapshot.judgements(record)) if held else snapshot.placed(path)
    )
    return any(one.judgement.provisional for one in placed)


def _shifted(span: Span, edit: Edit) -> Span:
    return Span(_place(span.start, edit), _place(span.end, edit))


def _place(offset: int, edit: Edit) -> int:
    if offset <= edit.span.start:
        return offset
    grown = len(edit.new.encode()) - (edit.span.end - edit.span.start)
    return max(edit.span.start, offset + grown) if offset >= edit.span.end else edit.span.start
