"""One example a rule, each next to what is right."""

from datetime import date

import pytest

from chesterton.base.paths import RepoPath
from chesterton.records.lint.laundering import laundered
from chesterton.records.lint.rules import RULES, Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import Problem
from chesterton.records.store import RecordSet

TODAY = date(2026, 12, 1)
FOLDER = ".chesterton/records"
IDS = [f"01KB8ZQ4T6M9V2C5N7R3H1XW{a}{b}" for a in "ABCDEF" for b in "0123456789"]


def record(
    number: int, header: str = "", body: str = "We use it.", title: str = "", status: str = "accepted"
) -> str:
    return (
        f"---\nstatus: {status}\ndate: 2026-11-30\nid: {IDS[number]}\n{header}\n---\n\n"
        f"# {title or f'Record of matter {number}'}\n\n{body}\n"
    )


def problems(files: dict[str, str], config: LintConfig | None = None) -> list[Problem]:
    inside = {RepoPath(f"{FOLDER}/{name}"): text.encode() for name, text in files.items()}
    context = Context(TODAY, config or LintConfig())
    return list(lint(RecordSet().update(inside), context, lambda path: path in inside))


def codes(files: dict[str, str], config: LintConfig | None = None) -> list[tuple[str, str]]:
    return [(problem.path.rsplit("/", 1)[-1], problem.code) for problem in problems(files, config)]


SECRET = "gh" + "p_" + "a1B2" * 9

CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "missing-id": ({"0001-a.md": "# A\n\nText.\n"}, ["0001-a.md"]),
    "duplicate-id": ({"0001-a.md": record(1), "0002-b.md": record(1, title="Other matter")}, ["0002-b.md"]),
    "duplicate-number": ({"0001-a.md": record(1), "0001-b.md": record(2)}, ["0001-b.md"]),
    "duplicate-alias": (
        {"0001-a.md": record(1, "aliases: [X]"), "0002-b.md": record(2, "aliases: [x]")},
        ["0002-b.md"],
    ),
    "title-number": ({"0001-a.md": record(1, title="2. Wrong")}, ["0001-a.md"]),
    "dangling-reference": ({"0001-a.md": record(1, "supersedes:\n  - nothing")}, ["0001-a.md"]),
    "ambiguous-reference": (
        {"0001-a.md": record(1), "0001-b.md": record(2), "0003-c.md": record(3, "amends:\n  - '1'")},
        ["0003-c.md"],
    ),
    "supersede-cycle": (
        {
            "0001-a.md": record(1, f"supersedes:\n  - {IDS[2]}"),
            "0002-b.md": record(2, f"supersedes:\n  - {IDS[1]}"),
        },
        ["0001-a.md"],
    ),
    "rival-successors": (
        {
            "0001-a.md": record(1),
            "0002-b.md": record(2, f"supersedes:\n  - {IDS[1]}"),
            "0003-c.md": record(3, f"supersedes:\n  - {IDS[1]}"),
        },
        ["0002-b.md", "0003-c.md"],
    ),
    "retired-successor": (
        {
            "0001-a.md": record(1, status="superseded"),
            "0002-b.md": record(2, f"supersedes:\n  - {IDS[1]}", status="deprecated"),
        },
        ["0001-a.md"],
    ),
    "contradicting-status": ({"0001-a.md": record(1, body="## Status\n\nRejected\n")}, ["0001-a.md"]),
    "unfilled-template": ({"0001-a.md": record(1, body="## Context\n\n{what it is about}\n")}, ["0001-a.md"]),
    "placeholder-status": ({"0001-a.md": record(1, status="'{proposed | accepted}'")}, ["0001-a.md"]),
    "review-overdue": ({"0001-a.md": record(1, "review-by: 2026-01-01")}, ["0001-a.md"]),
    "expired": ({"0001-a.md": record(1, "valid-to: 2026-01-01")}, ["0001-a.md"]),
    "bad-window": ({"0001-a.md": record(1, "valid-from: 2027-01-01\nvalid-to: 2026-12-31")}, ["0001-a.md"]),
    "missing-anchor": ({"0001-a.md": record(1, "kind: gotcha")}, ["0001-a.md"]),
    "bad-anchor": ({"0001-a.md": record(1, "anchors:\n  - ../x.py")}, ["0001-a.md"]),
    "duplicate-anchor": ({"0001-a.md": record(1, "anchors:\n  - x.py\n  - x.py")}, ["0001-a.md"]),
    "lived-in-proposal": (
        {"0001-a.md": record(1, "anchors:\n  - x.py", status="proposed").replace("2026-11-30", "2026-10-01")},
        ["0001-a.md"],
    ),
    "near-duplicate": (
        {
            "0001-a.md": record(1, title="Keep one connection pool per process"),
            "0002-b.md": record(2, title="Keep one connection pool per process", body="We use that."),
        },
        ["0002-b.md"],
    ),
    "dead-link": (
        {"0001-a.md": record(1, body="[gone](0009-gone.md) [here](0001-a.md)\n\n```\n[x](y.md)\n```")},
        ["0001-a.md"],
    ),
    "oversized": ({"0001-a.md": record(1, body="word " * 5000)}, ["0001-a.md"]),
    "secret": ({"0001-a.md": record(1, body=f"The key is {SECRET}.")}, ["0001-a.md"]),
    "conflict-markers": (
        {"0001-a.md": record(1, body="<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs")},
        ["0001-a.md"],
    ),
    "yaml-syntax": ({"0001-a.md": record(1, "tags: [a")}, ["0001-a.md"]),
}


