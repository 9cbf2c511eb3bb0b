"""What the commits of a place say about records."""

import pytest

from chesterton.base.paths import RepoPath
from chesterton.recall.evidence import Commit, History, cited
from chesterton.recall.place import Place

from .cards import card, identity

CARDS = [
    card("Charge once", number=12, path=RepoPath("docs/adr/0012-charge-once.md")),
    card("Other", number=3),
]


def history(message, *files):
    return History(cited(CARDS, [Commit("c0ffee" * 6, message, tuple(map(RepoPath, files)))]))


@pytest.mark.parametrize(
    "message",
    [
        "Retry payments, as of ADR-12",
        "Retry (adr 0012)",
        "Implements docs/adr/0012-charge-once.md.",
        f"See {identity('Charge once')}",
    ],
)
def test_a_commit_ties_the_record_it_cites_to_the_files_it_changed(message):
    found = history(message, "src/pay.py").of(Place(RepoPath("src/pay.py"), "Payment.retry"))
    assert list(found) == [identity("Charge once")]
    assert found[identity("Charge once")].here


@pytest.mark.parametrize("message", ["Fix #12", "Bump to 12", "Version adr-12.3", "ADR 99"])
def test_other_numbers_cite_nothing(message):
    assert not history(message, "src/pay.py").of(Place(RepoPath("src/pay.py")))


def test_a_commit_that_wrote_the_record_ties_it_too():
    found = history("Decide", "docs/adr/0012-charge-once.md", "src/pay.py").of(Place(RepoPath("src/pay.py")))
    assert list(found) == [identity("Charge once")]


def test_a_file_beside_or_of_the_same_name_is_tied_less():
    past = history("ADR-12", "src/pay.py")
    own, test, beside = (
        past.of(Place(RepoPath(path)))[identity("Charge once")]
        for path in ("src/pay.py", "tests/test_pay.py", "src/tax.py")
    )
    assert own.strength > test.strength > beside.strength
    assert not test.here
    assert not past.of(Place(RepoPath("lib/far.py")))
