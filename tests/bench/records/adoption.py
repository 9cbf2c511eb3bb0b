"""How well existing decisions are read: `python adoption.py GROUND_TRUTH.jsonl MIRRORS [--errors]`.

GROUND_TRUTH holds one JSON object a line (repo, commit, file and the true fields); MIRRORS holds a bare git
directory `<owner>+<name>/repo` for each repository. Prints accuracy per field, and per field and repository.
"""

import json
import posixpath
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.records.commit import CommitReader
from chesterton.records.model import Record
from chesterton.records.reading import Reading, read_record
from chesterton.records.store import RecordSet, load
from chesterton.records.wild.kinds import is_fixture

FIELDS = (
    "detected", "kind", "status", "date", "title", "number", "supersedes", "superseded_by", "amends",
    "amended_by", "context", "decision", "consequences", "options", "round trip",
)  # fmt: skip


def main(truth_path: str, mirrors: str, *flags: str) -> None:
    truth = [json.loads(line) for line in Path(truth_path).read_text(encoding="utf-8").splitlines()]
    by_commit: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for item in truth:
        by_commit[item["repo"], item["commit"]].append(item)
    wrong: dict[str, list[str]] = {field: [] for field in FIELDS}
    for (repo, commit), items in sorted(by_commit.items()):
        git_dir = Path(mirrors) / repo.replace("/", "+") / "repo"
        with git.batch(git_dir) as batch:
            reader = CommitReader(git_dir, commit, batch)
            records = load(reader)
            for item in items:
                for field, message in judge(item, records, reader):
                    wrong[field].append(f"{repo} {item['file']}: {message}")
    print(f"{len(truth)} files of {len(by_commit)} repositories")
    for field, errors in wrong.items():
        print(f"{field:14} {100 * (1 - len(errors) / len(truth)):6.2f} %  {len(errors)} wrong")
        if "--errors" in flags:
            print("".join(f"    {error}\n" for error in errors), end="")


def judge(item: dict[str, Any], records: RecordSet, reader: CommitReader) -> Iterable[tuple[str, str]]:
    """The fields of one file that were read wrongly, with what was read and what is true."""
    path = RepoPath(item["file"])
    reading = records.document(path)
    if reading is None and is_fixture(path):
        reading = read_record(path, reader.read(path))
    if reading is None:
        yield "detected", "not found"
        return
    record = reading.record
    if (reading.kind == "adr") != (item["kind"] == "adr") and reading.kind != item["kind"]:
        yield "kind", f"{reading.kind}, truth {item['kind']}"
    raw = reader.read(path)
    if record.text.encode() != raw:
        yield "round trip", "differs"
    for field, read, true in compare(item, reading, records):
        if read != true:
            yield field, f"{read!r}, truth {true!r}"


def compare(
    item: dict[str, Any], reading: Reading, records: RecordSet
) -> Iterable[tuple[str, object, object]]:
    record = reading.record
    other = (
        "other" if record.status_text and reading.declared is None and record.status == "proposed" else None
    )
    yield "status", reading.declared or other, item["status"]
    yield "date", record.date.isoformat() if record.date else None, item["date"]
    yield "title", record.title, item["title"]
    yield "number", record.number, item["number"]
    for name in ("supersedes", "superseded_by", "amends", "amended_by"):
        yield name, related(record, name, records), item[name]
    for section, present in item["sections"].items():
        yield section, section in record.sections, present


def related(record: Record, name: str, records: RecordSet) -> list[str]:
    relations = getattr(record, name)
    found = {target.path for relation in relations if (target := records.resolve(relation, record))}
    if is_fixture(record.path):  # left out of the set on purpose, so only their paths can be compared
        folder = posixpath.dirname(record.path)
        found = {
            RepoPath(posixpath.normpath(posixpath.join(folder, relation.target))) for relation in relations
        }
    return sorted(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
