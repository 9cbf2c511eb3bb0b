from chesterton.anchors.baseline import choose, line_of, path_of, read_rows, update
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now
from chesterton.anchors.target import parse_target
from chesterton.records.model import AnchorRef

from .workspaces import Memory, baseline

CODE = {"a.py": "def f(a, b):\n    return a + b\n\n\ndef g():\n    return 1\n"}


def test_rows_survive_a_round_trip_and_stay_sorted():
    rows = [baseline(CODE, "a.py#g"), baseline(CODE, "a.py#f")]
    change = update("01J0000000000000000000TEST", None, rows)
    assert change is not None
    assert change.path == path_of("01J0000000000000000000TEST")
    assert list(read_rows(change.after or b"")) == ["a.py#f", "a.py#g"]
    assert update("01J0000000000000000000TEST", change.after, rows) is None


def test_marks_of_a_merge_are_passed_over():
    change = update("r", None, [baseline(CODE, "a.py#f"), baseline(CODE, "a.py#g")])
    assert change is not None
    assert change.after is not None
    merged = b"<<<<<<< ours\n" + change.after + b"=======\n" + change.after + b">>>>>>> theirs\n\xff{\n"
    assert set(read_rows(merged)) == {"a.py#f", "a.py#g"}


def test_an_anchor_line_alone_still_tells_drift():
    row = baseline(CODE, "a.py#f")
    ref = AnchorRef.parse(line_of(row).line)
    alone = choose(ref, {})
    after = {"a.py": CODE["a.py"].replace("a + b", "a - b")}
    assert judge(alone, Now(Memory(CODE))).verdict == "none"
    assert judge(alone, Now(Memory(after))).verdict == "body"


def test_a_row_of_another_moment_than_the_line_is_not_used():
    row = baseline(CODE, "a.py#f")
    ref = AnchorRef("a.py#f", "0" * 8)
    assert choose(ref, {"a.py#f": row}).fingerprint != row.fingerprint


def test_targets_read_back_as_written():
    for text in (
        "src/",
        "./",
        "src/**/*.py",
        "a.py",
        "a.py#C.f~2",
        'a.py#f "x = \\"1\\""',
        "docs/x.md#A Heading",
    ):
        assert str(parse_target(text)) == text
