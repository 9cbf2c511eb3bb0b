import pytest
from hypothesis import given
from hypothesis import strategies as st

from chesterton.code.words import occurrences, word_hash, word_hashes

WORDS = st.from_regex(r"\A[A-Za-z_äß][A-Za-z0-9_äß]{0,8}\Z")
SIGNS = st.text(alphabet=" .,;:()[]{}\n\t\"'+-*/=<>#", min_size=1, max_size=3)


@given(st.lists(st.tuples(WORDS, SIGNS)))
def test_every_word_is_found_by_its_hash_and_its_places(pieces: list[tuple[str, str]]) -> None:
    data = "".join(word + sign for word, sign in pieces).encode()
    hashes = word_hashes(data)
    for word, _ in pieces:
        assert word_hash(word) in hashes
        places = occurrences(word, data)
        assert len(places) == sum(other == word for other, _ in pieces)
        assert all(data[place:].startswith(word.encode()) for place in places)


@pytest.mark.parametrize("text", ["loader", "preload", "load_all", "überload"])
def test_part_of_a_word_is_not_the_word(text: str) -> None:
    assert occurrences("load", text.encode()) == []
    assert word_hash("load") not in word_hashes(text.encode())
