import sqlite3
from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.model import Problem
from chesterton.code.scan import Status
from chesterton.code.store import Content, Row, Store
from chesterton.code.words import word_hashes

A = RepoPath("a.py")
ENGINE = "1"
ROW = Row(Status(10, 20, 30), 7)
CONTENT = Content(7, b"facts", b"\nload\nsave\n", word_hashes("load überall save_all".encode()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def filled(folder: Path | None) -> Store:
    store = Store(folder, ENGINE)
    store.put([CONTENT], [(A, ROW), (RepoPath("b.bin"), Row(Status(1, 2, 3), 0, Problem("binary", "why")))])
    return store


def test_what_was_put_is_there_after_opening_again(folder: Path) -> None:
    filled(folder).close()
    store = Store(folder, ENGINE)
    assert store.files() == {A: ROW, "b.bin": Row(Status(1, 2, 3), 0, Problem("binary", "why"))}
    assert store.facts(7) == b"facts"
    assert store.has(7)
    assert not store.has(8)


def test_names_and_words_are_kept(folder: Path) -> None:
    store = filled(folder)
    assert list(store.all_names()) == [(7, CONTENT.names)]
    assert list(store.all_words()) == [(7, CONTENT.words)]


def test_the_cache_keeps_itself_out_of_git(folder: Path) -> None:
    filled(folder)
    assert (folder / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize("damage", ["garbage", "cut", "other format"])
def test_a_damaged_cache_is_made_anew(folder: Path, damage: str) -> None:
    filled(folder).close()
    path = folder / "index.sqlite"
    if damage == "other format":
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version=99")
        connection.close()
    else:
        data = path.read_bytes()
        path.write_bytes(b"not a database" * 1000 if damage == "garbage" else data[: len(data) // 2])
    store = Store(folder, ENGINE)
    store.files()
    store.put([CONTENT], [(A, ROW)])
    assert store.files() == {A: ROW}
    assert store.facts(7) == b"facts"


def test_a_cache_deleted_in_use_comes_back(folder: Path) -> None:
    store = filled(folder)
    before = store.generation
    for file in folder.glob("index.sqlite*"):
        file.unlink()
    store.put([CONTENT], [(A, ROW)])
    assert store.generation > before
    assert Store(folder, ENGINE).facts(7) == b"facts"


def test_a_place_that_cannot_hold_a_cache_means_memory(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    store = filled(blocker / "cache")
    assert not store.on_disk
    assert store.facts(7) == b"facts"


def test_contents_without_a_file_go_once_they_are_many(folder: Path) -> None:
    store = filled(folder)
    store.put((CONTENT._replace(key=key) for key in range(100, 1500)), [])
    store.prune()
    assert store.has(7)
    assert not store.has(100)


def test_what_another_engine_left_is_dropped(folder: Path) -> None:
    filled(folder).close()
    store = Store(folder, "2")
    assert store.files() == {}
    assert store.facts(7) is None
    store.close()
    assert Store(folder, "2").files() == {}
