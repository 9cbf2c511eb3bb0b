"""A warm start gives what a cold one would, and reads only what changed."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.workers import WorkerLostError, Workers
from chesterton.records.cache import load_warm
from chesterton.records.folder import FolderReader
from chesterton.records.store import load

RECORD = """---
id: 01KB8ZQ4T6M9V2C5N7R3H1XW0{n}
status: accepted
date: 2026-11-30
anchors:
  - a.py code:11111111
---

# Title {n}

Words — größer.
"""


class Counting(FolderReader):
    """Notes which files are read."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.seen: list[RepoPath] = []

    def read(self, path: RepoPath) -> bytes:
        self.seen.append(path)
        return super().read(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = tmp_path / ".chesterton/records"
    store.mkdir(parents=True)
    for n in (1, 2, 3):
        (store / f"000{n}-t.md").write_bytes(
            (b"\xef\xbb\xbf" if n == 3 else b"") + RECORD.replace("{n}", str(n)).encode()
        )
    adrs = tmp_path / "doc/adr"
    adrs.mkdir(parents=True)
    (adrs / "0001-x.adoc").write_text("= ADR 1 - X\n:adr_status: accepted\n\n== Decision\n\nYes.\n")
    (adrs / "0001-x.adoc.chesterton.yaml").write_text("anchors:\n  - b.py\n")
    return tmp_path


def test_a_warm_start_reads_nothing_and_gives_the_same(folder: Path):
    cold, blob = load_warm(Counting(folder), None)
    reader = Counting(folder)
    warm, again = load_warm(reader, blob)
    assert (reader.seen, again) == ([], None)
    assert warm.records == cold.records == load(FolderReader(folder)).records
    assert [record.text.encode() for record in warm.records] == [
        (folder / record.path).read_bytes() for record in warm.records
    ]


def test_only_a_changed_file_is_read(folder: Path):
    _, blob = load_warm(Counting(folder), None)
    path = folder / ".chesterton/records/0002-t.md"
    path.write_text(path.read_text().replace("Title", "A longer title"))
    reader = Counting(folder)
    warm, again = load_warm(reader, blob)
    assert reader.seen == [".chesterton/records/0002-t.md"]
    assert again is not None
    assert warm.records == load(FolderReader(folder)).records


@pytest.mark.parametrize("change", ["new", "gone", "sidecar"])
def test_what_a_stamp_can_not_tell_is_read_again(folder: Path, change: str):
    _, blob = load_warm(Counting(folder), None)
    if change == "new":
        (folder / "doc/adr/0002-y.adoc").write_text("= ADR 2 - Y\n\n== Decision\n\nNo.\n")
    elif change == "gone":
        (folder / ".chesterton/records/0001-t.md").unlink()
    else:
        (folder / "doc/adr/0001-x.adoc.chesterton.yaml").write_text("anchors:\n  - other.py\n")
    warm, _ = load_warm(Counting(folder), blob)
    assert warm.records == load(FolderReader(folder)).records


@pytest.mark.parametrize("blob", [b"", b"rubbish", b"\x93\x01\x02\x03"])
def test_a_damaged_blob_is_none(folder: Path, blob: bytes):
    warm, again = load_warm(Counting(folder), blob)
    assert again is not None
    assert len(warm.records) == 4


class Lost(Executor):
    """Other processes that never answer."""

    def submit(self, fn, /, *args, **kwargs) -> Future:
        future: Future = Future()
        future.set_running_or_notify_cancel()
        future.set_exception(WorkerLostError("gone"))
        return future


@pytest.mark.parametrize("crew", [lambda: Workers(1), Lost], ids=["one more process", "lost ones"])
def test_a_large_store_reads_the_same_on_several_processors(tmp_path: Path, crew: Callable[[], Executor]):
    store = tmp_path / ".chesterton/records"
    store.mkdir(parents=True)
    for n in range(1_200):
        (store / f"{n:04}-t.md").write_text(RECORD.replace("{n}", str(n)))
    with crew() as executor:
        shared = load(FolderReader(tmp_path), executor=executor)
    alone = load(FolderReader(tmp_path))
    assert shared.readings == alone.readings
    assert list(shared.readings) == list(alone.readings)
