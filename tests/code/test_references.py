from pathlib import Path

from chesterton.base.paths import RepoPath
from chesterton.code.index import CodeIndex
from chesterton.code.references import references

A, B = RepoPath("a.py"), RepoPath("b.py")


def test_uses_are_code_and_whole_words(tmp_path: Path) -> None:
    (tmp_path / A).write_text("def load(): ...\n")
    (tmp_path / B).write_text('# load\nimport a\na.load()\nloader = "load"\nx = load + 1\n')
    (tmp_path / "c.py").write_text("reload()\n")
    index = CodeIndex(tmp_path)
    index.refresh()
    lines = [
        (path, (tmp_path / path).read_bytes()[: span.start].count(b"\n"))
        for path, span in references(index, "load")
    ]
    assert lines == [(A, 0), (B, 2), (B, 4)]


def test_a_name_nobody_uses_has_none(tmp_path: Path) -> None:
    (tmp_path / A).write_text("x = 1\n")
    index = CodeIndex(tmp_path)
    index.refresh()
    assert list(references(index, "missing")) == []
