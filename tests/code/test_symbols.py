from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chesterton.code.languages import Language, by_name
from chesterton.code.model import FileFacts, Symbol
from chesterton.code.symbols import lookup, read, symbol_at

PYTHON = by_name("python")
assert PYTHON


def python(source: str) -> FileFacts:
    assert isinstance(PYTHON, Language)
    return read(PYTHON, source.encode())


def at(marked: str) -> str | None:
    source, _, rest = marked.partition("$0")
    symbol = symbol_at(python(source + rest), len(source.encode()))
    return symbol.key if symbol else None


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("$0\n\ndef f(): pass", None),
        ("$0def f(): pass", "f"),
        ("def f(): pass$0", "f"),
        ("def f(): pass\n$0\nx = 1", None),
        ("def f():\n  pass\n@a$0\ndef g(): pass", "g"),
        ("def f():\n  pass\n# about$0 g\ndef g(): pass", "g"),
        ("class A:\n  def f(self): pass\n  $0\n  def g(self): pass", "A"),
        ("class A:\n  def f(self):\n    def é(): return '$0'", "A.f.é"),
        ("def f(): pass\ndef f(): $0pass", "f~2"),
        ("class A:\n  def __init__(self):\n    self.x = $01", "A.x"),
    ],
)
def test_the_innermost_symbol_at_an_offset(source: str, key: str | None):
    assert at(source) == key


def test_look_up_by_key():
    facts = python("def f(): 1\ndef f(): 2\nclass A: x = 1")
    assert [symbol.span.start for symbol in facts.symbols if symbol is lookup(facts, "f~2")] == [11]
    assert lookup(facts, "A.x") is facts.symbols[-1]
    assert lookup(facts, "f~3") is None
    assert lookup(facts, "x") is None


def text(source: str, spans: Sequence[tuple[int, int] | None]) -> list[str | None]:
    return [source.encode()[slice(*span)].decode() if span else None for span in spans]


def test_the_parts_of_a_declaration():
    source = '@one\n@two.three(4)\ndef f(a, b):\n    """What."""\n    return a\n'
    (f,) = python(source).symbols
    assert f.decorators == ("one", "two.three")
    assert text(source, [f.name_span, f.parameters, f.doc, f.body]) == [
        "f", "(a, b)", '"""What."""', '"""What."""\n    return a',
    ]  # fmt: skip
    assert text(source, [f.signature]) == ["@one\n@two.three(4)\ndef f(a, b):\n    "]


@pytest.mark.parametrize(
    ("source", "doc"),
    [
        ("# a\n# b\ndef f(): pass", "# a\n# b"),
        ("# licence\n\n# b\ndef f(): pass", "# b"),
        ("# a\n\ndef f(): pass", None),
        ("x = 1 # a\ndef f(): pass", None),
        ("# a\ndef f():\n  'b'", "'b'"),
        ("def f():\n  'b'.join(c)", None),
        ('def f():\n  """a "b" \\""" c"""', '"""a "b" \\""" c"""'),
        ("def f():\n  '''a \\''' b'''  # c\n", "'''a \\''' b'''"),
    ],
)
def test_documentation_is_the_docstring_or_the_comments_right_before(source: str, doc: str | None):
    symbol = python(source).symbols[-1]
    assert text(source, [symbol.doc]) == [doc]


@pytest.mark.parametrize(
    ("name", "visibility"),
    [("f", "public"), ("_f", "protected"), ("__f", "private"), ("__f__", "public")],
)
def test_visibility_by_name(name: str, visibility: str):
    assert [symbol.visibility for symbol in python(f"def {name}(): pass").symbols] == [visibility]


def test_references_know_their_receiver_and_owner():
    facts = python("class A(m.B):\n  def f(self, x: T):\n    self.g(h().i())\nj()")
    assert [
        (
            ref.use.role,
            ref.use.name,
            ref.use.receiver,
            facts.symbols[ref.owner].key if ref.owner >= 0 else None,
        )
        for ref in facts.uses
    ] == [
        ("base", "B", "m", "A"),
        ("type", "T", None, "A.f"),
        ("call", "g", "self", "A.f"),
        ("call", "h", None, "A.f"),
        ("call", "i", "", "A.f"),
        ("call", "j", None, None),
    ]


def test_imports():
    facts = python("import a.b, c as d\nfrom .e import f as g, h\nfrom i import *\ndef k():\n  import l")
    assert [(one.source, one.name, one.alias, one.owner) for one in facts.imports] == [
        ("a.b", "", "", -1),
        ("c", "", "d", -1),
        (".e", "f", "g", -1),
        (".e", "h", "", -1),
        ("i", "*", "", -1),
        ("l", "", "", 0),
    ]


def test_a_base_in_an_impl_block_is_one_of_the_type():
    rust = by_name("rust")
    assert rust
    facts = read(rust, b"impl fmt::Debug for S { fn f() {} }\nstruct S;\nimpl T for Elsewhere {}")
    assert [
        (ref.use.name, facts.symbols[ref.owner].key if ref.owner >= 0 else None)
        for ref in facts.uses
        if ref.use.role == "base"
    ] == [("Debug", "S"), ("T", None)]


FRAGMENTS = st.sampled_from(
    ["def f():", "class A:", "\n", "  ", "    ", "@d\n", "x = 1", "self.x = 1", "'''", "(", ")", "é", "\r\n",
     "\0", "# c\n", "lambda: 0", "if x:", "import a", "f()", "~", "\f"]
)  # fmt: skip


def enclosed(symbols: tuple[Symbol, ...], index: int) -> bool:
    parent = symbols[index].parent
    return parent < 0 or (parent < index and symbols[parent].span.encloses(symbols[index].span))


@given(st.lists(FRAGMENTS, max_size=30).map("".join))
def test_any_text_gives_ordered_nested_uniquely_named_symbols(source: str):
    facts = python(source)
    symbols = facts.symbols
    assert [symbol.span.start for symbol in symbols] == sorted(symbol.span.start for symbol in symbols)
    assert all(enclosed(symbols, index) for index in range(len(symbols)))
    assert len({symbol.key for symbol in symbols}) == len(symbols)
    for symbol in symbols:
        assert lookup(facts, symbol.key) is symbol
        assert symbol.span.encloses(symbol.name_span)
