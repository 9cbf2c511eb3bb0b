"""What is Neovim's own: its health report, its command, its clients."""

import pytest
from tests.editors.editor import eventually
from tests.editors.neovim.driver import Neovim
from tests.editors.project import Project

pytestmark = pytest.mark.editor


def test_health_names_the_program_and_the_folder(neovim: Neovim, project: Project) -> None:
    eventually(lambda: neovim.hover(project.code, *project.at("retry")))
    neovim.command("checkhealth chesterton")
    report = neovim.shown_text()
    assert "chesterton, version" in report
    assert f"running in {project.root}, 1 buffers" in report
    assert "ERROR" not in report


def test_restart_starts_a_new_client_that_answers(neovim: Neovim, project: Project) -> None:
    before = neovim.client_id(project.code)
    neovim.command("Chesterton restart")
    eventually(lambda: neovim.client_id(project.code), lambda client: client != before)
    eventually(lambda: neovim.hover(project.code, *project.at("retry")))


def test_here_lists_what_governs_and_opens_it(neovim: Neovim, project: Project) -> None:
    eventually(lambda: neovim.lenses(project.code))
    neovim.place_cursor(project.code, *project.at("retry"))
    neovim.command("Chesterton here", "Retry a payment at most three times")
    shown = eventually(neovim.shown, lambda path: path != project.code)
    assert shown is not None
    assert shown.suffix == ".md"


def test_record_by_command(neovim: Neovim, project: Project) -> None:
    eventually(lambda: neovim.lenses(project.code))
    neovim.place_cursor(project.code, *project.at("receipt"))
    neovim.command("Chesterton record", "lesson", "Receipts were wrong once", "Floats lost a cent.")
    eventually(lambda: [text for text in project.records().values() if "pay.py#receipt" in text])
