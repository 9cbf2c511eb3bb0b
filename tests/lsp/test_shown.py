"""An editor is told to ask again only when it would see something else."""

from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.lsp.roots import File, Root
from chesterton.lsp.shown import Shown
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host

pytestmark = pytest.mark.asyncio

PAGE = RepoPath("page.txt")


async def compute(function, *arguments):
    return function(*arguments)


def words(file: File) -> list[str]:
    text = file.snapshot.read(file.path)
    return text.source.split() if text else []


@pytest.fixture
def root(tmp_path: Path) -> Root:
    (tmp_path / PAGE).write_text("one two")
    return Root(tmp_path, Host(tmp_path))


def write(root: Root, path: RepoPath, text: str) -> None:
    (root.path / path).write_text(text)
    root.host.apply(Touched(frozenset({path})))


async def test_only_another_answer_is_news(root):
    shown = Shown(compute, lambda: None)
    assert await shown.answer("lenses", root.uri(PAGE), File(root, PAGE, root.snapshot), words) == [
        "one",
        "two",
    ]
    write(root, PAGE, "one  two\n")
    assert not await shown.outdated("lenses")
    write(root, PAGE, "one two three")
    assert await shown.outdated("lenses")
    assert not await shown.outdated("findings")
    shown.forget(root.uri(PAGE))
    assert not await shown.outdated("lenses")


async def test_a_change_during_an_answer_has_it_looked_at_again(root):
    again: list[bool] = []

    async def interrupted(function, *arguments):
        found = function(*arguments)
        shown.changed()
        return found

    shown = Shown(interrupted, lambda: again.append(True))
    await shown.answer("lenses", root.uri(PAGE), File(root, PAGE, root.snapshot), words)
    assert again
