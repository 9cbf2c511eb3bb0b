"""Neovim starts the server, and says what is missing when it cannot."""

import pytest
from tests.editors.neovim.driver import Neovim

pytestmark = pytest.mark.editor


def test_health_names_the_program(neovim: Neovim) -> None:
    neovim.command("checkhealth chesterton")
    assert "chesterton, version" in neovim.shown_text()
