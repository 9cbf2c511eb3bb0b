"""What each signal of the matcher is worth, and the curves that its thresholds were chosen from.

    python tests/bench/tracking/ablation.py BENCH MIRROR

The repositories are split: constants were looked at on TUNED, the other half only reports.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from predict import SUFFIXES, is_right, load, predict
from steps import Step, read_step

from chesterton.anchors import match as matching
from chesterton.anchors import scoring, takeover
from chesterton.anchors.match import match

TUNED = frozenset(("dit/dit", "asyml/texar", "chartjs/Chart.js"))
SETS = ("py_rm", "py_mined", "js_rm", "java_rm")
Setting = tuple[Any, str, float]

CONFIGURATIONS: dict[str, tuple[Setting, ...]] = {
    "all signals": (),
    "no code (names and places only)": ((scoring, "BODY", 0.0), (scoring, "IDENTICAL_FROM", 1e9)),
    "no names": ((scoring, "NAME", 0.0),),
    "no surroundings": ((scoring, "SCOPE", 0.0),),
    "no parameters": ((scoring, "PARAMETERS", 0.0),),
    "no users": ((scoring, "USED", 0.0), (scoring, "HALF", 9.0), (matching, "HALF", 9.0)),
    "no sibling order (ties by score)": ((matching, "TIE", 1e-6),),
    "names never doubted (no takeovers)": ((takeover, "ENOUGH", 1e9),),
    "no guard against extraction": ((scoring, "CALLED", 0.0),),
    "no leftovers": ((matching, "LEFTOVER", 9.0),),
    "no sharing": ((matching, "TWIN", 9.0), (matching, "KINDRED", 9.0)),
    "accept from .40": ((matching, "ACCEPT", 0.40), (matching, "ACCEPT_SMALL", 0.40)),
    "accept from .45": ((matching, "ACCEPT", 0.45), (matching, "ACCEPT_SMALL", 0.45)),
    "accept from .60": ((matching, "ACCEPT", 0.60), (matching, "ACCEPT_SMALL", 0.60)),
    "accept from .70": ((matching, "ACCEPT", 0.70), (matching, "ACCEPT_SMALL", 0.70)),
}


def kind_of(row: dict[str, Any]) -> str:
    truth = row["truth"]
    if truth["status"] != "alive":
        return "deleted"
    if (row.get("rm") or "").startswith(("Extract", "split")):
        return "split"
    return "same" if (truth["file"], truth["qual"]) == (row["a"]["file"], row["a"]["qual"]) else "moved"


def verdict(answer: dict[str, Any], row: dict[str, Any]) -> str:
    if is_right(answer, row["truth"]):
        return "right"
    if answer["found"] is None:
        return "lost"
    return "asked" if answer.get("confirm") else "wrong"


Case = tuple[Path, Step, list[dict[str, Any]]]


def read_cases(bench: Path, mirror: Path) -> list[Case]:
    cases: list[Case] = []
    for name in SETS:
        groups: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for row in load(bench, name):
            groups[row["repo"], row["A"], row["B"]].append(row)
        for (repo, before, after), rows in groups.items():
            repository = mirror / repo.replace("/", "+") / "repo"
            cases.append((repository, read_step(repository, before, after, SUFFIXES[name[:2]]), rows))
    return cases


def answers(cases: Iterable[Case]) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    for repository, step, rows in cases:
        found = match(step.old.values(), step.new.values(), step.renames)
        for row in rows:
            answer = predict(row, repository, step, found)
            if answer is not None:
                yield answer, row


def measured(cases: Iterable[Case], settings: Iterable[Setting], collect: Callable[..., None]) -> str:
    saved = [(module, name, getattr(module, name)) for module, name, _ in settings]
    for module, name, value in settings:
        setattr(module, name, value)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for answer, row in answers(cases):
        half = "tuned" if row["repo"] in TUNED else "reported"
        counts[half, kind_of(row)][verdict(answer, row)] += 1
        collect(half, answer, row)
    for module, name, value in saved:
        setattr(module, name, value)
    cells: list[str] = []
    for half in ("tuned", "reported"):
        for kind in ("moved", "split", "deleted"):
            found = counts[half, kind]
            total = max(1, found.total())
            cells.append(f"{found['right'] / total:.3f}/{found['wrong'] / total:.3f}")
    return " | ".join(cells)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    given = options.parse_args()
    cases = read_cases(given.bench, given.mirror)
    print(
        "| configuration | moved | split | deleted | moved | split | deleted |\n|---|---|---|---|---|---|---|"
    )
    scores: dict[str, list[tuple[float, bool]]] = defaultdict(list)

    def collect(half: str, answer: dict[str, Any], row: dict[str, Any]) -> None:
        if answer.get("fate") == "moved" and answer["evidence"][0] != "identical code":
            scores[half].append((answer["score"], is_right(answer, row["truth"])))

    for name, settings in CONFIGURATIONS.items():
        ignore: Callable[..., None] = lambda *_: None  # noqa: E731
        print(f"| {name} | {measured(cases, settings, ignore if settings else collect)} |", flush=True)
    print("\nmoves by likeness alone: share acted on and precision from a score")
    for half, pairs in scores.items():
        for least in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
            acted = [right for score, right in pairs if score >= least]
            share, right = len(acted) / max(1, len(pairs)), sum(acted) / max(1, len(acted))
            print(f"  {half} score >= {least:.2f}: acted {share:.3f} of {len(pairs)}, right {right:.4f}")
    print(json.dumps({half: len(pairs) for half, pairs in scores.items()}))


if __name__ == "__main__":
    main()
