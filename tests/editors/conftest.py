"""Editors on a project of their own, one project a test."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.editors.neovim.driver import Neovim, running
from tests.editors.vscode.driver import Application, VSCode, application, package_extension


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on the PATH that VS Code's extensions see; empty at first."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="session")
def vscode_application(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Iterator[Application]:
    scratch = tmp_path_factory.mktemp("vscode")
    ours = Path(sys.executable).parent
    others = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != ours]
    settings = {"python.defaultInterpreterPath": sys.executable}
    path = os.pathsep.join([str(programs), *others])
    with application(package_extension(), scratch, path, settings) as running:
        yield running


@pytest.fixture
def vscode(vscode_application: Application, project: Path) -> Iterator[VSCode]:
    with vscode_application.window(project) as window:
        yield window


@pytest.fixture
def neovim(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    with running(project, tmp_path) as editor:
        yield editor


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / f"project-{tmp_path.name}"
    (folder / ".chesterton").mkdir(parents=True)
    (folder / "pay.py").write_text("def retry() -> int:\n    return 3\n")
    return folder
