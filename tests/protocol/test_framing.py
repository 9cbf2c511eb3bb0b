"""The byte stream cut into messages, whatever pieces it arrives in."""

import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

from chesterton.lsp.framing import Frames, Malformed, decode, encode

MESSAGES = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(), max_size=3)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in itertools.pairwise(places)]


@given(st.lists(MESSAGES, max_size=5), st.lists(st.integers(0, 10_000), max_size=20))
def test_what_is_encoded_comes_out_again(messages, cuts):
    frames = Frames()
    stream = b"".join(map(encode, messages))
    found = [decode(body) for piece in pieces(stream, cuts) for body in frames.feed(piece)]
    assert found == messages


@given(st.binary(max_size=200))
def test_a_message_survives_any_garbage_before_it_that_ends_its_line(garbage):
    frames = Frames()
    if b"ength" in garbage.lower():
        return
    found = list(frames.feed(garbage + b"\n\n" + encode({"id": 1})))
    assert [decode(part) for part in found if isinstance(part, bytes)] == [{"id": 1}]


def test_a_length_nobody_can_mean_is_a_broken_header():
    frames = Frames()
    (problem, body) = frames.feed(b"Content-Length: 99999999999\r\n\r\n" + encode({"id": 2}))
    assert isinstance(problem, Malformed)
    assert json.loads(body) == {"id": 2}


def test_endless_input_without_a_line_is_dropped():
    frames = Frames()
    (problem,) = frames.feed(b"x" * 70_000)
    assert isinstance(problem, Malformed)
    assert list(frames.feed(encode({"id": 3}))) == [b'{"id":3}']
