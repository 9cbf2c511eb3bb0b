import itertools

import pytest

from chesterton.recall.intent import called_for
from chesterton.recall.memory_index.reader import Reader

from .cards import card, identity

STORE = [
    card("Retry uploads with backoff", "Uploads are retried three times with growing pauses."),
    card("Sign webhook payloads", "Every webhook payload carries a signature."),
    card("Keep sessions in Redis", "Sessions are kept in Redis."),
    card(
        "Old webhook secrets", "Webhook payloads share one secret.", status="superseded", standing="retired"
    ),
]
READER = Reader.of(STORE)


def titles(text, **options):
    return [one.card.title for one in called_for(READER, text, **options).riding]


def test_words_call_for_the_record_they_are_about():
    assert titles("make the upload retry its backoff longer") == ["Retry uploads with backoff"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "the of and",
        "fix the tests",
        "bump dependencies to their latest versions",
        "redis",
        "鍵" * 500,
        "\x00\x01",
    ],
)
def test_words_about_something_else_call_for_nothing(text):
    assert titles(text) == []


def test_a_long_text_that_is_mostly_about_something_else_calls_for_nothing():
    pairs = list(map("".join, itertools.product("bdfglmnprs", repeat=2)))
    shared = " ".join(f"{pair}kept" for pair in pairs[:35])
    strange = " ".join(f"{pair}zozu" for pair in pairs)
    reader = Reader.of([*STORE, card("Limit rates of uploads", f"Uploads are limited: {shared}.")])

    def called(text):
        return [one.card.title for one in called_for(reader, text).riding]

    assert called(f"limit rates {shared}") == ["Limit rates of uploads"]
    assert called(f"limit rates {shared} {strange}") == []


def test_history_does_not_ride():
    assert titles("rotate the old webhook secrets and payloads") == []


def test_what_is_known_does_not_ride_again_nor_make_room_for_something_weaker():
    text = "sign webhook payloads"
    assert titles(text) == ["Sign webhook payloads"]
    assert titles(text, known={identity("Sign webhook payloads")}) == []


def test_a_crowd_of_equals_is_no_answer_but_near_duplicates_are_one():
    said = {
        "user": "Profiles expire after a day",
        "shop": "Prices stay fresh",
        "news": "Articles never change",
    }
    crowd = [
        card(f"Cache {word} pages", text) for word, text in {**said, "help": "Manuals are static"}.items()
    ]
    assert called_for(Reader.of(crowd), "cache the pages", standout=1.4).riding == ()
    twins = [card(f"Cache shop pages {n}", "The shop pages are cached for an hour.") for n in ("one", "two")]
    found = called_for(Reader.of([*crowd[2:], *twins]), "cache the shop pages", standout=1.4).riding
    assert [one.card.title for one in found] == ["Cache shop pages one", "Cache shop pages two"]
