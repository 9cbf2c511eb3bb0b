"""Baselines that another version of the fingerprint took, taken again from the text that git still has."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from chesterton.anchors.baseline import Baseline, capture_in
from chesterton.anchors.fingerprint import VERSION
from chesterton.anchors.history import Revisions, revisions
from chesterton.anchors.target import TargetError, parse_target
from chesterton.anchors.views import ViewOf, view_of
from chesterton.base import git

Renewed = Mapping[Baseline, Baseline]
"""Baselines as they are stored, and as this version would have taken them."""


def renew(root: Path, baselines: Iterable[Baseline], view_of: ViewOf = view_of) -> dict[Baseline, Baseline]:
    """What this version makes of baselines by others. One is left out when git does not have its commit, or not the
    very text that was fingerprinted (it was not committed yet).
    """
    outdated = [one for one in baselines if _is_outdated(one) and one.commit]
    if not outdated:
        return {}
    try:
        with revisions(root, view_of) as files:
            return {one: renewed for one in outdated if (renewed := _renewed(files, one)) is not None}
    except git.GitError:
        return {}


def _is_outdated(baseline: Baseline) -> bool:
    return baseline.fingerprint is not None and baseline.fingerprint.version not in (0, VERSION)


def _renewed(files: Revisions, baseline: Baseline) -> Baseline | None:
    try:
        target = parse_target(baseline.target)
    except TargetError:
        return None
    view = files.view(baseline.commit, target.path)
    found = capture_in(view, target, baseline) if view else None
    then, now = baseline.fingerprint, found.fingerprint if found else None
    return found if then and now and then.text == now.text else None
