"""Many anchors judged at once: worker processes read the files that answer by themselves, and what they said is kept
for as long as a file stays the same.
"""

import logging
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from chesterton.anchors.alone import judge_alone
from chesterton.anchors.baseline import Baseline
from chesterton.anchors.drift import Judgement
from chesterton.anchors.now import FileView
from chesterton.anchors.staying import texts_at
from chesterton.anchors.views import ViewOf, read_view, view_of
from chesterton.base import disk
from chesterton.base.paths import OutsideRootError, RepoPath, inside
from chesterton.base.text import Text
from chesterton.code import scan
from chesterton.code.batches import batches, handed_over
from chesterton.code.scan import Status
from chesterton.workspace.aside import Aside
from chesterton.workspace.documents import Document
from chesterton.workspace.files import READ_LIMIT

_log = logging.getLogger(__name__)

_MANY = 32
"""Files from which starting workers pays."""

_Asked = tuple[tuple[RepoPath, tuple[Baseline, ...]], ...]
_Said = list[list[Judgement | None] | None]
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_Said)


class _Answers(NamedTuple):
    """What one state of a file says about its anchors; None for an anchor that needs more than the file."""

    status: Status
    judgements: Mapping[Baseline, Judgement | None]


class Sweeper:
    """The verdicts that single files gave. Safe to use from several threads."""

    def __init__(self, root: Path, executor: Executor | None, aside: Aside | None) -> None:
        """`executor` judges what is much, None leaves that to who asks. `aside` is for a process with an event loop."""
        self._root = root
        self._executor = executor
        self._answers: Mapping[RepoPath, _Answers] = {}
        self.view_of: ViewOf = _reader(aside) if aside else view_of
        """Makes views of files as they were, without holding up an event loop."""

    def status(self, path: RepoPath) -> Status | None:
        """The state of a file on disk."""
        return scan.status(self._root, path)

    def answer(self, path: RepoPath, status: Status | None, baseline: Baseline) -> Judgement | None:
        """What a file in this state said about an anchor, if it was asked and knew."""
        known = self._answers.get(path)
        return known.judgements.get(baseline) if known and known.status == status else None

    def ask(self, anchors: Mapping[RepoPath, Sequence[Baseline]]) -> dict[RepoPath, Status | None]:
        """Have the anchors of many files judged, and forget about all other files; the states they are in. May take
        seconds.
        """
        kept: dict[RepoPath, _Answers] = {}
        news: dict[RepoPath, Status] = {}
        statuses = scan.statuses(self._root, anchors)
        for path, baselines in anchors.items():
            status, known = statuses.get(path), self._answers.get(path)
            if known and known.status == status and all(one in known.judgements for one in baselines):
                kept[path] = known
            elif status is not None and status.size <= READ_LIMIT:
                news[path] = status
        if self._executor and len(news) >= _MANY:
            kept.update(self._judged(self._executor, anchors, news))
        self._answers = kept
        return {path: statuses.get(path) for path in anchors}

    def _judged(
        self,
        executor: Executor,
        anchors: Mapping[RepoPath, Sequence[Baseline]],
        news: Mapping[RepoPath, Status],
    ) -> dict[RepoPath, _Answers]:
        found: dict[RepoPath, _Answers] = {}
        sizes = {path: status.size for path, status in news.items()}
        waiting: deque[_Asked] = deque(
            tuple((path, tuple(anchors[path])) for path in batch) for batch in batches(sizes)
        )
        for asked, done in handed_over(executor, partial(_judge_files, self._root), waiting):
            if error := done.exception():
                _log.warning("%d files are judged one by one", len(asked), exc_info=error)
                continue
            for (path, baselines), said in zip(asked, _DECODER.decode(done.result()), strict=True):
                if said is not None:
                    judgements = dict(zip(baselines, said, strict=True))
                    found[path] = _Answers(news[path], judgements)
        return found


def _judge_files(root: Path, asked: _Asked) -> bytes:
    """What each of the files says about its anchors, None for one that can't be read. Runs in a worker."""
    said: _Said = []
    with texts_at(root) as text_at:
        for path, baselines in asked:
            try:
                raw = disk.read(inside(root, path), READ_LIMIT)
            except (disk.UnreadableError, OutsideRootError):
                said.append(None)
            else:
                said.append(judge_alone(read_view(path, raw), baselines, text_at))
    return _ENCODER.encode(said)


def _reader(aside: Aside) -> ViewOf:
    @lru_cache(maxsize=512)
    def read(path: RepoPath, raw: bytes) -> FileView:
        document = Document(path, Text.decode(raw), aside=aside)
        return FileView(path, document.text.data, document.facts, document.tree)

    return read
