"""Decision logs: one file that holds several decisions, each a record with an address inside the file."""

from datetime import date

import pytest

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import lifecycle
from chesterton.records.adoption import adopt
from chesterton.records.cache import Stamp, load_warm
from chesterton.records.lifecycle import Draft
from chesterton.records.lint.rules import Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import Act, AnchorRef, Record, RecordError
from chesterton.records.relocation import move, renumber
from chesterton.records.roots import RECORDS, Root
from chesterton.records.store import RecordSet, load
from chesterton.records.verify import verify

TODAY = date(2026, 12, 1)
LOG = "docs/DECISIONS.md"

SECTIONS = """# Decisions

## Template

## ADR-XXX: <title>

**Status:** proposed | accepted

## ADR-001: Keep one pool per process

**Date:** 2026-02-18
**Status:** Accepted
**Deciders:** the team

### Context

Two pools deadlock.

| Pool | Status | Decision |
|---|---|---|
| one | ok | take it |

### Decision

We keep one pool per process. It is enough.

## ADR-002: Retry three times

- Status: Superseded by ADR-003
- **Decision:** We retry three times.
- **Why:** the provider drops requests.

## [ADR-003] 2026-03-01 — Retry inside a budget (proposed)

We spend a budget.

## Open questions

None.
"""

TABLE = """# Entscheidungen

## Woche 1

| Nr | Datum | Entscheidung | Grund | Status |
|----|-------|--------------|-------|--------|
| 1 | 2026-03-09 | Rust ohne `std` nehmen. Das passt. | Speicher | angenommen |
| 2 | 10.03.2026 | Die Warteschlange behalten | Rückstau | ersetzt durch #1 |
| 3 | | [Entscheidung] | [Grund] | |
| 4 | 2026-03-11 | [Ein Dokument](adr/0004-ein.md) | siehe dort | |
"""


class Files:
    """A workspace in memory."""

    def __init__(self, files: dict[str, str]) -> None:
        self.contents = {RepoPath(path): text.encode() for path, text in files.items()}

    def paths(self) -> list[RepoPath]:
        return sorted(self.contents)

    def read(self, path: RepoPath) -> bytes:
        return self.contents[path]

    def stamp(self, path: RepoPath) -> Stamp | None:
        raw = self.contents.get(path)
        return Stamp(len(raw), hash(raw), 0) if raw is not None else None

    def load(self) -> RecordSet:
        return load(self)

    def apply(self, changes: list[FileChange]) -> RecordSet:
        for change in changes:
            assert self.contents.get(change.path) == change.before
            if change.after is None:
                del self.contents[change.path]
            else:
                self.contents[change.path] = change.after
        return self.load()

    def text(self, path: str) -> str:
        return self.contents[RepoPath(path)].decode()


def read(text: str, path: str = LOG) -> list[Record]:
    return list(Files({path: text}).load().records)


def test_every_section_of_a_log_is_a_record():
    one, two, three = read(SECTIONS)
    assert (one.path, one.label, one.number) == (f"{LOG}#ADR-001", "ADR-001", 1)
    assert (one.title, one.status, one.date) == ("Keep one pool per process", "accepted", date(2026, 2, 18))
    assert one.statement == "We keep one pool per process."
    assert one.section("context").startswith("Two pools deadlock.")
    assert (two.status, two.statement) == ("superseded", "We retry three times.")
    assert two.section("rationale") == "the provider drops requests."
    assert (three.title, three.status, three.date) == (
        "Retry inside a budget",
        "proposed",
        date(2026, 3, 1),
    )
    assert one.prose.startswith("## ADR-001: Keep one pool per process\n")
    assert one.prose.endswith("It is enough.\n\n")


def test_every_row_of_a_table_of_decisions_is_a_record():
    one, two = read(TABLE, "Entscheidungen.md")
    assert (one.path, one.title, one.statement) == (
        "Entscheidungen.md#1",
        "Rust ohne `std` nehmen.",
        "Rust ohne `std` nehmen.",
    )
    assert (one.section("rationale"), one.date, one.status) == ("Speicher", date(2026, 3, 9), "accepted")
    assert (two.status, two.date, two.prose.count("|")) == ("superseded", date(2026, 3, 10), 6)


