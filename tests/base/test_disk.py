import os
import resource
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chesterton.base.disk import (
    FileChange,
    LostRaceError,
    UnreadableError,
    apply_changes,
    read,
    write_exclusive,
)
from chesterton.base.paths import OutsideRootError, RepoPath
from chesterton.base.staging import prepared, replacing, stage


def test_changes_create_replace_and_delete(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"1")
    (tmp_path / "gone").write_bytes(b"2")
    apply_changes(
        tmp_path,
        [
            FileChange(RepoPath("old"), b"1", b"one"),
            FileChange(RepoPath("deep/new"), None, b"new"),
            FileChange(RepoPath("gone"), b"2", None),
        ],
    )
    assert {p.name: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == {
        "old": b"one",
        "new": b"new",
    }


def test_a_disk_that_refuses_is_told_with_the_file_and_nothing_is_left(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OSError, match="too large") as caught:
            apply_changes(tmp_path, [FileChange(RepoPath("a.md"), None, b"x" * 100)], tmp_path / "staged")
        with pytest.raises(OSError, match="too large") as derived, replacing(tmp_path / "b.bin") as file:
            file.write(b"x" * 100)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (caught.value.filename, derived.value.filename) == (
        str(tmp_path / "a.md"),
        str(tmp_path / "b.bin"),
    )
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [".gitignore"]


def test_what_a_killed_process_left_goes_with_the_next_write(tmp_path: Path) -> None:
    folder = tmp_path / "staged"
    left = stage(tmp_path / "a.md", b"half", prepared(folder))
    assert left.parent == folder
    os.utime(left, (1, 1))
    running = stage(tmp_path / "b.md", b"soon", folder)
    apply_changes(tmp_path, [FileChange(RepoPath("a.md"), None, b"whole")], folder)
    assert (left.exists(), running.exists()) == (False, True)
    assert (tmp_path / "a.md").read_bytes() == b"whole"


def test_a_lost_race_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"theirs")
    with pytest.raises(LostRaceError, match="a has changed since it was read"):
        apply_changes(
            tmp_path,
            [FileChange(RepoPath("b"), None, b"ours"), FileChange(RepoPath("a"), b"read", b"ours")],
        )
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_change_through_a_symlink_out_of_the_root_is_refused(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "link").symlink_to(outside)
    with pytest.raises(OutsideRootError):
        apply_changes(root, [FileChange(RepoPath("link/x"), None, b"escaped")])
    assert not list(outside.iterdir())


def test_reading_refuses_what_is_no_file_or_too_large(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 11)
    with pytest.raises(UnreadableError, match="more than the limit of 10"):
        read(tmp_path / "big", limit=10)
    with pytest.raises(UnreadableError, match="not a regular file"):
        read(tmp_path)
    with pytest.raises(UnreadableError, match="No such file"):
        read(tmp_path / "absent")


def test_exclusive_creation_never_overwrites(tmp_path: Path) -> None:
    write_exclusive(tmp_path / "entry.md", b"first")
    with pytest.raises(FileExistsError):
        write_exclusive(tmp_path / "entry.md", b"second")
    assert (tmp_path / "entry.md").read_bytes() == b"first"
    assert len(list(tmp_path.iterdir())) == 1


def test_of_many_who_create_one_file_one_does_and_the_others_are_told(tmp_path: Path) -> None:
    begin = threading.Barrier(8)

    def create(number: int) -> bytes | None:
        begin.wait()
        try:
            apply_changes(tmp_path, [FileChange(RepoPath("new"), None, b"%d" % number)])
        except LostRaceError:
            return None
        return b"%d" % number

    with ThreadPoolExecutor(8) as threads:
        written = [one for one in threads.map(create, range(8)) if one is not None]
    assert written == [(tmp_path / "new").read_bytes()]
    assert len(list(tmp_path.iterdir())) == 1
