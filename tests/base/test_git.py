"""The one door to git, whatever the environment of the process."""

import subprocess
from pathlib import Path

import pytest

from chesterton.base import git


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in a linked work tree, with one committed file."""
    top, linked = tmp_path / "top", tmp_path / "linked"
    (top / "inner").mkdir(parents=True)
    (top / "inner" / "a.py").write_text("a = 1\n")
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-qm", "Start"],
        ["worktree", "add", "-q", linked],
    ):
        subprocess.run(["git", *identity, *arguments], cwd=top, check=True, capture_output=True)
    return linked / "inner"


def test_a_folder_is_seen_inside_its_work_tree_from_a_hook_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = git.run(folder, "rev-parse", "--absolute-git-dir").decode().strip()
    monkeypatch.setenv("GIT_DIR", own)  # as git calls the hooks of a linked work tree
    assert git.run(folder, "rev-parse", "--show-prefix") == b"inner/\n"


def read_for_ever(root: Path) -> None:
    with git.batch(root) as batch:
        while True:
            batch.read("HEAD:a.py")


def test_many_reads_outside_a_repository_end_in_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(git.GitError, match="is this a git repository"):
        read_for_ever(tmp_path)
