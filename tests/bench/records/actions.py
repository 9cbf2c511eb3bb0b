"""What our actions change in other people's files: `python actions.py GROUND_TRUTH.jsonl MIRRORS`.

Every file of the ground truth is adopted, anchored, ratified, deprecated and confirmed, in memory. Counts the actions,
those that took away a line other than the one with the state, and those after which anything else read differently.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from pathlib import Path

from chesterton.base import git
from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import lifecycle
from chesterton.records.commit import CommitReader
from chesterton.records.model import AnchorRef, Record, RecordError
from chesterton.records.store import RecordSet, load

DAY = date(2026, 12, 1)
ANCHOR = AnchorRef("src/a.py")
KEYS = {"id": "01KB8ZQ4T6M9V2C5N7R3H1XWEJ", "anchors": [ANCHOR.line]}
Act = Callable[[RecordSet, Record], list[FileChange]]
ACTIONS: dict[str, tuple[Act, str | None]] = {
    "adopt": (lambda records, record: lifecycle.set_header(records, record, dict(KEYS)), None),
    "ratify": (lambda records, record: lifecycle.ratify(records, record, "Ann", DAY), "accepted"),
    "deprecate": (lifecycle.deprecate, "deprecated"),
    "confirm": (lambda records, record: lifecycle.confirm(records, record, [ANCHOR], "Ann", DAY), None),
}


def main(truth_path: str, mirrors: str) -> None:
    by_commit: dict[tuple[str, str], list[RepoPath]] = defaultdict(list)
    for line in Path(truth_path).read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        by_commit[item["repo"], item["commit"]].append(RepoPath(item["file"]))
    counts: Counter[str] = Counter()
    for (repo, commit), paths in by_commit.items():
        git_dir = Path(mirrors) / repo.replace("/", "+") / "repo"
        with git.batch(git_dir) as batch:
            records = load(CommitReader(git_dir, commit, batch))
            for record in filter(None, map(records.at, paths)):
                for name, (act, state) in ACTIONS.items():
                    counts.update(judge(records, record, name, act, state))
    print(", ".join(f"{number} {what}" for what, number in counts.items()))


def judge(records: RecordSet, record: Record, name: str, act: Act, state: str | None) -> list[str]:
    try:
        changes = act(records, record)
    except RecordError:
        return ["not legal in the state of the file"]
    found = ["actions"]
    allowed = 1 if state else 0
    if any(change.before and lost(change) > allowed for change in changes):
        found.append(f"{name}: lost a line")
    after = records.update({change.path: change.after for change in changes})
    now = after.at(record.path)
    if now is None or facts(now) != facts(record) or after.status(now) != (state or records.status(record)):
        found.append(f"{name}: read differently")
    return found


def lost(change: FileChange) -> int:
    before = Counter((change.before or b"").splitlines())
    return sum((before - Counter((change.after or b"").splitlines())).values())


def facts(record: Record) -> tuple[object, ...]:
    relations = [relation.target for relation in (*record.supersedes, *record.superseded_by)]
    return record.title, record.date, record.number, relations, sorted(record.sections)


if __name__ == "__main__":
    main(*sys.argv[1:])
