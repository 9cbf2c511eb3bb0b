"""A changed header differs in the lines that had to change and nowhere else."""

from hypothesis import given
from hypothesis import strategies as st

from chesterton.base.text import Text
from chesterton.records.editing import quoted, set_keys
from chesterton.records.header import Scalar, find_header

SOURCE = """---
# hand-written
title:   "Ours"   # why
status:  'proposed'  # soon
anchors:
    - a.py   # first
    - c.py code:11111111

flow: [x, y]
...
Body
"""


def edit(source: str, **changes: str | list[str] | None) -> str:
    keys = {key.replace("_", "-"): value for key, value in changes.items()}
    return set_keys(Text.of(source), "front-matter", keys).source


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_a_scalar_keeps_its_quotes_and_comment():
    after = edit(SOURCE, status="accepted")
    assert changed_lines(SOURCE, after) == (["status:  'proposed'  # soon"], ["status:  'accepted'  # soon"])


def test_a_list_gains_its_item_where_it_sorts():
    after = edit(SOURCE, anchors=["c.py code:11111111", "b.py", "a.py"])
    assert after == SOURCE.replace("    - c.py", "    - b.py\n    - c.py")


def test_a_changed_anchor_changes_its_own_line():
    after = edit(SOURCE, anchors=["a.py code:22222222", "c.py code:11111111"])
    assert after == SOURCE.replace("a.py   #", "a.py code:22222222   #")


def test_a_list_loses_only_the_line_of_its_item():
    assert edit(SOURCE, anchors=["c.py code:11111111"]) == SOURCE.replace("    - a.py   # first\n", "")


def test_a_flow_list_becomes_a_block_list():
    assert edit(SOURCE, flow=["y", "x", "z"]) == SOURCE.replace("flow: [x, y]", "flow:\n  - x\n  - y\n  - z")


def test_a_new_key_stands_in_its_place_behind_a_blank_line():
    after = edit("---\nstatus: proposed\n\nid: 1\n---\nB\n", confirmed="2026-12-01 Ann", date="2026-11-30")
    assert (
        after == "---\nstatus: proposed\n\ndate: 2026-11-30\n\nid: 1\n\nconfirmed: 2026-12-01 Ann\n---\nB\n"
    )


def test_adding_and_removing_a_key_gives_the_same_bytes():
    for key, value in [("confirmed", "x"), ("date", "2026-01-01"), ("supersedes", ["a", "b"])]:
        source = "---\nstatus: proposed\n\nkind: fact\n\nanchors:\n  - a\n---\nB\n"
        assert edit(edit(source, **{key: value}), **{key: None}) == source


def test_a_body_without_header_gets_one():
    assert edit("# T\n", id="x") == "---\nid: x\n---\n\n# T\n"
    block = set_keys(Text.of("# T\n\nText"), "comment", {"id": "x", "anchors": ["a"]}).source
    assert block == "# T\n\nText\n\n<!-- chesterton\nid: x\n\nanchors:\n  - a\n-->\n"
    assert set_keys(Text.of(block), "comment", {"anchors": []}).source == block.replace(
        "\nanchors:\n  - a\n", ""
    )


def test_line_ends_and_mark_survive():
    raw = b"\xef\xbb\xbf---\r\nstatus: proposed\r\n---\r\n# T\r\n"
    after = set_keys(Text.decode(raw), "front-matter", {"anchors": ["a.py"]}).encode()
    assert after == raw.replace(b"---\r\n# T", b"\r\nanchors:\r\n  - a.py\r\n---\r\n# T")


def test_an_empty_value_is_filled_in_place():
    assert edit("---\nstatus:\ndate: x\n---\n", status="accepted") == "---\nstatus: accepted\ndate: x\n---\n"
    assert edit("---\nanchors:\ndate: x\n---\n", anchors=["a"]) == "---\nanchors:\n  - a\ndate: x\n---\n"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.sampled_from(["", "'", '"']))
def test_a_quoted_value_reads_back(value: str, style: str):
    header = find_header(Text.of(f"---\nkey: {quoted(value, style)}\n---\n"))
    assert not header.flaws
    (entry,) = header.entries
    assert isinstance(entry.value, Scalar)
    assert entry.value.text == value


TARGETS = st.lists(st.sampled_from("abcdefg"), unique=True)


@given(st.lists(TARGETS, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_anchors_are_set_apart_whatever_comes_and_goes(states: list[list[str]], eol: str):
    text = Text.of(f"---{eol}id: x{eol}---{eol}B{eol}")
    for targets in states:
        text = set_keys(text, "front-matter", {"anchors": targets})
        lines = (f"  - {target}{eol}" for target in sorted(targets))
        block = f"{eol}anchors:{eol}{eol.join(lines)}" if targets else ""
        assert text.source == f"---{eol}id: x{eol}{block}---{eol}B{eol}"


def test_anchors_that_somebody_wrote_close_together_stay_so():
    source = "---\nanchors:\n  - a\n  - c\n---\n"
    assert edit(source, anchors=["a", "b", "c"]) == "---\nanchors:\n  - a\n  - b\n  - c\n---\n"
    assert edit(source, anchors=["c", "d"]) == "---\nanchors:\n  - c\n  - d\n---\n"
