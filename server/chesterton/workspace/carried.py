"""Verdicts that outlive their moment: what rests on one file is not judged again while somebody types in another."""

from collections.abc import Mapping
from typing import NamedTuple

from chesterton.anchors.baseline import Baseline, members
from chesterton.anchors.drift import Judgement
from chesterton.anchors.target import Target
from chesterton.base.paths import RepoPath
from chesterton.records.model import AnchorRef, Record

_SETTLED = ("none", "cosmetic", "doc")
"""Verdicts that were reached without a look at other files."""


class Placed(NamedTuple):
    """One anchor of one record with the verdict of now."""

    record: Record
    ref: AnchorRef
    target: Target | None
    baseline: Baseline
    judgement: Judgement


class Carried(NamedTuple):
    """The verdicts of earlier moments, and the files that have changed in a buffer since the first of them."""

    placed: Mapping[tuple[RepoPath, str], Placed] = {}
    edited: frozenset[RepoPath] = frozenset()

    def get(self, record: Record, ref: AnchorRef) -> Placed | None:
        """The verdict on an anchor, if it stood in its place as it was and nothing there has been edited since."""
        known = self.placed.get((record.path, ref.target))
        if known is None or known.record is not record or known.target is None:
            return None
        if known.judgement.state != "live" or known.judgement.verdict not in _SETTLED:
            return None
        if known.target.kind in ("directory", "glob"):
            return None if members(known.target, self.edited) else known
        return None if known.target.path in self.edited else known
