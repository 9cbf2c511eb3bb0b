"""A workspace that several threads look at and change at once."""

import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host

RECORD = RepoPath(".chesterton/records/0001-pay.md")
SOURCE = "def pay(bill):\n    bill.open = False\n    return bill.total + bill.tip(3)\n"


def record(title: str) -> str:
    return (
        f"---\nstatus: accepted\nkind: fact\nanchors:\n  - pay.py#pay\n---\n\n# {title}\n\nTwice is theft.\n"
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pay.py").write_text(SOURCE)
    (tmp_path / RECORD).parent.mkdir(parents=True)
    (tmp_path / RECORD).write_text(record("Pay once"))
    return tmp_path


def meanwhile(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_file_that_changes_while_everything_is_read_again_is_not_forgotten(root: Path) -> None:
    for number in range(60):
        (root / RECORD).with_name(f"{number + 10:04}-filler.md").write_text(record(f"Filler {number}"))
    host = Host(root)
    number = 0
    for times in (1, 2, 4, 8, 16, 32):
        reading = meanwhile(lambda: host.apply(Touched(None)))
        for _ in range(times):
            number += 1
            (root / RECORD).write_text(record(f"Pay {number} times"))
            host.apply(Touched(frozenset({RECORD})))
        reading.join()
        found = host.snapshot.records.at(RECORD)
        assert found is not None
        assert found.title == f"Pay {number} times"


def test_a_configuration_that_begins_with_a_mark_counts(root: Path) -> None:
    (root / ".chesterton/config.toml").write_bytes(b"\xef\xbb\xbf[usage]\nenabled = false\n")
    snapshot = Host(root).snapshot
    assert snapshot.state.config_problems == ()
    assert not snapshot.config.usage.enabled


def test_a_moved_file_that_git_does_not_know_yet_is_found_in_a_folder_of_a_repository(root: Path) -> None:
    inner = root / "services" / "billing"
    inner.mkdir(parents=True)
    shutil.move(root / ".chesterton", inner)
    shutil.move(root / "pay.py", inner)
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Start"]):
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True)
    (inner / "pay.py").rename(inner / "bills.py")
    assert Host(inner).snapshot.renamed(RepoPath("pay.py")) == "bills.py"


def test_a_symbol_is_found_where_git_can_not_look_for_it(root: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    subprocess.run(["git", "config", "grep.threads", "-1"], cwd=root, check=True)
    assert list(Host(root).snapshot.defining("pay")) == ["pay.py"]
