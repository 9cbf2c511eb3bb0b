import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chesterton.base.spans import Span
from chesterton.base.text import Edit, Encoding, Position, Text, minimal_edit

ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]
TEXTS = st.text(alphabet=st.sampled_from("ab\n\r\f\u2028é😀\u200d漢"), max_size=30)


def test_lines_end_where_the_protocol_says_and_nowhere_else() -> None:
    text = Text.of("a\fb\u2028c\r\nd\re\n")
    assert [text.slice(text.line_span(line)) for line in range(len(text.line_starts))] == [
        "a\fb\u2028c",
        "d",
        "e",
        "",
    ]


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)])
def test_a_character_counts_as_the_client_counts_it(encoding: Encoding, character: int) -> None:
    text = Text.of("é😀x")
    assert text.position(6, encoding) == Position(0, character)
    assert text.offset(Position(0, character), encoding) == 6


def test_a_position_inside_a_surrogate_pair_rounds_down() -> None:
    assert Text.of("😀x").offset(Position(0, 1), "utf-16") == 0


def test_positions_past_the_end_are_clamped() -> None:
    text = Text.of("ab\ncd")
    assert text.offset(Position(0, 99), "utf-16") == 2
    assert text.offset(Position(9, 0), "utf-16") == 5
    assert text.offset(Position(1, 2**31 - 1), "utf-16") == 5


@given(TEXTS, st.sampled_from(ENCODINGS))
def test_every_character_boundary_survives_the_round_trip(source: str, encoding: Encoding) -> None:
    text = Text.of(source)
    offset = 0
    for index, character in enumerate(source):
        inside_line_end = character == "\n" and index and source[index - 1] == "\r"
        if not inside_line_end:
            assert text.offset(text.position(offset, encoding), encoding) == offset
        offset += len(character.encode())


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.sampled_from(["", "a", "é😀", "x" * 3_000]), max_size=20),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_a_large_text_has_its_lines_where_a_small_one_has_them(lines: list[str], end: str) -> None:
    source = end.join([*lines, "x" * 70_000, *lines])
    looked_up, counted = Text.of(source), Text.of(source)
    assert counted.line_starts
    for line in range(2 * len(lines) + 3):
        for character in (0, 1, 2, 80_000):
            place = Position(line, character)
            assert looked_up.offset(place, "utf-16") == counted.offset(place, "utf-16")


@given(TEXTS, TEXTS)
@example("a\r\nb", "a\nb")
def test_the_minimal_edit_turns_one_text_into_the_other_at_places_that_an_editor_has(
    before: str, after: str
) -> None:
    text = Text.of(before)
    edit = minimal_edit(before.encode(), after.encode())
    assert text.apply([edit]).source == after
    for offset in edit.span:
        assert text.offset(text.position(offset, "utf-16"), "utf-16") == offset


def test_the_minimal_edit_touches_only_what_differs() -> None:
    assert minimal_edit(b"status: proposed\n", b"status: accepted\n") == Edit(Span(8, 14), "accept")


@pytest.mark.parametrize(
    "raw",
    [
        b"plain\r\n",
        b"\xef\xbb\xbfwith a mark\n",
        "\ufeffzwei Byte\n".encode("utf-16-le"),
        "\ufeffzwei Byte\n".encode("utf-16-be"),
        "caf\xe9\n".encode("latin-1"),
    ],
)
def test_a_file_is_written_as_it_was_read(raw: bytes) -> None:
    assert Text.decode(raw).encode() == raw


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        Text.of("abcdef").apply([Edit(Span(0, 3), ""), Edit(Span(2, 4), "")])
