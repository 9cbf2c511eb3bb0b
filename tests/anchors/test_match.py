from collections.abc import Mapping

from chesterton.anchors.match import Outcome, match
from chesterton.anchors.views import view_of
from chesterton.base.paths import RepoPath

from .sources import LOAD

STORE = """\
def store(path, items, mode):
    for item in items:
        journal.append((path, item.key, mode))
        write(path, item.value, sync=mode == "safe")
    return len(items)
"""


def fate(
    before: Mapping[str, str], after: Mapping[str, str], symbol: str, renames: Mapping[str, str] | None = None
) -> Outcome:
    path, _, key = symbol.partition("#")
    old, new = (
        [view_of(RepoPath(name), text.encode()) for name, text in side.items()] for side in (before, after)
    )
    moves = {RepoPath(a): RepoPath(b) for a, b in (renames or {}).items()}
    found = match(old, new, moves).of(RepoPath(path), key)
    assert found is not None
    return found


def where(outcome: Outcome) -> str:
    return str(outcome.place)


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def test_a_renamed_and_edited_function_is_found_and_sure():
    after = LOAD.replace("def load", "def read").replace("not data", "data is None")
    found = fate({"a.py": LOAD + STORE}, {"a.py": after + STORE}, "a.py#load")
    assert (where(found), found.sure) == ("a.py#read", True)


def test_members_follow_a_renamed_class():
    before = "class Loader:\n" + indented(LOAD) + indented(STORE) + "    def close(self):\n        pass\n"
    after = before.replace("class Loader", "class Reader").replace("not data", "data is None")
    for member in ("load", "store", "close"):
        assert (
            where(fate({"a.py": before}, {"a.py": after}, f"a.py#Loader.{member}")) == f"a.py#Reader.{member}"
        )


def test_a_function_split_in_two_keeps_its_anchor():
    part = LOAD.replace("def load", "def _load")
    after = part + "\n\ndef load(path, strict=True):\n    check(path)\n    return _load(path, strict)\n"
    longer = LOAD.replace("    return", "    check(path)\n    log(path, strict)\n    return")
    assert where(fate({"a.py": longer}, {"a.py": after}, "a.py#load")) == "a.py#load"


def test_a_shim_under_the_old_name_is_named():
    after = {
        "b.py": LOAD,
        "a.py": "from b import load as real\n\n\ndef load(*args):\n    warn()\n    return real(*args)\n",
    }
    found = fate({"a.py": LOAD}, after, "a.py#load")
    assert (where(found), str(found.shim)) == ("b.py#load", "a.py#load")


def test_an_inlined_function_is_never_taken_for_its_caller():
    before = LOAD.replace("def load", "def _load") + "\n\ndef load(path):\n    return _load(path, False)\n"
    found = fate({"a.py": before}, {"a.py": LOAD}, "a.py#_load")
    assert found.place is None


def test_a_deleted_constant_is_not_taken_for_its_neighbour():
    before = "SERVICE_QUEUE = 'a'\n\n\n" + LOAD
    after = "SERVER_QUEUE_CLASS = build(QueueClass, 7)\n\n\n" + LOAD
    found = fate({"a.py": before}, {"a.py": after}, "a.py#SERVICE_QUEUE")
    assert found.place is None or not found.sure


def test_overloads_are_told_apart_by_their_parameters():
    one = "class A { void f(int a) { use(a); } void f(String b) { print(b, 1); } }"
    two = "class A { void f(String b) { print(b, 2); } void g() {} void f(int a) { use(a); } }"
    assert where(fate({"A.java": one}, {"A.java": two}, "A.java#A.f")) == "A.java#A.f~2"
    assert where(fate({"A.java": one}, {"A.java": two}, "A.java#A.f~2")) == "A.java#A.f"


def test_twins_renamed_together_keep_their_order():
    before = "class A:\n" + "".join(
        f"    def {n}_name(self):\n        return self._x.n\n\n" for n in ("text", "length")
    )
    after = before.replace("text_name", "wide").replace("length_name", "long")
    assert where(fate({"a.py": before}, {"a.py": after}, "a.py#A.text_name")) == "a.py#A.wide"
    assert where(fate({"a.py": before}, {"a.py": after}, "a.py#A.length_name")) == "a.py#A.long"


def test_users_vouch_for_a_rename_whose_body_was_rewritten():
    user = "\n\ndef main():\n    setup()\n    value = {}(1)\n    return value + {}(2)\n"
    before = LOAD + user.format("load", "load")
    after = STORE.replace("def store(path, items, mode)", "def fetch(path, strict=True)") + user.format(
        "fetch", "fetch"
    )
    found = fate({"a.py": before}, {"a.py": after}, "a.py#load")
    assert where(found) == "a.py#fetch" or found.candidates


def test_a_file_renamed_by_git_carries_its_symbols():
    found = fate({"a.py": LOAD}, {"b.py": LOAD.replace("data", "d")}, "a.py#load", {"a.py": "b.py"})
    assert (where(found), found.fate) == ("b.py#load", "same")


def test_a_copy_of_the_old_code_does_not_steal_the_anchor_of_the_improved_one():
    improved = LOAD.replace("    if strict", "    if data is path:\n        return data\n    if strict")
    after = {"a.py": improved, "bench.py": LOAD.replace("def load", "def load_old")}
    assert where(fate({"a.py": LOAD}, after, "a.py#load")) == "a.py#load"


DEEP = """\
def files_in_deep(tmp):
    ignore = build(tmp, "**/foo.txt")
    assert ignore.matches(tmp / "foo.txt")
    assert ignore.matches(tmp / "a" / "foo.txt")
    assert not ignore.matches(tmp / "bar.txt")


def files_in_root(tmp):
    ignore = build(tmp, "/foo.txt")
    assert ignore.matches(tmp / "foo.txt")
    assert not ignore.matches(tmp / "a" / "foo.txt")
    assert not ignore.matches(tmp / "bar.txt")
"""


def test_names_that_look_alikes_exchanged_are_followed_to_the_code():
    swapped = DEEP.replace("in_deep", "in_x").replace("in_root", "in_deep").replace("in_x", "in_root")
    path = RepoPath("a.py")
    outcome = match([view_of(path, DEEP.encode())], [view_of(path, swapped.encode())], {}).whole(
        path, "files_in_deep"
    )
    assert outcome
    assert outcome.place
    assert (outcome.fate, outcome.place.key, outcome.sure) == ("moved", "files_in_root", True)


def test_the_rename_of_a_look_alike_is_no_merge_with_the_deleted_one():
    renamed = DEEP[DEEP.index("def files_in_root") :].replace("in_root", "at_root")
    path = RepoPath("a.py")
    outcome = match([view_of(path, DEEP.encode())], [view_of(path, renamed.encode())], {}).whole(
        path, "files_in_root"
    )
    assert outcome
    assert outcome.place
    assert (outcome.fate, outcome.place.key) == ("moved", "files_at_root")


def test_a_moved_function_with_a_copy_is_a_question():
    found = fate({"a.py": LOAD + STORE}, {"a.py": STORE, "b.py": LOAD, "c.py": LOAD}, "a.py#load")
    assert not found.sure
    assert {where(found), *(str(one.place) for one in found.candidates)} >= {"b.py#load", "c.py#load"}


def test_a_method_of_a_moved_class_with_a_copy_is_a_question():
    loader = "class Loader:\n" + indented(LOAD)
    found = fate(
        {"a.py": loader + STORE}, {"a.py": STORE, "b.py": loader, "c.py": loader}, "a.py#Loader.load"
    )
    assert not found.sure
