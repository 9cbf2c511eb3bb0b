"""Long histories of tagged Java methods: replayed commit by commit, and guessed in one jump.

python tests/bench/tracking/long.py BENCH MIRROR [--repo OWNER/NAME ...] [--methods N]
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from predict import is_at, locate
from steps import read_file

from chesterton.anchors.history import commits, revisions
from chesterton.anchors.replay import Start, Trace, step
from chesterton.base import git
from chesterton.base.paths import RepoPath


def rows_by_method(bench: Path) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in (bench / "data" / "java_pairs.jsonl").open():
        row = json.loads(line)
        if row["kind"] == "long":
            groups[row["repo"], row["id"].split(":")[0], row["B"]].append(row)
    return groups


def start_of(repository: Path, row: dict[str, Any]) -> Start | None:
    view = read_file(repository, row["A"], RepoPath(row["a"]["file"]))
    symbol = locate(view, row["a"]) if view else None
    return Start(view.path, symbol.key) if view and symbol else None


def walk(repository: Path, end: str, rows: list[dict[str, Any]]) -> tuple[dict[str, Trace], int]:
    """The trace of every row from its own start to `end`, in one walk from the oldest; and the commits walked."""
    waiting = {row["A"]: row for row in rows}
    oldest = max(
        waiting, key=lambda start: int(git.run(repository, "rev-list", "--count", f"{start}..{end}"))
    )
    longest = commits(repository, oldest, end)
    on_way = {commit.id for commit in longest} | {longest[0].parent}
    traces: dict[str, Trace] = {}
    with revisions(repository) as files:
        for start in [start for start in waiting if start not in on_way]:
            line = commits(repository, start, end)
            found = start_of(repository, waiting.pop(start))
            row = next(row for row in rows if row["A"] == start)
            if found:
                alone = {found: Trace(found.path, found.key)}
                for commit in line:
                    step(commit, alone, files)
                traces[row["id"]] = alone[found]
        running: dict[str, dict[Start, Trace]] = {}
        for commit in longest:
            if commit.parent in waiting:
                row = waiting[commit.parent]
                found = start_of(repository, row)
                if found:
                    running[row["id"]] = {found: Trace(found.path, found.key)}
            for alone in running.values():
                step(commit, alone, files)
    return traces | {key: next(iter(alone.values())) for key, alone in running.items()}, len(longest)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    options.add_argument("--repo", action="append", dest="repos")
    options.add_argument("--methods", type=int, default=1000)
    given = options.parse_args()
    counts: Counter[str] = Counter()
    steps, began = 0, time.process_time()
    groups = [
        group
        for group in rows_by_method(given.bench).items()
        if not given.repos or group[0][0] in given.repos
    ]
    for (repo, _, end), rows in groups[: given.methods]:
        repository = given.mirror / repo.replace("/", "+") / "repo"
        try:
            traces, walked = walk(repository, end, rows)
        except git.GitError as error:
            print(repo, error, file=sys.stderr)
            continue
        steps += walked
        for row in rows:
            trace = traces.get(row["id"])
            truth = row["truth"]
            kind = (
                "same" if (truth["file"], truth["qual"]) == (row["a"]["file"], row["a"]["qual"]) else "moved"
            )
            if trace is None:
                counts[f"{kind} not located"] += 1
                continue
            view = read_file(repository, end, trace.path)
            symbol = view.by_key.get(trace.key) if view and trace.gone is None else None
            if view is None or symbol is None:
                verdict = "lost"
            elif is_at(view, symbol, truth):
                verdict = "right"
            else:
                verdict = "asked" if trace.doubtful else "wrong"
            counts[f"{kind} {verdict}"] += 1
            if verdict != "right":
                print(
                    verdict,
                    row["id"],
                    trace.path,
                    trace.key,
                    trace.gone and trace.gone.id[:10],
                    file=sys.stderr,
                )
    spent = time.process_time() - began
    print(dict(sorted(counts.items())))
    print(
        f"{len(groups[: given.methods])} methods, {steps} commits walked, {1e3 * spent / max(1, steps):.2f} ms a commit"
    )


if __name__ == "__main__":
    main()
