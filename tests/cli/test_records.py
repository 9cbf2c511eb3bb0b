"""Living with records on the command line: adopt, decide, renumber, lint, verify."""

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import commit

ADR = """# {number}. {title}

Date: 2020-01-0{number}

## Status

{status}

## Context

`auth.py` holds `Session.verify`.

## Decision

We must keep it.
"""


@pytest.fixture
def adrs(project: Path) -> Path:
    """The project with two decisions that another tool wrote, committed."""
    folder = project / "doc/adr"
    folder.mkdir(parents=True)
    (folder / "0001-one.md").write_text(ADR.format(number=1, title="One", status="Accepted"))
    (folder / "0002-two.md").write_text(ADR.format(number=2, title="Two", status="Proposed"))
    commit(project)
    return folder


def test_adopt_prints_a_difference_and_writes_it_when_told(run, answer, adrs: Path):
    before = (adrs / "0001-one.md").read_text()
    dry = run("adopt", "--dry-run")
    assert "+++ b/doc/adr/0001-one.md" in dry.stdout
    assert (adrs / "0001-one.md").read_text() == before
    done = answer("adopt", "--anchors")
    assert done["folders"] == ["doc/adr"]
    text = (adrs / "0001-one.md").read_text()
    assert text.startswith(before)
    assert "auth.py#Session.verify code:" in text
    assert answer("adopt")["changed"] == []
    assert run("drift").exit_code == 0


def test_a_proposal_is_ratified_and_another_rejected(run, adrs: Path):
    assert run("ratify", "2").exit_code == 0
    assert "## Status\n\nAccepted\n" in (adrs / "0002-two.md").read_text()
    refused = run("reject", "2")
    assert refused.exit_code == 2
    assert "it can't reject" in refused.stderr


def test_deprecate_withdraw_renumber_and_move(run, answer, adrs: Path):
    assert run("deprecate", "1").exit_code == 0
    assert "Deprecated" in (adrs / "0001-one.md").read_text()
    assert answer("renumber", "1", "--to", "9")["changed"][0] == "doc/adr/0009-one.md"
    assert run("show", "ADR-0001").stdout.startswith("0009 ")
    assert run("withdraw", "9").exit_code == 0
    assert "We must" not in (adrs / "0009-one.md").read_text()
    assert answer("move", "2", ".chesterton/records")["changed"][0] == ".chesterton/records/0001-two.md"


def test_lint_finds_and_lists_its_rules(run, answer, adrs: Path):
    assert run("lint").exit_code == 0
    (adrs / "0002-other.md").write_text(ADR.format(number=2, title="Other", status="Accepted"))
    found = run("lint")
    assert found.exit_code == 1
    assert "doc/adr/0002-two.md:1:1: warning duplicate-number:" in found.stdout
    assert "rival-successors" in run("lint", "--rules").stdout


def test_verify_proves_that_history_was_only_added_to(run, answer, adrs: Path, project: Path):
    assert run("ratify", "2").exit_code == 0
    assert run("verify", "--against", "HEAD").exit_code == 0
    path = adrs / "0001-one.md"
    path.write_text(path.read_text().replace("We must keep it.", "We may keep it."))
    (adrs / "0002-two.md").unlink()
    found = answer("verify", "--against", "HEAD")
    assert {entry["code"] for entry in found["findings"]} == {"changed-body", "deleted-record"}
    line = next(entry["line"] for entry in found["findings"] if entry["code"] == "changed-body")
    assert path.read_text().splitlines()[line - 1] == "We may keep it."
    assert run("verify", "--against", "nowhere").exit_code == 2


def test_lint_mends_what_is_sure(run, answer, adrs: Path):
    (adrs / "0002-three.md").write_text(ADR.format(number=2, title="Three", status="Accepted"))
    dry = run("lint", "--fix", "duplicate-number", "--dry-run")
    assert "+++ b/doc/adr/0003-two.md" in dry.stdout
    assert (adrs / "0002-two.md").exists()
    fixed = answer("lint", "--fix")
    assert fixed["fixed"] == ["doc/adr/0003-two.md", "doc/adr/0002-two.md"]
    assert "duplicate-number" not in {finding["code"] for finding in fixed["findings"]}
    assert "# 3. Two" in (adrs / "0003-two.md").read_text()
    refused = run("lint", "--fix", "lived-in-proposal")
    assert refused.exit_code == 2
    assert "chesterton ratify" in refused.stderr


