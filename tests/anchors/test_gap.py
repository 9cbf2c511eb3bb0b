"""Between the baseline and now: rebases, squashes, other branches, shallow clones, years without a step."""

import shutil
from pathlib import Path

import pytest

from chesterton.anchors import elsewhere, fingerprint
from chesterton.anchors.drift import Judgement
from chesterton.anchors.life import first_drift
from chesterton.workspace.host import Host

from .repositories import Repository
from .sources import FILE, READ
from .stores import decide, only, record_of, verdicts

EDITED = READ.replace("not data", "data is None")
OTHER = "def noise(a):\n    return a\n"


def said(found: Judgement) -> tuple[str, str, str]:
    return found.state, found.verdict, str(found.place) if found.place else ""


def test_a_rebased_baseline_is_picked_up_where_its_code_came_back(repository: Repository):
    repository.commit({"z.py": OTHER})
    repository.checkout("-b", "topic")
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({}, "Record")
    repository.commit({"a.py": EDITED})
    repository.checkout("main")
    repository.commit({"z.py": OTHER + "\n\nx = 1\n"})
    repository.checkout("topic")
    repository.rebase("main")
    assert said(only(repository.root)) == ("moved", "body", "a.py#read")


def test_a_squashed_branch_is_asked_about_when_its_steps_are_lost(repository: Repository):
    repository.commit({"z.py": OTHER})
    repository.checkout("-b", "topic")
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({"a.py": None, "b.py": EDITED})
    repository.checkout("main")
    repository.merge("topic", "--squash")
    repository.commit({}, "Merged")
    found = only(repository.root)
    assert said(found) == ("ambiguous", "gone", "")
    assert [str(candidate.place) for candidate in found.candidates] == ["b.py#read"]


def test_a_squashed_branch_is_followed_when_the_code_is_identical(repository: Repository):
    repository.commit({"z.py": OTHER})
    repository.checkout("-b", "topic")
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({"a.py": None, "b.py": READ})
    repository.checkout("main")
    repository.merge("topic", "--squash")
    repository.commit({}, "Merged")
    assert said(only(repository.root)) == ("moved", "renamed", "b.py#read")


def test_a_leap_over_years_is_a_question_however_alike_the_code_is(repository: Repository):
    repository.commit({"z.py": OTHER}, day="2020-01-01")
    repository.checkout("-b", "topic")
    repository.commit({"a.py": FILE}, day="2020-01-02")
    decide(repository.root, "a.py#load", day="2020-01-02")
    repository.commit({"a.py": None, "b.py": READ}, day="2020-01-03")
    repository.checkout("main")
    repository.merge("topic", "--squash")
    repository.commit({}, "Merged", day="2023-01-01")
    found = only(repository.root, "2023-01-02")
    assert said(found) == ("ambiguous", "gone", "")
    assert str(found.candidates[0].place) == "b.py#read"


def test_a_baseline_of_another_branch_still_follows_this_branch_step_by_step(repository: Repository):
    repository.commit({"a.py": FILE})
    repository.checkout("-b", "topic")
    repository.commit({"c.py": OTHER})
    decide(repository.root, "a.py#load")
    repository.checkout("main")
    repository.commit({"a.py": EDITED})
    assert said(only(repository.root)) == ("moved", "body", "a.py#read")


@pytest.mark.parametrize(("day", "state"), [("2026-02-01", "moved"), ("2029-01-01", "ambiguous")])
def test_a_shallow_clone_acts_on_identical_code_only_while_it_is_recent(
    repository: Repository, tmp_path: Path, day: str, state: str
):
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({}, "Record")
    repository.commit({"a.py": None, "b.py": FILE})
    copy = repository.shallow_copy(tmp_path / "copy")
    found = only(copy.root, day)
    assert found.state == state
    assert "b.py#load" in {str(found.place), *(str(candidate.place) for candidate in found.candidates)}


def test_where_history_is_missing_code_under_another_name_in_another_file_is_a_question(
    repository: Repository, tmp_path: Path
):
    repository.commit({"src/a.py": FILE, "z.py": OTHER})
    decide(repository.root, "src/a.py#load")
    repository.commit({}, "Record")
    repository.commit({"src/a.py": None, "lib/b.py": EDITED})
    shallow = repository.shallow_copy(tmp_path / "copy").root
    plain = tmp_path / "plain"
    shutil.copytree(repository.root, plain, ignore=shutil.ignore_patterns(".git", "cache"))
    for root in (shallow, plain):
        host = Host(root)
        for _ in range(2):  # the second sweep knows the first one's answer
            (found,) = (placed.judgement for placed in host.snapshot.sweep())
            assert said(found) == ("ambiguous", "gone", "")
            assert [str(candidate.place) for candidate in found.candidates] == ["lib/b.py#read"]


