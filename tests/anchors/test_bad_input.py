"""Whatever stands in a file or an anchor, there is a verdict and never an exception."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.judge import judge
from chesterton.anchors.match import match
from chesterton.anchors.now import Now
from chesterton.anchors.views import view_of
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.workspace.changes import Closed, Opened
from chesterton.workspace.host import Host

from .repositories import Repository
from .stores import decide, verdicts
from .workspaces import Memory, judged

PIECES = st.sampled_from(
    (
        *("def f(a):\n", "    return a\n", "class A:\n", "    x = 1\n", "    def g(self): pass\n", "if a:\n"),
        *("(", ")", '"""', "\\\n", "#define X(a) \\\n", "f = lambda: (", "é😀\n", "\t", "<<<<<<< ours\n"),
        *("=======\n", "@d\n", "async ", "\x0c", "0x"),
    )
)
SOURCES = st.lists(PIECES, max_size=30).map("".join)


@settings(max_examples=60, deadline=None)
@given(before=SOURCES, after=SOURCES, suffix=st.sampled_from(["py", "js", "c", "java", "md", "unknown"]))
def test_any_two_texts_can_be_matched(before: str, after: str, suffix: str):
    path = RepoPath(f"a.{suffix}")
    old, new = view_of(path, before.encode()), view_of(path, after.encode())
    found = match([old], [new], {})
    for symbol in old.symbols:
        outcome = found.of(path, symbol.key)
        assert outcome is not None
        assert 0.0 <= outcome.score <= 1.0


@settings(max_examples=100, deadline=None)
@given(target=st.text(max_size=60), source=SOURCES)
def test_any_target_has_a_verdict(target: str, source: str):
    found = judge(Baseline(target), Now(Memory({"a.py": source})))
    assert found.state in ("live", "moved", "ambiguous", "gone")
    assert 0.0 <= found.confidence <= 1.0


def test_two_symbols_of_one_name_in_two_branches_are_told_apart():
    code = "if fast:\n    def f(a):\n        return quick(a)\nelse:\n    def f(a):\n        return slow(a)\n"
    after = code.replace("slow(a)", "slow(a, 2)")
    assert judged({"a.py": code}, {"a.py": after}, "a.py#f").verdict == "none"
    assert judged({"a.py": code}, {"a.py": after}, "a.py#f~2").verdict == "body"


@pytest.mark.parametrize("depth", [50, 2_000])
def test_syntax_nested_however_deep_has_a_fingerprint(depth: int):
    code = f"def f():\n    return {'-(' * depth}1{')' * depth}\n\n\ndef g():\n    return {' + '.join('1' * depth)}\n"
    view = view_of(RepoPath("a.py"), code.encode())
    assert all(view.fingerprint(symbol) for symbol in view.symbols)


def test_a_file_that_does_not_parse_keeps_a_judgement_provisional():
    code = "int f(int a) {\n  return a + 1;\n}\n"
    broken = "int f(int a) {\n  return a + ;\n"
    assert judged({"a.c": code}, {"a.c": broken}, "a.c#f").provisional


def function(name: str, callee: str) -> str:
    return (
        f"def {name}(left, right):\n    first = {callee}(left)\n    second = {callee}(right)\n"
        "    log(first, second)\n    return first + second\n\n\n"
    )


def indented(code: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in code.splitlines(keepends=True))


TWO = function("f", "quick") + function("f", "slow")
BRANCHES = f"if fast:\n{indented(function('f', 'quick'))}else:\n{indented(function('f', 'slow'))}"
TWINS = "".join(function(f"get_{number}", "load") for number in range(5))
MACROS = """\
#define EXPORT(type) __attribute__((visibility("default"))) type
#define LOOP(i, n) for (int i = 0; i < (n); i++)
EXPORT(int) add(int a, int b) {
  LOOP(i, b) a += step(i);
  return a;
}
"""


