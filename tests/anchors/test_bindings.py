"""A consistent renaming is quiet only for names that the symbol binds itself."""

import re

import pytest

from chesterton.anchors.drift import differences, verdict_of
from chesterton.anchors.fingerprint import canonical, of_stream
from chesterton.code import languages, parsing, symbols
from chesterton.code.model import FUNCTION_KINDS


def verdict(language_name: str, before: str, after: str) -> str:
    language = languages.by_name(language_name)
    assert language is not None
    prints = []
    for source in (before, after):
        data = source.encode()
        tree = parsing.parse(language, data)
        found = symbols.extract(language, tree, data).symbols
        symbol = next(one for one in found if one.kind in FUNCTION_KINDS)
        prints.append(of_stream(canonical(language, tree, data, symbol), symbol, data))
    return verdict_of(differences(*prints))


PYTHON = """\
def check(token, limit):
    expected = sign(token, algorithm=sha256)
    for attempt in range(limit):
        if compare_digest(expected, token) and LOW < attempt < HIGH:
            self.lock()
            self.write(attempt, timeout=5, verify=True)
    return float(limit)
"""


@pytest.mark.parametrize(
    ("old", "new"), [("expected", "wanted"), ("token", "secret"), ("attempt", "n"), ("limit", "most")]
)
def test_renaming_a_local_name_everywhere_is_names(old: str, new: str) -> None:
    assert verdict("python", PYTHON, PYTHON.replace(old, new)) == "names"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("compare_digest", "compare_fast"),
        ("sha256", "md5"),
        ("float", "int"),
        ("LOW < attempt < HIGH", "HIGH < attempt < LOW"),
        ("timeout=5, verify=True", "verify=5, timeout=True"),
        ("self.lock", "self.try_lock"),
        ("expected, token", "token, expected"),
        ("algorithm=", "method="),
    ],
)
def test_another_name_from_outside_is_a_change_of_the_body(old: str, new: str) -> None:
    assert verdict("python", PYTHON, PYTHON.replace(old, new)) == "body"


@pytest.mark.parametrize(
    ("language", "source", "local", "foreign"),
    [
        ("javascript", "function f(a) { const b = g(a); for (const c of b) h(c); return b; }", "b", "g"),
        ("typescript", "function f(a: T): U { const b = g(a); return b.size(a); }", "a", "size"),
        (
            "go",
            "func F(a int) int {\n\tb := g(a)\n\tfor i, c := range b {\n\t\th(i, c)\n\t}\n\treturn b.N\n}\n",
            "c",
            "N",
        ),
        ("rust", "fn f(a: T) -> U { let b = g(a); for c in b.all() { h(c); } b }", "b", "all"),
        ("ruby", "def f(a)\n  b = g(a)\n  b.each_one\nend\n", "b", "each_one"),
        ("kotlin", "fun f(a: T): U {\n    val b = g(a)\n    return b.pick(a)\n}\n", "b", "pick"),
        ("lua", "local function f(a)\n  local b = g(a)\n  return b.size\nend\n", "b", "size"),
        ("c", "int f(int a) { int b = g(a); return h(b); }", "b", "h"),
        ("java", "class K { int f(int a) { int b = g(a); return h(b); } }", "b", "h"),
    ],
)
def test_local_and_foreign_names_are_told_apart_in(
    language: str, source: str, local: str, foreign: str
) -> None:
    def renamed(name: str) -> str:
        return re.sub(rf"\b{name}\b", "renamed", source)

    assert verdict(language, source, renamed(local)) == "names"
    assert verdict(language, source, renamed(foreign)) == "body"


def test_another_line_end_in_a_string_of_several_lines_is_no_change() -> None:
    source = 'def f(a):\n    text = """x\ny\n"""\n    return text + a\n'
    assert verdict("python", source, source.replace("\n", "\r\n")) in ("none", "cosmetic")
