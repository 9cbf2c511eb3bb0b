"""Predictions of the matcher for the open cases, one commit step each, and the scores of the given score.py.

    python tests/bench/tracking/predict.py BENCH MIRROR [--set py_rm ...] [--repo OWNER/NAME ...] [--out FILE]

BENCH holds score.py and data/; MIRROR holds one bare repository for each case as OWNER+NAME/repo.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from steps import read_file, read_step

from chesterton.anchors.match import Matching, match
from chesterton.anchors.now import FileView
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

FILES = {
    "py_rm": "py_rm_pairs",
    "py_mined": "py_mined_pairs",
    "js_rm": "js_rm_pairs",
    "java_rm": "java_rm_pairs",
    "java_step": "java_pairs",
}
SUFFIXES = {
    "py": frozenset((".py",)),
    "js": frozenset((".js", ".mjs", ".jsx")),
    "ja": frozenset((".java",)),
}


def line_of(view: FileView, offset: int) -> int:
    return view.data.count(b"\n", 0, offset) + 1


def name_of(place: dict[str, Any]) -> str:
    return place.get("name") or place["qual"].rpartition(".")[2]


def locate(view: FileView, place: dict[str, Any]) -> Symbol | None:
    """Our symbol for a place of the data: same bare name, declared inside its lines, the nearest start."""
    found: list[tuple[int, Symbol]] = []
    for symbol in view.symbols:
        if symbol.name != name_of(place):
            continue
        start, named = line_of(view, symbol.span.start), line_of(view, symbol.name_span.start)
        if start - 8 <= place["line"] <= max(named, line_of(view, symbol.span.end)):
            found.append((min(abs(start - place["line"]), abs(named - place["line"])), symbol))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def is_at(view: FileView, symbol: Symbol, place: dict[str, Any]) -> bool:
    return view.path == place["file"] and locate(view, place) == symbol


def describe(view: FileView, symbol: Symbol, sample: dict[str, Any]) -> dict[str, Any]:
    """A prediction in the words of the data: the truth's own naming where it is the same symbol."""
    truth = sample["truth"]
    for place in [truth, *truth.get("also", [])] if truth["status"] == "alive" else []:
        if is_at(view, symbol, place):
            return {"file": place["file"], "qual": place["qual"], "line": place["line"]}
    return {"file": view.path, "qual": symbol.qualified, "line": line_of(view, symbol.span.start)}


def predict(sample: dict[str, Any], repository: Path, step: Any, matching: Matching) -> dict[str, Any] | None:
    path = RepoPath(sample["a"]["file"])
    if sample["a"]["kind"] == "file":
        target = matching.file(path)
        found = {"file": target, "qual": sample["truth"].get("qual"), "line": 1} if target else None
        return {"id": sample["id"], "found": found, "confirm": path not in step.renames and target != path}
    if path not in step.old:
        target = step.renames.get(path, path)
        before, after = read_file(repository, sample["A"], path), read_file(repository, sample["B"], target)
        symbol = locate(before, sample["a"]) if before else None
        if before is None or symbol is None:
            return None
        if after is None:
            return {"id": sample["id"], "found": None}
        same = after.by_key.get(symbol.key)
        return {
            "id": sample["id"],
            "found": describe(after, same, sample) if same else None,
            "changed": False,
        }
    symbol = locate(step.old[path], sample["a"])
    if symbol is None:
        return None
    outcome = matching.of(path, symbol.key)
    assert outcome is not None
    answer: dict[str, Any] = {
        "id": sample["id"],
        "found": None,
        "fate": outcome.fate,
        "score": round(outcome.score, 3),
    }
    if outcome.place is not None and outcome.place.symbol is not None:
        view = step.new[outcome.place.path]
        then = step.old[path].fingerprint(symbol)
        now = view.fingerprint(outcome.place.symbol, symbol.name)
        answer["found"] = describe(view, outcome.place.symbol, sample)
        answer["changed"] = then.code != now.code
        if then.code != now.code:
            answer["parts"] = [
                part for part in ("signature", "body") if getattr(then, part) != getattr(now, part)
            ]
        answer["evidence"] = outcome.evidence
    if not outcome.sure:
        answer["confirm"] = True
    answer["alts"] = [(round(c.score, 3), str(c.place), c.evidence) for c in outcome.candidates]
    answer["alt"] = [
        describe(step.new[candidate.place.path], candidate.place.symbol, sample)
        for candidate in outcome.candidates
        if candidate.place.symbol
    ]
    return answer


def load(bench: Path, name: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (bench / "data" / f"{FILES[name]}.jsonl").open()]
    return [row for row in rows if name != "java_step" or row["kind"] == "step"]


def is_right(answer: dict[str, Any], truth: dict[str, Any]) -> bool:
    found = answer["found"]
    if truth["status"] != "alive":
        return found is None
    return found is not None and any(
        (found["file"], found["qual"]) == (place["file"], place["qual"])
        and ("params" not in place or found["line"] == place["line"])
        for place in [truth, *truth.get("also", [])]
    )


def report_actions(answers: list[dict[str, Any]], given: argparse.Namespace) -> None:
    """How much is done without asking, and how right that is."""
    for name in given.sets or FILES:
        truths = {row["id"]: row for row in load(given.bench, name)}
        mine = [(answer, truths[answer["id"]]) for answer in answers if answer["id"] in truths]
        moved = [
            (answer, row)
            for answer, row in mine
            if row["truth"]["status"] == "alive"
            and (row["truth"]["file"], row["truth"]["qual"]) != (row["a"]["file"], row["a"]["qual"])
            and not (row.get("rm") or "").startswith(("Extract", "split"))
        ]
        acted = [pair for pair in mine if pair[0].get("fate") == "moved" and not pair[0].get("confirm")]
        right = sum(is_right(answer, row["truth"]) for answer, row in acted)
        done = sum(not answer.get("confirm") and is_right(answer, row["truth"]) for answer, row in moved)
        print(
            f"{name}: acted alone on {done} of {len(moved)} true moves ({done / max(1, len(moved)):.3f}), "
            f"{right} of {len(acted)} such actions right ({right / max(1, len(acted)):.4f})",
            file=sys.stderr,
        )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    options.add_argument("--set", action="append", dest="sets")
    options.add_argument("--repo", action="append", dest="repos")
    options.add_argument("--out", type=Path, default=Path("predictions.jsonl"))
    given = options.parse_args()
    answers: list[dict[str, Any]] = []
    for name in given.sets or FILES:
        groups: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for row in load(given.bench, name):
            if not given.repos or row["repo"] in given.repos:
                groups[row["repo"], row["A"], row["B"]].append(row)
        began, unread = time.process_time(), 0
        for (repo, before, after), rows in groups.items():
            repository = given.mirror / repo.replace("/", "+") / "repo"
            step = read_step(repository, before, after, SUFFIXES[name[:2]])
            matching = match(step.old.values(), step.new.values(), step.renames)
            for row in rows:
                answer = predict(row, repository, step, matching)
                if answer is None:
                    unread += 1
                    print("not located:", row["id"], file=sys.stderr)
                else:
                    answers.append(answer)
        seconds = time.process_time() - began
        print(
            f"{name}: {len(groups)} steps in {seconds:.1f} s CPU, {unread} samples not located",
            file=sys.stderr,
        )
    report_actions(answers, given)
    given.out.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    subprocess.run([sys.executable, given.bench / "score.py", given.out, *(given.sets or [])], check=True)


if __name__ == "__main__":
    main()
