"""What a working day asks of the index of one workspace: `daily.py ROOT`. Prints its table."""

import gc
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from chesterton.base.paths import RepoPath
from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex
from chesterton.code.references import references
from chesterton.code.whole import areas
from chesterton.code.workers import Workers

_START = """
import time; started = time.process_time(), time.perf_counter()
import sys; from pathlib import Path
from chesterton.code.index import CodeIndex
index = CodeIndex(Path(sys.argv[1]), cache=Path(sys.argv[2])); index.refresh()
print(time.process_time() - started[0], time.perf_counter() - started[1])
"""


def main() -> None:
    source = Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="bench-graph-") as folder:
        root, cache = Path(folder) / "work", Path(folder) / "cache"
        shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        _git(root, "init", "-q")
        _git(root, "add", "-A")
        print(f"\nDaily: {source.name}")
        workers = Workers(2)
        index = CodeIndex(root, cache=cache, executor=workers)
        cpu, wall = _timed(index.refresh)
        _row("cold index with 2 workers: wall s (CPU s of the main process)", f"{wall:.2f} ({cpu:.2f})")
        warm = subprocess.run(
            [sys.executable, "-c", _START, str(root), str(cache)], check=True, capture_output=True, text=True
        ).stdout.split()
        _row("warm start, nothing changed: CPU s, wall s", " ".join(f"{float(one):.2f}" for one in warm))
        _references(index)
        _saved(index, root)
        _branch(index, root)
        _communities(index, root)
        workers.shutdown()
        symbols = sum(len(facts.symbols) for _, facts in index.everything())
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        _row("peak MB of this process after all of it (symbols)", f"{peak:.0f} ({symbols:,})")
        index.close()


def _references(index: CodeIndex) -> None:
    names = sorted(
        {
            symbol.name
            for _, facts in index.everything()
            for symbol in facts.symbols
            if symbol.name.isidentifier()
        }
    )
    chosen = random.Random(7).sample(names, min(300, len(names)))
    gc.collect()
    times = sorted(1000 * _timed(lambda name=name: list(references(index, name)))[0] for name in chosen)
    middle, high = times[len(times) // 2], times[int(len(times) * 0.99)]
    _row(
        "references by name, 300 names: CPU ms median, p99, most", f"{middle:.1f} {high:.1f} {times[-1]:.1f}"
    )


def _saved(index: CodeIndex, root: Path) -> None:
    times: list[float] = []
    for path in random.Random(7).sample(sorted(index.indexed), 30):
        with (root / path).open("ab") as file:
            file.write(b"\n")
        times.append(1000 * _timed(lambda path=path: index.changed([path]))[0])
    times.sort()
    _row("one saved file taken in, parse included: CPU ms median, most", f"{times[15]:.1f} {times[-1]:.1f}")


def _branch(index: CodeIndex, root: Path) -> None:
    paths = random.Random(8).sample(sorted(index.indexed), min(500, len(list(index.indexed))))
    before = {path: (root / path).read_bytes() for path in paths}
    _write(root, {path: data + b"\n\n" for path, data in before.items()})
    there = _timed(index.refresh)
    _write(root, before)
    back = _timed(index.refresh)
    _row(f"branch switch touching {len(paths)} files, and back: wall s", f"{there[1]:.2f} {back[1]:.2f}")


def _communities(index: CodeIndex, root: Path) -> None:
    """Label every file, cut a sixth out of one in a hundred, and label them again."""
    before: dict[RepoPath, str] = {}
    spent = _timed(lambda: before.update(_labels(index)))[0]
    paths = sorted(before)
    for path in random.Random(9).sample(paths, max(1, len(paths) // 100)):
        lines = (root / path).read_bytes().splitlines(keepends=True)
        del lines[len(lines) // 3 : len(lines) // 2]
        (root / path).write_bytes(b"".join(lines))
    index.refresh()
    after = _labels(index)
    moved = {path for path in before if path in after and before[path] != after[path]}
    sizes = {path: len(facts.symbols) for path, facts in index.everything() if path in before}
    symbols = sum(sizes.values()) or 1
    share = 100 * sum(sizes.get(path, 0) for path in moved) / symbols
    _row("communities and labels: CPU s", f"{spent:.2f}")
    _row(
        "in another community after a sixth of every hundredth file was cut out: % of files, % of symbols",
        f"{100 * len(moved) / len(before):.2f} {share:.2f}",
    )


def _labels(index: CodeIndex) -> dict[RepoPath, str]:
    return {path: one.label for one in areas(CodeGraph(index, whole=True)) for path in one.files}


def _write(root: Path, contents: dict[RepoPath, bytes]) -> None:
    for path, data in contents.items():
        (root / path).write_bytes(data)


def _timed(action: Callable[[], object]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    action()
    return time.process_time() - cpu, time.perf_counter() - wall


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True)


def _row(what: str, value: str) -> None:
    print(f"{what} | {value}", flush=True)


if __name__ == "__main__":
    main()
