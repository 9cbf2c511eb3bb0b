import pytest

from .conftest import commit, git

RECORDS = {
    "0001-count.md": ("gotcha", "auth.py#Session.verify", "Count attempts before comparing"),
    "0002-sessions.md": ("decision", "auth.py#Session", "Sessions live in memory"),
    "0003-auth.md": ("decision", "auth.py", "Authentication is our own"),
}


@pytest.fixture
def store(project):
    folder = project / ".chesterton" / "records"
    folder.mkdir(parents=True)
    for number, (name, (kind, anchor, title)) in enumerate(RECORDS.items()):
        (folder / name).write_text(
            f"---\nid: 01J9ZQ4M5N6P7Q8R9S0T1V2W3{number}\nkind: {kind}\nstatus: accepted\ndate: 2026-01-02\n"
            f"anchors:\n- {anchor}\n---\n# {title}\n\n{title}, always.\n"
        )
    articles = project / ".chesterton" / "articles"
    articles.mkdir()
    (articles / "auth.md").write_text("---\ncapsule: Who may come in.\n---\n# Auth\n\nTokens.\n")
    commit(project, "Records")
    return project


def titles(found):
    return [(one["level"], one["record"]["title"]) for one in found["records"]]


def test_the_nearest_record_stands_first_and_the_article_is_named(store, answer):
    found = answer("here", "auth.py#Session.verify")
    assert titles(found) == [
        ("symbol", "Count attempts before comparing"),
        ("enclosing", "Sessions live in memory"),
        ("itself", "Authentication is our own"),
    ]
    assert found["article"] == {"address": "auth", "capsule": "Who may come in.", "altitude": 0}


def test_a_change_has_what_governs_the_symbols_that_it_touches(store, answer, run):
    assert run("here", "--diff").stdout == "nothing changed\n"
    source = (store / "auth.py").read_text()
    (store / "auth.py").write_text(source.replace("return compare_digest(expected, token)", "return True"))
    assert answer("here", "--diff")["place"] == "auth.py#Session.verify"
    assert titles(answer("here", "--diff"))[0] == ("symbol", "Count attempts before comparing")
    git(store, "add", "auth.py")
    assert answer("here", "--staged")["place"] == "auth.py#Session.verify"
    git(store, "commit", "-qm", "Trust everybody")
    assert answer("here", "HEAD~1..HEAD")["place"] == "auth.py#Session.verify"


def test_commits_are_read_as_they_were(store, answer):
    git(store, "mv", "auth.py", "door.py")
    (store / "new file.py").write_text("def open_door():\n    return 1\n")
    commit(store, "Rename")
    (store / "new file.py").write_text("x = 1\n")
    assert answer("here", "HEAD~1..HEAD")["place"] == "new file.py#open_door"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere..HEAD"], "nowhere"),
        (["--diff", "nowhere"], "nowhere"),
        (["--", "-x..HEAD"], "is no revision"),
        ([], "name a place"),
    ],
)
def test_what_is_no_change_is_said(store, run, arguments, words):
    result = run("here", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not (store / "x").exists()


def test_a_commit_that_cites_a_record_brings_it_near(store, answer):
    (store / "door.py").write_text("def shut():\n    return 1\n")
    commit(store, "Shut the door, as of decision 3")
    (near,) = answer("here", "door.py#shut")["near"]
    assert (near["level"], near["record"]["title"]) == ("cited", "Authentication is our own")
    assert "«Shut the door, as of decision 3»" in near["reason"]


def test_a_line_that_looks_like_a_header_of_a_difference_is_none(store, answer):
    source = (store / "auth.py").read_text()
    (store / "other.py").write_text("a = (1\n+ 2)\n")
    commit(store)
    (store / "auth.py").write_text(
        "++ b/other.py\n" + source.replace("self.open = False", "self.open = None")
    )
    assert "auth.py#Session.close" in answer("here", "--diff")["place"]
    assert "other.py" not in answer("here", "--diff")["place"]


def test_what_is_near_is_said_by_how_the_code_is_tied_to_it(project, run, answer):
    (project / "keys.py").write_text("class Smith:\n    pass\n\n\nclass Key:\n    maker: Smith\n")
    (project / "bolt.py").write_text("def turn():\n    return 1\n")
    (project / "lock.py").write_text("from bolt import turn\n\n\ndef unlock():\n    return turn()\n")
    (project / "door.py").write_text(
        "from keys import Key\nfrom lock import unlock\n\n\ndef enter(key: Key):\n    return unlock()\n"
    )
    for place in ("keys.py#Key", "keys.py#Smith", "lock.py#unlock", "bolt.py#turn"):
        run("record", "--title", f"About {place}", "--at", place, "-m", "It has a reason.")
    commit(project)
    near = answer("here", "door.py#enter")["near"]
    reasons = {one["record"]["title"]: one["reason"] for one in near if one["level"] == "neighbour"}
    assert reasons == {
        "About keys.py#Key": "on keys.py#Key, which this uses as a type",
        "About lock.py#unlock": "on lock.py#unlock, which this calls",
        "About bolt.py#turn": "on bolt.py#turn, which this calls, 2 steps away",
    }


def test_a_place_is_looked_for_in_the_current_folder_and_then_in_the_workspace(
    project, run, answer, monkeypatch
):
    folder = project / "src"
    folder.mkdir()
    (folder / "door.py").write_text("def shut():\n    return 1\n")
    monkeypatch.chdir(folder)
    for place in ("src/door.py#shut", "door.py"):
        assert run("record", "--title", f"At {place}", "--at", place, "-m", "Why.").exit_code == 0
        assert answer("here", place)["records"]
    assert answer("here", "auth.py#Session")["place"] == "auth.py#Session"
    assert run("here", "../../nowhere.py").exit_code == 2
