"""Which verdicts show where, as `.chesterton/config.toml` says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from .conftest import commit

Run = Callable[..., Result]
Answer = Callable[..., Any]


def settings(project: Path, text: str) -> None:
    (project / ".chesterton" / "config.toml").write_text(text)


@pytest.fixture
def renamed(project: Path, run: Run) -> Path:
    """A record whose code only had a local name changed."""
    run("record", "--title", "Constant time", "--at", "auth.py#Session.verify", "-m", "Never use ==.")
    source = project / "auth.py"
    source.write_text(source.read_text().replace("expected", "signed"))
    return project


def verdicts(answer: Answer) -> list[str]:
    return [entry["verdict"] for entry in answer("drift")]


def test_a_consistent_renaming_is_quiet_until_somebody_wants_to_know(
    renamed: Path, run: Run, answer: Answer
) -> None:
    assert verdicts(answer) == []
    assert [entry["verdict"] for entry in answer("drift", "--all")] == ["names"]
    settings(renamed, '[drift.levels]\nnames = "warning"\n')
    assert verdicts(answer) == ["names"]
    assert run("check").exit_code == 1
    settings(renamed, '[drift.levels]\nnames = "warning"\n[drift.show]\nnames = ["hover", "lens"]\n')
    assert verdicts(answer) == []
    assert run("check").exit_code == 0


def test_a_surface_that_does_not_exist_is_named(renamed: Path, answer: Answer) -> None:
    settings(renamed, '[drift.show]\nnames = ["everywhere"]\n')
    (finding,) = (entry for entry in answer("check")["findings"] if entry["code"] == "config")
    assert "everywhere" in finding["message"]
    assert finding["line"] == 2


def test_contents_of_a_folder_count_only_when_asked(project: Path, run: Run, answer: Answer) -> None:
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text("x = 1\n")
    run("record", "--title", "Small", "--at", "src/", "-m", "Keep it small.")
    (project / "src" / "a.py").write_text("x = 2\n")
    assert verdicts(answer) == []
    settings(project, '[drift]\ncontents = ["src/"]\n')
    assert run("confirm", "1").exit_code == 0
    (project / "src" / "a.py").write_text("x = 3  # three\n")
    (entry,) = answer("drift")
    assert (entry["verdict"], entry["note"]) == ("body", "Members changed a.py.")
    assert entry["words"].startswith("its contents changed")


BROKEN = "return self.token == (token"


def test_a_committed_file_that_does_not_parse_is_no_reason_for_silence(
    project: Path, run: Run, answer: Answer
) -> None:
    for title, place in (
        ("Time", "auth.py#Session.verify"),
        ("Shut", "auth.py#Session.close"),
        ("All", "auth.py"),
    ):
        run("record", "--title", title, "--at", place, "-m", f"{title} matters here.")
    source = project / "auth.py"
    source.write_text(source.read_text().replace("return compare_digest(expected, token)", BROKEN))
    commit(project)
    found = answer("check")
    assert [(entry["code"], entry["level"]) for entry in found["findings"]] == [("unparsed", "warning")] * 3
    assert all(
        "could not be judged. auth.py does not parse at line " in one["message"] for one in found["findings"]
    )
    assert found["failing"] == 3
    printed = run("drift")
    assert printed.exit_code == 1
    assert "0 of 3 anchors drifted, 3 not judged, since a file does not parse" in printed.stdout
    settings(project, '[drift.levels]\nunparsed = "off"\n')
    assert run("check").exit_code == 0


def test_a_file_that_never_parsed_is_judged_by_what_is_there(project: Path, run: Run, answer: Answer) -> None:
    source = project / "odd.py"
    source.write_text("limit = (1\n")
    run("record", "--title", "Odd", "--at", "odd.py", "-m", "It is odd on purpose.")
    source.write_text("limit = (2\n")
    assert verdicts(answer) == ["body"]


def test_members_that_changed_are_no_move(project: Path, run: Run) -> None:
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text("x = 1\n")
    run("record", "--title", "Small", "--at", "src/", "-m", "Keep it small.")
    (project / "src" / "b.py").write_text("x = 2\n")
    printed = run("drift").stdout
    assert (
        "0 of 1 anchor drifted, 1 with other members (`chesterton confirm` takes them as they are)" in printed
    )
    assert "moved" not in printed
    assert run("confirm", "1").exit_code == 0
    assert run("drift").stdout == "0 of 1 anchor drifted\n"


def test_code_that_was_renamed_and_changed_is_said_to_be_both(
    project: Path, run: Run, answer: Answer
) -> None:
    run("record", "--title", "Time", "--at", "auth.py#Session.verify", "-m", "Never use ==.")
    commit(project)
    source = project / "auth.py"
    changed = (
        source.read_text().replace("def verify", "def check").replace("self.clock.now()", "self.clock.utc()")
    )
    source.write_text(changed)
    (entry,) = answer("drift")
    assert entry["verdict"] == "body"
    assert entry["words"].startswith("it was renamed to auth.py#Session.check, and its body changed since")
