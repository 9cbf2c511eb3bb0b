import pytest

GOTCHA = """---
id: 01J9ZQ4M5N6P7Q8R9S0T1V2W3X
kind: gotcha
status: accepted
date: 2026-01-02
anchors:
- auth.py#Session.verify
---
# Count attempts before comparing

Every attempt is counted before the tokens are compared, or a wrong guess leaves no trace.
"""


@pytest.fixture
def store(project):
    folder = project / ".chesterton" / "records"
    folder.mkdir(parents=True)
    (folder / "0001-count.md").write_text(GOTCHA)
    return project


def test_recall_reads_back_what_governs_a_seed(store, run):
    text = run("recall", "Session.verify").stdout
    assert "## Mistakes to avoid here\n- [gotcha] Count attempts before comparing." in text
    assert "«Session.verify» was read as auth.py#Session.verify (name)" in text


def test_recall_keeps_to_its_budget(store, answer):
    found = answer("recall", "auth.py", "--memory", "500", "--structure", "200")
    assert len(found["memory"]) <= 500
    assert len(found["structure"]) <= 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["recall", "/etc/passwd"], "lies outside the workspace"),
        (["recall", "link/secret.py"], "is no file, directory or symbol of this workspace"),
        (["recall", "auth.py", "--memory", "-1"], "No memory: its budget is -1"),
        (["recall"], "no seed names a place"),
    ],
)
def test_recall_of_what_cannot_be_gets_a_clear_answer(store, tmp_path_factory, run, arguments, words):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.py").write_text("key = 1\n")
    (store / "link").symlink_to(outside)
    result = run(*arguments)
    assert words in result.stdout
    assert result.exit_code == 0


def test_recall_without_a_store_says_how_to_begin(project, run):
    assert "`chesterton record` writes the first one" in run("recall", "auth.py").stdout


def test_search_finds_the_line(store, run):
    result = run("search", "token compare", "kind:gotcha")
    assert result.stdout.startswith(".chesterton/records/0001-count.md:11: Count attempts before comparing")
    assert result.exit_code == 0


def test_search_sees_a_record_that_was_just_written(store, answer):
    assert answer("search", "zebra")["hits"] == []
    record = GOTCHA.replace("3X", "3Y").replace("# Count", "# Zebra: count")
    (store / ".chesterton" / "records" / "0002-zebra.md").write_text(record)
    assert [hit["title"] for hit in answer("search", "zebra")["hits"]] == [
        "Zebra: count attempts before comparing"
    ]


def test_search_writes_nothing_but_its_cache(store, run):
    run("search", "attempts")
    new = {path.relative_to(store).parts[:2] for path in store.rglob("*") if path.is_file()}
    assert {parts for parts in new if parts[0] == ".chesterton"} == {
        (".chesterton", "records"),
        (".chesterton", "cache"),
    }


def test_search_without_an_answer_leaves_with_1(store, run):
    assert run("search", "zebra").exit_code == 1


def test_stats_know_what_was_shown_and_what_was_not(store, run):
    assert "1 in force were never shown" in run("stats").stdout
    run("search", "attempts")
    run("recall", "auth.py")
    text = run("stats").stdout
    assert "2 shown" in text
    assert "0 in force were never shown" in text


def test_use_is_not_noted_when_switched_off(store, run):
    (store / ".chesterton" / "config.toml").write_text("[usage]\nenabled = false\n")
    run("search", "attempts")
    assert not (store / ".chesterton" / "cache" / "usage.jsonl").exists()
    assert "not noted" in run("stats").stdout


def test_stats_without_a_store_say_that_nothing_is_noted(project, run):
    (project / "docs" / "adr").mkdir(parents=True)
    (project / "docs" / "adr" / "0001-count.md").write_text(GOTCHA)
    text = run("stats").stdout
    assert "reading    not noted: there is no store yet" in text
    assert "never shown" not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["search", "the of and"], "holds only common words"),
        (["search", "attempts\x07\x1b[31m"], "control characters in the query were read as spaces"),
        (["search", "attempts " * 11_200], "the first 2,000 were read"),
        (["search", "   "], "an empty query finds nothing"),
        (["recall", "auth.py", "--memory", "0"], "No memory: its budget is 0; 6,000 characters is usual"),
        (["recall", "auth.py", "--structure", "0"], "No structure: its budget is 0"),
        (["recall", "a\x07b"], "is no place: give a path"),
        (["recall", "--task", "the of and"], "none of the 1 records concerns this"),
        (["recall", "x" * 100_000], "is no place: give a path"),
    ],
)
def test_a_question_that_makes_no_sense_gets_a_clear_answer(store, run, arguments, words):
    result = run(*arguments)
    assert words in result.stdout
    assert result.stderr == ""


def test_an_empty_store_says_so(project, run):
    (project / ".chesterton" / "records").mkdir(parents=True)
    assert "the store holds no records yet" in run("search", "attempts").stdout
    assert "the store holds no records yet" in run("recall", "auth.py").stdout


def test_a_line_of_a_file_in_another_encoding_is_the_line_that_an_editor_shows(store, run):
    source = "# é\n" * 400 + (store / "auth.py").read_text()
    (store / "auth.py").write_bytes(source.encode("latin-1"))
    assert "read as auth.py#Session.verify" in run("recall", "auth.py:406").stdout
