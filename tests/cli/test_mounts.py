"""Records of a folder with a store of its own, seen from the workspace around it."""

from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.features.actions import actions
from chesterton.workspace.host import Host

CODE = """def charge(amount):
    return amount + 1


def refund(amount):
    return -amount
"""


@pytest.fixture
def pay(run, project: Path) -> Path:
    """A package with a store of its own below the project; both have a first record."""
    folder = project / "libs/pay"
    (folder / ".chesterton/records").mkdir(parents=True)
    (folder / "pay.py").write_text(CODE)
    run("record", "--title", "Verify sessions", "-m", "Always.", "--at", "auth.py")
    run(
        "record",
        "--root",
        str(folder),
        "--title",
        "Charge once",
        "-m",
        "Never twice.",
        "--at",
        "pay.py#charge",
    )
    run("record", "--root", str(folder), "--title", "Refund all", "-m", "See 0001.", "--at", "pay.py#refund")
    return folder


def test_a_mounts_record_is_reached_by_its_name(run, answer, pay: Path):
    shown = answer("show", "pay:0001")
    assert (shown["title"], shown["path"]) == (
        "Charge once",
        "libs/pay/.chesterton/records/0001-charge-once.md",
    )
    assert [anchor.split(" ")[0] for anchor in shown["anchors"]] == ["libs/pay/pay.py#charge"]
    assert answer("show", "0001")["title"] == "Verify sessions"
    assert answer("show", "pay:charge-once")["id"] == shown["id"] == answer("show", shown["id"])["id"]
    assert run("show", "pay:0009").exit_code == 2
    assert "Charge once" in run("search", "charge once").output
    assert "Charge once" in run("here", "libs/pay/pay.py#charge").output


def test_its_code_is_judged_by_its_own_baselines(answer, pay: Path):
    assert answer("check")["findings"] == []
    (pay / "pay.py").write_text(CODE.replace("amount + 1", "amount * 2"))
    [found] = answer("check")["findings"]
    assert (found["code"], found["path"]) == ("drift", "libs/pay/pay.py")
    assert "decision pay:0001" in found["message"]


def test_it_is_linted_by_its_own_contract(answer, pay: Path):
    (pay / ".chesterton/schema.toml").write_text("[record.tags]\nrequired = true\n")
    found = [one for one in answer("lint")["findings"] if one["code"] == "schema"]
    assert [one["path"].partition(".chesterton")[0] for one in found] == ["libs/pay/"] * 2
    (pay / ".chesterton/schema.toml").write_text("[record.tags")
    assert "libs/pay/.chesterton/schema.toml" in {
        one["path"] for one in answer("lint")["findings"] if one["code"] == "bad-schema"
    }


@pytest.mark.parametrize(
    "command",
    [
        ("confirm", "pay:0001"),
        ("deprecate", "pay:0001"),
        ("withdraw", "pay:0001"),
        ("edit", "pay:0001", "tags=a"),
        ("renumber", "pay:0001"),
        ("supersede", "pay:0001", "--title", "T", "-m", "W."),
        ("reanchor", "pay:0001", "libs/pay/pay.py#charge", "--to", "auth.py"),
    ],
)
def test_nothing_is_written_into_it_from_above(run, pay: Path, command: tuple[str, ...]):
    before = {path: path.read_bytes() for path in pay.rglob("*") if path.is_file()}
    refused = run(*command)
    assert refused.exit_code == 2
    assert "--root libs/pay" in refused.stderr
    assert {path: path.read_bytes() for path in pay.rglob("*") if path.is_file()} == before


ADR = """# {number}. Pay in cents

## Status

Accepted

## Decision

Amounts are whole cents.
"""


def test_a_mounts_own_folder_of_decisions_is_the_mounts(run, answer, project: Path, pay: Path):
    adrs = pay / "docs/adr"
    adrs.mkdir(parents=True)
    for number in (1, 2):
        (adrs / f"{number:04}-pay-in-cents.md").write_text(ADR.format(number=number))
    run("adopt", "--root", str(pay))
    run("record", "--root", str(pay), "--title", "Pay at once", "-m", "Never later.", "--at", "pay.py#charge")
    assert (adrs / "0003-pay-at-once.md").is_file()
    shown = answer("show", "pay:pay-at-once")
    assert [anchor.split(" ")[0] for anchor in shown["anchors"]] == ["libs/pay/pay.py#charge"]
    assert answer("drift") == []
    made = answer("record", "--title", "From above", "-m", "So.", "--at", "libs/pay/pay.py#refund")
    assert made["path"].startswith(".chesterton/records/")
    refused = run("confirm", "pay:pay-at-once")
    assert (refused.exit_code, "--root libs/pay" in refused.stderr) == (2, True)


def test_its_records_are_answered_in_the_mount_alone(project: Path, pay: Path):
    (pay / "pay.py").write_text(CODE.replace("amount + 1", "amount * 2"))
    above, inside = Host(project), Host(pay)
    at = Span(4, 4)
    offered = [action.answer for action in actions(inside.snapshot, RepoPath("pay.py"), at)]
    assert {"confirm", "supersede", "record"} <= set(offered)
    [only] = actions(above.snapshot, RepoPath("libs/pay/pay.py"), at)
    assert only.answer == "record"
    record = RepoPath("libs/pay/.chesterton/records/0001-charge-once.md")
    assert actions(above.snapshot, record, at) == ()
