from datetime import date

from chesterton.base.paths import RepoPath
from chesterton.recall.place import Place, Tie
from chesterton.recall.usage import Use, decode, encode, stats

from .cards import card, identity

TODAY = date(2026, 12, 1)
CARDS = [
    card("Read", kind="gotcha"),
    card("Unread", date="2020-01-01"),
    card("Waiting", status="proposed", standing="proposed"),
    card("Gone", status="rejected", standing="retired"),
]


def test_a_log_survives_lines_it_cannot_read():
    uses = [Use(TODAY, "shown", "A", "search"), Use(TODAY, "acted", "B")]
    assert decode(b'half a li\n{"act":"eaten"}\n' + encode(uses) + b"\xff\n") == uses


def test_stats_tell_health_reach_and_reading():
    uses = [Use(TODAY, "shown", identity("Read"))] * 3 + [Use(date(2026, 1, 1), "opened", identity("Read"))]
    found = stats(CARDS, [Tie(identity("Read"), Place(RepoPath("a.py")))], uses, lambda one: "none", TODAY)
    assert (found.binding, found.anchored, found.mistakes, found.waiting, found.drifted) == (2, 1, 1, 1, 0)
    assert found.recent == {"shown": 3}
    assert [(one.title, count) for one, count in found.most_read] == [("Read", 3)]
    assert [one.title for one in found.never_read] == ["Unread"]


def test_an_empty_store_has_stats_too():
    assert stats([], [], [], lambda one: "none", TODAY).binding == 0
