import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.names import NamePattern

NAMES = "\nget\nGet\ngetObject\nget_or_create\nGenericEntryTable\nwidget\nagenet\nsave\n"


def ranked(query: str) -> list[str]:
    pattern = NamePattern(query)
    return [name for _, name in sorted(pattern.matches(NAMES), key=lambda found: found[0])]


def test_the_closest_name_comes_first_and_letters_may_be_apart() -> None:
    assert ranked("get") == [
        "get",
        "Get",
        "getObject",
        "get_or_create",
        "GenericEntryTable",
        "widget",
        "agenet",
    ]


@pytest.mark.parametrize(("query", "first"), [("gO", "getObject"), ("goc", "get_or_create"), ("GET", "get")])
def test_initials_and_case(query: str, first: str) -> None:
    assert ranked(query)[0] == first


def test_nothing_fits_letters_that_are_not_there_or_in_another_order() -> None:
    assert ranked("tegz") == []


def test_signs_are_only_signs() -> None:
    assert ranked("g[e") == []
    assert ranked("^") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Store.load", True),
        ("store::load", True),
        ("b/store.load", True),
        ("Other.load", False),
        ("load.Store.x", False),
    ],
)
def test_the_words_before_the_name_narrow_the_place(query: str, expected: bool) -> None:
    assert NamePattern(query).accepts(RepoPath("a/b/store.py"), "Store.load") is expected
