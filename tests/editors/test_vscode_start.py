"""The extension finds the server, says which one, and says when there is none."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.editors.editor import eventually
from tests.editors.project import Project
from tests.editors.vscode.driver import VSCode

pytestmark = pytest.mark.editor

NOTIFICATION = ".notification-list-item"
SERVER = Path(sys.executable).with_name("chesterton")


@pytest.fixture
def changed_settings(vscode: VSCode) -> Iterator[VSCode]:
    """A window whose settings of the server and the interpreter are put back in the end."""
    yield vscode
    vscode.configure("chesterton.server.path", None)
    vscode.configure("python.defaultInterpreterPath", sys.executable)


def running(vscode: VSCode) -> str:
    """What the status item says once the server runs."""
    return eventually(vscode.status, lambda status: "Version" in status)


def test_the_server_of_the_selected_interpreter_is_started(vscode: VSCode) -> None:
    assert f"{sys.executable} -P -m chesterton" in running(vscode)


def test_a_program_that_is_set_goes_before_the_interpreter(changed_settings: VSCode) -> None:
    running(changed_settings)
    changed_settings.configure("chesterton.server.path", str(SERVER))
    eventually(changed_settings.status, lambda status: f": {SERVER}" in status)


def test_without_an_interpreter_the_path_is_searched(changed_settings: VSCode, programs: Path) -> None:
    running(changed_settings)
    on_path = programs / "chesterton"
    on_path.symlink_to(SERVER)
    changed_settings.configure("python.defaultInterpreterPath", "")
    eventually(changed_settings.status, lambda status: ": chesterton" in status)
    on_path.unlink()


def test_a_missing_server_is_explained_and_found_when_it_is_there(
    changed_settings: VSCode, tmp_path: Path
) -> None:
    running(changed_settings)
    program = tmp_path / "chesterton"
    changed_settings.configure("chesterton.server.path", str(program))
    eventually(changed_settings.status, lambda status: "not found" in status)
    [notification] = eventually(lambda: changed_settings.texts(NOTIFICATION))
    assert f"{program}: there is no such program" in notification
    changed_settings.click(f"{NOTIFICATION} .monaco-button", "How to Install")
    welcome = eventually(lambda: changed_settings.texts(".welcome-view-content"))
    assert "uv tool install chesterton" in welcome[0]
    changed_settings.screenshot(tmp_path / "welcome.png")
    assert changed_settings.texts(NOTIFICATION) == []
    program.symlink_to(SERVER)
    changed_settings.click(".welcome-view-content .monaco-button", "Look Again")
    assert str(program) in running(changed_settings)
    eventually(lambda: changed_settings.texts(".welcome-view-content"), lambda texts: not texts)


def test_an_old_server_is_not_started(changed_settings: VSCode, tmp_path: Path) -> None:
    running(changed_settings)
    old = tmp_path / "chesterton"
    old.write_text("#!/bin/sh\necho chesterton, version 0.0.9\n")
    old.chmod(0o755)
    changed_settings.configure("chesterton.server.path", str(old))
    eventually(
        lambda: changed_settings.texts(NOTIFICATION),
        lambda texts: "is version 0.0.9" in "".join(texts),
    )


def test_lenses_can_be_turned_off(vscode: VSCode, project: Project) -> None:
    eventually(lambda: vscode.lenses(project.code))
    vscode.configure("chesterton.codeLens.enabled", False)
    eventually(lambda: vscode.lenses(project.code), lambda lenses: not lenses)
    vscode.configure("chesterton.codeLens.enabled", None)
    eventually(lambda: vscode.lenses(project.code))


def test_restart_replaces_the_process(vscode: VSCode, project: Project) -> None:
    running(vscode)
    [before] = eventually(vscode.servers)
    vscode.command("restart")
    [after] = eventually(vscode.servers, lambda servers: servers and before not in servers)
    assert after != before
    eventually(lambda: vscode.hover(project.code, *project.at("retry")))
