"""Other trackers over the same cases: names, git's renames, ctags, sidegraph's ladder, git's own line trackers.

    python tests/bench/tracking/rivals.py BENCH MIRROR [--same 200] [--seed 4]

Sidegraph's ladder is followed as its sources describe it: the bare name in the same file, else in the file that git
says it was renamed to, if the bare name is unique there. The line trackers look back from the true new place, which
flatters them; deletions are not asked of them. Of the symbols that stayed in place a sample is drawn.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ablation import SETS, kind_of, read_cases, verdict
from lines import Origin, blame_lines, log_lines, symbol_of
from predict import describe, line_of, locate
from steps import Step, read_file
from tags import Tag, tags_of

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


def ctags(step: Step, path: RepoPath, symbol: Symbol) -> Found:
    """The tag of the same name and scope in the same or renamed file, else the only one of that name."""
    old = step.old[path]
    named = [tag for tag in tags_of(path, old.data) if tag.name == symbol.name]
    declared = line_of(old, symbol.name_span.start)
    mine = min(named, key=lambda tag: abs(tag.line - declared), default=None)
    if mine is None or abs(mine.line - declared) > 1:
        return None
    view = step.new.get(step.renames.get(path, path))
    same = [tag for tag in tags_of(view.path, view.data) if tag[:2] == mine[:2]] if view else []
    if view and same:
        return _tagged(view, same[0])
    everywhere = [
        (one, tag)
        for one in step.new.values()
        for tag in tags_of(one.path, one.data)
        if tag.name == mine.name
    ]
    return _tagged(*everywhere[0]) if len(everywhere) == 1 else None


def _tagged(view: FileView, tag: Tag) -> Found:
    found = [one for one in view.symbols if one.name == tag.name]
    nearest = min(found, key=lambda one: abs(line_of(view, one.name_span.start) - tag.line), default=None)
    return (view, nearest) if nearest else None


def looked_back(
    look: Callable[[Path, str, str, RepoPath, range], Origin | None],
    repository: Path,
    row: dict[str, Any],
    symbol: Symbol,
) -> str:
    """What a line tracker says about the symbol of a case whose new place it is given."""
    truth = row["truth"]
    origin = look(
        repository, row["A"], row["B"], RepoPath(truth["file"]), range(truth["line"], truth["end"] + 1)
    )
    if origin is None:
        return "lost"
    path, lines = origin
    if not lines:
        return "right" if path == row["a"]["file"] else "wrong"
    view = read_file(repository, row["A"], path)
    found = symbol_of(view, lines, symbol.kind) if view else None
    if found is None:
        return "lost"
    return "right" if (path, found.key) == (row["a"]["file"], symbol.key) else "wrong"


LINE_TRACKERS = {"`git log -L`": log_lines, "`git blame -w -M -C -C`": blame_lines}
TRACKERS: dict[str, Tracker] = {
    "path and qualified name": same_name,
    "git -M50 and qualified name": renamed_file,
    "and unique bare name": unique_name,
    "Universal Ctags' names": ctags,
    "sidegraph's ladder": sidegraph,
}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    options.add_argument("--same", type=int, default=200, help="how many symbols that stayed are asked about")
    options.add_argument("--seed", type=int, default=4)
    given = options.parse_args()
    cases = read_cases(given.bench, given.mirror)
    stayed = sorted(row["id"] for _, _, rows in cases for row in rows if kind_of(row) == "same")
    drawn = set(random.Random(given.seed).sample(stayed, min(given.same, len(stayed))))
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for repository, step, rows in cases:
        for row in rows:
            path, kind = RepoPath(row["a"]["file"]), kind_of(row)
            view = step.old.get(path)
            symbol = locate(view, row["a"]) if view else None
            if symbol is None or (kind == "same" and row["id"] not in drawn):
                continue
            cell = f"{row['set'].removesuffix('_pairs')} {kind}"
            for name, track in TRACKERS.items():
                found = track(step, path, symbol)
                answer: dict[str, Any] = {"found": describe(*found, row) if found else None}
                counts[name][cell][verdict(answer, row)] += 1
            if kind != "deleted" and "end" in row["truth"]:
                for name, look in LINE_TRACKERS.items():
                    counts[name][cell][looked_back(look, repository, row, symbol)] += 1
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
            "/".join(f"{one[what] / one.total():.3f}" for what in ("right", "wrong", "lost"))
            + f" ({one.total()})"
            if one.total()
            else ""
            for one in cells
        ]
        print(f"| {name} | {' | '.join(words)} |")


if __name__ == "__main__":
    main()