def test_a_copied_record_gets_an_id_and_keeps_its_baselines(run, answer, project: Path):
    answer("record", "--title", "One", "--at", "auth.py#Session.verify", "-m", "It must stay.")
    (path,) = (project / ".chesterton/records").glob("*.md")
    copy = path.with_name("0002-copy.md")
    copy.write_text(path.read_text().replace("One", "Copied"))
    assert answer("lint", "--fix", "duplicate-id")["fixed"]
    baselines = sorted(file.stem for file in (project / ".chesterton/baselines").iterdir())
    assert baselines == sorted(
        line.split()[1]
        for file in (path, copy)
        for line in file.read_text().splitlines()
        if line.startswith("id:")
    )
    assert run("drift").exit_code == 0


@pytest.mark.parametrize("command", ["check", "lint"])
def test_a_folder_without_records_is_no_success(run, project: Path, command: str):
    found = run(command)
    assert found.exit_code == 2
    assert "chesterton init" in found.stderr
    run("init")
    assert run(command).exit_code == 0


def test_check_speaks_of_articles_too(run, answer, project: Path):
    article = project / ".chesterton/articles/auth.md"
    article.parent.mkdir(parents=True)
    article.write_text("---\ncapsule: C.\n<<<<<<< a\n=======\n>>>>>>> b\n---\n\n" + "x" * 500)
    found = answer("check")["findings"]
    assert ("conflict-markers", 3) in {(one["code"], one["line"]) for one in found}


LOG = """# Decisions

| ID | Date | Decision | Why | Status |
|----|------|----------|-----|--------|
| D-1 | 2026-01-02 | Verify every session | `Session.verify` was skipped | accepted |
| D-2 | 2026-01-03 | Keep sessions for a day | people complain | accepted |
"""


def test_a_row_of_a_decision_log_is_a_record_like_any_other(run, answer, project: Path):
    (project / "docs").mkdir()
    log = project / "docs/decisions.md"
    log.write_text(LOG)
    commit(project)
    run("adopt", "--anchors")
    assert log.read_text() == LOG
    [side] = (project / "docs/decisions.md.chesterton").iterdir()
    assert side.name == "D-1.chesterton.yaml"
    assert answer("show", "D-1")["statement"] == "Verify every session"
    assert "D-1" in run("here", "auth.py#Session.verify").output
    assert "D-2" in run("search", "sessions for a day").output
    run("confirm", "D-1")
    assert "confirmed:" in side.read_text()
    run("supersede", "D-2", "--title", "Keep sessions for an hour", "-m", "A day is too long.")
    assert "| people complain | superseded by [" in log.read_text()
    assert "0 broken" in run("verify", "--against", "HEAD").output


def test_lint_shows_what_it_would_mend_only_when_it_is_to_mend(run, adrs: Path):
    refused = run("lint", "--dry-run")
    assert refused.exit_code == 2
    assert "--fix" in refused.stderr


def test_records_made_at_the_same_time_get_numbers_of_their_own(project: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-m", "chesterton", "record", "--title", f"Rule {n}", "-m", "So."])
        for n in range(6)
    ]
    assert [writer.wait() for writer in writers] == [0] * 6
    records = sorted(path.name[:4] for path in (project / ".chesterton" / "records").iterdir())
    assert records == [f"{n:04}" for n in range(1, 7)]


def test_verify_names_an_anchor_that_an_accepted_record_lost_for_nothing(run, answer, project: Path):
    done = answer(
        "record",
        "--title",
        "Both",
        "--at",
        "auth.py#Session.verify",
        "--at",
        "auth.py#Session.close",
        "-m",
        "Why.",
    )
    commit(project)
    source = project / "auth.py"
    source.write_text(source.read_text().replace("def close", "def shut"))
    assert run("reanchor", "1", "auth.py#Session.close", "--to", "auth.py#Session.shut").exit_code == 0
    assert "auth.py#Session.shut" in (project / done["path"]).read_text()
    assert run("verify", "--against", "HEAD").exit_code == 0
    path = project / done["path"]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "Session.verify" not in line))
    told = answer("verify", "--against", "HEAD")
    assert [(entry["code"], entry["level"]) for entry in told["findings"]] == [("removed-anchor", "error")]
    assert "auth.py#Session.verify" in told["findings"][0]["message"]
    assert run("verify", "--against", "HEAD").exit_code == 1
    assert run("withdraw", "1").exit_code == 0
    assert run("verify", "--against", "HEAD").exit_code == 0
