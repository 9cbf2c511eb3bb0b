import os
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


SOURCES = {
    "store.py": '"""load"""\nimport load\nclass A(load.Base):\n    """load"""\n    load: int = load\n\n'
    '    def f(self, load=1):  # load\n        x = f"{load} load"\n        return load.y + x\n',
    "store.php": "<p>load</p>\n<?php\nfunction load($a) { $load = 'load'; return $a->load + $load; } // load\n",
    "Store.java": 'class Store { int load = 1; // load\n  int load() { return this.load + "load".length(); } }\n',
    "store.rs": 'struct S;\nimpl S { fn load(&self) -> u8 { let load = "load"; self.load /* load */ } }\n',
    "store.ts": "export class S { load = 1; f = () => `load ${this.load}`; }\nconst o = { load: 'load' };\n",
}


def test_what_the_index_knows_spares_parsing_and_changes_nothing(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    index = CodeIndex(tmp_path)
    index.refresh()
    known = list(references(index, "load"))
    for name in SOURCES:
        os.utime(tmp_path / name, (1, 1))  # now nothing the index knows counts
    assert list(references(index, "load")) == known
    lines = {(path, (tmp_path / path).read_bytes()[: span.start].count(b"\n")) for path, span in known}
    assert {line for path, line in lines if path == "store.py"} == {1, 2, 4, 6, 7, 8}
