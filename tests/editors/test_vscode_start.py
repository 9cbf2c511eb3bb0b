"""The extension finds the server, says which one, and says when there is none."""

import pytest
from tests.editors.editor import eventually
from tests.editors.vscode.driver import VSCode

pytestmark = pytest.mark.editor


def test_commands_are_offered_once_the_extension_is_active(vscode: VSCode) -> None:
    wanted = {"chesterton.here", "chesterton.record", "chesterton.restart", "chesterton.showLog"}
    eventually(vscode.commands, wanted.issubset)
