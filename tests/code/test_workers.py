import os
import time
from collections.abc import Iterator

import pytest

from chesterton.code.workers import WorkerLostError, Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    pool = Workers(2, seconds=20)
    yield pool
    pool.shutdown(wait=True, cancel_futures=True)


def test_tasks_run_in_other_processes(workers: Workers) -> None:
    pids = {workers.submit(os.getpid).result(20) for _ in range(4)}
    assert pids
    assert os.getpid() not in pids


def test_an_error_of_the_task_reaches_the_caller(workers: Workers) -> None:
    with pytest.raises(ZeroDivisionError):
        workers.submit(divmod, 1, 0).result(20)


def test_a_dead_worker_fails_its_own_task_and_is_replaced(workers: Workers) -> None:
    fatal = workers.submit(os._exit, 3)
    others = [workers.submit(divmod, 7, 3) for _ in range(8)]
    with pytest.raises(WorkerLostError):
        fatal.result(20)
    assert {other.result(20) for other in others} == {(2, 1)}


def test_a_task_over_its_time_is_ended_with_its_worker() -> None:
    pool = Workers(1, seconds=0.5)
    try:
        stuck = pool.submit(time.sleep, 3600)
        with pytest.raises(WorkerLostError):
            stuck.result(20)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def test_what_a_task_prints_stays_off_stdout(workers: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    workers.submit(print, "noise", flush=True).result(20)
    assert "noise" not in capfd.readouterr().out


def test_what_waits_can_be_cancelled() -> None:
    pool = Workers(1, seconds=20)
    running = pool.submit(os.getpid)
    waiting = [pool.submit(time.sleep, 3600) for _ in range(3)][1:]
    running.result(20)
    pool.shutdown(wait=False, cancel_futures=True)
    assert all(future.cancelled() for future in waiting)
