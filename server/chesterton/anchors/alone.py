"""Judging by one file alone. For most anchors nothing else matters, so that any process that has the file can do it."""

from collections.abc import Iterable
from typing import NoReturn

import tree_sitter

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.drift import Judgement
from chesterton.anchors.judge import judge
from chesterton.anchors.now import FileView, Now
from chesterton.anchors.staying import TextAt, in_place
from chesterton.anchors.target import TargetError
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code.model import FileFacts


def judge_alone(view: FileView, baselines: Iterable[Baseline], text_at: TextAt) -> list[Judgement | None]:
    """The verdicts on anchors in the file of `view`. None where more than the file has to be looked at: the place is
    not plainly the anchored one, or code may have come from or gone to another file.
    """
    now = Now(_NothingElse(), known=view)
    return [_judged(baseline, view, now, text_at) for baseline in baselines]


def _judged(baseline: Baseline, view: FileView, now: Now, text_at: TextAt) -> Judgement | None:
    try:
        target = baseline.place
        if target.key and not in_place(baseline, target, view, text_at):
            return None
        found = judge(baseline, now)
    except (TargetError, _ElsewhereError):
        return None
    return found if found.state == "live" else None


class _ElsewhereError(Exception):
    """The verdict depends on more than the file."""


class _NothingElse:
    """A `Source` that has no answer: whoever asks it wants to look beyond the file."""

    def read(self, path: RepoPath) -> Text | None:
        raise _ElsewhereError

    def facts(self, path: RepoPath) -> FileFacts | None:
        raise _ElsewhereError

    def tree(self, path: RepoPath) -> tree_sitter.Tree | None:
        raise _ElsewhereError

    def paths(self) -> Iterable[RepoPath]:
        raise _ElsewhereError

    def head(self) -> NoReturn:
        raise _ElsewhereError

    def defining(self, name: str) -> Iterable[RepoPath]:
        raise _ElsewhereError

    def renamed(self, path: RepoPath) -> NoReturn:
        raise _ElsewhereError

    def added(self) -> Iterable[RepoPath]:
        raise _ElsewhereError
