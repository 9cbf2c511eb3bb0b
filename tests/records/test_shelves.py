"""The library in a workspace's snapshot: lazily read, up to date after every change."""

from datetime import date
from pathlib import Path

import pytest

from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.workspace.changes import Closed, Opened, Touched
from chesterton.workspace.host import Host

CORE = RepoPath(".chesterton/articles/src/core.md")
BUTTON = RepoPath("libs/ui/.chesterton/articles/button.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in {
        "src/core/deep/a.py": "",
        "src/v1.2/b.py": "",
        "src/pair.ts": "",
        "src/pair.py": "",
        "libs/ui/button.tsx": "",
        "apps/ui/other.tsx": "",
        CORE: "---\ncapsule: The core.\n---\n\nText.\n",
        ".chesterton/articles/src/v1.2.md": "---\ncapsule: Old.\n---\n\nText.\n",
        ".chesterton/articles/src/pair.md": "---\ncapsule: Both.\n---\n\nText.\n",
        ".chesterton/articles/src/pair.py.md": "---\ncapsule: One.\n---\n\nText.\n",
        BUTTON: "---\ncapsule: A button.\n---\n\nText.\n",
        ".chesterton/domains/money.md": "---\npaths:\n  - src/core\n---\n# Money\n\nIt is lost easily.\n",
        ".chesterton/journal/2026-12-01-x.md": "---\nsubjects:\n  - src/core\n---\n\nHappened.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def capsule(host: Host, path: str) -> tuple[str, int] | None:
    found = host.snapshot.article_for(RepoPath(path))
    return (found.article.capsule, found.altitude) if found else None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/core", ("The core.", 0)),
        ("src/core/deep/a.py", ("The core.", 2)),
        ("src/v1.2/b.py", ("Old.", 1)),
        ("src/v1.2", ("Old.", 0)),
        ("src/pair.py", ("One.", 0)),
        ("src/pair.ts", ("Both.", 0)),
        ("libs/ui/button.tsx", ("A button.", 0)),
        ("ui:button.tsx", ("A button.", 0)),
        ("apps/ui/other.tsx", None),
    ],
)
def test_a_place_has_one_governing_article(root: Path, path: str, expected: tuple[str, int] | None):
    assert capsule(Host(root), path) == expected


def test_mounts_of_one_name_are_called_by_their_paths(root: Path):
    other = root / "apps/ui/.chesterton/articles/other.md"
    other.parent.mkdir(parents=True)
    other.write_text("---\ncapsule: Another.\n---\n\nText.\n")
    host = Host(root)
    assert capsule(host, "libs/ui:button.tsx") == ("A button.", 0)
    assert capsule(host, "apps/ui:other.tsx") == ("Another.", 0)
    assert [article.name for article in host.snapshot.library.articles.articles][-2:] == [
        "apps/ui:other",
        "libs/ui:button",
    ]


@pytest.mark.parametrize("asked_before", [True, False])
def test_a_change_on_disk_or_in_a_buffer_is_seen(root: Path, asked_before: bool):
    host = Host(root, clock=lambda: date(2026, 12, 1))
    if asked_before:
        assert capsule(host, "src/core") == ("The core.", 0)
    (root / CORE).write_text("---\ncapsule: Changed.\n---\n\nText.\n")
    host.apply(Touched(frozenset([CORE])))
    assert capsule(host, "src/core") == ("Changed.", 0)
    host.apply(Opened(CORE, Text.of("---\ncapsule: Typed.\n---\n")))
    assert capsule(host, "src/core") == ("Typed.", 0)
    host.apply(Touched(None))
    assert capsule(host, "src/core") == ("Typed.", 0)
    host.apply(Closed(CORE))
    assert capsule(host, "src/core") == ("Changed.", 0)
    (root / CORE).unlink()
    host.apply(Touched(frozenset([CORE])))
    assert capsule(host, "src/core") is None


def test_a_change_elsewhere_reads_nothing_again(root: Path):
    host = Host(root)
    before = host.snapshot.library
    host.apply(Opened(RepoPath("src/core/deep/a.py"), Text.of("x = 1\n")))
    assert host.snapshot.library is before


def test_domains_and_journal_are_in_it(root: Path):
    library = Host(root).snapshot.library
    assert [area.slug for area in library.areas.covering("src/core/deep/a.py")] == ["money"]
    assert [entry.body for entry in library.entries_about("src/core")] == ["Happened."]
