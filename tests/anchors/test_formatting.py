"""What real formatters made of deliberately ill-formatted samples is no drift.

`before` was written by hand; `after` is the output of the formatter that the folder is named after.
"""

from pathlib import Path

import pytest

from chesterton.anchors.drift import differences
from chesterton.anchors.views import view_of
from chesterton.base.paths import RepoPath

FOLDERS = sorted((Path(__file__).parent.parent / "fixtures" / "formatting").iterdir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_formatter_causes_no_drift(folder: Path):
    before, after = (
        view_of(RepoPath(path.name), path.read_bytes())
        for path in (next(folder.glob("before.*")), next(folder.glob("after.*")))
    )
    assert before.symbols
    assert not before.has_errors
    assert before.by_key.keys() == after.by_key.keys()
    for key, symbol in before.by_key.items():
        parts = differences(before.fingerprint(symbol), after.fingerprint(after.by_key[key]))
        assert not parts & {"body", "signature", "names"}, key