@pytest.mark.parametrize(
    ("before", "after", "target", "said"),
    [
        (TWO, TWO.replace("slow", "slower"), "f", ("none", "live", "f")),
        (TWO, TWO.replace("slow", "slower"), "f~2", ("body", "live", "f~2")),
        (TWO, function("f", "slow") + function("f", "quick"), "f", ("moved", "moved", "f~2")),
        (TWO, function("f", "slow"), "f~2", ("moved", "moved", "f")),
        (TWO, function("f", "slow"), "f", ("gone", "ambiguous", "")),
        (BRANCHES, function("f", "slow"), "f~2", ("moved", "moved", "f")),
        (BRANCHES, function("f", "slow"), "f", ("gone", "ambiguous", "")),
        (TWINS, TWINS.replace("def get_3", "def fetch_3"), "get_3", ("gone", "ambiguous", "")),
        (TWO, "", "f", ("gone", "gone", "")),
        (TWO, "<<<<<<< ours\n", "f", ("gone", "gone", "")),
    ],
)
def test_what_is_said_of_several_declarations_of_a_name(
    before: str, after: str, target: str, said: tuple[str, str, str]
):
    found = judged({"a.py": before}, {"a.py": after}, f"a.py#{target}")
    assert (found.verdict, found.state, found.place.key if found.place else "") == said


def test_of_generated_twins_the_one_in_its_place_is_asked_about_first():
    found = judged({"a.py": TWINS}, {"a.py": TWINS.replace("def get_3", "def fetch_3")}, "a.py#get_3")
    assert found.candidates[0].place.key == "fetch_3"
    assert "in its place" in found.candidates[0].evidence


def test_regenerated_code_in_another_order_holds():
    after = "".join(function(f"get_{number}", "load") for number in reversed(range(5)))
    assert judged({"a.py": TWINS}, {"a.py": after}, "a.py#get_3").verdict == "none"


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [("a += step", "a -= step", "body"), ("  return", "  /* so */ return", "cosmetic")],
)
def test_drift_shows_where_macros_never_parse(old: str, new: str, verdict: str):
    found = judged({"a.c": MACROS}, {"a.c": MACROS.replace(old, new)}, "a.c#add")
    assert (found.verdict, found.provisional) == (verdict, False)


def test_a_change_elsewhere_in_a_broken_file_is_judged_as_it_is():
    broken = "def g(:\n    return 1\n\n\n"
    found = judged({"a.py": TWO}, {"a.py": TWO.replace("quick", "quicker") + broken}, "a.py#f")
    assert (found.verdict, found.provisional) == ("body", False)


ROUND = {
    "one": "    rows = fetch(left)\n    for row in rows:\n        row.total = row.price * right\n"
    "    return sort(rows)\n",
    "two": "    with open(left) as file:\n        text = file.read().strip()\n    if not text:\n"
    "        raise Empty(right)\n    return parse(text)\n",
    "three": "    while left > right:\n        left, right = right, left % max(right, 1)\n    print('done', left)\n"
    "    return abs(left)\n",
}


@pytest.mark.parametrize("count", [2, 3])
def test_names_that_go_round_are_followed_each_to_its_code(tmp_path: Path, count: int):
    names = list(ROUND)[:count]
    turned = names[1:] + names[:1]
    repository = Repository(tmp_path)
    repository.commit({"a.py": "\n\n".join(f"def {name}(left, right):\n{ROUND[name]}" for name in names)})
    decide(tmp_path, *(f"a.py#{name}" for name in names))
    repository.commit(
        {
            "a.py": "\n\n".join(
                f"def {new}(left, right):\n{ROUND[old]}" for old, new in zip(names, turned, strict=True)
            )
        }
    )
    assert [found.place and found.place.key for found in verdicts(tmp_path)] == [
        turned[names.index(found.target.partition("#")[2])] for found in verdicts(tmp_path)
    ]


def test_an_unsaved_buffer_is_judged_as_it_stands(tmp_path: Path):
    (tmp_path / ".chesterton").mkdir()
    (tmp_path / "a.py").write_text(TWO)
    decide(tmp_path, "a.py#f")
    host = Host(tmp_path)
    snapshot = host.apply(Opened(RepoPath("a.py"), Text.of(TWO.replace("quick", "quicker")), 1))
    (placed,) = snapshot.placed(RepoPath("a.py"))
    assert placed.judgement.verdict == "body"
    (placed,) = host.apply(Closed(RepoPath("a.py"))).placed(RepoPath("a.py"))
    assert placed.judgement.verdict == "none"
