"""Spawned processes behind `concurrent.futures.Executor`, made for parsers that can hang or crash.

A worker that dies or overstays fails only the task it had, with `WorkerLostError`, and is replaced. Workers
watch their parent and go when it goes, however it went. They never touch the protocol's stdin and stdout.
"""

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_NICE = 10
_SPAWN = multiprocessing.get_context("spawn")

Task = tuple[Callable[..., object], tuple[object, ...], dict[str, object]]


class WorkerLostError(Exception):
    """The process that ran a task died or exceeded its time."""


def worker_count() -> int:
    """How many workers suit this machine: one on two processors, so that the editor keeps the other."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 1 if processors <= 2 else min(4, processors - 1)


class Workers(Executor):
    """At most `count` processes, started when the first tasks come.

    Futures complete on the pool's own thread. A task that takes more than `seconds` is
    ended with its worker. With `nice` the processes give way to others.
    """

    def __init__(self, count: int, seconds: float = 60.0, *, nice: bool = True) -> None:
        self._count = count
        self._nice = _NICE if nice else 0
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Future[Any], Task]] = deque()
        self._closing = False
        self._wake_in, self._wake_out = multiprocessing.Pipe(duplex=False)
        self._thread: threading.Thread | None = None

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        with self._lock:
            if self._closing:
                raise RuntimeError("the workers have been shut down")
            self._waiting.append((future, (fn, args, kwargs)))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="workers", daemon=True)
                self._thread.start()
        self._wake_out.send_bytes(b"1")
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closing = True
            dropped = list(self._waiting) if cancel_futures else []
            if cancel_futures:
                self._waiting.clear()
            thread = self._thread
        for future, _ in dropped:
            future.cancel()
        with contextlib.suppress(OSError):
            self._wake_out.send_bytes(b"1")
        if wait and thread is not None:
            thread.join()

    def _run(self) -> None:
        """The pool's thread: hands out tasks, collects answers, replaces what was lost."""
        crew: list[_Worker] = []
        try:
            while self._assign(crew):
                self._collect(crew)
        finally:
            for worker in crew:
                worker.end()

    def _assign(self, crew: list["_Worker"]) -> bool:
        """Give waiting tasks to idle workers; False when all is done and the pool closes."""
        with self._lock:
            while self._waiting:
                worker = next((worker for worker in crew if worker.future is None), None)
                if worker is None:
                    if len(crew) == self._count:
                        break
                    worker = _Worker(self._nice)
                    crew.append(worker)
                future, task = self._waiting.popleft()
                if future.set_running_or_notify_cancel():
                    worker.start(future, task, time.monotonic() + self._seconds)
            return not self._closing or any(worker.future for worker in crew) or bool(self._waiting)

    def _collect(self, crew: list["_Worker"]) -> None:
        """Wait for an answer, a death, a deadline or a new task."""
        busy = [worker for worker in crew if worker.future]
        deadline = min((worker.deadline for worker in busy), default=None)
        timeout = None if deadline is None else max(0.0, deadline - time.monotonic())
        ready = set(wait([self._wake_in, *(worker.connection for worker in crew)], timeout))
        if self._wake_in in ready:
            self._wake_in.recv_bytes()
        for worker in list(crew):
            overdue = worker.future is not None and time.monotonic() > worker.deadline
            if (worker.connection in ready and not worker.receive()) or overdue:
                crew.remove(worker)
                worker.end()


class _Worker:
    """One process and the task it has."""

    def __init__(self, nice: int) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        self.future: Future[Any] | None = None
        self.deadline = 0.0
        self._process: BaseProcess = _SPAWN.Process(target=_serve, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()

    def start(self, future: Future[Any], task: Task, deadline: float) -> None:
        self.future, self.deadline = future, deadline
        # A worker that has just died shows at the next wait as an end of its stream.
        with contextlib.suppress(OSError):
            self.connection.send(task)

    def receive(self) -> bool:
        """Complete the task with its answer; False when the process is gone."""
        try:
            good, value = self.connection.recv()
        except (EOFError, OSError):
            return False
        future, self.future = self.future, None
        if future is not None:
            if good:
                future.set_result(value)
            else:
                future.set_exception(value)
        return True

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()
        if self.future is not None:
            self.future.set_exception(WorkerLostError("the worker process died or ran out of time"))
            self.future = None


def _serve(connection: "Connection[Any, Any]", nice: int) -> None:
    """The life of a worker process."""
    _detach(nice)
    gc.disable()
    gc.freeze()
    while True:
        try:
            function, args, kwargs = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, function(*args, **kwargs))
        except Exception as error:
            answer = (False, error)
        connection.send(answer)


def _detach(nice: int) -> None:
    """Off the protocol's streams, deaf to Ctrl-C, polite, and gone when the parent is."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdin = open(os.devnull)  # noqa: SIM115, PTH123
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
