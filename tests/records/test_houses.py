"""Records in folders that other tools made: written as the neighbours write, in as few lines as can be."""

from collections.abc import Iterable
from datetime import date

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import lifecycle
from chesterton.records.adoption import adopt, mentions
from chesterton.records.lifecycle import Draft
from chesterton.records.lint.rules import Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import AnchorRef
from chesterton.records.relocation import move, renumber
from chesterton.records.store import RecordSet, load

DAY = date(2026, 12, 1)
ULID = "01KB8ZQ4T6M9V2C5N7R3H1XWEJ"

NYGARD = """# {number}. {title}

Date: 2020-01-0{number}

## Status

{status}

## Context

Words.

## Decision

We use `src/a.py` and [that](0001-one.md).

## Consequences

Words.
"""
BULLETS = """# {title}

- Status: {status}
- Date: 2020-01-01

## Context and Problem Statement

Words.

## Decision Outcome

Chosen.
"""
MADR = """---
status: "{status}"
date: 2020-01-01
---

# {title}

## Context and Problem Statement

Words.

## Decision Outcome

Chosen.
"""
ASCIIDOC = """= ADR 000{number} - {title}
:adr_status: {status}
:adr_date: 2020-01-01

== Problem

Words.

== Decision

Words.
"""


class Files:
    """A workspace in memory."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = {RepoPath(path): text.encode() for path, text in files.items()}

    def paths(self) -> Iterable[RepoPath]:
        return list(self.files)

    def read(self, path: RepoPath) -> bytes:
        return self.files[path]

    def load(self) -> RecordSet:
        return load(self)

    def apply(self, changes: Iterable[FileChange]) -> RecordSet:
        for change in changes:
            assert self.files.get(change.path) == change.before, change.path
            if change.after is None:
                del self.files[change.path]
            else:
                self.files[change.path] = change.after
        return self.load()

    def text(self, path: str) -> str:
        return self.files[RepoPath(path)].decode()


def nygard() -> Files:
    return Files(
        {
            "doc/adr/0001-one.md": NYGARD.format(number=1, title="One", status="Accepted"),
            "doc/adr/0002-two.md": NYGARD.format(number=2, title="Two", status="Proposed"),
            "doc/adr/README.md": "# Decisions\n\n* [One](0001-one.md)\n* [Two](./0002-two.md)\n",
        }
    )


def bullets() -> Files:
    return Files(
        {
            ".log4brains.yml": "project:\n  adrFolder: ./adr\n",
            "adr/20200101-one.md": BULLETS.format(title="One", status="accepted"),
            "adr/20200102-two.md": BULLETS.format(title="Two", status="proposed"),
        }
    )


def asciidoc() -> Files:
    return Files(
        {
            f"docs/adr/000{number}-{name}.adoc": ASCIIDOC.format(number=number, title=name, status="accepted")
            for number, name in enumerate(("one", "two"), start=1)
        }
    )


def diff(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_loading_finds_decisions_and_leaves_the_index_out():
    records = nygard().load()
    assert [record.title for record in records.records] == ["One", "Two"]
    assert records.find("2").status == "proposed"


def test_ratifying_changes_the_status_line_and_adds_one_block():
    files = nygard()
    before = files.text("doc/adr/0002-two.md")
    records = files.apply(lifecycle.ratify(files.load(), files.load().find("2"), "Ann", DAY))
    gone, new = diff(before, files.text("doc/adr/0002-two.md"))
    assert (gone, new) == (["Proposed"], ["Accepted", "<!-- chesterton", "ratified: 2026-12-01 Ann", "-->"])
    assert records.find("2").status == "accepted"


def test_superseding_writes_both_sides_as_adr_tools_does():
    files = nygard()
    records = files.load()
    draft = Draft(title="Three", date=DAY, id=ULID, body="## Decision\n\nWe do.")
    records = files.apply(lifecycle.supersede(records, [records.find("1")], draft))
    text = files.text("doc/adr/0003-three.md")
    assert text.startswith(
        "# 3. Three\n\nDate: 2026-12-01\n\n## Status\n\nProposed\n\nSupersedes [1. One](0001-one.md)\n"
    )
    assert "## Status\n\nAccepted\n" in files.text("doc/adr/0001-one.md")
    before = files.text("doc/adr/0001-one.md")
    records = files.apply(lifecycle.ratify(records, records.find(ULID), "Ann", DAY))
    assert diff(before, files.text("doc/adr/0001-one.md")) == (
        ["Accepted"],
        ["Superseded by [3. Three](0003-three.md)"],
    )
    assert records.status(records.find("1")) == "superseded"


def test_a_list_of_metadata_is_continued_as_log4brains_reads_it():
    files = bullets()
    records = files.load()
    draft = Draft(title="Three", date=DAY, id=ULID, status="accepted", body="Words.", supersedes=("two",))
    records = files.apply(lifecycle.create(records, draft))
    assert files.text("adr/20261201-three.md").startswith(
        "# Three\n\n- Status: accepted\n- Date: 2026-12-01\n"
    )
    line = "- Status: superseded by [20261201-three](20261201-three.md)"
    assert line in files.text("adr/20200102-two.md")
    assert records.status(records.find("two")) == "superseded"


def test_front_matter_keeps_its_quotes_and_words():
    files = Files(
        {
            f"docs/decisions/000{n}-n{n}.md": MADR.format(title=f"N{n}", status=s)
            for n, s in ((1, "accepted"), (2, "proposed"))
        }
    )
    records = files.load()
    files.apply(lifecycle.reject(records, records.find("2"), "Ann", DAY))
    text = files.text("docs/decisions/0002-n2.md")
    assert text.startswith('---\nstatus: "rejected"\n\nratified: 2026-12-01 Ann\n\ndate: 2020-01-01\n---\n')


def test_a_foreign_syntax_is_never_touched():
    files = asciidoc()
    before = dict(files.files)
    records = files.apply(
        lifecycle.set_anchors(files.load(), files.load().find("1"), [AnchorRef("src/a.py")])
    )
    assert {path: files.files[path] for path in before} == before
    assert files.text("docs/adr/0001-one.adoc.chesterton.yaml") == "anchors:\n  - src/a.py\n"
    assert [anchor.target for anchor in records.find("1").anchors] == ["src/a.py"]
    records = files.apply(lifecycle.deprecate(records, records.find("1")))
    assert records.find("1").status == "deprecated"
    assert {path: files.files[path] for path in before} == before


def test_adopting_adds_an_id_and_nothing_else():
    for files in (nygard(), bullets(), asciidoc()):
        before = dict(files.files)
        records = files.apply(adopt(files.load(), iter([ULID, ULID[:-1] + "K"]).__next__))
        assert all(record.has_id for record in records.records)
        for path, raw in before.items():
            gone, new = diff(raw.decode(), files.text(path))
            assert gone == []
            assert all(line.startswith(("<!-- chesterton", "id: ", "-->")) for line in new)
        assert adopt(records) == []


def test_a_new_number_is_followed_by_title_links_and_alias():
    files = nygard()
    records = files.apply(renumber(files.load(), files.load().find("1"), 7))
    assert files.text("doc/adr/0007-one.md").startswith("# 7. One\n")
    assert "](0007-one.md)" in files.text("doc/adr/0002-two.md")
    assert "* [One](0007-one.md)" in files.text("doc/adr/README.md")
    assert records.find("ADR-0001").path == "doc/adr/0007-one.md"
    assert records.find("0001").path == records.find("1").path == "doc/adr/0007-one.md"


def test_a_record_moves_to_another_folder_with_its_links():
    files = nygard()
    records = files.load()
    records = files.apply(move(records, records.find("2"), records.roots[0]))
    moved = ".chesterton/records/0001-two.md"
    assert "](../../doc/adr/0001-one.md)" in files.text(moved)
    assert "* [Two](../../.chesterton/records/0001-two.md)" in files.text("doc/adr/README.md")
    assert records.find("two").path == moved


def test_withdrawing_leaves_a_tombstone():
    files = nygard()
    records = files.apply(lifecycle.withdraw(files.load(), files.load().find("1"), "Ann", DAY))
    assert "We use" not in files.text("doc/adr/0001-one.md")
    assert (records.find("1").status, records.find("1").title) == ("withdrawn", "One")


def test_mentions_are_paths_and_names_in_code_marks_and_links():
    record = nygard().load().find("1")
    assert [(mention.kind, mention.text) for mention in mentions(record)] == [("path", "src/a.py")]


def test_nothing_above_the_ceiling_is_let_in():
    files = Files(
        {
            ".chesterton/records/0001-a.md": f"---\nid: {ULID}\nsensitivity: restricted\n---\n# A\n",
            ".chesterton/records/0002-b.md": f"---\nid: {ULID[:-1]}K\nsupersedes:\n  - {ULID}\n---\n# B\n",
        }
    )
    assert [record.title for record in load(files).records] == ["A", "B"]
    below = load(files, ceiling="confidential")
    assert [record.title for record in below.records] == ["B"]
    assert [record.title for record in below.documents] == ["B"]
    assert not any(ULID in problem.message for problem in lint(below, Context(DAY, LintConfig())))


def test_a_folder_can_be_named():
    files = Files({"notes/a.md": "# A\n\n## Decision\n\nWe do.\n"})
    assert load(files).records == ()
    assert [record.title for record in load(files, [RepoPath("notes/")]).records] == ["A"]


def test_a_proposal_with_its_metadata_beside_it():
    files = Files(
        {
            "keps/sig-node/1287-resize/README.md": (
                "# KEP-1287: In-place resize\n\n## Motivation\n\nWhy.\n\n## Proposal\n\nHow.\n"
            ),
            "keps/sig-node/1287-resize/kep.yaml": (
                "title: Resize\nstatus: implementable\ncreation-date: 2018-11-06\nreplaces:\n"
                "  - /keps/sig-node/0001-old\n"
            ),
            "keps/sig-node/1287-resize/picture.png": "no text",
            "keps/NNNN-kep-template/README.md": "# KEP-NNNN: Your short, descriptive title\n",
        }
    )
    (record,) = files.load().records
    assert (record.title, record.number, record.status) == ("In-place resize", 1287, "accepted")
    assert record.date == date(2018, 11, 6)
    assert [relation.target for relation in record.supersedes] == ["/keps/sig-node/0001-old"]


def test_a_proposal_in_pep_form_and_one_in_rust_form():
    files = Files(
        {
            "peps/pep-0005.rst": (
                "PEP: 5\nTitle: Evolution\nStatus: Superseded\nCreated: 26-Oct-2000\n"
                "Superseded-By: 387\n\n\nAbstract\n========\n\nWords.\n"
            ),
            "peps/pep-0387.rst": (
                "PEP: 387\nTitle: Policy\nStatus: Active\nCreated: 18-Jun-2009\n\nMotivation\n"
                "==========\n\nWords.\n"
            ),
            "rfcs/1183-swap.md": (
                "- Feature Name: `allocator`\n- Start Date: 2015-06-27\n\n# Summary\n\n"
                "*Note:* this RFC has been superseded by [RFC 1974][].\n\n# Motivation\n\nW.\n\n"
                "# Detailed design\n\nW.\n"
            ),
            "rfcs/1974-global.md": (
                "- Feature Name: global\n- Start Date: 2017-02-04\n\n# Summary\n\nW.\n\n# Motivation\n\nW.\n"
            ),
        }
    )
    records = files.load()
    old = records.find("pep-0005")
    assert (old.title, old.date, records.status(old)) == ("Evolution", date(2000, 10, 26), "superseded")
    assert [new.path for new in records.successors(old)] == ["peps/pep-0387.rst"]
    swap = records.find("1183")
    assert (swap.title, records.status(swap)) == ("allocator", "superseded")
    assert [new.path for new in records.successors(swap)] == ["rfcs/1974-global.md"]
