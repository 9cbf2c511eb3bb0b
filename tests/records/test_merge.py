"""Two branches work on the same records, and git merges them: clean, or a conflict on the disputed lines alone."""

import json
import subprocess
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from chesterton.base.disk import FileChange, apply_changes
from chesterton.cli.main import main
from chesterton.records import journal, lifecycle
from chesterton.records.adoption import adopt
from chesterton.records.folder import FolderReader
from chesterton.records.lifecycle import Draft
from chesterton.records.lint.rules import Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import AnchorRef
from chesterton.records.relocation import move, renumber
from chesterton.records.store import RecordSet, load

DAY = date(2026, 12, 1)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
OLD, NEW, PLAIN = "01KB8ZQ4T6M9V2C5N7R3H1XW01", "01KB8ZQ4T6M9V2C5N7R3H1XW02", "01KB8ZQ4T6M9V2C5N7R3H1XW03"
Act = Callable[[RecordSet], list[FileChange]]

LEGACY = (
    "# {n}. Legacy {n}\n\nDate: 2020-01-01\n\n## Status\n\n{s}\n\n## Context\n\nA.\n\n## Decision\n\nB.\n"
)


class Repository:
    """A git repository with one accepted record, one proposal and a folder of decisions in an older style."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")
        (root / "doc/adr").mkdir(parents=True)
        for number, status in ((1, "Accepted"), (2, "Proposed")):
            text = LEGACY.format(n=number, s=status)
            (root / f"doc/adr/000{number}-legacy-{number}.md").write_text(text)
        anchors = tuple(AnchorRef(f"src/{name}.py", "11111111") for name in "bdfhj")
        self.apply(lambda records: self.draft(records, OLD, "Old", "accepted", anchors))
        self.apply(lambda records: self.draft(records, NEW, "New", "proposed", anchors[:1]))
        self.commit("Start")

    @staticmethod
    def draft(
        records: RecordSet,
        identity: str,
        title: str,
        status: str = "proposed",
        anchors: tuple[AnchorRef, ...] = (),
    ) -> list[FileChange]:
        home = records.roots[0]
        draft = Draft(id=identity, title=title, date=DAY, status=status, body="Words.", anchors=anchors)  # type: ignore[arg-type]
        return lifecycle.create(records, draft, home)

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        settings = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        return subprocess.run(
            ["git", *settings, *arguments], cwd=self.root, capture_output=True, text=True, check=False
        )

    def load(self) -> RecordSet:
        return load(FolderReader(self.root))

    def apply(self, act: Act) -> None:
        apply_changes(self.root, act(self.load()))

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def merge(self, left: Act, right: Act) -> list[str]:
        """Do `left` and `right` on two branches and merge; the lines inside conflict marks, without repetitions."""
        for name, act in (("left", left), ("right", right)):
            self.git("checkout", "-q", "-b", name, "main")
            self.apply(act)
            self.commit(name)
        self.git("checkout", "-q", "left")
        self.git("merge", "-q", "--no-edit", "right")
        return sorted({line for path in self.root.rglob("*.md") for line in disputed(path.read_text())})

    def codes(self) -> set[str]:
        return {problem.code for problem in lint(self.load(), Context(DAY, LintConfig()))}


def disputed(text: str) -> list[str]:
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("<<<<<<< "):
            inside = True
        elif line.startswith(">>>>>>> "):
            inside = False
        elif inside and line and not line.startswith("======="):
            lines.append(line)
    return lines


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def add(title: str) -> Act:
    return lambda records: Repository.draft(
        records, f"01KB8ZQ4T6M9V2C5N7R3H1X{title.upper():0>3}"[-26:], title
    )


def ratify(by: str, reference: str = NEW) -> Act:
    return lambda records: lifecycle.ratify(records, records.find(reference), by, DAY)


def reject(by: str) -> Act:
    return lambda records: lifecycle.reject(records, records.find(NEW), by, DAY)


def confirm(by: str, code: str = "11111111") -> Act:
    def act(records: RecordSet) -> list[FileChange]:
        record = records.find(OLD)
        return lifecycle.confirm(
            records, record, [one._replace(code=code) for one in record.anchors], by, DAY
        )

    return act


def supersede(identity: str, status: str = "accepted") -> Act:
    draft = Draft(id=identity, title=f"Next {identity[-1]}", date=DAY, body="Words.", status=status)  # type: ignore[arg-type]
    return lambda records: lifecycle.supersede(records, [records.find(OLD)], draft)


def anchor(target: str, new: str) -> Act:
    return lambda records: lifecycle.replace_anchor(
        records, records.find(OLD), target, AnchorRef(new, "22222222")
    )


def anchors_more(*targets: str) -> Act:
    def act(records: RecordSet) -> list[FileChange]:
        record = records.find(OLD)
        return lifecycle.set_anchors(records, record, [*record.anchors, *map(AnchorRef, targets)])

    return act


CLEAN: dict[str, tuple[Act, Act]] = {
    "two new records": (add("aa"), add("bb")),
    "two ratifications of different records": (ratify("Ann"), ratify("Bo", "legacy-2")),
    "a ratification and a new anchor": (
        ratify("Ann"),
        lambda records: lifecycle.set_anchors(
            records, records.find(NEW), [*records.find(NEW).anchors, AnchorRef("src/z.py")]
        ),
    ),
    "two successors of one record": (supersede(PLAIN), supersede(PLAIN[:-1] + "4")),
    "a successor and a confirmation": (supersede(PLAIN, "proposed"), confirm("Ann")),
    "anchors added at different places": (anchors_more("src/a.py"), anchors_more("src/e.py")),
    "a confirmation and an anchor at the end": (confirm("Ann"), anchors_more("src/z.py")),
    "anchors moved that do not touch": (anchor("src/b.py", "src/b2.py"), anchor("src/h.py", "src/h2.py")),
    "a confirmation and a deprecation": (
        confirm("Ann"),
        lambda records: lifecycle.deprecate(records, records.find(OLD)),
    ),
    "a new number and a confirmation": (
        lambda records: renumber(records, records.find(OLD), 9),
        confirm("Ann"),
    ),
    "a move and a ratification": (
        lambda records: move(records, records.find("legacy-1"), records.roots[0]),
        ratify("Ann", "legacy-2"),
    ),
    "two journal entries": (
        lambda records: journal.append((), "Left.", NOON),
        lambda records: journal.append((), "Right.", NOON),
    ),
    "the same decision by the same person": (ratify("Ann"), ratify("Ann")),
    "an adoption and a ratification": (
        lambda records: [change for change in adopt(records) if "legacy-1" in change.path],
        ratify("Ann", "legacy-2"),
    ),
}  # fmt: skip

DISPUTED: dict[str, tuple[Act, Act, list[str]]] = {
    "ratified by two people": (
        ratify("Ann"),
        ratify("Bo"),
        ["ratified: 2026-12-01 Ann", "ratified: 2026-12-01 Bo"],
    ),
    "ratified here, rejected there": (
        ratify("Ann"),
        reject("Bo"),
        ["ratified: 2026-12-01 Ann", "ratified: 2026-12-01 Bo", "status: accepted", "status: rejected"],
    ),
    "confirmed by two people": (
        confirm("Ann"),
        confirm("Bo"),
        ["confirmed: 2026-12-01 Ann", "confirmed: 2026-12-01 Bo"],
    ),
    "one anchor moved to two places": (
        anchor("src/d.py", "src/d2.py"),
        anchor("src/d.py", "src/d3.py"),
        ["  - src/d2.py code:22222222", "  - src/d3.py code:22222222"],
    ),
    "the same record adopted twice": (
        lambda records: adopt(records, iter([PLAIN, PLAIN[:-1] + "5"]).__next__)[:1],
        lambda records: adopt(records, iter([PLAIN[:-1] + "6", PLAIN[:-1] + "7"]).__next__)[:1],
        [f"id: {PLAIN}", f"id: {PLAIN[:-1]}6"],
    ),
}


@pytest.mark.parametrize("name", CLEAN)
def test_work_that_does_not_contradict_merges_cleanly(repository: Repository, name: str):
    assert repository.merge(*CLEAN[name]) == []
    assert not {"yaml-syntax", "duplicate-key", "conflict-markers"} & repository.codes()


@pytest.mark.parametrize("name", DISPUTED)
def test_a_conflict_is_on_the_disputed_lines_alone(repository: Repository, name: str):
    left, right, lines = DISPUTED[name]
    assert repository.merge(left, right) == lines
    assert "conflict-markers" in repository.codes()
    assert len(repository.load().records) >= 4


def test_what_git_merges_silently_is_found_by_lint(repository: Repository):
    assert repository.merge(add("aa"), add("bb")) == []
    assert "duplicate-number" in repository.codes()


def test_two_accepted_successors_are_found_by_lint(repository: Repository):
    assert repository.merge(*CLEAN["two successors of one record"]) == []
    assert "rival-successors" in repository.codes()


class Confirmers:
    """A repository with a store and one record on two neighbouring functions."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.run("git", "init", "-q", "-b", "main")
        self.run("git", "config", "user.name", "Ann")
        self.run("git", "config", "user.email", "ann@example.org")
        self.run("git", "config", "commit.gpgsign", "false")
        self.code(one=1, two=1)
        self.chesterton("init")
        places = ("--at", "code.py#one", "--at", "code.py#two")
        self.chesterton("record", "--title", "Both", *places, "-m", "They must agree.")
        self.commit("Start")

    def code(self, one: int, two: int) -> None:
        bodies = (f"def {name}(x):\n    return x + {value}\n" for name, value in (("one", one), ("two", two)))
        (self.root / "code.py").write_text("\n\n".join(bodies))

    def run(self, *command: str) -> str:
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout

    def chesterton(self, *arguments: str) -> Result:
        return CliRunner().invoke(main, [*arguments, "--root", str(self.root)], catch_exceptions=False)

    def commit(self, message: str) -> None:
        self.run("git", "add", "-A")
        self.run("git", "commit", "-qm", message)

    def confirm_on(self, branch: str, target: str, **values: int) -> None:
        self.run("git", "checkout", "-q", "-b", branch, "main")
        self.code(**values)
        done = self.chesterton("confirm", "0001", "--anchor", target)
        assert done.exit_code == 0, done.output
        self.commit(branch)


