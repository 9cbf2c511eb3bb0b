"""What a person sees in VS Code's window, and the ways that only a hand goes."""

from pathlib import Path

import pytest
from tests.editors.editor import eventually
from tests.editors.project import Project
from tests.editors.vscode.driver import VSCode

pytestmark = pytest.mark.editor

LENSES = ".codelens-decoration"
MENU = ".action-widget .action"
LIST = ".quick-input-list .monaco-list-row"
HOVER = ".monaco-hover-content"


def test_lens_finding_menu_and_hover(vscode: VSCode, project: Project, tmp_path: Path) -> None:
    line, character = project.at("retry")
    vscode.place_cursor(project.code, line, character)
    eventually(lambda: vscode.texts(LENSES), lambda lenses: "1 decision" in lenses)
    vscode.screenshot(tmp_path / "lens.png")

    vscode.replace(project.code, "range(ATTEMPTS)", "range(ATTEMPTS + 1)")
    eventually(lambda: vscode.texts(LENSES), lambda lenses: "1 decision · 1 drifted" in lenses)
    eventually(lambda: vscode.findings(project.code))
    vscode.screenshot(tmp_path / "drift.png")

    vscode.place_cursor(project.code, line, character)
    vscode.press("Control+Period")
    menu = eventually(lambda: vscode.texts(MENU))
    assert len(menu) == len(set(menu))
    assert "Confirm" in menu[0]
    vscode.screenshot(tmp_path / "menu.png")
    vscode.press("Escape")

    vscode.start("editor.action.showHover")
    [hover] = eventually(lambda: vscode.texts(HOVER), lambda texts: "Decision:" in "".join(texts))
    assert hover.count("Decision:") == 1
    vscode.screenshot(tmp_path / "hover.png")


def test_the_lens_lists_what_governs_and_opens_it(vscode: VSCode, project: Project, tmp_path: Path) -> None:
    vscode.open(project.code)
    vscode.click(f"{LENSES} a", "1 decision")
    rows = eventually(lambda: vscode.texts(LIST))
    assert "Retry a payment at most three times" in rows[0]
    vscode.screenshot(tmp_path / "here.png")
    vscode.press("Enter")
    shown = eventually(vscode.shown, lambda path: path != project.code)
    assert shown is not None
    assert shown.suffix == ".md"
    vscode.screenshot(tmp_path / "record.png")
