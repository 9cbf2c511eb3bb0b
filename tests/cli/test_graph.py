import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from chesterton.cli.main import main


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("class Store:\n    def load(self):\n        helper()\ndef helper(): ...\n")
    (tmp_path / "b.py").write_text(
        "from a import Store, helper\nclass Disk(Store): ...\ndef run():\n    helper()\n"
    )
    (tmp_path / "c.py").write_text("def helper(): ...\n")
    return tmp_path


def ask(root: Path, *arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["graph", *arguments, "--root", str(root)])
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.output


def test_callers_with_their_places(root: Path) -> None:
    assert ask(root, "callers", "a.py#helper").splitlines() == [
        "a.py:3  call a.py#Store.load",
        "b.py:4  call b.py#run",
    ]


def test_json_has_the_same(root: Path) -> None:
    (edge,) = json.loads(ask(root, "subclasses", "Store", "--json"))
    assert edge == {
        "answer": "b.py#Disk",
        "relation": "base",
        "source": "b.py#Disk",
        "target": "a.py#Store",
        "certainty": "resolved",
        "path": "b.py",
        "line": 2,
    }


def test_a_path_and_the_lack_of_one(root: Path) -> None:
    assert "a.py#helper" in ask(root, "path", "run", "a.py#helper")
    assert "no way leads" in ask(root, "path", "a.py#helper", "run", code=2)


def test_a_name_with_several_meanings_lists_them(root: Path) -> None:
    output = ask(root, "callers", "helper", code=2)
    assert "a.py#helper" in output
    assert "c.py#helper" in output


def test_an_unknown_name_is_said(root: Path) -> None:
    assert "no such symbol" in ask(root, "callees", "nothing_like_it", code=2)


def test_importers_communities_hubs_and_exports(root: Path) -> None:
    assert ask(root, "importers", "a.py").startswith("b.py:1")
    assert json.loads(ask(root, "communities", "--json"))
    assert "a.py#helper" in ask(root, "hubs")
    assert json.loads(ask(root, "export"))["nodes"]
    assert ask(root, "export", "--format", "graphml").startswith("<?xml")


def test_without_a_store_the_answer_is_the_same_and_its_price_is_said(root: Path) -> None:
    arguments = ["graph", "callers", "a.py#helper", "--root", str(root)]
    without = CliRunner().invoke(main, arguments)
    assert "`chesterton init`" in without.stderr
    assert not (root / ".chesterton").exists()
    assert CliRunner().invoke(main, ["init", "--root", str(root)]).exit_code == 0
    kept = CliRunner().invoke(main, arguments)
    assert (kept.stdout, kept.stderr) == (without.stdout, "")


def test_documents_that_name_a_symbol(root: Path) -> None:
    (root / "guide.md").write_text("# Use\n\nCall `Store.load()`.\n")
    assert ask(root, "documents", "a.py#Store.load") == "guide.md:3  document guide.md#Use\n"
    assert ask(root, "mentions", "guide.md") == "guide.md:3  document a.py#Store.load\n"
