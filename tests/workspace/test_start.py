"""What a host knows before it has listed its files."""

import subprocess
from pathlib import Path

import pytest

from chesterton.code.workers import Workers
from chesterton.workspace.host import Host


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "doc" / "adr"
    folder.mkdir(parents=True)
    for number in (1, 2, 3):
        text = f"# {number}. Choose\n\nDate: 2024-01-0{number}\n\n## Status\n\nAccepted\n"
        (folder / f"000{number}-choose.md").write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "doc/adr/0001-choose.md"], cwd=tmp_path, check=True)
    (tmp_path / ".adr-dir").write_text("doc/adr\n")
    subprocess.run(["git", "add", ".adr-dir"], cwd=tmp_path, check=True)
    return tmp_path


def test_a_server_starts_with_what_git_tracks_and_finds_the_rest(repository: Path) -> None:
    aside = Workers(1)
    host = Host(repository, aside=aside)
    try:
        assert [record.title for record in host.snapshot.records.records] == ["Choose"]
        told: list[int] = []
        host.refresh(found=lambda: told.append(len(host.snapshot.records.records)))
        assert told == [3]
    finally:
        host.close()
        aside.shutdown()


def test_a_command_knows_all_records_at_once(repository: Path) -> None:
    host = Host(repository)
    try:
        assert len(host.snapshot.records.records) == 3
    finally:
        host.close()
