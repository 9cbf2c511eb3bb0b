import pytest

from chesterton.base.paths import RepoPath
from chesterton.recall.place import Place
from chesterton.recall.seeds import Listed, read_seed, read_seeds

CATALOGUE = Listed(
    [RepoPath(path) for path in ("src/web/cache.py", "src/db/cache.py", "src/web/Views.py", "docs/guide.md")],
    {
        RepoPath("src/web/cache.py"): [("Cache", 3), ("Cache.load", 5), ("Cache.drop", 20)],
        RepoPath("src/web/Views.py"): [("render", 1), ("Page.load", 9), ("load_all", 30)],
    },
)


def read(seed):
    return read_seed(seed, CATALOGUE, "/home/ann/site", ("/home/ann/site-fix",))


@pytest.mark.parametrize(
    ("seed", "place", "how"),
    [
        ("src/web/cache.py", "src/web/cache.py", "as written"),
        ("src/web/cache.py#Cache.load", "src/web/cache.py#Cache.load", "as written"),
        ("src/web/", "src/web/", "as written"),
        ("src/web", "src/web/", "normalised"),
        ("./src/web/cache.py", "src/web/cache.py", "normalised"),
        ("src/db/../web/cache.py", "src/web/cache.py", "normalised"),
        ("src\\web\\cache.py", "src/web/cache.py", "as written"),
        ("/home/ann/site/src/web/cache.py", "src/web/cache.py", "normalised"),
        ("/home/ann/site-fix/src/web/cache.py", "src/web/cache.py", "other worktree"),
        ("src/web/cache.py:12", "src/web/cache.py#Cache.load", "line"),
        ("src/web/cache.py:21:8", "src/web/cache.py#Cache.drop", "line"),
        ("src/web/cache.py:1", "src/web/cache.py", "line"),
        ("SRC/Web/cache.PY", "src/web/cache.py", "letter case"),
        ("web/cache.py", "src/web/cache.py", "end of the path"),
        ("views.py", "src/web/Views.py", "name"),
        ("db", "src/db/", "name"),
        ("views.py#Page.load", "src/web/Views.py#Page.load", "name"),
        ("src/web/cache.py#load", "src/web/cache.py#Cache.load", "name"),
        ("Cache::drop()", "src/web/cache.py#Cache.drop", "name"),
        ("render", "src/web/Views.py#render", "name"),
        ("LOAD_ALL", "src/web/Views.py#load_all", "name"),
    ],
)
def test_a_seed_is_read_forgivingly(seed, place, how):
    reading = read(seed)
    assert (str(reading.place), reading.how) == (place, how)
    assert bool(reading.echo) == (how != "as written")


@pytest.mark.parametrize(
    ("seed", "echo"),
    [
        ("cache.py", "«cache.py» may be several places: src/web/cache.py, src/db/cache.py"),
        ("load", "«load» may be several symbols: src/web/cache.py#Cache.load, src/web/Views.py#Page.load"),
        (
            "src/web/cache.py#Cache.lod",
            "names no symbol of src/web/cache.py; it may mean: src/web/cache.py#Cache.load",
        ),
        ("src/nowhere.py", "«src/nowhere.py» is no file, directory or symbol of this workspace"),
        ("/etc/passwd", "«/etc/passwd» lies outside the workspace"),
        ("../secrets.txt", "«../secrets.txt» lies outside the workspace"),
        ("C:/Windows/x.py", "«C:/Windows/x.py» lies outside the workspace"),
        ("", "is no place: give a path, path:line, path#Symbol or a symbol"),
        ("a\x00b", "is no place"),
        ("x" * 5_000, "is no place"),
    ],
)
def test_a_seed_that_is_unclear_gets_a_clear_answer(seed, echo):
    reading = read(seed)
    assert reading.place is None
    assert echo in reading.echo
    assert len(reading.echo) < 400


def test_a_seed_given_twice_is_read_once():
    assert len(read_seeds(["render", "render"], CATALOGUE)) == 1


def test_the_root_is_a_place():
    assert read("./").place == Place(RepoPath(""))
