import json

import pytest

RECORD = """---
id: 01J9ZQ4M5N6P7Q8R9S0T1V2W30
kind: gotcha
status: accepted
date: 2026-01-02
anchors:
- auth.py#Session.verify
---
# Count attempts before comparing

Every attempt is counted before the tokens are compared, or a wrong guess leaves no trace.
"""
CAPSULE = "Who may come in, and how often they may try before the door is shut."


@pytest.fixture
def store(project):
    (project / ".chesterton" / "records").mkdir(parents=True)
    (project / ".chesterton" / "records" / "0001-count.md").write_text(RECORD)
    (project / ".chesterton" / "articles").mkdir()
    (project / ".chesterton" / "articles" / "auth.md").write_text(
        f"---\ncapsule: {CAPSULE}\n---\n# Auth\n\nX.\n"
    )
    return project


def test_what_was_touched_is_told_once_and_again_after_it_left(store, run):
    run("touch", "auth.py")
    run("touch", "auth.py")
    told = run("flush").stdout
    assert told.count(CAPSULE) == 1
    assert told.count("Every attempt is counted") == 1
    run("touch", "auth.py")
    assert run("flush").stdout == ""
    (store / "context.txt").write_text(told)
    run("touch", "auth.py")
    assert run("flush", "--context", "context.txt").stdout == ""
    (store / "context.txt").write_text("something else altogether")
    assert run("flush", "--context", "context.txt").stdout == ""
    run("touch", "auth.py")
    assert run("flush", "--context", "context.txt").stdout == told


def test_conversations_know_nothing_of_each_other(store, run):
    run("touch", "auth.py", "--session", "one")
    assert run("flush", "--session", "two").stdout == ""
    assert CAPSULE in run("flush", "--session", "one").stdout


def test_reading_withdraws_and_a_trace_says_so(store, run):
    run("touch", "auth.py")
    run("touch", "--read", "1", "--read", "auth")
    assert run("flush").stdout == ""
    (trace,) = (store / ".chesterton" / "cache" / "conversations").glob("*.trace.jsonl")
    decisions = [json.loads(line) for line in trace.read_text().splitlines()]
    assert [one["decision"] for one in decisions] == ["staged", "staged", "withdrawn", "withdrawn"]


def test_a_delivery_that_fails_is_made_up_for(store, run, monkeypatch):
    def broken(*_, **__):
        raise BrokenPipeError

    run("touch", "auth.py")
    with monkeypatch.context() as patched:
        patched.setattr("click.echo", broken)
        with pytest.raises(BrokenPipeError):
            run("flush")
    assert CAPSULE in run("flush").stdout


def test_one_reminder_follows_a_successful_edit(store, run):
    run("touch", "auth.py", "--failed")
    assert "Changed" not in run("flush").stdout
    run("touch", "auth.py", "--edited")
    run("touch", "auth.py", "--edited")
    assert run("flush").stdout.count("Changed, and the article not: auth") == 1
    assert run("flush").stdout == ""
    run("touch", "auth.py", "--edited")
    run("touch", "--updated", "auth")
    assert run("flush").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["touch"], "name a place"),
        (["touch", "/etc/passwd"], "outside the workspace"),
        (["touch", "auth.py", "--session", "../x"], "can't name a conversation"),
        (["flush", "--standout", "0.5"], "a ratio of at least 1"),
    ],
)
def test_bad_input_is_said(store, run, arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_without_a_store_there_is_nowhere_to_note(project, run):
    assert "`chesterton init`" in run("touch", "auth.py").stderr


def test_a_log_that_somebody_deleted_begins_anew(store, run):
    run("touch", "--say", "hello " * 50)
    run("flush")
    (log,) = (store / ".chesterton" / "cache" / "conversations").glob("*.events.jsonl")
    log.unlink()
    run("touch", "auth.py")
    assert CAPSULE in run("flush").stdout
