import msgspec
import pytest

from chesterton.anchors.life import first_drift, life
from chesterton.anchors.replay import Start, replay
from chesterton.base import git
from chesterton.base.paths import RepoPath

from .repositories import Repository
from .sources import FILE, READ
from .workspaces import baseline

START = Start(RepoPath("a.py"), "load")


def ended(repository: Repository, start: str) -> tuple[str, str, bool]:
    trace = replay(repository.root, start, "HEAD", [START])[START]
    return trace.path, trace.key, trace.gone is not None


def test_a_symbol_is_followed_through_a_rename_a_move_and_an_edit(repository: Repository):
    first = repository.commit({"a.py": FILE})
    repository.commit({"a.py": READ})
    repository.commit({"a.py": None, "lib/b.py": "import os\n\n\n" + READ})
    repository.commit({"lib/b.py": READ.replace("not data", "data is None")})
    assert ended(repository, first) == ("lib/b.py", "read", False)


def test_a_rename_and_an_edit_in_one_commit(repository: Repository):
    first = repository.commit({"a.py": FILE})
    repository.commit({"a.py": READ.replace("not data", "data is None")})
    assert ended(repository, first) == ("a.py", "read", False)


def test_a_deleted_symbol_is_gone_at_its_commit(repository: Repository):
    first = repository.commit({"a.py": FILE})
    last = repository.commit({"a.py": FILE[FILE.index("def close") :]})
    trace = replay(repository.root, first, "HEAD", [START])[START]
    assert trace.gone is not None
    assert trace.gone.id == last


def test_a_copy_does_not_steal_the_anchor(repository: Repository):
    first = repository.commit({"a.py": FILE})
    repository.commit({"b.py": FILE})
    assert ended(repository, first) == ("a.py", "load", False)


def test_swapped_names_are_swapped_back(repository: Repository):
    other = "def store(path, data, mode):\n    for part in data:\n        write(path, part, mode=mode, sync=False)\n"
    other += "    journal.append((path, mode))\n    return len(data)\n\n\n"
    first = repository.commit({"a.py": FILE + "\n\n" + other})
    swapped = (FILE + "\n\n" + other).replace("def load", "def tmp").replace("def store", "def load")
    repository.commit({"a.py": swapped.replace("def tmp", "def store")})
    assert ended(repository, first) == ("a.py", "store", False)


@pytest.mark.parametrize("how", ["--no-ff", "--squash"])
def test_work_on_a_branch_is_followed_after_it_is_merged(repository: Repository, how: str):
    first = repository.commit({"a.py": FILE})
    repository.checkout("-b", "topic")
    repository.commit({"a.py": READ})
    repository.commit({"a.py": None, "b.py": READ})
    repository.checkout("main")
    repository.merge("topic", how)
    repository.commit({}, "Merged")
    assert ended(repository, first) == ("b.py", "read", False)


def test_a_baseline_on_another_branch_is_reached_in_one_jump(repository: Repository):
    repository.commit({"a.py": FILE})
    repository.checkout("-b", "topic")
    there = repository.commit({"c.py": "x = 1\n"})
    repository.checkout("main")
    repository.commit({"a.py": READ})
    assert ended(repository, there) == ("a.py", "read", False)


def test_a_cycle_of_renames_ends_where_it_began(repository: Repository):
    first = repository.commit({"a.py": FILE})
    repository.commit({"a.py": READ})
    repository.commit({"a.py": None, "b.py": READ})
    repository.commit({"b.py": None, "a.py": FILE})
    assert ended(repository, first) == ("a.py", "load", False)


def test_history_that_is_not_here_is_an_error_with_gits_words(repository: Repository):
    repository.commit({"a.py": FILE})
    with pytest.raises(git.GitError):
        replay(repository.root, "0" * 40, "HEAD", [START])


def test_a_life_is_told_backwards_to_its_introduction(repository: Repository):
    repository.commit({"a.py": FILE})
    repository.commit({"a.py": FILE.replace("not data", "data is None")})
    repository.commit({"a.py": None, "lib/a.py": FILE.replace("not data", "data is None")})
    repository.commit({"lib/a.py": READ.replace("not data", "data is None")})
    told = [(chapter.deed, chapter.before) for chapter in life(repository.root, RepoPath("lib/a.py"), "read")]
    assert told == [
        ("renamed", "lib/a.py#load"),
        ("moved", "a.py#load"),
        ("changed", ""),
        ("introduced", ""),
    ]


def test_the_first_drifting_commit_is_found_by_bisection(repository: Repository):
    first = repository.commit({"a.py": FILE})
    row = msgspec.structs.replace(baseline({"a.py": FILE}, "a.py#load"), commit=first)
    for number in range(3):
        repository.commit({"a.py": f"# {number}\n" + FILE})
    guilty = repository.commit({"a.py": FILE.replace("not data", "data is None")})
    for number in range(4):
        repository.commit({"a.py": f"# {number}\n" + FILE.replace("not data", "data is None")})
    found = first_drift(repository.root, row, RepoPath("a.py"), "load")
    assert found is not None
    assert found.id == guilty
    repository.commit({"a.py": FILE})
    assert first_drift(repository.root, row, RepoPath("a.py"), "load") is None
