"""Many files through an executor: in batches, a few at a time, and past those that kill their worker."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from pathlib import Path
from typing import TypeVar

from chesterton.base.paths import RepoPath
from chesterton.code import scan
from chesterton.code.extraction import NOT_INDEXED, Extracted, extract_files
from chesterton.code.model import Problem
from chesterton.code.store import Row

_T = TypeVar("_T")
_Batch = TypeVar("_Batch")
_FILES = 32
_BYTES = 400_000
_AHEAD = 1 + min(8, os.cpu_count() or 1)
"""Batches handed over at once: enough for the workers, few enough that an urgent task soon has its turn."""


def extract_all(
    executor: Executor, root: Path, cache: Path | None, sizes: dict[RepoPath, int]
) -> Generator[Extracted]:
    """Extract the files of `sizes` (bytes each) in about that order.

    A batch that fails is tried again file by file; a file that fails alone is quarantined: it gets a problem
    and is left alone until it changes.
    """
    waiting = deque(batches(sizes))
    for batch, done in handed_over(executor, partial(extract_files, root, cache), waiting):
        error = done.exception()
        if error is None:
            yield from done.result()
        elif len(batch) == 1:
            yield _quarantined(root, batch[0], error)
        else:
            waiting.extendleft((path,) for path in batch)


def handed_over(
    executor: Executor, function: Callable[[_Batch], _T], waiting: deque[_Batch]
) -> Generator[tuple[_Batch, Future[_T]]]:
    """Each batch with its completed future, in the order of completion. What is put into `waiting` meanwhile has its
    turn as well.
    """
    running: dict[Future[_T], _Batch] = {}
    try:
        while waiting or running:
            while waiting and len(running) < _AHEAD:
                batch = waiting.popleft()
                running[executor.submit(function, batch)] = batch
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future
    finally:
        for future in running:
            future.cancel()


def batches(sizes: Mapping[RepoPath, int]) -> Iterator[tuple[RepoPath, ...]]:
    """The files of `sizes` (bytes each) in portions that are worth the way to a worker and back."""
    batch: list[RepoPath] = []
    room = _BYTES
    for path, size in sizes.items():
        if batch and (len(batch) == _FILES or size > room):
            yield tuple(batch)
            batch, room = [], _BYTES
        batch.append(path)
        room -= size
    if batch:
        yield tuple(batch)


def _quarantined(root: Path, path: RepoPath, error: BaseException) -> Extracted:
    status = scan.status(root, path)
    if status is None:
        return Extracted(path, None, None)
    problem = Problem("failed", f"{path} can't be indexed ({error}); it is left out until it changes.")
    return Extracted(path, Row(status, NOT_INDEXED, problem), None)
