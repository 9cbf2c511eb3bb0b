import pytest

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.drift import settled
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now

from .workspaces import Memory, baseline, judged

LOAD = '''
import json


class Loader:
    """Loads things."""

    def load(self, path, strict=True):
        """Read a file."""
        with open(path) as file:
            data = json.load(file)  # all of it
        if strict and not data:
            raise ValueError("empty")
        return data, path

    def close(self):
        pass
'''


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "none"),
        ("all of it", "every byte", "cosmetic"),
        (
            'raise ValueError("empty")',
            "raise ValueError(\n                'empty',\n            )",
            "cosmetic",
        ),
        ("return data, path", "return (data, path)", "cosmetic"),
        ("return data, path", "return \\\n            (data), path", "cosmetic"),
        ("Read a file.", "Read one file.", "doc"),
        ("strict", "careful", "names"),
        ("not data", "data", "body"),
        ("strict=True", "strict=False", "signature"),
        ("path, strict=True", "path, strict=True, *, tries=1", "signature"),
        ("def close(self):\n        pass", "def close(self):\n        return 1", "none"),
        ("def load", "def read", "gone"),
    ],
)
def test_what_an_edit_does_to_a_method(old, new, verdict):
    changed = LOAD.replace(old, new) if old else LOAD
    found = judged({"a.py": LOAD}, {"a.py": changed}, "a.py#Loader.load")
    assert found.verdict == ("renamed" if verdict == "gone" else verdict)


def test_line_endings_are_no_drift():
    found = judged({"a.py": LOAD}, {"a.py": LOAD.replace("\n", "\r\n")}, "a.py#Loader.load")
    assert found.verdict == "none"


def test_a_method_that_moves_to_another_file_is_followed():
    moved = {"a.py": "x = 1\n", "b.py": LOAD}
    found = judged({"a.py": LOAD}, moved, "a.py#Loader.load")
    assert (found.verdict, found.state, str(found.place)) == ("moved", "moved", "b.py#Loader.load")


def test_a_file_git_says_was_renamed_is_followed():
    found = judged({"a.py": LOAD}, {"b.py": LOAD}, "a.py#Loader.load", renamed={"a.py": "b.py"})
    assert (found.verdict, str(found.place)) == ("moved", "b.py#Loader.load")


def test_a_renamed_method_is_found_by_its_code():
    found = judged({"a.py": LOAD}, {"a.py": LOAD.replace("def load", "def read")}, "a.py#Loader.load")
    assert (found.verdict, found.state, str(found.place)) == ("renamed", "moved", "a.py#Loader.read")


@pytest.mark.parametrize(("old", "new"), [("load", "open"), ("load", "ValueError"), ("load", "path")])
def test_a_new_name_that_the_body_used_before_is_no_change(old: str, new: str):
    found = judged({"a.py": LOAD}, {"a.py": LOAD.replace(f"def {old}", f"def {new}")}, "a.py#Loader.load")
    assert (found.verdict, str(found.place)) == ("renamed", f"a.py#Loader.{new}")


def test_a_shim_that_took_the_name_is_named_and_the_body_followed():
    after = (
        LOAD.replace("def load", "def read") + "\n    def load(self, path):\n        return self.read(path)\n"
    )
    found = judged({"a.py": LOAD}, {"a.py": after}, "a.py#Loader.load")
    assert str(found.place) == "a.py#Loader.read"
    assert str(found.shim) == "a.py#Loader.load"


def test_a_deleted_method_is_gone_even_beside_a_look_alike():
    before = "def total(items):\n    return sum(items)\n\n\ndef count(items):\n    return len(items)\n"
    after = "def count(items):\n    return len(items)\n"
    found = judged({"a.py": before}, {"a.py": after}, "a.py#total")
    assert found.place is None
    assert found.verdict == "gone"


def test_a_broken_file_makes_a_judgement_provisional():
    broken = LOAD.replace("def load(self, path, strict=True):", "def load(self, path, strict=")
    assert judged({"a.py": LOAD}, {"a.py": broken}, "a.py#Loader.load").provisional


def test_directory_members_count_and_contents_do_not():
    before = {"src/a.py": "x = 1\n", "src/b.py": "y = 1\n"}
    assert judged(before, before | {"src/a.py": "x = 2\n"}, "src/").verdict == "none"
    added = judged(before, before | {"src/c.py": ""}, "src/")
    assert (added.verdict, added.note) == ("members", "Members added c.py.")


def test_a_glob_watches_the_files_it_matches():
    before = {"src/a.py": "", "src/sub/b.py": "", "src/c.md": ""}
    assert baseline(before, "src/**/*.py").entries == ("src/a.py", "src/sub/b.py")
    assert judged(before, {"src/a.py": "", "src/c.md": ""}, "src/**/*.py").verdict == "members"


def test_a_region_is_found_by_its_quote_and_its_neighbours():
    code = "def f(a):\n    log(a)\n    first(a)\n    log(a)\n    return second(a)\n"
    quote = 'a.py#f "log(a) return second(a)"'
    assert judged({"a.py": code}, {"a.py": "import os\n\n\n" + code}, quote).verdict == "none"
    assert (
        judged({"a.py": code}, {"a.py": code.replace("second(a)", "second(a, b)")}, quote).verdict == "body"
    )


@pytest.mark.parametrize(
    "target", ["", "../etc/passwd", "a.py#", "#f", "a.py#nothing", 'a.py "', "\x00", "a.py#" + "x" * 5000]
)
def test_absurd_targets_get_a_verdict(target):
    assert judge(Baseline(target), Now(Memory({"a.py": LOAD}))).state in ("gone", "live", "ambiguous")


def test_planned_anchors_wait():
    assert judge(Baseline("new.py#f"), Now(Memory({})), planned=True).state == "planned"


def test_a_change_inside_an_anchored_member_counts_there_alone():
    after = {"a.py": LOAD.replace("not data", "data")}
    outer = judged({"a.py": LOAD}, after, "a.py#Loader")
    assert (outer.verdict, outer.inside) == ("body", ("a.py#Loader.load",))
    assert settled(outer, {"a.py#Loader.load"}.__contains__).verdict == "none"
    assert settled(outer, {"a.py#Loader.close"}.__contains__).verdict == "body"
    added = {"a.py": LOAD + "\n    size = 3\n"}
    assert judged({"a.py": LOAD}, added, "a.py#Loader").inside == ()
