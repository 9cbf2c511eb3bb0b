from hypothesis import given
from hypothesis import strategies as st

from chesterton.code.postings import Postings
from chesterton.code.words import HASH_BYTES, occurrences, word_hash, word_hashes

WORDS = st.sampled_from(["load", "loader", "save", "über", "x"])
TEXTS = st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=6)


@given(TEXTS, TEXTS, WORDS)
def test_the_contents_with_a_word_are_found(before: list[str], after: list[str], word: str) -> None:
    """Whether they were there before the first question or came later."""
    blobs = [(key, word_hashes(text.encode())) for key, text in enumerate(before + after)]
    postings = Postings(lambda: blobs[: len(before)], HASH_BYTES)
    first = {key for key, text in enumerate(before) if word in text.split()}
    assert set(postings.having(word_hash(word))) == first
    postings.add(blobs[len(before) :])
    both = {key for key, text in enumerate(before + after) if word in text.split()}
    assert set(postings.having(word_hash(word))) == both


def test_a_hit_across_units_or_contents_is_none() -> None:
    postings = Postings(lambda: [(1, b"aabb"), (2, b"ccdd")], 2)
    assert postings.having(b"ab") == []
    assert postings.having(b"bbcc") == []
    assert postings.having(b"cc") == [2]


def test_occurrences_are_whole_words() -> None:
    data = "load (load) loader üload load_ load".encode()
    assert [data[at - 1 : at + 5] for at in occurrences("load", data)] == [b"", b"(load)", b" load"]
