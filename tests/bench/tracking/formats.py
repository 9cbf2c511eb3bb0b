"""Drift verdicts on the open cases: commits that only reformat or comment, and tagged Java changes.

python tests/bench/tracking/formats.py BENCH MIRROR [--repo OWNER/NAME ...] [--out FILE]
"""

import argparse
import json
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from predict import locate
from steps import read_file

from chesterton.anchors.drift import differences
from chesterton.base.paths import RepoPath

CHANGED = frozenset(("changed", "body", "signature", "signature+body"))


def format_rows(bench: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bench / "data" / "format_symbols.jsonl").open()]


def tagged_rows(bench: Path) -> list[dict[str, Any]]:
    """The Java steps that people tagged, and pairs of states between which a method was left alone."""
    rows = [json.loads(line) for line in (bench / "data" / "java_pairs.jsonl").open()]
    return [
        {**row, "b": row["truth"], "lang": "java", "label": row.get("drift") or "untouched"}
        for row in rows
        if row["kind"] == "untouched" or (row["kind"] == "step" and row.get("drift"))
    ]


def compare(row: dict[str, Any], mirror: Path) -> frozenset[str] | None:
    repository = mirror / row["repo"].replace("/", "+") / "repo"
    old = read_file(repository, row["A"], RepoPath(row["a"]["file"]))
    new = read_file(repository, row["B"], RepoPath(row["b"]["file"]))
    then = locate(old, row["a"]) if old else None
    now = locate(new, row["b"]) if new else None
    if old is None or new is None or then is None or now is None:
        print("not located:", row["id"], file=sys.stderr)
        return None
    before, after = old.fingerprint(then), new.fingerprint(now, then.name)
    assert before is not None
    assert after is not None
    return differences(before, after)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    options.add_argument("--repo", action="append", dest="repos")
    options.add_argument("--out", type=Path, default=Path("formats.jsonl"))
    given = options.parse_args()
    answers: list[dict[str, Any]] = []
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for row in (*format_rows(given.bench), *tagged_rows(given.bench)):
        if given.repos and row["repo"] not in given.repos:
            continue
        parts = compare(row, given.mirror)
        if parts is None:
            table[row["lang"]]["not located"] += 1
            continue
        changed = bool(parts & {"body", "signature"})
        answers.append({"id": row["id"], "found": None, "changed": changed, "parts": sorted(parts)})
        level = "+".join(sorted(parts & {"body", "signature"})) or "none"
        table[row["lang"]][f"{row['label']}: {level}"] += 1
        if changed != (row["label"] in CHANGED):
            print(
                "wrong:", row["id"], row["label"], row["repo"], row["B"][:10], sorted(parts), file=sys.stderr
            )
    for language, counts in table.items():
        print(language, dict(sorted(counts.items())))
    given.out.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    subprocess.run([sys.executable, given.bench / "score.py", given.out, "format", "drift_java"], check=True)


if __name__ == "__main__":
    main()