@pytest.mark.parametrize("code", CASES)
def test_a_rule_names_its_file_and_no_other(code: str):
    files, expected = CASES[code]
    found = codes(files)
    assert [name for name, other in found if other == code] == expected, found
    assert code in RULES


def test_a_good_record_has_no_problem():
    assert codes({"0001-a.md": record(1), "0002-b.md": record(2, f"supersedes:\n  - {IDS[1]}")}) == []


def test_a_level_can_be_changed_or_turned_off():
    files, _ = CASES["dead-link"]
    assert codes(files, LintConfig(levels={"dead-link": "off"})) == []
    assert [problem.severity for problem in problems(files, LintConfig(levels={"dead-link": "error"}))] == [
        "error"
    ]


def test_a_secret_is_not_printed():
    message = next(problem.message for problem in problems(CASES["secret"][0]) if problem.code == "secret")
    assert SECRET[:4] in message
    assert SECRET[:5] not in message


RULE = "Every handler must close its session. Never retry more than 3 times."


@pytest.mark.parametrize(
    ("after", "changes"),
    [
        (RULE, []),
        (f"* {RULE}", []),
        ("1. Every handler **must** close its session.\n2. Never retry more than 3 times.", []),
        (
            "| rule |\n|---|\n| Every handler must close its session. |\n| Never retry more than 3 times. |",
            [],
        ),
        ("Every handler must close\nits session. Never retry more than 3 times.", []),
        ("Never retry more than 3 times.", ["dropped"]),
        ("Every handler should close its session. Never retry more than 3 times.", ["weakened"]),
        ("Every handler must close its session, if possible. Never retry more than 3 times.", ["weakened"]),
        ("Every handler must close its session. Never retry more than 5 times.", ["number changed"]),
        ("Something else.", ["dropped", "dropped"]),
    ],
)
def test_a_rule_that_loses_force_is_named(after: str, changes: list[str]):
    assert [item.change for item in laundered(RULE, after)] == changes


def test_laundering_shows_both_wordings():
    (item,) = laundered(
        "Die Sitzung muss nach 5 Minuten enden.", "Ok.\n\nDie Sitzung sollte nach 5 Minuten enden."
    )
    assert (item.old, item.new) == (
        "Die Sitzung muss nach 5 Minuten enden.",
        "Die Sitzung sollte nach 5 Minuten enden.",
    )
    assert item.span.start == 5


@pytest.mark.parametrize("code", CASES)
def test_looking_at_some_files_finds_all_that_is_said_about_them(code: str):
    files, _ = CASES[code]
    inside = {RepoPath(f"{FOLDER}/{name}"): text.encode() for name, text in files.items()}
    records, context = RecordSet().update(inside), Context(TODAY, LintConfig())
    whole = lint(records, context, lambda path: path in inside)
    for path in inside:
        some = lint(records, context, lambda path: path in inside, only=(path,))
        assert [one for one in some if one.path == path] == [one for one in whole if one.path == path]
