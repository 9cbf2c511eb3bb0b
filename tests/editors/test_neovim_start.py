"""What is Neovim's own: its health report, its command, its clients."""

import pytest
from tests.editors.editor import eventually
from tests.editors.neovim.driver import Neovim
from tests.editors.project import Project

pytestmark = pytest.mark.editor


def test_health_names_the_program_and_the_folder(neovim: Neovim, project: Project) -> None:
    eventually(lambda: neovim.hover(project.code, *project.at("retry")))
    neovim.run("checkhealth chesterton")
    report = neovim.shown_text()
    assert "chesterton, version" in report
    assert f"running in {project.root}, 1 buffers" in report
    assert "ERROR" not in report


def test_restart_starts_a_new_client_that_answers(neovim: Neovim, project: Project) -> None:
    before = neovim.client_id(project.code)
    neovim.command("restart")
    eventually(lambda: neovim.client_id(project.code), lambda client: client != before)
    eventually(lambda: neovim.hover(project.code, *project.at("retry")))
