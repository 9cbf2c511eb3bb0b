import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesterton.recall.memory_index.build import POINTER, fill, publish, published, update
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.search import search

from .cards import card

_WORDS = st.sampled_from(["lock", "cache", "queue", "retry", "parseFile", "鍵", "été", "a_b"])
_BODY = st.lists(_WORDS, min_size=1, max_size=6).map(" ".join)
_CARDS = st.dictionaries(st.sampled_from("ABCDEFG"), _BODY).map(
    lambda bodies: [card(name, body) for name, body in bodies.items()]
)
_CONTENT = (
    "SELECT key, value FROM meta ORDER BY key",
    "SELECT * FROM card ORDER BY row",
    "SELECT * FROM name ORDER BY name, row",
    "SELECT * FROM word ORDER BY word",
    "SELECT * FROM temp.terms_words ORDER BY term, doc, col, offset",
    "SELECT * FROM temp.grams_words ORDER BY term, doc, col, offset",
    "SELECT id, sz FROM terms_docsize ORDER BY id",
    "SELECT id, sz FROM grams_docsize ORDER BY id",
)


def content(database):
    """All that a build holds, the full text down to each place of each word."""
    database.execute("CREATE VIRTUAL TABLE temp.terms_words USING fts5vocab(main, terms, instance)")
    database.execute("CREATE VIRTUAL TABLE temp.grams_words USING fts5vocab(main, grams, instance)")
    return [database.execute(query).fetchall() for query in _CONTENT]


def built(*stages):
    database = sqlite3.connect(":memory:")
    fill(database, stages[0])
    for cards in stages[1:]:
        update(database, cards)
    return database


@settings(max_examples=60, deadline=None)
@given(_CARDS, _CARDS, _CARDS)
def test_updates_leave_what_a_full_build_would(first, second, third):
    assert content(built(first, second, third)) == content(built(third))


def test_a_withdrawn_record_leaves_no_trace_in_the_file(tmp_path):
    publish(tmp_path, [card("Kept", "plain words"), card("Withdrawn", "xylophone")])
    path = publish(tmp_path, [card("Kept", "plain words")])
    assert b"xylophone" not in path.read_bytes()
    assert [one.name for one in tmp_path.glob("*.sqlite")] == [path.name]


def test_a_reader_keeps_its_build_while_a_newer_one_is_published(tmp_path):
    publish(tmp_path, [card("Old", "lock")])
    reader = Reader.open(tmp_path)
    publish(tmp_path, [card("New", "lock")])
    assert [hit.title for hit in search(reader, "lock").hits] == ["Old"]
    assert [hit.title for hit in search(Reader.open(tmp_path), "lock").hits] == ["New"]


def test_publishing_the_same_records_again_changes_nothing(tmp_path):
    first = publish(tmp_path, [card("A", "lock")])
    before = first.stat().st_mtime_ns
    assert publish(tmp_path, [card("A", "lock")]) == first
    assert first.stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", [b"", b"not a database", None])
def test_a_damaged_build_is_replaced_by_a_whole_one(tmp_path, damage):
    path = publish(tmp_path, [card("A", "lock")])
    if damage is None:
        path.write_bytes(path.read_bytes()[:5000])
    else:
        path.write_bytes(damage)
    assert Reader.open(tmp_path) is None
    assert publish(tmp_path, [card("A", "lock")]) == path
    assert [hit.title for hit in search(Reader.open(tmp_path), "lock").hits] == ["A"]
    path.write_bytes(b"damaged")
    publish(tmp_path, [card("A", "lock"), card("B", "cache")])
    assert [hit.title for hit in search(Reader.open(tmp_path), "cache").hits] == ["B"]


@pytest.mark.parametrize("pointer", ["", "gone.sqlite", "../outside.sqlite", "\x00"])
def test_a_pointer_to_nowhere_is_no_build(tmp_path, pointer):
    (tmp_path / POINTER).write_text(pointer)
    assert published(tmp_path) is None
    assert Reader.open(tmp_path) is None
