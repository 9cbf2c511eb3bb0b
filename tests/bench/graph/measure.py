"""Run a command to its end and say what it cost: CPU of it and its children, wall time, peak memory."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds, seconds and MB; `peak` is the largest process, `output` the last run's standard output."""

    cpu: float
    wall: float
    peak: float
    output: bytes


def cost(command: Sequence[str], runs: int = 1) -> Cost:
    """The medians of several runs.

    Raises:
        RuntimeError: the command failed.
    """
    each = [_once(command) for _ in range(runs)]
    return Cost(*(median(values) for values in list(zip(*each, strict=True))[:3]), each[-1].output)


def python(*arguments: str) -> list[str]:
    """The command of one of the scripts beside this one, run by the same interpreter."""
    return [sys.executable, "-m", *arguments]


def _once(command: Sequence[str]) -> Cost:
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}")
    wall = time.perf_counter() - started
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, output)
