"""How fast a whole store is judged, through the door that every face uses, and one keystroke.

    python tests/bench/tracking/speed.py FOLDER [--files 2000] [--anchors 10000] [--workers 2]

The Python files of FOLDER are copied into a new git repository, 20 anchors a record are captured, and everything is
committed. Then every file is changed (a comment on top, and a statement in every tenth anchored function) and
`Host.sweep` judges all anchors: cold (a new host, workers not started), again in the same host, and in one more host
that has no workers. A keystroke is typed into the file with most anchors.
"""

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chesterton.anchors.target import Target
from chesterton.base.disk import apply_changes
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit
from chesterton.code.workers import Workers
from chesterton.workspace import acts
from chesterton.workspace.changes import Edited, Opened, Touched
from chesterton.workspace.host import Host

ANCHORED = frozenset(("function", "method", "class"))
GIT = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")


def cpu_seconds() -> float:
    """Of this process and its ended children."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in spent)


@contextmanager
def timed(what: str) -> Iterator[None]:
    began, processor = time.perf_counter(), time.process_time()
    yield
    wall, here = time.perf_counter() - began, time.process_time() - processor
    print(f"{what}: {wall:.3f} s, {here:.3f} s of it CPU of this process")


def commit(root: Path, subject: str) -> None:
    subprocess.run([*GIT, "add", "-A"], cwd=root, check=True, capture_output=True)
    subprocess.run([*GIT, "commit", "-qm", subject], cwd=root, check=True, capture_output=True)


def fill(root: Path, folder: Path, files: int) -> list[RepoPath]:
    """A repository of copies of the sources."""
    found = [path for path in sorted(folder.rglob("*.py")) if 500 < path.stat().st_size < 200_000]
    paths: list[RepoPath] = []
    for source in found[:: max(1, len(found) // files)][:files]:
        path = source.relative_to(folder).as_posix()
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, root / path)
        paths.append(RepoPath(path))
    subprocess.run([*GIT, "init", "-q"], cwd=root, check=True)
    commit(root, "Sources")
    return paths


def anchor(root: Path, paths: list[RepoPath], anchors: int) -> dict[RepoPath, list[str]]:
    """Records about the first symbols of each file, 20 a record; the anchored keys by file."""
    host = Host(root)
    keys: dict[RepoPath, list[str]] = {}
    for done, path in enumerate(paths):
        facts = host.snapshot.facts(path)
        wanted = [one.key for one in facts.symbols if one.kind in ANCHORED] if facts else []
        left = anchors - sum(map(len, keys.values()))
        keys[path] = wanted[: -(-left // (len(paths) - done))]
    targets = [Target("symbol", path, key) for path, mine in keys.items() for key in mine]
    for at in range(0, len(targets), 20):
        draft = acts.draft(host.snapshot, "decision", f"Decision {at}", "We do it so.", accept=True)
        changes = acts.record(host.snapshot, draft, targets[at : at + 20]).changes
        apply_changes(root, changes)
        host.apply(Touched(frozenset(change.path for change in changes)))
    commit(root, "Records")
    return keys


def change(root: Path, keys: dict[RepoPath, list[str]]) -> int:
    """Change every file; returns how many anchored functions are longer by a statement."""
    host, longer = Host(root), 0
    for path, mine in keys.items():
        data = (root / path).read_bytes()
        facts = host.snapshot.facts(path)
        for symbol in facts.symbols if facts else ():
            if symbol.key in mine[::10] and symbol.body and symbol.kind != "class":
                indent = data[data.rfind(b"\n", 0, symbol.body.start) + 1 : symbol.body.start]
                if not indent.strip():
                    data = data[: symbol.body.start] + b"audit(1)\n" + indent + data[symbol.body.start :]
                    longer += 1
                break
        (root / path).write_bytes(b"# one more line\n" + data)
    return longer


def type_in(host: Host, path: RepoPath) -> None:
    """One keystroke at the end of an open file, and its anchors judged."""
    text = host.snapshot.read(path)
    assert text is not None
    host.apply(Opened(path, text, 1)).placed(path)
    for at in range(3):
        end = len(text.data) + at
        snapshot = host.apply(Edited(path, (Edit(Span(end, end), "x"),), at + 2))
        snapshot.facts(path)
        began = time.process_time()
        placed = snapshot.placed(path)
        spent = (time.process_time() - began) * 1e3
    print(
        f"keystroke, after the reparse: {spent:.2f} ms CPU for {len(placed)} anchors, {len(text.data)} bytes"
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--files", type=int, default=2000)
    options.add_argument("--anchors", type=int, default=10_000)
    options.add_argument("--workers", type=int, default=2)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        keys = anchor(root, fill(root, given.folder, given.files), given.anchors)
        longer = change(root, keys)
        size = sum((root / path).stat().st_size for path in keys)
        total = sum(map(len, keys.values()))
        print(
            f"{total} anchors over {len(keys)} changed files, {size / 1e6:.1f} MB, {longer} with a new statement"
        )
        before = cpu_seconds()
        with Workers(given.workers) as workers:
            with timed("records read"):
                host = Host(root, workers)
            with timed(f"cold, {given.workers} workers"):
                drifted = sum(one.judgement.verdict == "body" for one in host.snapshot.sweep())
            with timed("warm"):
                host.apply(Touched(None)).sweep()
            type_in(host, max(keys, key=lambda path: len(keys[path])))
        print(
            f"{drifted} drifted; {cpu_seconds() - before:.2f} s CPU of all processes, load {os.getloadavg()[0]:.1f}"
        )
        with timed("cold, no workers"):
            alone = Host(root).snapshot.sweep()
        assert sum(one.judgement.verdict == "body" for one in alone) == drifted


if __name__ == "__main__":
    main()
