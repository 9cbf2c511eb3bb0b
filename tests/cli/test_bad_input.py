"""Whatever the workspace is like: a clear message in the right place, and the rest works."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from chesterton.features.findings import all_findings
from chesterton.workspace.host import Host

Run = Callable[..., Result]
Answer = Callable[..., Any]

_UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
"""Makes root obey file permissions; other users do anyway."""


def run_without_privileges(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chesterton", *arguments]
    prefix = _UNPRIVILEGED if os.geteuid() == 0 else []
    return subprocess.run([*prefix, *command], capture_output=True, text=True, check=False)


def record_at(run: Run, place: str) -> None:
    done = run("record", "--title", f"About {place}", "--at", place, "-m", f"{place} has a reason.")
    assert done.exit_code == 0, done.output


def test_a_folder_without_write_permission(project: Path) -> None:
    project.chmod(0o555)
    try:
        done = run_without_privileges("record", "--title", "x", "--at", "auth.py#Session", "-m", "Why.")
        assert done.returncode == 2
        assert "no permission to write; nothing was changed" in done.stderr
        looked = run_without_privileges("here", "auth.py")
        assert (looked.returncode, looked.stdout) == (0, "auth.py: no record governs this\n")
    finally:
        project.chmod(0o755)


def test_an_unreadable_record_is_a_finding_and_the_others_count(project: Path, run: Run) -> None:
    record_at(run, "auth.py#Session")
    record_at(run, "auth.py#Session.close")
    first, _ = sorted((project / ".chesterton" / "records").iterdir())
    first.chmod(0)
    try:
        done = run_without_privileges("check")
        assert done.returncode == 1
        assert "unreadable" in done.stdout
        assert "1 record, 1 finding" in done.stdout
    finally:
        first.chmod(0o644)


def test_an_unreadable_source_file_is_gone_for_its_anchor_only(project: Path, run: Run) -> None:
    (project / "other.py").write_text("def other():\n    return 1\n")
    record_at(run, "other.py#other")
    record_at(run, "auth.py#Session.close")
    (project / "other.py").chmod(0)
    done = run_without_privileges("drift")
    assert done.returncode == 1
    assert "other.py#other" in done.stdout
    assert "auth.py" not in done.stdout


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("image.py", b"\x89PNG\0\0\0\1" * 64),
        ("huge.py", b"x = 1\n" * 600_000),
        ("latin.py", "# caf\xe9\ndef menu():\n    return 'caf\xe9'\n".encode("latin-1")),
        ("broken.py", b"def broken(:\n    return ((1\nclass {\n"),
        ("one-line.js", b"var a=1;" * 40_000),
        ("notes.unknown", b"any text\n"),
        ("empty.py", b""),
    ],
)
def test_a_file_that_cannot_be_parsed_is_anchored_as_a_file(
    project: Path, run: Run, answer: Answer, name: str, content: bytes
) -> None:
    (project / name).write_bytes(content)
    record_at(run, name)
    assert run("check").exit_code == 0
    (project / name).write_bytes(content + b"\n\0changed")
    (entry,) = answer("drift", "--all")
    assert (entry["state"], entry["verdict"]) == ("live", "body")


def test_code_that_stops_parsing_while_it_is_typed_is_no_drift_in_an_editor(project: Path, run: Run) -> None:
    record_at(run, "auth.py#Session.close")
    source = (project / "auth.py").read_text()
    (project / "auth.py").write_text(source.replace("self.open = False", "self.open = (False"))
    assert all_findings(Host(project).snapshot) == ()
    assert "not judged, since a file does not parse" in run("drift").stdout


def test_everything_works_without_git(
    tmp_path: Path, run: Run, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tool.py").write_text("def work(job):\n    job.start()\n    return job.wait(30, retries=3)\n")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path)
    record_at(run, "tool.py#work")
    (tmp_path / "tool.py").rename(tmp_path / "jobs.py")
    (entry,) = answer("drift", "--all")
    assert (entry["verdict"], entry["place"]) == ("moved", "jobs.py#work")


def test_a_symlink_out_of_the_workspace_is_not_followed(
    project: Path, run: Run, tmp_path_factory: Any
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.py").write_text("def secret():\n    return 1\n")
    (project / "link").symlink_to(outside)
    done = run("record", "--title", "x", "--at", "link/secret.py#secret")
    assert done.exit_code == 2
    assert "no readable file of the workspace" in done.stderr


def test_a_file_with_conflict_marks_is_a_finding_and_the_rest_works(project: Path, run: Run) -> None:
    record_at(run, "auth.py#Session")
    record_at(run, "auth.py#Session.close")
    first, _ = sorted((project / ".chesterton" / "records").iterdir())
    text = first.read_text()
    first.write_text(
        text.replace(
            "status: accepted\n", "<<<<<<< a\nstatus: accepted\n=======\nstatus: rejected\n>>>>>>> b\n"
        )
    )
    done = run("check")
    assert done.exit_code == 1
    assert first.name in done.stdout
    assert run("here", "auth.py#Session.close").exit_code == 0


@pytest.mark.parametrize(
    "command", [["confirm"], ["edit", "tags=a"], ["deprecate"], ["reanchor", "--to", "auth.py"]]
)
def test_nothing_is_written_between_the_marks_of_a_merge(project: Path, run: Run, command: list[str]) -> None:
    record_at(run, "auth.py#Session")
    (file,) = (project / ".chesterton" / "records").iterdir()
    torn = file.read_text().replace(
        "kind: decision\n", "<<<<<<< ours\nkind: decision\n=======\nkind: fact\n>>>>>>> theirs\n"
    )
    file.write_text(torn)
    (project / "auth.py").write_text((project / "auth.py").read_text().replace("append", "extend"))
    name, *options = command
    target = ["auth.py#Session"] if name == "reanchor" else []
    done = run(name, "0001", *target, *options)
    assert done.exit_code == 2, done.output
    assert f"{file.relative_to(project)}:" in done.stderr
    assert "merge conflict" in done.stderr
    assert file.read_text() == torn


def test_what_is_being_written_is_no_business_of_git(project: Path, run: Run) -> None:
    """A process that is killed leaves its temporary file where git looks for none."""
    (project / ".chesterton").mkdir()
    killed = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os; os.fsync = lambda _: os.kill(os.getpid(), 9);"
            "from chesterton.cli.main import main; main(['record', '--title', 'x', '--at', 'auth.py', '-m', 'y'])",
        ],
        check=False,
    )
    assert killed.returncode == -9
    listed = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], capture_output=True, check=True, text=True
    )
    assert listed.stdout == ""


def test_a_full_disk_names_the_file(project: Path, run: Run) -> None:
    done = run("graph", "export", "-o", "/dev/full")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (
        2,
        "chesterton: /dev/full: No space left on device",
    )


def test_an_expression_too_deep_for_any_stack(project: Path, run: Run) -> None:
    (project / "deep.py").write_text("x = " + "(" * 5000 + "1" + ")" * 5000 + "\n")
    record_at(run, "deep.py")
    assert run("here", "deep.py").exit_code == 0


def test_a_symbol_of_a_file_too_large_to_parse(project: Path, run: Run) -> None:
    (project / "large.py").write_text("def one():\n    pass\n" + "# filler\n" * 150_000)
    done = run("record", "--title", "x", "--at", "large.py#one", "-m", "Why.")
    assert done.exit_code == 2
    assert "large.py: The file has 1,350,020 bytes" in done.stderr
    assert "Anchor to the file as a whole" in done.stderr


@pytest.mark.parametrize("command", [["log", "a.py#one"], ["coverage"]])
def test_history_without_git_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, command: list[str]
) -> None:
    (tmp_path / "a.py").write_text("def one():\n    pass\n")
    monkeypatch.chdir(tmp_path)
    done = run(*command)
    assert done.exit_code == 2
    assert (
        done.stderr == f"chesterton: {tmp_path} is in no git repository, so there is no history to look at\n"
    )


def test_a_pipe_that_can_not_have_every_character_gets_the_others(project: Path, run: Run) -> None:
    assert run("record", "--title", "Größe → 3", "-m", "Nie größer.").exit_code == 0
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "chesterton", "show", "1"]
    words = subprocess.run(command, capture_output=True, env=environment, check=True).stdout.decode("latin-1")
    assert "Größe \\u2192 3" in words
    document = subprocess.run([*command, "--json"], capture_output=True, env=environment, check=True).stdout
    assert json.loads(document)["title"] == "Größe → 3"


@pytest.mark.parametrize(
    ("path", "source", "place", "told"),
    [
        (
            "D.java",
            "class D {\n void f() {}\n void f(int a) {}\n}\n",
            "f",
            "D.java#D.f~2 (line 3: void f(int a) {})",
        ),
        ("h.md", "# T\n\n## Setup\n\na\n\n## Setup\n\nb\n", "T.Setup", "h.md#T.Setup~2 (line 7: ## Setup)"),
    ],
)
def test_who_names_several_declarations_is_told_which_one_it_is(
    project: Path, run: Run, path: str, source: str, place: str, told: str
) -> None:
    (project / path).write_text(source)
    done = run("record", "--title", "x", "--at", f"{path}#{place}", "-m", "Why.")
    assert done.exit_code == 0
    assert "2 times" in done.stderr
    assert told in done.stderr
    other = told.partition(" ")[0]
    first = other.removesuffix("~2")
    assert "times" not in run("reanchor", "1", first, "--to", other).stderr
    assert "is the first" in run("reanchor", "1", other, "--to", first).stderr
    by_line = run("record", "--title", "y", "--at", f"{path}:{3 if path == 'h.md' else 2}", "-m", "Because.")
    assert "times" not in by_line.stderr


def test_the_folder_of_git_is_no_part_of_the_workspace(project: Path, run: Run) -> None:
    done = run("record", "--title", "x", "--at", ".git/config", "-m", "Why.")
    assert done.exit_code == 2
    assert ".git/config belongs to version control" in done.stderr
    assert not (project / ".chesterton" / "records").exists()


def test_a_terminal_does_nothing_that_a_record_says(project: Path, run: Run) -> None:
    record_at(run, "auth.py#Session")
    (file,) = (project / ".chesterton" / "records").iterdir()
    file.write_text(file.read_text() + "\n\x1b]0;owned\x07\x9b2J\ttab\r\n")
    command = [sys.executable, "-m", "chesterton", "show", "0001"]
    terminal, end = pty.openpty()
    with subprocess.Popen(command, stdout=end) as shown:
        os.close(end)
        with os.fdopen(terminal, "rb", closefd=True) as screen, contextlib.suppress(OSError):
            text = b""
            while piece := screen.read1():
                text += piece
    assert shown.returncode == 0
    assert rb"\x1b]0;owned\x07\x9b2J" in text
    assert not {0x1B, 0x07} & set(text)
    piped = subprocess.run([*command, "--json"], capture_output=True, check=True)
    assert "\x1b]0;owned\x07\x9b2J\ttab" in json.loads(piped.stdout)["body"]


def test_an_article_about_what_is_outside_is_refused(project: Path, run: Run) -> None:
    done = run("article", "write", "../x", "-m", "So.")
    assert (done.exit_code, "../x lies outside the workspace" in done.stderr) == (2, True)
    assert not (project / ".chesterton").exists()


def test_a_dry_run_is_json_where_json_is_asked_for(project: Path, run: Run) -> None:
    record_at(run, "auth.py#Session")
    done = run("lint", "--fix", "--dry-run", "--json")
    assert json.loads(done.stdout) == {"changed": [], "difference": ""}


def test_a_file_that_is_not_parsed_is_named(project: Path, run: Run) -> None:
    (project / "odd.py").write_bytes(b"x = 1\0")
    assert "odd.py: The file is binary" in run("index").stdout


def test_nobody_is_asked_whether_they_meant_what_they_said(project: Path, run: Run) -> None:
    (project / "ext.py").write_bytes(b"x = 1\n")
    (project / "ext.py").chmod(0)
    done = run_without_privileges("record", "--title", "x", "--at", "ext.py", "-m", "y")
    assert (done.returncode, "did you mean" in done.stderr) == (2, False), done.stderr
