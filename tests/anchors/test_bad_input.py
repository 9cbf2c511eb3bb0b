"""Whatever stands in a file or an anchor, there is a verdict and never an exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.history import view_of
from chesterton.anchors.judge import judge
from chesterton.anchors.match import match
from chesterton.anchors.now import Now
from chesterton.base.paths import RepoPath

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
