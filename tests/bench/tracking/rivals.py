"""Simpler trackers over the same cases: what names, git's renames and a unique bare name find.

    python tests/bench/tracking/rivals.py BENCH MIRROR

The last one follows the ladder of sidegraph as its sources describe it: the bare name in the same file, else in the
file that git says it was renamed to, if the bare name is unique there.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ablation import SETS, kind_of, read_cases, verdict
from predict import describe, locate
from steps import Step

from chesterton.anchors.now import FileView
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

Found = tuple[FileView, Symbol] | None
Tracker = Callable[[Step, RepoPath, Symbol], Found]


def same_name(step: Step, path: RepoPath, symbol: Symbol) -> Found:
    view = step.new.get(path)
    found = view.by_key.get(symbol.key) if view else None
    return (view, found) if view and found else None


def renamed_file(step: Step, path: RepoPath, symbol: Symbol) -> Found:
    return same_name(step, step.renames.get(path, path), symbol)


def unique_name(step: Step, path: RepoPath, symbol: Symbol) -> Found:
    found = renamed_file(step, path, symbol)
    if found is not None:
        return found
    named = [(view, one) for view in step.new.values() for one in view.symbols if one.name == symbol.name]
    return named[0] if len(named) == 1 else None


def sidegraph(step: Step, path: RepoPath, symbol: Symbol) -> Found:
    for place in (path, step.renames.get(path)):
        view = step.new.get(place) if place else None
        named = [one for one in view.symbols if one.name.lower() == symbol.name.lower()] if view else []
        if view and len(named) == 1:
            return view, named[0]
    return None


TRACKERS: dict[str, Tracker] = {
    "path and qualified name": same_name,
    "git -M50 and qualified name": renamed_file,
    "and unique bare name": unique_name,
    "sidegraph's ladder": sidegraph,
}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    given = options.parse_args()
    counts: dict[str, dict[str, Counter[str]]] = {name: defaultdict(Counter) for name in TRACKERS}
    for _, step, rows in read_cases(given.bench, given.mirror):
        for row in rows:
            path = RepoPath(row["a"]["file"])
            view = step.old.get(path)
            symbol = locate(view, row["a"]) if view else None
            if symbol is None:
                continue
            for name, track in TRACKERS.items():
                found = track(step, path, symbol)
                answer: dict[str, Any] = {"found": describe(*found, row) if found else None}
                counts[name][f"{row['set'].removesuffix('_pairs')} {kind_of(row)}"][verdict(answer, row)] += 1
    print(
        "| tracker | " + " | ".join(SETS) + " | same place | split | deleted |\n|" + "---|" * (len(SETS) + 4)
    )
    for name, kinds in counts.items():
        cells = [kinds[f"{one} moved"] for one in SETS]
        cells += [
            sum((found for key, found in kinds.items() if key.endswith(kind)), Counter[str]())
            for kind in ("same", "split", "deleted")
        ]
        words = [
            "/".join(f"{one[what] / max(1, one.total()):.3f}" for what in ("right", "wrong", "lost"))
            for one in cells
        ]
        print(f"| {name} | {' | '.join(words)} |")


if __name__ == "__main__":
    main()