@pytest.mark.parametrize(
    ("heading", "label", "title", "day"),
    [
        ("## D-12 · 2026-10-06 · Plain modules", "D-12", "Plain modules", date(2026, 10, 6)),
        ("## 2026-08-05: Plain modules", "", "Plain modules", date(2026, 8, 5)),
        ("### [05.08.2026] Plain modules", "", "Plain modules", date(2026, 8, 5)),
        ("## ADR-0001：普通模块", "ADR-0001", "普通模块", None),
        ("## Decision 7: Plain modules", "Decision 7", "Plain modules", None),
        ("## UD-001 — Plain modules", "UD-001", "Plain modules", None),
        ("## ARCH-DB-04 Plain modules", "ARCH-DB-04", "Plain modules", None),
        ("## D1. Plain modules", "D1", "Plain modules", None),
    ],
)
def test_a_heading_tells_label_day_and_title(heading: str, label: str, title: str, day: date | None):
    [record] = read(f"# Log\n\n{heading}\n\nBecause.\n")
    assert (record.aliases, record.title, record.date) == ((label,) if label else (), title, day)
    assert record.statement == "Because."


def test_sections_without_a_label_count_when_they_are_told_as_decisions_are():
    found = read(
        "# Decisions\n\n### Paths come from URLs\n\n**What I chose:** the helper.\n**Why:** Windows.\n"
        "**What would change my mind:** nothing.\n\n### 2. Context\n\n## Not built\n\nNothing.\n"
    )
    assert [(record.title, record.statement) for record in found] == [("Paths come from URLs", "the helper.")]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/architecture.md", SECTIONS),
        ("tests/fixtures/DECISIONS.md", SECTIONS),
        ("DECISIONS.md", "# Decisions\n\n- [One](adr/0001-one.md)\n\n## How we decide\n\n1. Ask.\n"),
        ("adr.md", "# Records\n\nWe use them.\n\n## Context\n\nx\n\n## Decision\n\ny\n"),
        ("adr.md", "# Work\n\n## Phase 1\n\nx\n\n## V2 plans\n\nx\n\n## Week 3\n\nx\n"),
        (
            "decision-log.md",
            "# Log\n\n| Id | Title | Status |\n|--|--|--|\n| 1 | [One](a/0001-one.md) | ok |\n",
        ),
        ("decision-log.md", "# Log\n\n| Option | Pros | Cons |\n|--|--|--|\n| a | b | c |\n"),
        ("decisions.md", "# Log\n\n## Format\n\n### D-000: how it looks\n\n**Decision:** x\n"),
    ],
)
def test_other_documents_are_no_logs(path: str, text: str):
    assert read(text, path) == []


def test_a_name_in_the_configuration_makes_a_log_of_any_document():
    files = Files({"docs/architecture.md": SECTIONS})
    assert len(load(files, (RepoPath("docs/architecture.md"),)).records) == 3


def test_a_label_means_the_entry_of_the_same_log():
    files = Files({LOG: SECTIONS, "app/DECISIONS.md": SECTIONS})
    records = files.load()
    assert [record.path for record in records.candidates("ADR-001")] == [
        "app/DECISIONS.md#ADR-001",
        f"{LOG}#ADR-001",
    ]
    two = records.find(f"{LOG}#ADR-002")
    assert [record.path for record in records.successors(two)] == [f"{LOG}#ADR-003"]
    assert "duplicate-alias" not in {problem.code for problem in lint(records, Context(TODAY, LintConfig()))}


def test_confirming_an_entry_writes_a_side_file_and_leaves_the_log():
    files = Files({LOG: SECTIONS})
    records = files.load()
    changes = lifecycle.confirm(records, records.find("ADR-001"), [AnchorRef("src/pool.py")], "Ann", TODAY)
    assert [change.path for change in changes] == [f"{LOG}.chesterton/ADR-001.chesterton.yaml"]
    record = files.apply(changes).find("ADR-001")
    assert [anchor.target for anchor in record.anchors] == ["src/pool.py"]
    assert record.confirmed == Act(TODAY, "Ann")
    assert record.status == "accepted"
    assert files.text(LOG) == SECTIONS


def test_an_action_on_a_state_edits_its_words_in_the_log_and_nothing_else():
    files = Files({LOG: SECTIONS, "Entscheidungen.md": TABLE})
    files.apply(lifecycle.deprecate(files.load(), files.load().find("ADR-001")))
    assert files.text(LOG) == SECTIONS.replace("**Status:** Accepted", "**Status:** Deprecated")
    files.apply(lifecycle.deprecate(files.load(), files.load().find("Entscheidungen.md#1")))
    assert files.text("Entscheidungen.md") == TABLE.replace("| angenommen |", "| deprecated |")
    files.apply(lifecycle.ratify(files.load(), files.load().find("ADR-003"), "Ann", TODAY))
    assert "Retry inside a budget (Accepted)" in files.text(LOG)
    assert "ratified: 2026-12-01 Ann" in files.text(f"{LOG}.chesterton/ADR-003.chesterton.yaml")


