from hypothesis import example, given
from hypothesis import strategies as st

from chesterton.anchors.baseline import choose, line_of, path_of, read_rows, update
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now
from chesterton.anchors.target import Target, parse_target
from chesterton.base.paths import RepoPath
from chesterton.records.model import AnchorRef

from .workspaces import Memory, baseline, judged

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


@given(
    path=st.text(st.sampled_from('ab#[]*?"\\ .'), min_size=1, max_size=8),
    key=st.text(st.sampled_from('ab#"\\ .~1'), max_size=8),
    quote=st.text(st.sampled_from('ab#"\\ '), max_size=6),
)
@example(path='? "?"', key="", quote="")
def test_any_place_reads_back_as_written(path: str, key: str, quote: str):
    path, key = path.strip().strip(".") or "a", key.strip()
    target = Target("region" if quote else "symbol" if key else "file", RepoPath(path), key, quote)
    if path == path.strip() and "\\" not in path:
        assert parse_target(str(target)) == target


def test_a_heading_that_ends_in_a_quotation_is_no_region():
    files = {"c#/[id].md": '# Guide\n\n## The word "why"\n\nBecause.\n'}
    place = Target("symbol", RepoPath("c#/[id].md"), 'Guide.The word "why"')
    found = judged(files, files, str(place))
    assert (found.state, found.verdict, found.place and found.place.key) == ("live", "none", place.key)


def test_a_file_whose_name_has_wildcards_is_no_glob():
    files = {"app/[id]/c#.ts": "let a = 1\n", "app/i/c#.ts": "let b = 1\n"}
    place = Target("file", RepoPath("app/[id]/c#.ts"))
    assert judged(files, {**files, place.path: "let a = 2\n"}, str(place)).verdict == "body"
