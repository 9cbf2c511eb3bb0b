"""Every repair that lint offers mends its problem and changes no other line."""

from datetime import date

import pytest

from chesterton.base.disk import FileChange, joined
from chesterton.base.paths import RepoPath
from chesterton.records.lint.fixes import FIXABLE, fix_all, repairs
from chesterton.records.lint.rules import RULES, Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import Problem
from chesterton.records.roots import Root
from chesterton.records.store import RecordSet, load

CONTEXT = Context(date(2026, 12, 1), LintConfig())
OURS = ".chesterton/records"
IDS = [f"01KB8ZQ4T6M9V2C5N7R3H1XWA{n}" for n in "0123456789"]


class Files:
    """Files in memory as a reader."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = {RepoPath(path): text.encode() for path, text in files.items()}

    def paths(self) -> list[RepoPath]:
        return sorted(self.files)

    def read(self, path: RepoPath) -> bytes:
        return self.files[path]

    def apply(self, changes: tuple[FileChange, ...]) -> "Files":
        after = Files({})
        after.files = dict(self.files)
        for change in changes:
            assert after.files.get(change.path) == change.before
            if change.after is None:
                del after.files[change.path]
            else:
                after.files[change.path] = change.after
        return after


def ours(
    number: int, header: str = "", title: str = "", status: str = "accepted", body: str = "We do."
) -> str:
    return (
        f"---\nstatus: {status}\ndate: 2026-11-30\nid: {IDS[number]}\n{header}---\n\n"
        f"# {title or f'Matter {number}'}\n\n{body}\n"
    )


def nygard(number: int, status: str = "Accepted") -> str:
    return (
        f"# {number}. Matter {number}\n\nDate: 2026-11-30\n\n## Status\n\n{status}\n\n## Context\n\nOne.\n\n"
        "## Decision\n\nTwo.\n\n## Consequences\n\nThree.\n"
    )


SCENES: dict[str, dict[str, str]] = {
    "missing-id": {f"{OURS}/0001-a.md": "# A\n\nText.\n"},
    "bad-id": {f"{OURS}/0001-a.md": "---\nid: 17\n---\n\n# A\n\nText.\n"},
    "duplicate-id": {f"{OURS}/0001-a.md": ours(1), f"{OURS}/0002-b.md": ours(1, title="Quite another one")},
    "duplicate-number": {
        f"{OURS}/0001-a.md": ours(1),
        f"{OURS}/0001-b.md": ours(2, title="1. Quite another one"),
        f"{OURS}/0003-c.md": ours(3, body="See [b](0001-b.md)."),
    },
    "title-number": {f"{OURS}/0001-a.md": ours(1, title="ADR-0002: Wrong")},
    "duplicate-alias": {
        f"{OURS}/0001-a.md": ours(1, "aliases:\n  - X\n"),
        f"{OURS}/0002-b.md": ours(2, "aliases:\n  - x\n  - y\n"),
    },
    "dangling-reference": {
        f"{OURS}/0001-use-sqlite.md": ours(1),
        f"{OURS}/0002-b.md": ours(2, "amends:\n  - use-sqlit\n"),
    },
    "ambiguous-reference": {
        f"{OURS}/0001-a.md": ours(1),
        f"{OURS}/0001-b.md": ours(2),
        f"{OURS}/0003-c.md": ours(3, "amends:\n  - '1'\n"),
    },
    "supersede-cycle": {
        f"{OURS}/0001-a.md": ours(1, f"supersedes:\n  - {IDS[2]}\n"),
        f"{OURS}/0002-b.md": ours(2, f"supersedes:\n  - {IDS[1]}\n"),
    },
    "rival-successors": {
        f"{OURS}/0001-a.md": ours(1),
        f"{OURS}/0002-b.md": ours(2, f"supersedes:\n  - {IDS[1]}\n"),
        f"{OURS}/0003-c.md": ours(3, f"supersedes:\n  - {IDS[1]}\n"),
    },
    "one-sided-supersede": {
        "doc/adr/0001-a.md": nygard(1),
        "doc/adr/0002-b.md": nygard(2, "Accepted\n\nSupersedes [1. Matter 1](0001-a.md)"),
    },
    "contradicting-status": {
        f"{OURS}/0001-a.md": ours(1, body="## Status\n\n**REJECTED**\n\n## Decision\n\nWe do.")
    },
    "duplicate-anchor": {
        f"{OURS}/0001-a.md": ours(1, "anchors:\n  - a.py code:11111111\n  - a.py code:22222222\n")
    },
}


def problems(files: Files) -> list[Problem]:
    return list(lint(load(files), CONTEXT))


def first_of(files: Files, code: str) -> Problem:
    return next(problem for problem in problems(files) if problem.code == code)


def test_every_rule_with_a_repair_has_a_scene_and_a_name():
    assert set(SCENES) == FIXABLE
    assert all(RULES[code].fix for code in FIXABLE)


@pytest.mark.parametrize("code", SCENES)
def test_each_way_to_mend_a_problem_ends_it_and_makes_no_other(code: str):
    files = Files(SCENES[code])
    problem = first_of(files, code)
    found = repairs(load(files), problem)
    assert found
    before = len(problems(files))
    for repair in found:
        after = problems(files.apply(repair.changes))
        assert (problem.code, problem.path) not in {(one.code, one.path) for one in after}, repair.title
        assert len(after) < before, repair.title


@pytest.mark.parametrize("code", SCENES)
def test_mending_everything_leaves_nothing_that_is_sure(code: str):
    files = Files(SCENES[code])
    after = files.apply(fix_all(load(files), lambda records: lint(records, CONTEXT)))
    left = [one for one in problems(after) if any(way.sure for way in repairs(load(after), one))]
    assert left == []


def test_many_repairs_at_once_do_not_meet():
    files = Files({f"{OURS}/0001-{name}.md": ours(index) for index, name in enumerate("abcde")})
    after = files.apply(fix_all(load(files), lambda records: lint(records, CONTEXT), {"duplicate-number"}))
    assert [path.rpartition("/")[2] for path in after.paths()] == [
        "0001-a.md", "0002-b.md", "0003-c.md", "0004-d.md", "0005-e.md",
    ]  # fmt: skip


def test_only_the_asked_rules_are_mended():
    files = Files({**SCENES["missing-id"], **SCENES["title-number"]})
    records = load(files)
    assert fix_all(records, lambda records: lint(records, CONTEXT), {"duplicate-number"}) == ()


def test_a_status_place_keeps_its_dress():
    files = Files(SCENES["contradicting-status"])
    (change,) = repairs(load(files), first_of(files, "contradicting-status"))[0].changes
    assert b"## Status\n\n**ACCEPTED**\n" in (change.after or b"")


def test_a_renumbered_record_is_followed_by_the_links():
    files = Files(SCENES["duplicate-number"])
    (repair,) = repairs(load(files), first_of(files, "duplicate-number"))
    after = files.apply(repair.changes)
    assert b"[b](0004-b.md)" in after.read(RepoPath(f"{OURS}/0003-c.md"))
    assert b"# 4. Quite" in after.read(RepoPath(f"{OURS}/0004-b.md"))


def test_a_sidecar_is_mended_where_it_is():
    folder = RepoPath("adr")
    files = {
        f"adr/000{n}-{name}.adoc": f"= ADR {n} - {name}\n:adr_status: accepted\n\n== Decision\n\nYes.\n"
        for n, name in ((1, "one"), (2, "two"))
    }
    files["adr/0002-two.adoc.chesterton.yaml"] = "amends:\n  - on\n"
    records = RecordSet(roots=(Root(folder),)).update(Files(files).files)
    (problem,) = [one for one in lint(records, CONTEXT) if one.code == "dangling-reference"]
    assert problem.path == "adr/0002-two.adoc.chesterton.yaml"
    assert [way.changes[0].path for way in repairs(records, problem)] == [problem.path] * len(
        repairs(records, problem)
    )


def test_changes_one_after_the_other_are_one():
    path = RepoPath("a")
    first, second = FileChange(path, b"1", b"2"), FileChange(path, b"2", b"3")
    assert joined([first, second]) == (FileChange(path, b"1", b"3"),)
    assert joined([first, FileChange(path, b"2", b"1")]) == ()
