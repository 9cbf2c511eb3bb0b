from datetime import date

import pytest

from chesterton.base.paths import RepoPath
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Article, Nothing, Place, Tie, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.recall.surfacing import HEADER, Surfacing

from .cards import card, identity

CACHE = Place(RepoPath("src/cache.py"))
CARDS = [
    card("Lock before loading pages", "Never load a page without the lock.", kind="gotcha"),
    card(
        "鍵の規則",
        "ページを読み込む前に必ず鍵を取得しなければならない。鍵を持たずに読み込むと全てのプロセスが同時に書き込む。",
        kind="gotcha",
    ),
    card("Retry uploads with backoff", "Uploads are retried three times with growing pauses."),
    card("Sign webhook payloads", "Every webhook payload carries a signature."),
]
TIES = [Tie(CARDS[0].id, CACHE), Tie(CARDS[1].id, Place(RepoPath("src/ja.py")))]


class Around(Nothing):
    def article(self, place):
        return Article("src/cache", "Pages live an hour in Redis.") if place == CACHE else None


@pytest.fixture
def trace():
    return []


@pytest.fixture
def session(trace):
    recall, reader = PlaceRecall(CARDS, TIES), Reader.of(CARDS)
    return Surfacing(
        recall, reader, View(date(2026, 12, 1), Around()), lambda what, facts: trace.append((what, facts))
    )


def keys(packet):
    return [line.key for line in packet.lines] if packet else []


def test_a_touch_stages_and_one_flush_a_turn_tells_all(session):
    session.touch(CACHE)
    packet = session.flush()
    assert packet.text == (
        f"{HEADER}\n- src/cache: Pages live an hour in Redis.\n"
        f"- [gotcha] Never load a page without the lock. ({CARDS[0].id}) — on the file src/cache.py"
    )
    assert session.flush() is None


def test_what_is_present_does_not_come_again(session):
    session.touch(CACHE)
    packet = session.flush()
    session.observe(f"… {packet.text} …")
    session.touch(CACHE)
    assert session.flush() is None


def test_what_left_the_context_comes_back_on_the_next_touch_only(session):
    session.touch(CACHE)
    session.flush()
    session.observe("a compacted summary of the work so far")
    assert session.flush() is None
    session.touch(CACHE)
    assert CARDS[0].id in keys(session.flush())


def test_presence_is_seen_in_any_script(session):
    place = Place(RepoPath("src/ja.py"))
    session.touch(place)
    packet = session.flush()
    session.observe(packet.text)
    session.touch(place)
    assert session.flush() is None
    session.observe("無関係な文章")
    session.touch(place)
    assert keys(session.flush()) == [CARDS[1].id]


def test_reading_withdraws_what_was_staged(session):
    session.touch(CACHE)
    session.read(CARDS[0].id, "Never load a page without the lock, says the record in full length.")
    assert keys(session.flush()) == ["src/cache"]


def test_a_failed_delivery_never_happened(session):
    session.touch(CACHE)
    packet = session.flush()
    session.undelivered(packet)
    assert session.flush() == packet


def test_words_call_for_records_without_an_asset_once(session):
    session.said("please make the upload retry its backoff longer")
    assert keys(session.flush()) == [identity("Retry uploads with backoff")]
    session.observe("")
    session.said("so, the upload retry backoff again")
    assert session.flush() is None


def test_tool_calls_count_but_an_unchanged_intent_buys_nothing(session, trace):
    for _ in range(2):
        session.called("edit", "sign webhook payloads")
        session.flush()
    assert [what for what, _ in trace].count("ranked") == 1


def test_records_with_an_asset_never_ride_on_words(session):
    session.said("lock before loading pages")
    assert session.flush() is None


def test_the_trace_knows_what_was_cut(session, trace):
    session.touch(CACHE)
    session.touch(CACHE)
    assert ("cut", {"key": CARDS[0].id, "why": "already present or staged"}) in trace


def test_one_reminder_after_a_successful_edit(session):
    session.edited(CACHE, succeeded=False)
    assert session.remind() is None
    session.edited(CACHE, succeeded=True)
    session.edited(CACHE, succeeded=True)
    assert session.remind().startswith("Changed, and the article not: src/cache (for src/cache.py).")
    assert session.remind() is None


def test_an_updated_article_needs_no_reminder(session):
    session.edited(CACHE, succeeded=True)
    session.updated("src/cache")
    assert session.remind() is None


@pytest.mark.parametrize("standout", [0.9, 0, -1, float("nan")])
def test_a_standout_that_holds_nothing_back_is_refused(standout):
    with pytest.raises(ValueError, match="ratio of at least 1"):
        Surfacing(
            PlaceRecall([], []), Reader.of([]), View(date(2026, 1, 1)), lambda what, facts: None, standout
        )
