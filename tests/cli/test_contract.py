"""Records held to the contract of their store, and the journal to what it said, on the command line."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def store(project: Path) -> Path:
    """The project with an empty store."""
    (project / ".chesterton/records").mkdir(parents=True)
    return project


CONTRACT = """[record.consequences]
required = true
hint = "say what gets worse"
kinds = ["decision"]

[record.tags]
required = true

[record.context]
most = 20
"""
WHOLE = "We do.\n\n## Context\n\nOne.\n\n## Consequences\n\nSlower."


def test_records_are_held_to_the_contract_of_their_store(run, answer, store: Path):
    old = answer("record", "--title", "Old", "-m", "Words.")["id"]
    (store / ".chesterton/schema.toml").write_text(CONTRACT)
    refused = run("record", "--title", "Two", "-m", "Words.", "--set", "tags=a")
    assert refused.exit_code == 2
    assert "consequences is required: say what gets worse" in refused.stderr
    assert run("record", "--title", "Two", "-m", WHOLE).exit_code == 2
    two = answer("record", "--title", "Two", "-m", WHOLE, "--set", "tags=a")["id"]
    assert (
        run("record", "--kind", "fact", "--title", "Three", "-m", "Known.", "--set", "tags=a").exit_code == 0
    )
    assert run("edit", two, "tags=").exit_code == 2
    assert run("edit", two, "review-by=2027-01-01").exit_code == 0
    assert run("edit", old, "review-by=2027-01-01").exit_code == 0
    draft = answer("record", "--propose", "--title", "Four", "-m", WHOLE.replace("One", "Word " * 9))["id"]
    assert "tags is required" in run("ratify", draft).stderr
    run("edit", draft, "tags=b")
    assert run("ratify", draft).exit_code == 0
    found = [one["message"] for one in answer("lint")["findings"] if one["code"] == "schema"]
    assert len(found) == 3
    assert "context has 46, at most 20 are asked for" in found


@pytest.mark.parametrize(
    "broken", ["[record.context", "[record.nothing]\nrequired = true", "[record.tags]\nmost = 'x'"]
)
def test_a_broken_contract_holds_nobody_and_says_so(run, answer, store: Path, broken: str):
    (store / ".chesterton/schema.toml").write_text(broken)
    assert run("record", "--title", "Two", "-m", "Words.").exit_code == 0
    [found] = [one for one in answer("lint")["findings"] if one["code"] == "bad-schema"]
    assert (found["path"], found["level"]) == (".chesterton/schema.toml", "error")


def test_verify_names_a_journal_entry_that_was_changed_or_taken_away(run, answer, store: Path):
    for text in ("First thing.", "Second thing.", "Newest thing."):
        run("journal", "add", "-m", text)
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "x"], check=True)
    assert answer("verify", "--against", "HEAD")["entries"] == 3
    first, newest = (next((store / ".chesterton/journal").glob(f"*{name}*")) for name in ("first", "newest"))
    newest.write_text(newest.read_text().replace("Newest", "Best"))
    first.unlink()
    told = answer("verify", "--against", "HEAD")
    assert told["broken"] == 2
    assert sorted(one["message"].split(";")[0] for one in told["findings"]) == [
        "this journal entry is gone",
        "this journal entry was changed",
    ]
