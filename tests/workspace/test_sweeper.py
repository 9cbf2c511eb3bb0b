"""A whole store judged by worker processes says what one process alone says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.anchors.repositories import Repository

from chesterton.anchors.drift import Judgement
from chesterton.base.disk import apply_changes
from chesterton.code.workers import Workers
from chesterton.workspace import acts
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host

FILES = 72
BODY = "    total = sum(one.price * one.count for one in {name}.items)\n    return round(total - {name}.discount, 2)\n"


def source(number: int) -> str:
    name = f"order{number}"
    return (
        f"def price_{number}({name}):\n"
        + BODY.format(name=name)
        + f"\n\ndef short_{number}():\n    return {number}\n"
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two anchors in each of many files, which then change in many ways."""
    root = tmp_path_factory.mktemp("sweep")
    repository = Repository(root)
    repository.commit({f"m{number}.py": source(number) for number in range(FILES)})
    snapshot = Host(root).snapshot
    targets = [f"m{number}.py#{name}_{number}" for number in range(FILES) for name in ("price", "short")]
    draft = acts.draft(snapshot, "decision", "Round prices", "We round.", accept=True)
    done = acts.record(snapshot, draft, [acts.find_target(snapshot, target) for target in targets])
    apply_changes(root, done.changes)
    for number in range(FILES):
        path, text = root / f"m{number}.py", source(number)
        match number % 8:
            case 0:
                path.write_text(text.replace("round(", "float("))
            case 1:
                path.write_text("# a comment\n" + text)
            case 2:
                path.unlink()
            case 3:
                path.write_text(text.replace(f"price_{number}", "cost"))
            case 4:
                path.write_text(text.replace(f"    return {number}", f"    audit()\n    return {number}"))
            case 5:
                path.write_text(text.split("\n\n\n")[1])
                (root / f"new{number}.py").write_text(text.split("\n\n\n")[0])
            case 6:
                path.write_text(text + "\n\ndef broken(:\n")
            case _:
                pass
    return root


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as found:
        yield found


def judgements(host: Host) -> dict[str, Judgement]:
    return {placed.ref.target: placed.judgement for placed in host.apply(Touched(None)).sweep()}


def test_workers_judge_like_this_process(root: Path, workers: Workers) -> None:
    alone, together = judgements(Host(root)), judgements(Host(root, workers))
    assert together == alone
    assert {one.verdict for one in alone.values()} >= {"none", "body", "renamed", "moved", "gone"}


def test_a_file_is_judged_again_when_it_changed_after_the_sweep(root: Path, workers: Workers) -> None:
    host = Host(root, workers)
    target = "m7.py#price_7"
    assert judgements(host)[target].verdict == "none"
    path = root / "m7.py"
    text = path.read_text()
    path.write_text(text.replace("round(", "float("))
    try:
        assert (
            host.apply(Touched(None))
            .placed(acts.find_target(host.snapshot, target).path)[0]
            .judgement.verdict
            == "body"
        )
        assert judgements(host)[target].verdict == "body"
    finally:
        path.write_text(text)
    assert judgements(host)[target].verdict == "none"
