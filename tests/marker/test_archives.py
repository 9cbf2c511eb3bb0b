"""Each archive beside this file is one case; see `archive.py` for the format."""

from pathlib import Path

import pytest

from .archive import Archive, play

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("case", sorted(FOLDER.glob("*.txt")), ids=lambda case: case.stem)
def test_the_features_say_what_the_archive_expects(
    case: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    archive = Archive.parse(case.read_text())
    answers = play(archive, tmp_path)
    if pytestconfig.getoption("--update-expected", default=False):
        case.write_text(archive.answered(answers).render())
    assert answers == dict(archive.of("expect"))
