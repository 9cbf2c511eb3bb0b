"""Documents and the code that they name, in both directions."""

from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.documents import Documents
from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex

_GUIDE = """# Guide

Start with `Shop.sell()` in [the shop](../src/shop.py).

## Details of `größe`

`helper` is there twice, `only_here` once; see `src/shop.py#Shop`, `shop.py:12` and `Shop::sell`.
Nothing is called `Missing.name`, and [elsewhere](https://example.org/shop.py) is elsewhere.

```
`only_here`
```
"""


@pytest.fixture
def graph(tmp_path: Path) -> CodeGraph:
    sources = {
        "src/shop.py": "class Shop:\n    def sell(self): ...\ndef helper(): ...\ndef only_here(): ...\n",
        "src/other.py": "def helper(): ...\ndef größe(): ...\n",
        "docs/guide.md": _GUIDE,
    }
    for path, text in sources.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    index = CodeIndex(tmp_path)
    index.refresh()
    return CodeGraph(index)


def named(graph: CodeGraph, key: str = "") -> list[tuple[str, str, str]]:
    node = graph.node(RepoPath("docs/guide.md"), key)
    assert node
    return [
        (
            graph.symbol(edge.source).name if graph.symbol(edge.source) else "",
            graph.name(edge.target),
            edge.certainty.name,
        )
        for edge in Documents(graph).named_in(node)
    ]


def test_a_document_names_symbols_and_paths(graph: CodeGraph) -> None:
    assert named(graph) == [
        ("Guide", "src/shop.py#Shop.sell", "RESOLVED"),
        ("Guide", "src/shop.py", "RESOLVED"),
        ("Details of `größe`", "src/other.py#größe", "UNIQUE_NAME"),
        ("Details of `größe`", "src/other.py#helper", "AMBIGUOUS"),
        ("Details of `größe`", "src/shop.py#helper", "AMBIGUOUS"),
        ("Details of `größe`", "src/shop.py#only_here", "UNIQUE_NAME"),
        ("Details of `größe`", "src/shop.py#Shop", "RESOLVED"),
        ("Details of `größe`", "src/shop.py", "RESOLVED"),
        ("Details of `größe`", "src/shop.py#Shop.sell", "RESOLVED"),
    ]


def test_a_heading_names_what_stands_in_its_section(graph: CodeGraph) -> None:
    assert len(named(graph, "Guide.Details of `größe`")) == len(named(graph)) - 2


@pytest.mark.parametrize(("place", "times"), [("Shop.sell", 2), ("only_here", 1), ("", 2), ("Shop", 1)])
def test_code_knows_the_documents_that_name_it(graph: CodeGraph, place: str, times: int) -> None:
    node = graph.node(RepoPath("src/shop.py"), place)
    assert node
    found = Documents(graph).naming(node)
    assert [edge.source.path for edge in found] == ["docs/guide.md"] * times
    text = _GUIDE.encode()
    assert all(
        b"sh" in text[edge.span.start : edge.span.end].lower() or place == "only_here" for edge in found
    )


def test_a_file_that_is_no_document_names_nothing(graph: CodeGraph) -> None:
    node = graph.node(RepoPath("src/shop.py"))
    assert node
    assert Documents(graph).named_in(node) == []
