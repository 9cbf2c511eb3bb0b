"""Whatever is typed, the symbols are those of a fresh reading."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.workspace import documents
from chesterton.workspace.documents import Document

SOURCES = {
    "a.py": (
        "import b\n"
        "\n"
        "\n"
        "# about f\n"
        "@d\n"
        "def f(a):\n"
        "    '''f'''\n"
        "    return a\n"
        "\n"
        "\n"
        "class A(b.B):\n"
        "    '''A'''\n"
        "    x = 1\n"
        "\n"
        "    def __init__(self):\n"
        "        self.y = 2\n"
        "        self.w = 3\n"
        "\n"
        "    def __init__(self, w):\n"
        "        self.w = w\n"
        "\n"
        "    def m(self):\n"
        "        def n(): pass\n"
        "        return n\n"
        "\n"
        "\n"
        "F = 1\n"
    ),
    "a.ts": (
        "import {b} from './b';\n"
        "/** about A */\n"
        "export class A extends b {\n"
        "  x = 1;\n"
        "  constructor() { this.y = 2; }\n"
        "  @d() m(): void { const z = () => 1; }\n"
        "}\n"
        "export function f(a: A) { return a; }\n"
        "namespace N { export const q = 1; }\n"
        "type T = { a: string;\n  n(): void;\n  b: { c: number } };\n"
    ),
    "a.java": (
        "package p;\n"
        "\n"
        "/** about A */\n"
        "public class A extends B {\n"
        "  /** x */\n"
        "  private int x = 1;\n"
        "\n"
        "  A() {}\n"
        "\n"
        "  @D\n"
        "  int m(int a) { return a; }\n"
        "\n"
        "  int m() { return 1; }\n"
        "\n"
        "  enum E { P, Q }\n"
        "}\n"
    ),
    "a.go": (
        "package p\n"
        "\n"
        "// about T\n"
        "type T struct {\n"
        "\tx int\n"
        "}\n"
        "\n"
        "// about m\n"
        "func (t *T) m() int { return t.x }\n"
        "\n"
        "func f() {}\n"
    ),
    "a.rs": (
        "use b::c;\n"
        "\n"
        "/// about S\n"
        "#[derive(D)]\n"
        "struct S { x: u8 }\n"
        "\n"
        "impl S {\n"
        "    fn m(&self) {}\n"
        "}\n"
        "\n"
        "fn f() {}\n"
    ),
    "a.c": (
        "#include <b.h>\n"
        "int f(int a);\n"
        "/* about s */\n"
        "struct s { int x; };\n"
        "typedef enum { P, Q, R } behind_its_body;\n"
        "\n"
        "int f(int a) { return a; }\n"
        "\n"
        "int g(void) {}\n"
    ),
    "a.cpp": (
        "namespace n {\n"
        "class A : B {\n"
        "  int x;\n"
        "public:\n"
        "  int m(int a) { return a; }\n"
        "private:\n"
        "  void p();\n"
        "};\n"
        "void A::p() {}\n"
        "}\n"
        "int f() { return 1; }\n"
    ),
}
TYPED = [
    *("x", "(", ")", "{", "}", '"', "/*", "*/", "\n", "    ", "#", "//", "@d\n", "#[t]\n", ";", ""),
    *("self.z = 1\n", "this.w = 2;", "public:\n", "class C {};\n", "def h(): pass\n"),
    *("int h(int a) { return a; }\n", "function k() {}\n"),
]
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(TYPED), st.booleans()), max_size=8
)


@pytest.mark.parametrize("name", SOURCES)
@settings(max_examples=20, deadline=None)
@given(edits=EDITS)
def test_symbols_after_edits_are_those_of_a_fresh_reading(
    name: str, edits: list[tuple[float, int, str, bool]]
) -> None:
    path = RepoPath(name)
    document = Document(path, Text.of("\n" * documents.LONG + SOURCES[name] * 3))
    assert document.facts is not None
    for at, removed, new, looked in edits:
        size = len(document.text.data)
        start = documents.LONG + int(at * (size - documents.LONG))
        document = document.edited((Edit(Span(start, min(size, start + removed)), new),), None)
        fresh = Document(path, document.text)
        if looked and str(document.tree and document.tree.root_node) == str(
            fresh.tree and fresh.tree.root_node
        ):
            assert document.facts == fresh.facts


@pytest.mark.parametrize(
    ("name", "source", "inside"),
    [
        ("a.c", "typedef enum {\n  P,\n  Q,\n  R\n} behind_its_body;\n", "  P,\n"),
        ("a.py", "class A:\n    def only(self):\n        return 1\n", "def only(s"),
        ("a.ts", "type T = {\n  a: string;\n  n(): void;\n};\n", "  a: string;\n"),
    ],
)
def test_what_stands_around_an_edit_keeps_its_parts(name: str, source: str, inside: str) -> None:
    text = "\n" * documents.LONG + source
    document = Document(RepoPath(name), Text.of(text))
    assert document.facts is not None
    at = text.index(inside) + len(inside)
    document = document.edited((Edit(Span(at, at), " "),), None)
    assert document.facts == Document(RepoPath(name), document.text).facts


def test_a_body_begins_where_it_is_now_though_the_syntax_is_broken() -> None:
    head = "#include <b.h>\nint f(int a);\n/* about s */\nstruct s { int x; "
    source = (
        head
        + "/*def enum { P, Q, R } behind_its_body;\n\nint f(int a) { return a; }\n\nint g(void) {}\n"
        + head
        + "};\ntypedef enum { P, Q, R } behind_its_bodint f(int a) { return a; }\n\n}nt g(void) {}\n"
    )
    document = Document(RepoPath("a.c"), Text.of("\n" * documents.LONG + source))
    assert document.facts is not None
    at = documents.LONG + source.index("{}\n")
    document = document.edited((Edit(Span(at, at + 3), "\n"),), None)
    assert document.facts == Document(RepoPath("a.c"), document.text).facts
