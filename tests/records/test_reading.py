"""One file to one record, whatever the file holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chesterton.base.paths import RepoPath
from chesterton.records.model import AnchorRef, Problem, Record
from chesterton.records.reading import read_record

PATH = RepoPath(".chesterton/records/0012-one-pool.md")
ULID = "01KB8ZQ4T6M9V2C5N7R3H1XWEJ"

FULL = f"""---
status: accepted

date: 2026-11-30

id: {ULID}
kind: constraint

decision-makers: [ann, bo]

aliases: [ADR-0012]
supersedes:
  - 01K4M2F0Q8Y7B6N5C3X1Z9WVTR   # 0007-use-sqlite

anchors:
  - src/app/db/pool.py
  - "src/app/orders.py#OrderService.place code:1a2b3c4d sig:5e6f7a8b @abcdef12"
  - 'src/Größe.py#f "quoted: text" planned'

x-unknown: 12:30
---

# 12. Keep one connection pool per process

## Context and Problem Statement

Too many. `# no heading`

```python
# no heading either
```

## Decision Outcome

Chosen option: "One pool", because e.g. it is quick. And more.

### Consequences

* Good
"""


def read(source: str | bytes) -> tuple[Record, tuple[Problem, ...]]:
    reading = read_record(PATH, source.encode() if isinstance(source, str) else source)
    return reading.record, reading.problems


def test_a_full_record():
    record, problems = read(FULL)
    assert problems == ()
    assert (record.id, record.kind, record.status, record.number) == (ULID, "constraint", "accepted", 12)
    assert record.title == "Keep one connection pool per process"
    assert record.statement == 'Chosen option: "One pool", because e.g. it is quick.'
    assert record.decision_makers == ("ann", "bo")
    assert [relation.target for relation in record.supersedes] == ["01K4M2F0Q8Y7B6N5C3X1Z9WVTR"]
    assert [anchor.target for anchor in record.anchors] == [
        "src/app/db/pool.py",
        "src/app/orders.py#OrderService.place",
        'src/Größe.py#f "quoted: text"',
    ]
    pool, order, planned = record.anchors
    assert (order.code, order.signature, order.commit) == ("1a2b3c4d", "5e6f7a8b", "abcdef12")
    assert planned.planned
    assert record.text.slice(pool.span) == "src/app/db/pool.py"
    assert record.section("context").startswith("Too many.")
    assert set(record.sections) == {"context", "decision", "consequences"}


def test_spans_are_bytes_of_the_value():
    record, _ = read(FULL.replace("ann", "Ännchen"))
    assert record.text.slice(record.spans["x-unknown"]) == "12:30"
    assert record.text.slice(record.spans["status"]) == "accepted"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_make_no_difference(ending: str, bom: bytes):
    record, problems = read(bom + FULL.replace("\n", ending).encode())
    assert problems == ()
    assert (record.id, record.title, len(record.anchors)) == (ULID, "Keep one connection pool per process", 3)
    assert record.text.encode() == bom + FULL.replace("\n", ending).encode()


@pytest.mark.parametrize(
    ("header", "code", "at"),
    [
        ("status: [", "yaml-syntax", "status: ["),
        ("status: accepted\nstatus: proposed", "duplicate-key", "status"),
        ("status: {a: b}", "wrong-type", "{a: b}"),
        ("anchors:\n  - {a: b}", "wrong-type", "{a: b}"),
        ("status: perhaps", "unknown-status", "perhaps"),
        ("kind: idea", "unknown-kind", "idea"),
        ("id: 17", "bad-id", "17"),
        ("date: soon", "bad-date", "soon"),
        ("x: " + "[" * 5000, "yaml-syntax", ""),
        ("x: " + "[" * 60 + "]" * 60, "yaml-limit", "x"),
        ("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
         "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]", "yaml-limit", "e"),
        ("- a\n- b", "wrong-type", "- a\n- b"),
    ],
)  # fmt: skip
def test_bad_headers_are_problems_with_a_place(header: str, code: str, at: str):
    record, problems = read(f"---\n{header}\n---\n\n# Title\n\nText.\n")
    found = [problem for problem in problems if problem.code == code]
    assert found, problems
    assert record.text.slice(found[0].span).startswith(at)
    assert found[0].span.start >= 4
    assert (record.title, record.statement) == ("Title", "Text.")


def test_a_syntax_error_costs_only_its_own_entry():
    record, problems = read(f"---\nid: {ULID}\ntags: [a, b\nstatus: accepted\nanchors:\n  - a.py\n---\n# T\n")
    assert [problem.code for problem in problems] == ["yaml-syntax"]
    assert (record.id, record.status, record.anchors[0].target) == (ULID, "accepted", "a.py")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"# T\n\0", "nul-byte"),
        ("# Tä\n".encode("latin-1"), "encoding"),
        (b"\xff\xfe" + "# T\n".encode("utf-16-le"), "encoding"),
        (b"# T\n\n" + b"word " * 2_000_000, "too-large"),
        (b"<<<<<<< ours\n# T\n=======\n# T\n>>>>>>> theirs\n", "conflict-markers"),
        (b"---\nstatus: accepted\n\n# T\n", "yaml-syntax"),
    ],
)
def test_bad_files_are_problems_and_still_records(raw: bytes, code: str):
    record, problems = read(raw)
    assert code in [problem.code for problem in problems]
    assert record.title in ("T", "Tä")


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader(raw: bytes):
    read(raw)
    read(b"---\n" + raw + b"\n---\n# T\n")


@given(
    st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=20),
    st.from_regex(r"[0-9a-f]{8}", fullmatch=True),
    st.booleans(),
)
def test_an_anchor_line_reads_back(name: str, mark: str, planned: bool):
    anchor = AnchorRef(f"src/{name}.py#{name}", mark, None, mark[:7], planned)
    assert AnchorRef.parse(anchor.line) == anchor


def test_a_record_without_header_is_accepted_by_being_there():
    record, problems = read("# ADR-12: Use it\n\nWe use it. Always.\n")
    assert problems == ()
    assert (record.id, record.has_id, record.status) == (PATH, False, "accepted")
    assert (record.title, record.statement) == ("Use it", "We use it.")


def test_a_title_that_speaks_of_decisions_is_not_the_decision():
    record, _ = read(
        "# 1. Record architecture decisions\n\nDate: 2020-02-12\n\n## Status\n\nAccepted\n\n"
        "## Decision\n\nWe will keep records.\n"
    )
    assert record.statement == "We will keep records."


@pytest.mark.parametrize(
    ("written", "stated"),
    [
        ("Use __init__ and *args, **kwargs; never 2*3*4.", "Use __init__ and *args, **kwargs; never 2*3*4."),
        ("__slots__ must stay.", "__slots__ must stay."),
        ("*Never* do __this thing__ or **that**.", "Never do this thing or that."),
        ("Es ist *un*möglich.", "Es ist *un*möglich."),
    ],
)
def test_what_is_emphasis_to_markdown_alone_stays_in_the_statement(written: str, stated: str):
    record, _ = read(f"# Title\n\n{written}\n")
    assert record.statement == stated


@pytest.mark.parametrize(
    ("body", "stated"),
    [
        ("Date: 2024-02-01\nDeciders: Ann\n\n## Status\n\nIn force.\n\n## Why\n\nPools ran dry.\n", "Pools ran dry."),
        ("Owner: Ann\nOne pool serves all. Others ran dry.\n", "One pool serves all."),
        ("## Changelog\n\nAdded a note.\n\n## Rule\n\nOne pool.\n", "One pool."),
        ("## Status\n\nAccepted\n", ""),
    ],
)  # fmt: skip
def test_what_is_said_about_the_record_is_not_its_statement(body: str, stated: str):
    record, _ = read(f"# Pools\n\n{body}")
    assert record.statement == stated
