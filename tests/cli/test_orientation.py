import pytest

from .conftest import commit, git

CONSTRAINT = """---
id: 01J9ZQ4M5N6P7Q8R9S0T1V2W3X
kind: constraint
status: accepted
date: 2026-01-02
anchors:
- auth.py#Session.verify
---
# Compare in constant time

Never compare a token with ==.
"""
DOMAIN = """---
paths:
- auth.py
---
# Signing in

Nobody gets in by guessing.
"""


@pytest.fixture
def store(project):
    for path, text in (("records/0001-compare.md", CONSTRAINT), ("domains/sign-in.md", DOMAIN)):
        file = project / ".chesterton" / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return project


def test_the_table_of_contents(store, run):
    assert run("toc").stdout == (
        "sign-in: 1 record, 1 of them mistakes\n    Nobody gets in by guessing.\nin no domain: 0 records in force\n"
    )


def test_a_domain(store, run):
    text = run("toc", "sign-in").stdout
    assert text.startswith(
        "sign-in: Signing in\nNobody gets in by guessing.\nlies in: auth.py#Session.verify\n"
    )
    assert "[constraint] Compare in constant time" in text


def test_an_unknown_domain(store, run):
    result = run("toc", "payments")
    assert (result.exit_code, "there are: sign-in" in result.stderr) == (2, True)


def test_the_life_of_a_symbol(store, answer):
    assert [(one["what"], one["title"]) for one in answer("timeline", "Session.verify")] == [
        ("record", "Compare in constant time"),
        ("commit", "Start"),
    ]


def test_the_life_of_nothing(store, run):
    result = run("timeline", "nowhere.py")
    assert (result.exit_code, "is no file" in result.stderr) == (2, True)


def test_hot_files_without_a_record(store, answer):
    (store / "hot.py").write_text("a = 1\n")
    commit(store, "Heat")
    rows = answer("coverage")
    assert [(row["path"], row["records"]) for row in rows] == [("hot.py", 0), ("auth.py", 1)]


def test_coverage_of_a_folder_of_a_repository(store, answer):
    inner = store / "services"
    (inner / ".chesterton").mkdir(parents=True)
    (inner / "hot.py").write_text("a = 1\n")
    commit(store, "Heat")
    assert [row["path"] for row in answer("coverage", "--root", str(inner))] == ["hot.py"]


def test_an_initiative_is_listed_and_has_a_page(store, run):
    page = store / ".chesterton" / "initiatives" / "hardening.md"
    page.parent.mkdir()
    page.write_text("# Hardening\n\nThe audit of 2026 asked for it.\n")
    record = store / ".chesterton" / "records" / "0001-compare.md"
    record.write_text(record.read_text().replace("kind:", "initiative: hardening\nkind:"))
    assert "initiatives:\nhardening: 1 record, 1 of them mistakes\n    The audit of 2026" in run("toc").stdout
    text = run("toc", "hardening").stdout
    assert text.startswith(
        "hardening: Hardening\nThe audit of 2026 asked for it.\nlies in: auth.py#Session.verify\n"
    )
    assert "[constraint] Compare in constant time" in text


@pytest.fixture
def crowd(store):
    """Two groups of files that import each other; the larger one lies in `billing/`."""
    for folder, count in (("billing", 7), ("search", 6)):
        (store / folder).mkdir()
        for number in range(count):
            other = (number + 1) % count
            source = f"from {folder}.part{other} import run{other}\n\ndef run{number}():\n    return run{other}()\n"
            (store / folder / f"part{number}.py").write_text(source)
    return store


def test_a_suggested_domain_is_adopted_in_one_step(crowd, run, answer):
    assert "billing: billing/ (7 of the 7 files" in run("toc", "--suggest").stdout
    done = run("domain", "adopt", "billing", "-m", "Nothing is charged twice.")
    assert done.exit_code == 0, done.output
    assert {one["slug"]: one["summary"] for one in answer("toc")["domains"]} == {
        "billing": "Nothing is charged twice.",
        "sign-in": "Nobody gets in by guessing.",
    }
    assert [one["slug"] for one in answer("toc", "--suggest")] == ["search"]
    again = run("domain", "adopt", "billing", "-m", "Twice.")
    assert (again.exit_code, "no domain billing is suggested; there are: search" in again.stderr) == (2, True)


def test_a_task_is_told_what_its_domains_are_for(store, run):
    text = run("recall", "Session.verify", "Session.close").stdout
    assert text.count("Nobody gets in by guessing.") == 1
    assert text.count("in the domain sign-in") == 2


def test_a_seed_of_another_work_tree_is_read_as_one_of_this(store, run, tmp_path_factory):
    other = tmp_path_factory.mktemp("trees") / "other"
    git(store, "worktree", "add", "-q", "-b", "other", str(other))
    seed = str(other / "auth.py")
    text = run("recall", seed).stdout
    assert f"«{seed}» was read as auth.py (other worktree)" in text
    assert "Never compare a token with ==." in text