def test_two_branches_confirm_neighbouring_anchors(tmp_path: Path):
    repository = Confirmers(tmp_path)
    repository.confirm_on("left", "code.py#one", one=2, two=1)
    repository.confirm_on("right", "code.py#two", one=1, two=2)
    repository.run("git", "merge", "-q", "--no-edit", "left")
    (baselines,) = (tmp_path / ".chesterton/baselines").iterdir()
    assert "<<<<<<<" not in baselines.read_text()
    drift = repository.chesterton("drift", "--json")
    assert drift.exit_code == 0, drift.output
    again = repository.chesterton("confirm", "0001")
    assert again.exit_code == 0
    assert len(baselines.read_text().splitlines()) in (2, 4)


def test_baselines_with_conflict_marks_are_a_finding_and_the_rest_works(tmp_path: Path):
    repository = Confirmers(tmp_path)
    (tmp_path / ".chesterton/.gitattributes").unlink()
    (baselines,) = (tmp_path / ".chesterton/baselines").iterdir()
    one, two = baselines.read_text().splitlines()
    baselines.write_text(f"{one}\n<<<<<<< left\n{two}\n=======\n{two}\n>>>>>>> right\n")
    for command in ("check", "lint"):
        found = repository.chesterton(command, "--json")
        assert found.exit_code == 1
        (finding,) = [one for one in json.loads(found.stdout)["findings"] if one["level"] == "error"]
        assert (finding["code"], finding["line"]) == ("conflict-markers", 2)
        assert finding["path"].endswith(".jsonl")
    assert repository.chesterton("drift").exit_code == 0
