import pytest

from .conftest import commit

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
