"""What a process with an event loop has a worker do."""

from concurrent.futures import Executor, Future
from pathlib import Path

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.code import languages
from chesterton.code.workers import Workers
from chesterton.workspace.aside import Aside
from chesterton.workspace.documents import Document


class Counting(Executor):
    """Does at once what it is given, and counts."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn, /, *args, **kwargs):
        self.tasks += 1
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def document(path: str, source: str, executor: Executor) -> Document:
    return Document(RepoPath(path), Text.of(source), aside=Aside(executor))


def keys(document: Document) -> list[str]:
    assert document.facts is not None
    return [symbol.key for symbol in document.facts.symbols]


def test_a_grammar_that_takes_long_to_compile_is_never_compiled_here() -> None:
    executor = Counting()
    opened = document("a.cpp", "struct Shop { int total() { return 1; } };\n", executor)
    assert keys(opened) == ["Shop", "Shop.total"]
    assert executor.tasks == 1
    assert opened.tree is not None


def test_a_large_text_is_read_aside_and_a_small_one_here() -> None:
    executor = Counting()
    assert keys(document("a.json", '{"one": 1}', executor)) == ["one"]
    assert executor.tasks == 0
    large = document("a.py", "def one(): pass\n" + "# filler\n" * 5_000, executor)
    assert keys(large) == ["one"]
    after = large.edited([Edit(Span(4, 7), "two")], 2)
    assert keys(after) == ["two"]
    assert executor.tasks == 2


def test_both_ways_find_the_same_symbols() -> None:
    for sample in sorted(languages.grammars_folder().glob("*/sample.*")):
        if languages.for_path(sample.name) is None:
            continue
        text = Text.decode(sample.read_bytes())
        here = Document(RepoPath(sample.name), text).facts
        there = Document(RepoPath(sample.name), text, aside=Aside(Counting())).facts
        assert here is not None
        assert there is not None
        assert here.symbols == there.symbols, sample


def test_a_worker_that_is_lost_costs_an_answer_and_no_more(tmp_path: Path) -> None:
    workers = Workers(1)
    workers.shutdown()
    assert document("a.cpp", "struct Shop {};\n", workers).facts is None
