"""Verdicts that are kept while somebody types say what a fresh look would say."""

from pathlib import Path

from chesterton.base.disk import apply_changes
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.workspace import acts
from chesterton.workspace.changes import Edited, Opened, Touched
from chesterton.workspace.host import Host

LOAD = "def load(name):\n    with open(name) as file:\n        return parse(file.read(), strict=True)\n"
SAVE = (
    "def save(name, value):\n    with open(name, 'w') as file:\n        file.write(dump(value, indent=2))\n"
)
DROP = "def drop(name):\n    if exists(name):\n        unlink(name, missing_ok=True)\n"
FILES = {"a/load.py": LOAD, "a/save.py": SAVE, "b/drop.py": DROP}
TARGETS = ["a/load.py#load", "a/load.py", "a/save.py#save", "b/drop.py#drop", "a/", "b/*.py"]
STEPS = [
    ("a/load.py", LOAD.replace("True", "False")),
    ("a/load.py", LOAD),
    ("a/save.py", f"# saves\n{SAVE}"),
    ("a/save.py", SAVE.replace("save", "store")),
    ("b/drop.py", ""),
    ("a/load.py", LOAD + "\n\n" + DROP),
    ("a/save.py", SAVE),
    ("a/load.py", "def broken(:\n"),
    ("a/load.py", LOAD),
    ("b/drop.py", DROP.replace("if", "while")),
]


def verdicts(host: Host) -> dict[str, tuple[str, str, str]]:
    snapshot = host.snapshot
    return {
        placed.ref.target: (placed.judgement.verdict, placed.judgement.state, str(placed.judgement.place))
        for record in snapshot.records.records
        for placed in snapshot.judgements(record)
    }


def test_after_every_edit_the_verdicts_are_those_of_a_workspace_opened_in_that_state(tmp_path: Path):
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    snapshot = Host(tmp_path).snapshot
    draft = acts.draft(snapshot, "decision", "Do it so", "We do it so.", accept=True)
    found = [acts.find_target(snapshot, target) for target in TARGETS]
    apply_changes(tmp_path, acts.record(snapshot, draft, found).changes)
    typed = Host(tmp_path)
    typed.sweep()
    buffers = dict(FILES)
    typed.apply(*(Opened(RepoPath(path), Text.of(text)) for path, text in buffers.items()))
    assert {verdict for verdict, _, _ in verdicts(typed).values()} == {"none"}
    for path, text in STEPS:
        whole = Edit(Span(0, len(buffers[path].encode())), text)
        buffers[path] = text
        typed.apply(Edited(RepoPath(path), (whole,)))
        fresh = Host(tmp_path)
        fresh.apply(*(Opened(RepoPath(path), Text.of(text)) for path, text in buffers.items()))
        assert verdicts(typed) == verdicts(fresh)


def test_what_changed_on_disk_is_judged_anew(tmp_path: Path):
    (tmp_path / "load.py").write_text(LOAD)
    snapshot = Host(tmp_path).snapshot
    draft = acts.draft(snapshot, "decision", "Do it so", "We do it so.", accept=True)
    apply_changes(
        tmp_path, acts.record(snapshot, draft, [acts.find_target(snapshot, "load.py#load")]).changes
    )
    host = Host(tmp_path)
    host.sweep()
    host.apply(Opened(RepoPath("other.py"), Text.of("")))
    assert [verdict for verdict, _, _ in verdicts(host).values()] == ["none"]
    (tmp_path / "load.py").write_text(LOAD.replace("True", "False"))
    host.apply(Touched(frozenset({RepoPath("load.py")})))
    assert [verdict for verdict, _, _ in verdicts(host).values()] == ["body"]
