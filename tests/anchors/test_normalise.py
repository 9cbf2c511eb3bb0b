import pytest

from chesterton.anchors.fingerprint import rules_of
from chesterton.code import languages


@pytest.mark.parametrize("language", languages.languages(), ids=lambda language: language.name)
def test_every_table_names_kinds_that_its_grammar_has(language):
    assert rules_of(language).opening
