"""The whole graph in other tools' formats, read back by their own libraries."""

import json
from pathlib import Path

import networkx
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from chesterton.code.export import graphml, json_lines
from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex
from chesterton.code.scip import scip

_SOURCES = {
    "lib/shop.py": '''class Shop:
    """Sells."""
    def sell(self): ...
    def sell(self, more): ...
def größe(): ...
''',
    "lib/__init__.py": "",
    "app.py": """from lib.shop import Shop, größe
class Corner(Shop):
    def sell(self):
        return größe()
""",
    "stack.go": "package stack\ntype Stack struct{}\nfunc (s *Stack) Push() {}\n",
    "notes.md": "# How `it` works\n",
}


@pytest.fixture
def graph(tmp_path: Path) -> CodeGraph:
    for path, text in _SOURCES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    index = CodeIndex(tmp_path)
    index.refresh()
    return CodeGraph(index, whole=True)


def test_graphml_is_what_networkx_reads(graph: CodeGraph) -> None:
    found = networkx.parse_graphml("".join(graphml(graph)), force_multigraph=True)
    assert found.nodes["lib/shop.py#Shop"] == {"kind": "class", "language": "python"}
    relations = {
        edge["relation"] for edge in found.get_edge_data("app.py#Corner", "lib/shop.py#Shop").values()
    }
    assert relations == {"base"}
    assert found.has_edge("lib/shop.py", "lib/shop.py#Shop")
    assert found.has_edge("app.py", "lib/shop.py#größe")


def test_json_has_the_same_nodes_and_edges(graph: CodeGraph) -> None:
    read = json.loads("".join(json_lines(graph)))
    found = networkx.parse_graphml("".join(graphml(graph)))
    assert {node["id"] for node in read["nodes"]} == set(found.nodes)
    assert {(edge["source"], edge["target"]) for edge in read["edges"]} == set(found.edges())


def _message(name: str, *fields: tuple[int, str, str]) -> descriptor_pb2.DescriptorProto:
    """A message of the SCIP schema from the numbers, names and types of its fields; `*` for repeated ones."""
    made = descriptor_pb2.DescriptorProto(name=name)
    for number, field, kind in fields:
        one = made.field.add(name=field, number=number)
        one.label = one.LABEL_REPEATED if kind.endswith("*") else one.LABEL_OPTIONAL
        kind = kind.rstrip("*")
        one.type = {"string": one.TYPE_STRING, "int32": one.TYPE_INT32, "bool": one.TYPE_BOOL}.get(
            kind, one.TYPE_MESSAGE
        )
        if one.type == one.TYPE_MESSAGE:
            one.type_name = f".scip.{kind}"
    return made


def _read(data: bytes) -> dict:
    """The documents of an index by path, as protobuf's own runtime reads them."""
    file = descriptor_pb2.FileDescriptorProto(name="scip.proto", package="scip", syntax="proto3")
    file.message_type.extend(
        [
            _message("Index", (1, "metadata", "Metadata"), (2, "documents", "Document*")),
            _message("Metadata", (3, "project_root", "string"), (4, "text_document_encoding", "int32")),
            _message(
                "Document",
                (1, "relative_path", "string"),
                (2, "occurrences", "Occurrence*"),
                (3, "symbols", "SymbolInformation*"),
                (4, "language", "string"),
                (6, "position_encoding", "int32"),
            ),
            _message(
                "Occurrence",
                (1, "range", "int32*"),
                (2, "symbol", "string"),
                (3, "symbol_roles", "int32"),
                (7, "enclosing_range", "int32*"),
            ),
            _message(
                "SymbolInformation",
                (1, "symbol", "string"),
                (3, "documentation", "string*"),
                (4, "relationships", "Relationship*"),
                (5, "kind", "int32"),
                (6, "display_name", "string"),
            ),
            _message(
                "Relationship",
                (1, "symbol", "string"),
                (2, "is_reference", "bool"),
                (3, "is_implementation", "bool"),
            ),
        ]
    )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    index = message_factory.GetMessageClass(pool.FindMessageTypeByName("scip.Index"))()
    index.ParseFromString(data)
    assert index.metadata.project_root.startswith("file:///")
    return {document.relative_path: document for document in index.documents}


def test_scip_names_definitions_uses_and_relationships(graph: CodeGraph) -> None:
    documents = _read(b"".join(scip(graph)))
    shop, app = documents["lib/shop.py"], documents["app.py"]
    assert (shop.language, shop.position_encoding) == ("Python", 1)
    assert [one.symbol.removeprefix("chesterton . . . ") for one in shop.symbols] == [
        "lib/`shop.py`/Shop#",
        "lib/`shop.py`/Shop#sell().",
        "lib/`shop.py`/Shop#sell(+1).",
        "lib/`shop.py`/`größe`().",
    ]
    assert [(list(one.range), list(one.enclosing_range)) for one in shop.occurrences[:1]] == [
        ([0, 6, 10], [0, 0, 3, 29])
    ]
    uses = [
        (list(one.range), one.symbol.rpartition("/")[2], one.symbol_roles)
        for one in app.occurrences
        if not one.symbol_roles & 1
    ]
    assert sorted(uses) == [
        ([0, 21, 25], "Shop#", 2),
        ([0, 27, 34], "`größe`().", 2),
        ([1, 13, 17], "Shop#", 0),
        ([3, 15, 22], "`größe`().", 0),
    ]
    corner, sell = app.symbols
    assert [(one.symbol[-5:], one.is_implementation) for one in corner.relationships] == [("Shop#", True)]
    assert {one.symbol.rpartition("/")[2] for one in sell.relationships} == {
        "Shop#sell().",
        "Shop#sell(+1).",
    }
    assert [one.symbol.rpartition("/")[2] for one in documents["stack.go"].symbols] == [
        "Stack#",
        "Stack#Push().",
    ]
    assert documents["notes.md"].symbols[0].symbol.endswith("`notes.md`/`How ``it`` works`:")