def test_where_not_all_can_be_searched_files_that_speak_of_its_neighbours_come_first(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(elsewhere, "PARSED", 1)
    near = {f"src/near{number}.py": OTHER for number in range(3)}
    repository.commit({"src/a.py": FILE, **near})
    decide(repository.root, "src/a.py#load")
    repository.commit({}, "Record")
    repository.commit({"src/a.py": None, "lib/b.py": EDITED})
    found = only(repository.shallow_copy(tmp_path / "whole").root)
    assert [str(candidate.place) for candidate in found.candidates] == ["lib/b.py#read"]
    repository.commit({"lib/b.py": EDITED.partition("def close")[0]})
    found = only(repository.shallow_copy(tmp_path / "alone").root)
    assert (found.state, found.note) == (
        "gone",
        "load is gone, and nothing is like it in the code that was searched.",
    )


def test_where_history_is_missing_what_resembles_nothing_is_gone(repository: Repository, tmp_path: Path):
    repository.commit({"a.py": FILE, "z.py": OTHER})
    decide(repository.root, "a.py#load", "z.py#noise")
    repository.commit({}, "Record")
    repository.commit({"a.py": None, "z.py": OTHER.replace("noise", "silence")})
    found = verdicts(repository.shallow_copy(tmp_path / "copy").root)
    assert [one.state for one in found] == ["gone", "ambiguous"]


def test_a_shallow_clone_judges_what_stayed_by_its_baseline(repository: Repository, tmp_path: Path):
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({}, "Record")
    repository.commit({"a.py": FILE.replace("not data", "data is None")})
    assert said(only(repository.shallow_copy(tmp_path / "copy").root)) == ("live", "body", "a.py#load")


@pytest.mark.parametrize("committed", [True, False])
def test_a_renamed_folder_keeps_its_anchor(repository: Repository, committed: bool):
    repository.commit({"old/a.py": FILE, "old/sub/b.py": OTHER, "z.py": "x = 1\n"})
    decide(repository.root, "old/")
    repository.commit({}, "Record")
    (repository.root / "old").rename(repository.root / "new")
    if committed:
        repository.commit({"new/c.py": "y = 1\n"})
    found = only(repository.root)
    assert said(found) == ("moved", "members" if committed else "moved", "new")


@pytest.mark.parametrize(
    ("glob", "now"), [("old/**/*.py", "new/**/*.py"), ("old/s\\*b/*.py", "new/s\\*b/*.py")]
)
def test_a_glob_follows_its_renamed_folder(repository: Repository, glob: str, now: str):
    repository.commit({"old/a.py": FILE, "old/s*b/b.py": OTHER, "z.py": "x = 1\n"})
    decide(repository.root, glob)
    repository.commit({}, "Record")
    (repository.root / "old").rename(repository.root / "new")
    repository.commit({})
    assert said(only(repository.root)) == ("moved", "moved", now)


def test_a_folder_whose_files_went_apart_is_gone(repository: Repository):
    repository.commit({"old/a.py": FILE, "old/b.py": OTHER, "old/c.py": "c = 1\n"})
    decide(repository.root, "old/")
    repository.commit({"old/a.py": None, "old/b.py": None, "old/c.py": None, "x/a.py": FILE})
    assert said(only(repository.root)) == ("gone", "gone", "")


def test_a_workspace_inside_a_larger_repository_has_its_history(tmp_path: Path):
    repository = Repository(tmp_path)
    repository.commit({"app/a.py": FILE})
    decide(tmp_path / "app", "a.py#load")
    repository.commit({"app/a.py": None, "app/b.py": FILE})
    repository.commit({"app/b.py": EDITED})
    assert said(only(tmp_path / "app")) == ("moved", "body", "b.py#read")


def test_baselines_of_another_version_are_taken_again_from_git(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    repository.commit({"versions.py": FILE})
    decide(repository.root, "versions.py#load")
    _raise_version(monkeypatch)
    repository.commit({"versions.py": FILE.replace("    return", "    # done\n    return")})
    assert said(only(repository.root)) == ("live", "cosmetic", "versions.py#load")
    repository.commit({"versions.py": FILE.replace("not data", "data")})
    assert said(only(repository.root)) == ("live", "body", "versions.py#load")


def test_baselines_of_another_version_without_git_say_that_nobody_can_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / ".chesterton").mkdir()
    (tmp_path / "a.py").write_text(FILE)
    decide(tmp_path, "a.py#load")
    _raise_version(monkeypatch)
    assert only(tmp_path).verdict == "none"
    (tmp_path / "a.py").write_text(FILE.replace("Read a file", "Read one file"))
    found = only(tmp_path)
    assert (found.state, found.verdict) == ("live", "body")
    assert "nobody can tell" in found.note


def _raise_version(monkeypatch: pytest.MonkeyPatch) -> None:
    following = fingerprint.VERSION + 1
    for module in ("anchors.fingerprint", "anchors.judge", "anchors.renew", "workspace.acts"):
        monkeypatch.setattr(f"chesterton.{module}.VERSION", following)


def test_a_file_that_came_back_under_its_old_path_has_not_moved(repository: Repository):
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({}, "Record")
    repository.checkout("-b", "topic")
    repository.commit({"a.py": None, "sub/a.py": FILE})
    repository.commit({"a.py": FILE.replace("strict and", "careful and strict and"), "sub/a.py": OTHER})
    repository.checkout("main")
    repository.merge("topic", "--no-ff")
    rewritten = "def load(path, strict=True):\n    rows = fetch(path)\n    for row in rows:\n        row.ask(strict)\n"
    repository.commit({"a.py": rewritten})
    assert said(only(repository.root)) == ("live", "body", "a.py#load")


def test_the_first_drifting_commit_is_found_behind_a_move(repository: Repository):
    repository.commit({"a.py": FILE})
    decide(repository.root, "a.py#load")
    repository.commit({}, "Record")
    drifted = repository.commit({"a.py": FILE.replace("not data", "data is None")})
    repository.commit({"a.py": None, "b.py": EDITED})
    snapshot = Host(repository.root).sweep()
    (placed,) = snapshot.judgements(record_of(repository.root))
    place = placed.judgement.place
    assert place
    found = first_drift(repository.root, placed.baseline, place.path, place.key)
    assert found
    assert found.id == drifted
