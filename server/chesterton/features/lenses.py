"""One lens a symbol that has records, never one a record."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.features.place import on_symbols
from chesterton.features.wording import counted, drift_words, shown_verdict
from chesterton.records.model import KINDS
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot

_ORDER = ("constraint", "gotcha", "lesson", "decision", "fact")
assert set(_ORDER) == set(KINDS)


class Lens(NamedTuple):
    """A line above the bytes of `span`, about the records at `paths`: `2 constraints · 1 decision · 1 drifted`."""

    span: Span
    title: str
    paths: tuple[RepoPath, ...]


def lenses(snapshot: Snapshot, path: RepoPath) -> tuple[Lens, ...]:
    """The lenses of a file, in its order."""
    if snapshot.records.in_file(path):
        return ()
    return tuple(
        Lens(span, _title(snapshot, found), tuple(placed.record.path for placed in found))
        for span, found in on_symbols(snapshot, path).items()
    )


def _title(snapshot: Snapshot, found: Sequence[Placed]) -> str:
    kinds = Counter(placed.record.kind for placed in found)
    parts = [counted(kinds[kind], kind) for kind in _ORDER if kinds[kind]]
    proposed = sum(placed.record.status == "proposed" for placed in found)
    drifted = sum(_counts(snapshot, placed) for placed in found)
    parts += [f"{proposed} proposed"] if proposed else []
    parts += [f"{drifted} drifted"] if drifted else []
    return " · ".join(parts)


def _counts(snapshot: Snapshot, placed: Placed) -> bool:
    """Whether a lens speaks of an anchor's drift."""
    drifted = (
        not placed.judgement.provisional and bool(drift_words(placed)) and placed.judgement.state != "planned"
    )
    return drifted and snapshot.config.drift.shows(shown_verdict(placed), "lens")


def is_drifted(placed: Placed) -> bool:
    """Whether a person has something to answer: the meaning changed or the place is in doubt, not mere layout."""
    quiet = ("none", "cosmetic", "doc", "moved", "renamed")
    return (
        not placed.judgement.provisional
        and bool(drift_words(placed))
        and (placed.judgement.verdict not in quiet or placed.judgement.state == "ambiguous")
    )
