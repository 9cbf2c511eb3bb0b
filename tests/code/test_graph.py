from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.communities import communities
from chesterton.code.export import graphml, json_lines
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.index import CodeIndex
from chesterton.code.nodes import Certainty, Node
from chesterton.code.whole import areas, file_weights, hubs

SOURCES = {
    "shop/__init__.py": "",
    "shop/base.py": (
        "class Base:\n    def __init__(self): ...\n    def save(self):\n        check()\ndef check(): ...\n"
    ),
    "shop/order.py": (
        "from shop.base import Base as Root, check\n"
        "class Order(Root):\n    def pay(self):\n        self.save()\n        check()\n"
        "class Rush(Order): ...\n"
    ),
    "shop/main.py": "from shop import order\ndef run():\n    o = order.Rush()\n    o.pay()\n",
    "tests/test_main.py": "from shop.main import run\ndef test_run():\n    run()\n",
    "other.py": "class Elsewhere:\n    def save(self): ...\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in SOURCES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.fixture
def graph(root: Path) -> CodeGraph:
    index = CodeIndex(root)
    index.refresh()
    return CodeGraph(index)


@pytest.fixture
def whole(graph: CodeGraph) -> CodeGraph:
    return CodeGraph(graph.index, whole=True)


def at(graph: CodeGraph, name: str) -> Node:
    path, _, key = name.partition("#")
    node = graph.node(RepoPath(path), key)
    assert node is not None
    return node


def sources(graph: CodeGraph, edges: Iterable[Edge]) -> set[str]:
    return {graph.name(edge.source) for edge in edges}


def targets(graph: CodeGraph, edges: Iterable[Edge]) -> set[str]:
    return {graph.name(edge.target) for edge in edges}


def test_callers_and_callees(graph: CodeGraph) -> None:
    assert sources(graph, graph.callers(at(graph, "shop/base.py#check"))) == {
        "shop/base.py#Base.save",
        "shop/order.py#Order.pay",
    }
    assert targets(graph, graph.callees(at(graph, "shop/order.py#Order"))) == {
        "shop/base.py#Base",
        "shop/base.py#Base.save",
        "shop/base.py#check",
    }


def test_an_inherited_method_is_called_surely(graph: CodeGraph) -> None:
    (edge,) = graph.callers(at(graph, "shop/base.py#Base.save"))
    assert graph.name(edge.source) == "shop/order.py#Order.pay"
    assert edge.certainty is Certainty.RESOLVED


def test_a_method_of_an_unknown_receiver_is_called_by_its_unique_name(graph: CodeGraph) -> None:
    (edge,) = graph.callers(at(graph, "shop/order.py#Order.pay"))
    assert graph.name(edge.source) == "shop/main.py#run"
    assert edge.certainty is Certainty.UNIQUE_NAME


def test_whoever_makes_an_object_calls_its_constructor(graph: CodeGraph) -> None:
    assert sources(graph, graph.callers(at(graph, "shop/base.py#Base.__init__"))) == {"shop/order.py#Order"}


def test_subclasses_under_other_names_and_at_a_distance(graph: CodeGraph) -> None:
    base = at(graph, "shop/base.py#Base")
    assert sources(graph, graph.subclasses(base)) == {"shop/order.py#Order", "shop/order.py#Rush"}
    assert sources(graph, graph.subclasses(base, deep=False)) == {"shop/order.py#Order"}
    assert targets(graph, graph.bases(at(graph, "shop/order.py#Rush"))) == {"shop/order.py#Order"}


def test_importers(graph: CodeGraph) -> None:
    assert sources(graph, graph.importers(RepoPath("shop/base.py"))) == {"shop/order.py"}
    assert sources(graph, graph.importers(RepoPath("shop/order.py"))) == {"shop/main.py"}


def test_the_tests_of_a_symbol_reach_it_through_calls(graph: CodeGraph) -> None:
    assert sources(graph, graph.tests(at(graph, "shop/order.py#Order.pay"))) == {
        "tests/test_main.py#test_run"
    }
    assert graph.tests(at(graph, "shop/order.py#Order.pay"), depth=1) == []


def test_the_shortest_path(graph: CodeGraph) -> None:
    start, end = at(graph, "tests/test_main.py#test_run"), at(graph, "shop/base.py#check")
    found = graph.path_between(start, end)
    assert found
    assert [graph.name(edge.target) for edge in found] == [
        "shop/main.py#run",
        "shop/order.py#Order.pay",
        "shop/base.py#check",
    ]
    assert graph.path_between(end, start) is None


def test_what_is_around_keeps_to_its_budget_and_grows_with_it(graph: CodeGraph) -> None:
    seed = [at(graph, "shop/order.py#Order.pay")]
    small, large = graph.around(seed, 2), graph.around(seed, 50)
    assert len(small) == 2
    assert large[:2] == small
    assert "tests/test_main.py#test_run" in sources(graph, large)
    assert all(edge.certainty is not Certainty.AMBIGUOUS for edge in large)


def test_an_answer_follows_a_saved_file(graph: CodeGraph, root: Path) -> None:
    (root / "shop/main.py").write_text("from shop.base import check\ndef late():\n    check()\n")
    graph.index.changed([RepoPath("shop/main.py")])
    now = CodeGraph(graph.index)
    assert now.version > graph.version
    assert "shop/main.py#late" in sources(now, now.callers(at(now, "shop/base.py#check")))


def test_what_is_not_there_has_no_node(graph: CodeGraph) -> None:
    assert graph.node(RepoPath("shop/base.py"), "Gone") is None
    assert graph.node(RepoPath("gone.py")) is None


def test_the_whole_graph_has_the_edges_of_single_questions(graph: CodeGraph, whole: CodeGraph) -> None:
    assert file_weights(whole) == file_weights(graph)
    assert [(whole.name(hub.node), hub.users) for hub in hubs(whole, 1)] == [("shop/base.py#check", 2)]


def test_exports_hold_every_node_and_edge(whole: CodeGraph) -> None:
    exported = msgspec.json.decode("".join(json_lines(whole)))
    ids = {node["id"] for node in exported["nodes"]}
    assert {"shop/base.py", "shop/base.py#Base.save"} <= ids
    assert {edge["source"] for edge in exported["edges"]} | {
        edge["target"] for edge in exported["edges"]
    } <= ids
    space = "{http://graphml.graphdrawing.org/xmlns}"
    tree = ElementTree.fromstring("".join(graphml(whole)))
    assert {node.attrib["id"] for node in tree.iter(f"{space}node")} == ids
    assert len(list(tree.iter(f"{space}edge"))) == len(exported["edges"])


TWO_AREAS = {
    (RepoPath(f"{area}/{one}.py"), RepoPath(f"{area}/{other}.py")): 3.0
    for area in ("left", "right")
    for one in "abcd"
    for other in "abcd"
    if one < other
} | {(RepoPath("left/a.py"), RepoPath("right/a.py")): 1.0}


def test_communities_are_areas_named_by_their_folder() -> None:
    found = communities(TWO_AREAS)
    assert {one.label: len(one.files) for one in found} == {"left": 4, "right": 4}
    assert communities(dict(reversed(TWO_AREAS.items()))) == found


def test_a_community_keeps_its_label_when_its_files_move() -> None:
    before = {path: one.label for one in communities(TWO_AREAS) for path in one.files}
    added = {**TWO_AREAS, (RepoPath("left/a.py"), RepoPath("new.py")): 2.0}
    after = {path: one.label for one in communities(added, before) for path in one.files}
    assert after == {**before, RepoPath("new.py"): "left"}


def test_no_files_no_communities() -> None:
    assert communities({}) == []


def test_areas_start_from_those_of_the_last_time(whole: CodeGraph) -> None:
    first = areas(whole)
    assert first
    assert areas(whole) == first
