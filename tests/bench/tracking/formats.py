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


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("bench", type=Path)
    options.add_argument("mirror", type=Path)
    options.add_argument("--repo", action="append", dest="repos")
    options.add_argument("--out", type=Path, default=Path("formats.jsonl"))
    given = options.parse_args()
    rows = [json.loads(line) for line in (given.bench / "data" / "format_symbols.jsonl").open()]
    answers: list[dict[str, Any]] = []
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if given.repos and row["repo"] not in given.repos:
            continue
        repository = given.mirror / row["repo"].replace("/", "+") / "repo"
        old = read_file(repository, row["A"], RepoPath(row["a"]["file"]))
        new = read_file(repository, row["B"], RepoPath(row["b"]["file"]))
        then = locate(old, row["a"]) if old else None
        now = locate(new, row["b"]) if new else None
        if old is None or new is None or then is None or now is None:
            table[row["lang"]]["not located"] += 1
            print("not located:", row["id"], file=sys.stderr)
            continue
        parts = differences(old.fingerprint(then), new.fingerprint(now))
        changed = bool(parts & {"body", "signature"})
        answers.append({"id": row["id"], "found": None, "changed": changed, "parts": sorted(parts)})
        truth = row["label"] == "changed"
        table[row["lang"]][f"{row['label']}: {'changed' if changed else 'quiet'}"] += 1
        if truth != changed:
            print(
                "wrong:", row["id"], row["label"], row["repo"], row["B"][:10], sorted(parts), file=sys.stderr
            )
    for language, counts in table.items():
        print(language, dict(sorted(counts.items())))
    given.out.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    subprocess.run([sys.executable, given.bench / "score.py", given.out, "format"], check=True)


if __name__ == "__main__":
    main()
