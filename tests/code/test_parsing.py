import pytest

from chesterton.code.languages import by_name
from chesterton.code.parsing import NotParsedError, parse
from chesterton.code.symbols import read

PYTHON = by_name("python")
assert PYTHON


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"x = 1\n\0", "binary"), (b"# " + b"x" * 1_000_000, "too-large")],
)
def test_a_file_beyond_the_limits_is_left_out_with_a_reason(data: bytes, code: str):
    with pytest.raises(NotParsedError) as refused:
        parse(PYTHON, data)
    assert refused.value.problem.code == code
    facts = read(PYTHON, data)
    assert (facts.problems, facts.symbols) == ((refused.value.problem,), ())


def test_a_large_file_is_parsed_in_pieces():
    data = b"".join(b"def f%d(): pass\n" % n for n in range(30_000))
    assert len(read(PYTHON, data).symbols) == 30_000


def test_an_edited_tree_is_reused():
    tree = parse(PYTHON, b"def f(): pass\n")
    tree.edit(4, 5, 6, (0, 4), (0, 5), (0, 6))
    reparsed, fresh = parse(PYTHON, b"def gg(): pass\n", tree), parse(PYTHON, b"def gg(): pass\n")
    assert [str(reparsed.root_node), reparsed.root_node.has_changes] == [str(fresh.root_node), False]


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"def f(:\n class", b"(" * 50_000, b"[" * 50_000 + b"]" * 50_000]
)
def test_no_text_crashes(data: bytes):
    assert read(PYTHON, data).language == "python"


def test_a_large_file_can_be_queried_by_the_text_of_its_nodes() -> None:
    python = by_name("python")
    assert python is not None
    data = b"class C:\n    def __init__(self):\n        self.x = 1\n        other.x = 2\n" * 5000
    assert {symbol.name for symbol in read(python, data).symbols} == {"C", "__init__", "x"}


def test_a_tree_of_another_language_is_not_reused():
    c = by_name("c")
    assert c
    assert str(parse(PYTHON, b"x = 1\n", parse(c, b"int x;")).root_node) == str(
        parse(PYTHON, b"x = 1\n").root_node
    )
