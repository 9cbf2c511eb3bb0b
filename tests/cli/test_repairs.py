"""Repairs that need somebody's choice, on the command line."""

from pathlib import Path


def test_repairs_that_need_a_choice_are_listed_and_taken_by_number(run, answer, project: Path):
    first = answer("record", "--title", "Keep sessions", "-m", "One.")["id"]
    second = answer("record", "--title", "Keep tokens", "-m", "Two.")
    path = project / second["path"]
    run("edit", second["id"], f"supports={first}")
    path.write_text(path.read_text().replace(first, "keep-session"))
    listed = run("lint", "--choices").output
    assert f"1. Mean 0001 Keep sessions ({answer('show', first)['path']}) (your choice)" in listed
    assert "2. No longer say `supports: keep-session` (your choice)" in listed
    assert run("lint", "--fix", "--choice", "1").exit_code == 2
    run("lint", "--fix", "dangling-reference")
    assert "- keep-session\n" in path.read_text()
    run("lint", "--fix", "dangling-reference", "--choice", "1")
    assert f"supports:\n  - {first}\n" in path.read_text()
