"""How long a store takes to load: `python loading.py [COUNT] [--sidegraph PYTHON]`.

Writes COUNT records to a temporary folder and loads them cold and warm, wall and CPU seconds and peak memory. With
the interpreter of an environment that holds sidegraph, the same decisions go through its store too.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar

from chesterton.base.paths import RepoPath
from chesterton.code.workers import Workers
from chesterton.records.cache import load_warm
from chesterton.records.drafts import Draft, render
from chesterton.records.folder import FolderReader
from chesterton.records.houses import house_of
from chesterton.records.model import AnchorRef
from chesterton.records.roots import RECORDS, Root

T = TypeVar("T")
WORKERS = 1
"""Processes that read beside this one; together they use two processors. `again` finds them started."""

BODY = """## Context

We have many of these, and each costs time. It was hard to find them.

* one
* two with `code`

## Decision

We keep thing {n} in one place, because it is simpler. Others were tried.

## Consequences

- Good, because quick
- Bad, because one
"""


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments and arguments[0].isdigit() else 10_000
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, count)
        with Workers(WORKERS) as workers:
            timed("cold", lambda: load_warm(FolderReader(root), None, executor=workers))
            timed("again", lambda: load_warm(FolderReader(root), None, executor=workers))
        _, blob = timed("one process", lambda: load_warm(FolderReader(root), None))
        timed("warm", lambda: load_warm(FolderReader(root), blob))
        timed("warm again", lambda: load_warm(FolderReader(root), blob))
        print(f"cache {len(blob or b'') / 1e6:.1f} MB, peak memory {peak():.0f} MB")
    if "--sidegraph" in arguments:
        sidegraph(arguments[arguments.index("--sidegraph") + 1], count)


def write(root: Path, count: int) -> None:
    house = house_of(Root(RECORDS), ())
    for n in range(count):
        draft = Draft(
            title=f"Keep thing {n} in one place",
            date=date(2026, 1, 1 + n % 28),
            status="accepted",
            anchors=(AnchorRef(f"src/m{n % 97}/f{n}.py#C.m{n}", "1a2b3c4d", "5e6f7a8b", "abcdef1"),),
            tags=("a", "b"),
            body=BODY.format(n=n),
        )
        path = RepoPath(f"{RECORDS}/{n:05}-keep-thing-{n}.md")
        for change in render(draft, house, path, ()):
            (root / change.path).parent.mkdir(parents=True, exist_ok=True)
            (root / change.path).write_bytes(change.after or b"")


def timed(name: str, work: Callable[[], T]) -> T:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    print(f"{name:12} {time.perf_counter() - wall:6.2f} s wall {time.process_time() - cpu:6.2f} s CPU")
    return result


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def sidegraph(python: str, count: int) -> None:
    """The same decisions in sidegraph's store: opened after a change, and opened again."""
    script = Path(__file__).with_name("sidegraph_store.py")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [python, str(script), folder, str(count)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"sidegraph: {done.stderr.strip().splitlines()[-1]}")
            return
        for name, value in json.loads(done.stdout.splitlines()[-1]).items():
            print(f"sidegraph {name:12} {value}")


if __name__ == "__main__":
    main(sys.argv[1:])