def test_superseding_two_entries_marks_both_and_puts_the_new_record_into_a_file_of_its_own():
    files = Files({LOG: SECTIONS.replace("(proposed)", "(accepted)")})
    records = files.load()
    draft = Draft(title="Retry | never", date=TODAY, status="accepted", body="It helps nobody.")
    records = files.apply(
        lifecycle.supersede(records, [records.find("ADR-001"), records.find("ADR-003")], draft)
    )
    assert records.find(draft.id).path.startswith(RECORDS)
    assert [records.status(records.find(name)) for name in ("ADR-001", "ADR-003")] == ["superseded"] * 2
    assert "**Status:** Superseded by [" in files.text(LOG)
    assert r"Retry \| never" in files.text(LOG)
    assert [new.id for new in records.successors(records.find("ADR-001"))] == [draft.id]


def test_what_only_people_can_do_in_a_log_is_refused():
    files = Files({LOG: SECTIONS})
    records = files.load()
    record = records.find("ADR-001")
    for act in (
        lambda: lifecycle.withdraw(records, record, "Ann", TODAY),
        lambda: renumber(records, record, 9),
        lambda: move(records, record, Root(RECORDS)),
    ):
        with pytest.raises(RecordError, match=r"DECISIONS\.md"):
            act()
    assert adopt(records) == []
    assert len(adopt(records, tie=lambda record, identity: [AnchorRef("src/a.py")])) == 3


def test_an_edit_of_the_log_or_a_side_file_is_seen_at_once_and_in_a_warm_start():
    files = Files({LOG: SECTIONS, "docs/adr/0001-one.md": "# 1. One\n\n## Status\n\nAccepted\n"})
    records, blob = load_warm(files, None)
    side = RepoPath(f"{LOG}.chesterton/ADR-001.chesterton.yaml")
    shorter = SECTIONS[: SECTIONS.index("## [ADR-003]")].encode()
    records = records.update({RepoPath(LOG): shorter, side: b"kind: lesson\n"})
    assert [record.slug for record in records.records] == ["ADR-001", "ADR-002", "one"]
    assert records.find("ADR-001").kind == "lesson"
    assert [record.path for record in load_warm(files, blob)[0].records] == [
        record.path for record in files.load().records
    ]
    files.contents[RepoPath(LOG)] = shorter
    assert len(load_warm(files, blob)[0].records) == 3


def test_problems_of_an_entry_stand_at_its_place_in_the_log():
    twice = SECTIONS.replace("ADR-002: Retry", "ADR-001: Retry")
    records = Files({LOG: twice}).load()
    assert [record.entry for record in records.records] == ["ADR-001", "ADR-001-2", "ADR-003"]
    [found] = [one for one in lint(records, Context(TODAY, LintConfig())) if one.code == "duplicate-number"]
    assert (found.path, found.span.start) == (LOG, twice.encode().index(b"## ADR-001: Retry"))
    assert records.around(RepoPath(LOG), found.span.start + 5) == records.records[1]


def test_a_settled_entry_that_changes_or_goes_is_named():
    before = Files({LOG: SECTIONS}).load()
    changed = Files({LOG: SECTIONS.replace("It is enough.", "For now.")}).load()
    assert [problem.code for problem in verify(before, changed)] == ["changed-body"]
    gone = Files({LOG: SECTIONS[: SECTIONS.index("## ADR-002")]}).load()
    assert [problem.code for problem in verify(before, gone)] == ["deleted-record", "deleted-record"]


def test_line_ends_marks_and_bytes_of_a_log_survive():
    raw = b"\xef\xbb\xbf" + SECTIONS.replace("\n", "\r\n").encode()
    files = Files({})
    files.contents[RepoPath(LOG)] = raw
    records = files.load()
    assert all(record.text.encode() == raw for record in records.records)
    [change] = lifecycle.deprecate(records, records.find("ADR-001"))
    assert change.after == raw.replace(b"**Status:** Accepted", b"**Status:** Deprecated")


def test_a_side_file_whose_entry_is_gone_and_a_strange_state_are_named_where_they_stand():
    side = f"{LOG}.chesterton/ADR-001.chesterton.yaml"
    log = SECTIONS.replace("Accepted", "Perhaps")
    files = Files({LOG: log, side: "kind: lesson\n", f"{LOG}.chesterton/ADR-009.chesterton.yaml": "id: x\n"})
    found = {problem.code: problem for problem in files.load().problems}
    assert found["lost-side-file"].path == f"{LOG}.chesterton/ADR-009.chesterton.yaml"
    state = found["unknown-status"]
    assert (state.path, log.encode()[slice(*state.span)]) == (LOG, b"Perhaps")
