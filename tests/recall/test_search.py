import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.query import Filter, read_query
from chesterton.recall.search import search

from .cards import card, identity

STORE = [
    card(
        "Cache stampede", "Retries hit the cache at once.\nNever call load_page without the lock.", number=7
    ),
    card(
        "Token format",
        "Sessions carry a JWT in an S3 object. See `parseHTTPToken` and src/auth/token.py.",
        number=12,
    ),
    card("認証トークン", "セッションは認証トークンで守る。鍵は毎日変わる。"),
    card("Résumé upload", "A résumé is scanned before it is stored.", authors=("Ana Lima",)),
    card(
        "Old queue", "Jobs go through RabbitMQ.", status="superseded", standing="retired", date="2019-03-02"
    ),
    card(
        "Job queue",
        "Jobs go through PostgreSQL.",
        kind="constraint",
        domain="jobs",
        tags=("db",),
        date="2023-07-09",
    ),
]


@pytest.fixture(scope="module")
def reader():
    return Reader.of(STORE)


def titles(reader, text, *filters):
    return [hit.title for hit in search(reader, read_query(text, filters)).hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("retry", "Cache stampede"),
        ("JWT", "Token format"),
        ("S3", "Token format"),
        ("http token", "Token format"),
        ("parse_http_token", "Token format"),
        ("src/auth/token.py", "Token format"),
        ("loadPage", "Cache stampede"),
        ("認証", "認証トークン"),
        ("鍵", "認証トークン"),
        ("resume", "Résumé upload"),
        ("résumé", "Résumé upload"),
        ("postgre", "Job queue"),
        ("stampeed", "Cache stampede"),
        ("7", "Cache stampede"),
        ("ADR-0012", "Token format"),
        ("#12", "Token format"),
        (identity("Job queue"), "Job queue"),
        (identity("Job queue")[-8:].lower(), "Job queue"),
        ("cache-stampede.md", "Cache stampede"),
        ('"through PostgreSQL"', "Job queue"),
    ],
)
def test_finds_what_a_person_types(reader, query, first):
    assert titles(reader, query)[0] == first


def test_a_record_in_force_stands_before_a_retired_one_of_equal_words(reader):
    assert titles(reader, "jobs queue") == ["Job queue", "Old queue"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind:constraint", ["Job queue"]),
        ("status:superseded", ["Old queue"]),
        ("queue -status:superseded", ["Job queue"]),
        ("domain:jobs", ["Job queue"]),
        ("tag:db", ["Job queue"]),
        ("author:lima", ["Résumé upload"]),
        ("before:2020", ["Old queue"]),
        ("after:2023-07 before:2023-07 queue", ["Job queue"]),
        ("path:docs/adr/old-queue.md", ["Old queue"]),
        ("path:docs/*/job*", ["Job queue"]),
        ("kind:constraint kind:gotcha", ["Job queue"]),
    ],
)
def test_filters(reader, text, found):
    assert titles(reader, text) == found


def test_a_filter_from_the_outside_joins_those_in_the_text(reader):
    assert titles(reader, "queue", Filter("kind", "constraint")) == ["Job queue"]


def test_the_excerpt_is_the_matching_line(reader):
    [hit] = search(reader, "lock").hits
    assert hit.excerpt.text == "Never call load_page without the lock."
    assert (hit.excerpt.heading, hit.excerpt.line) == ("Decision", 11)


def test_a_correction_is_said(reader):
    assert "«stampeed» was read as stampede" in search(reader, "stampeed").notes


def test_facets_count_all_that_match(reader):
    answer = search(reader, "queue", limit=1)
    assert (len(answer.hits), answer.total) == (1, 2)
    assert answer.facets["status"] == {"accepted": 1, "superseded": 1}


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("", "an empty query finds nothing: give a word, an id or a filter"),
        ("   ", "an empty query finds nothing: give a word, an id or a filter"),
        ("x" * 100_000, "the query has 100,000 characters; the first 2,000 were read"),
        ("the of and", "the query holds only common words; they were looked up as they are"),
        ("ca\x00che", "control characters in the query were read as spaces"),
        ("zzzzqqqq", "nothing matches"),
        ('"lock the page"', "no record says «lock the page»; its words were looked for one by one"),
        ("kind:nonsense", "nothing matches these filters"),
        ("after:spring", "after:spring was read as words: after takes a date such as 2024-05"),
    ],
)
def test_bad_input_gets_a_clear_answer(reader, query, note):
    assert note in search(reader, query).notes


def test_an_empty_store_says_so():
    assert search(Reader.of([]), "anything").notes == ("the store holds no records yet",)


@settings(deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_gets_an_answer(reader, text):
    answer = search(reader, text)
    assert len(answer.hits) <= answer.total
    assert answer == search(reader, text)
