"""What queries can say about the extent, the name and the precedence of a declaration."""

import pytest

from chesterton.code.languages import by_name
from chesterton.code.symbols import read


def symbols(name: str, source: str) -> dict[str, str]:
    language = by_name(name)
    assert language
    data = source.encode()
    return {symbol.key: data[slice(*symbol.span)].decode() for symbol in read(language, data).symbols}


def test_declarators_of_one_statement_keep_to_themselves():
    assert symbols("c", "int one;\nstatic int a = 1, *b;") == {
        "one": "int one;",
        "a": "a = 1",
        "b": "*b",
    }


def test_a_template_spans_its_parameters():
    assert symbols("cpp", "template <class T>\nT f(T t) { return t; }\nint g() { return 1; }") == {
        "f": "template <class T>\nT f(T t) { return t; }",
        "g": "int g() { return 1; }",
    }


def test_a_heading_reaches_to_the_next_of_its_level_without_the_blank_end():
    assert symbols("markdown", "# A\n\n## B\nb\n\n\nC\n---\nc\n\n# D\n\n\n") == {
        "A": "# A\n\n## B\nb\n\n\nC\n---\nc",
        "A.B": "## B\nb",
        "A.C": "C\n---\nc",
        "D": "# D",
    }


def test_a_skipped_level_nests():
    assert list(symbols("markdown", "### A\n\n# B\n\n#### C\n\n## D\n")) == ["A", "B", "B.C", "B.D"]


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ("int f(int);\nint f(int a) { return a; }", {"f": "int f(int a) { return a; }"}),
        ("int f(int);\nint g(void);", {"f": "int f(int);", "g": "int g(void);"}),
        ("int f(int);\n#ifdef A\nint f(int);\n#endif", {"f": "int f(int);", "f~2": "int f(int);"}),
        ("void g(void) { int f(int); }", {"g": "void g(void) { int f(int); }"}),
    ],
)
def test_a_prototype_gives_way_to_its_definition(source: str, keys: dict[str, str]):
    assert symbols("c", source) == keys


def test_a_declared_overload_stays_beside_a_defined_one():
    source = "struct A { int f(int); int f(); struct B { int x; }; };\nint A::f() { return 1; }"
    assert list(symbols("cpp", source)) == ["A", "A.f", "A.B", "A.B.x", "A.f~2"]


def test_a_name_is_written_without_its_quotes_and_its_layout():
    assert list(symbols("toml", "a.\"b\" . 'c' = 1")) == ["a.b.c"]
    assert list(symbols("cpp", "A::operator  bool() {}\nbool A::operator ==(A a) {}")) == [
        "A.operator bool",
        "A.operator==",
    ]


@pytest.mark.parametrize(
    "source", ["namespace A.B { class C { int d; } }", "namespace A.B; class C { int d; }"]
)
def test_a_namespace_qualifies_nothing_where_a_statement_can_replace_it(source: str):
    assert list(symbols("csharp", source)) == ["A.B", "C", "C.d"]


def visibilities(name: str, source: str) -> dict[str, str]:
    language = by_name(name)
    assert language
    return {symbol.key: symbol.visibility for symbol in read(language, source.encode()).symbols}


def test_a_label_says_who_may_use_what_follows_it():
    source = "class A { int a; public: int b; struct B { int c; }; protected: int d; };"
    assert visibilities("cpp", source) == {
        "A": "public",
        "A.a": "private",
        "A.b": "public",
        "A.B": "public",
        "A.B.c": "public",
        "A.d": "protected",
    }
    source = "class A\n def a; end\n class << self\n  private\n  def b; end\n end\n"
    source += " def c; end\n private\n def d; end\nend"
    assert visibilities("ruby", source) == {
        "A": "public",
        "A.a": "public",
        "A.b": "private",
        "A.c": "public",
        "A.d": "private",
    }


@pytest.mark.parametrize(
    ("language", "source", "decorators"),
    [
        ("cpp", "[[nodiscard]] int f() { return 1; }", ("nodiscard",)),
        ("csharp", "[A, B(1)] class C {}", ("A", "B")),
        ("php", "<?php\n#[A(1)]\nclass C {}", ("A",)),
        ("swift", "@A(1) class C {}", ("A",)),
    ],
)
def test_attributes_are_decorators(language: str, source: str, decorators: tuple[str, ...]):
    known = by_name(language)
    assert known
    (symbol,) = read(known, source.encode()).symbols
    assert symbol.decorators == decorators
