"""The whole loop on the command line: record, look, change, drift, confirm, supersede, check."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Answer = Callable[..., Any]


@pytest.fixture
def recorded(project: Path, run: Run) -> Path:
    arguments = (
        "--kind",
        "constraint",
        "--title",
        "Compare in constant time",
        "--at",
        "auth.py#Session.verify",
    )
    assert run("record", *arguments, "-m", "Never compare a token with ==.").exit_code == 0
    return project


def edit(file: Path, old: str, new: str) -> None:
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new))


@pytest.mark.parametrize("place", ["auth.py:4", "auth.py#Session.verify", "auth.py#verify", "auth.py"])
def test_a_record_is_found_from_every_way_to_name_its_place(
    recorded: Path, answer: Answer, place: str
) -> None:
    (entry,) = answer("here", place)["records"]
    assert entry["record"]["statement"] == "Never compare a token with ==."
    assert (entry["verdict"], entry["state"]) == ("none", "live")


def test_a_neighbour_is_not_governed(recorded: Path, answer: Answer) -> None:
    assert answer("here", "auth.py#Session.close")["records"] == []


def test_layout_comments_and_docstrings_are_no_drift(recorded: Path, run: Run) -> None:
    edit(recorded / "auth.py", '"""Check a token."""', '"""Check it."""  # quickly')
    edit(recorded / "auth.py", "(self, token)", "(\n        self,\n        token,\n    )")
    assert run("drift").exit_code == 0
    assert run("check").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("compare_digest(expected, token)", "expected == token", "body"),
        ("(self, token)", "(self, token, *, strict=True)", "signature"),
    ],
)
def test_a_change_of_meaning_is_drift_until_it_is_confirmed(
    recorded: Path, run: Run, answer: Answer, old: str, new: str, verdict: str
) -> None:
    edit(recorded / "auth.py", old, new)
    (entry,) = answer("drift")
    assert entry["verdict"] == verdict
    assert run("check").exit_code == 1
    assert run("confirm", "1").exit_code == 0
    assert run("check").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(expected, token)", "(token, expected)", "removed `token` after `compare_digest expected`"),
        ("now()", "now() + 1", "added `+ 1` after `. now`"),
        ("compare_digest(expected, token)", "expected", "removed `compare_digest` after `now return`"),
        (".sign(", ".check(", "`sign` → `check`"),
        ("self.user)", 'self.user, "`x`")', 'added `` "`x`" `` after `. user`'),
        ("(self, token)", "(self, token, *, strict=True)", "added `* strict = True` after `self token`"),
    ],
)
def test_a_drift_is_explained_by_the_tokens_that_changed(
    recorded: Path, run: Run, old: str, new: str, words: str
) -> None:
    edit(recorded / "auth.py", old, new)
    assert words in run("drift").stdout


def test_a_drift_that_is_undone_clears_by_itself(recorded: Path, run: Run) -> None:
    edit(recorded / "auth.py", "expected, token", "token, expected")
    assert run("drift").exit_code == 1
    edit(recorded / "auth.py", "token, expected", "expected, token")
    assert run("drift").exit_code == 0


def test_a_renamed_symbol_keeps_its_record_and_check_fix_updates_the_anchor(
    recorded: Path, run: Run, answer: Answer
) -> None:
    edit(recorded / "auth.py", "def verify", "def is_valid")
    (entry,) = answer("here", "auth.py#Session.is_valid")["records"]
    assert entry["verdict"] == "renamed"
    assert answer("check", "--fix")["fixed"] == 1
    (entry,) = answer("here", "auth.py#Session.is_valid")["records"]
    assert (entry["anchor"], entry["verdict"]) == ("auth.py#Session.is_valid", "none")


def test_a_renamed_file_keeps_its_records(recorded: Path, answer: Answer) -> None:
    (recorded / "auth.py").rename(recorded / "sessions.py")
    (entry,) = answer("here", "sessions.py:4")["records"]
    assert (entry["verdict"], entry["place"]) == ("moved", "sessions.py#Session.verify")


def test_a_deleted_symbol_is_gone(recorded: Path, answer: Answer) -> None:
    (recorded / "auth.py").write_text("class Session:\n    def close(self):\n        self.open = False\n")
    (entry,) = answer("drift")
    assert (entry["verdict"], entry["state"], entry["place"]) == ("gone", "gone", None)


def test_superseding_replaces_what_is_shown_and_keeps_the_old_file(
    recorded: Path, run: Run, answer: Answer
) -> None:
    (old,) = (recorded / ".chesterton" / "records").iterdir()
    before = old.read_bytes()
    done = run(
        "supersede", "1", "--kind", "decision", "--title", "The gateway compares", "-m", "Ours is a mirror."
    )
    assert done.exit_code == 0
    assert [entry["record"]["title"] for entry in answer("here", "auth.py#verify")["records"]] == [
        "The gateway compares"
    ]
    assert old.read_bytes() == before


def test_init_creates_and_touches_nothing_twice(project: Path, answer: Answer) -> None:
    assert answer("init")["created"] == [
        f".chesterton/{name}" for name in (".gitignore", ".gitattributes", "config.toml")
    ]
    (project / ".chesterton" / "config.toml").write_text("[index]\n")
    assert answer("init")["created"] == []
    assert (project / ".chesterton" / "config.toml").read_text() == "[index]\n"


def test_index_reads_the_workspace(project: Path, answer: Answer) -> None:
    (project / "tool.rb").write_text("def main\nend\n")
    (project / "blob.py").write_bytes(b"\0\1\2" * 100)
    found = answer("index")
    assert found["indexed"] == 2
    assert [problem["path"] for problem in found["problems"]] == ["blob.py"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["record", "--title", "x", "--at", "nowhere.py"], "nowhere.py is no readable file"),
        (
            ["record", "--title", "x", "--at", "auth.py#Session.verifi"],
            "has no symbol Session.verifi; did you mean Session.verify?",
        ),
        (["here", "auth.py#clos"], "did you mean Session.close?"),
        (["log", "auth.py#Sesion"], "did you mean Session?"),
        (["here", "auth.py:0"], "auth.py has no line 0; its lines are 1 to 10"),
        (["here", "auth.py:9999"], "auth.py has no line 9999"),
        (["record", "--title", "x", "--at", "src/auth.py"], "did you mean auth.py?"),
        (["record", "--title", "x", "--at", "../../etc/passwd"], "outside the workspace"),
        (["record"], "--title is needed"),
        (["record", "--title", "x", "-m", "Use AKIA" + "Z7Q3M5N2P4R6T8V2 to log in."], "a credential"),
        (["confirm", "nothing"], "no record answers to 'nothing'"),
        (["supersede", "ZZZZZZ", "--title", "x"], "no record answers to 'ZZZZZZ'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    project: Path, run: Run, arguments: list[str], words: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert not (project / ".chesterton" / "records").exists()


def test_an_empty_folder_has_nothing_to_say(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("drift", "index"):
        assert run(command).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_broken_configuration_is_one_finding_and_defaults_hold(recorded: Path, answer: Answer) -> None:
    (recorded / ".chesterton" / "config.toml").write_text("[drift.levels]\nbody = 'loud'\n")
    found = answer("check")
    assert [(one["code"], one["line"]) for one in found["findings"]] == [("config", 2)]
    assert found["records"] == 1


def test_json_is_one_document_even_with_findings(recorded: Path, run: Run) -> None:
    edit(recorded / "auth.py", "expected, token", "token, expected")
    done = run("check", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["failing"] == 1


def test_places_are_named_from_the_current_folder(
    project: Path, run: Run, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "inner").mkdir()
    (project / "inner" / "far.py").write_text("def far():\n    return 1\n\n\ndef near():\n    return 2\n")
    monkeypatch.chdir(project / "inner")
    assert run("record", "--title", "Far", "--at", "far.py#far", "-m", "Why.").exit_code == 0
    assert run("reanchor", "1", "inner/far.py#far", "--to", "far.py#near").exit_code == 0
    assert run("supersede", "1", "--title", "Auth", "--at", "../auth.py", "-m", "Why.").exit_code == 0
    assert run("record", "--title", "Root", "--at", "auth.py#Session", "-m", "Why.").exit_code == 0
    anchors = {entry["anchor"] for entry in answer("drift", "--all")}
    assert anchors == {"auth.py", "auth.py#Session"}


@pytest.mark.parametrize("place", ["inner", "inner/", "inner/deep"])
def test_a_record_on_a_folder_governs_the_folder_itself(
    project: Path, run: Run, answer: Answer, place: str
) -> None:
    (project / "inner" / "deep").mkdir(parents=True)
    (project / "inner" / "deep" / "far.py").write_text("x = 1\n")
    assert run("record", "--title", "Inner", "--at", "inner/", "-m", "Why.").exit_code == 0
    (entry,) = answer("here", place)["records"]
    assert entry["anchor"] == "inner/"
    assert (entry["level"] == "itself") == (place != "inner/deep")


def test_two_records_on_one_place_drift_both(project: Path, run: Run) -> None:
    for title in ("One", "Two"):
        assert run("record", "--title", title, "--at", "auth.py#Session.verify", "-m", "Why.").exit_code == 0
    edit(project / "auth.py", "return compare_digest(expected, token)", "return expected == token")
    assert run("drift").stdout.endswith("2 of 2 anchors drifted\n")


def test_paths_are_anchored_as_they_are_typed(project: Path, run: Run, answer: Answer) -> None:
    for name in ("c#.py", "[id].py"):
        (project / name).write_text("def load():\n    return 1\n")
        assert run("record", "--title", name, "--at", name, "-m", "Why.").exit_code == 0
        assert run("record", "--title", name, "--at", f"{name}#load", "-m", "Why.").exit_code == 0
        assert len(answer("here", f"{name}#load")["records"]) == 2
    assert {entry["state"] for entry in answer("drift", "--all")} == {"live"}


def test_a_copied_record_keeps_every_answer_going(recorded: Path, run: Run, answer: Answer) -> None:
    (file,) = (recorded / ".chesterton" / "records").glob("*.md")
    file.with_name("0002-a-copy.md").write_text(file.read_text().replace("Never compare", "Do not compare"))
    found = answer("here", "auth.py#Session.verify")["records"]
    assert {one["record"]["statement"][:6] for one in found} == {"Never ", "Do not"}
    assert len(answer("search", "compare token")["hits"]) == 2
    assert answer("recall", "auth.py")
    assert [one["code"] for one in answer("lint")["findings"]].count("duplicate-id") == 1
    assert run("show", "2").stdout.splitlines()[1].startswith("Do not")


def test_what_is_withdrawn_is_nowhere_in_the_store(recorded: Path, run: Run) -> None:
    assert "constant time" in run("search", "token").stdout
    store = recorded / ".chesterton"
    assert [file for file in store.rglob("*") if file.is_file() and b"Never compare" in file.read_bytes()]
    assert run("withdraw", "1").exit_code == 0
    assert not [file for file in store.rglob("*") if file.is_file() and b"Never compare" in file.read_bytes()]
    assert not [*store.glob("baselines/*")]
    assert run("search", "token").exit_code == 1
    assert run("lint").exit_code == 0
