"""What people write for a state, and what it means."""

import pytest

from chesterton.records.vocabulary import read_status


@pytest.mark.parametrize(
    ("words", "declared"),
    [
        ("Proposed (active implementation)", "proposed"),
        ("In review (final)", "proposed"),
        ("Draft (approved by nobody yet)", "draft"),
        ("Accepted (superseded by [ADR-5](x))", "superseded"),
        ("Superseded by [5. Accepted](x)", "superseded"),
        ("Accepted (lazy consensus) & implemented", "implemented"),
        ("[Accepted](x)", "accepted"),
        ("Ersetzt durch ADR-7", "superseded"),
        ("no idea", None),
    ],
)
def test_a_status_text_declares_one_state(words: str, declared: str | None):
    assert read_status(words).declared == declared
