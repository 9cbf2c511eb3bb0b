"""Editors on a project of their own, one project a test."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.editors.editor import Editor
from tests.editors.neovim.driver import Neovim, running
from tests.editors.project import Project
from tests.editors.vscode.driver import Application, VSCode, application, package_extension


@pytest.fixture(scope="session")
def first_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """With an accepted decision at `Payment.retry` and a proposed constraint at `Payment.refund`."""
    made = Project(tmp_path_factory.mktemp("project") / "payments")
    made.set_up()
    made.record(
        "decision",
        "Retry a payment at most three times",
        "pay.py#Payment.retry",
        "A fourth attempt is what the bank counts as abuse.",
    )
    made.record(
        "constraint",
        "Refunds are never partial",
        "pay.py#Payment.refund",
        "The ledger has no row for a part of a payment.",
        propose=True,
    )
    made.commit()
    return made


@pytest.fixture
def project(first_project: Project, tmp_path: Path) -> Project:
    """A copy of the first one, for one test."""
    root = tmp_path / f"payments-{tmp_path.name}"
    shutil.copytree(first_project.root, root)
    return Project(root)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on the PATH that VS Code's extensions see; empty at first."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="session")
def vscode_application(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Iterator[Application]:
    """One VS Code for all tests; its Python extension has selected the interpreter that runs the tests."""
    scratch = tmp_path_factory.mktemp("vscode")
    ours = Path(sys.executable).parent
    others = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != ours]
    settings = {"python.defaultInterpreterPath": sys.executable}
    path = os.pathsep.join([str(programs), *others])
    with application(package_extension(), scratch, path, settings) as running_application:
        yield running_application


@pytest.fixture
def vscode(vscode_application: Application, project: Project) -> Iterator[VSCode]:
    with vscode_application.window(project.root) as window:
        yield window


@pytest.fixture
def neovim(tmp_path: Path, project: Project) -> Iterator[Neovim]:
    with running(project.root, tmp_path) as editor:
        yield editor


@pytest.fixture(params=["vscode", "neovim"])
def editor(request: pytest.FixtureRequest) -> Editor:
    return request.getfixturevalue(request.param)
