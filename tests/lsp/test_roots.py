"""Which records a file sees: no folder, several folders, a store above or below the folder."""

import os
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("places")


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "chesterton", "serve", "--stdio"]),
    scope="module",
)
async def bare(lsp_client: LanguageClient):
    """A client without any folder, as Helix is where it finds no root marker."""
    capabilities = {"workspace": {"workspaceFolders": True}, "general": {"positionEncodings": ["utf-8"]}}
    given = {"rootUri": None, "workspaceFolders": [], "capabilities": capabilities}
    await lsp_client.initialize_session(get_converter().structure(given, types.InitializeParams))
    yield
    await lsp_client.shutdown_session()


def open_file(client: LanguageClient, path: Path) -> str:
    uri = path.as_uri()
    item = types.TextDocumentItem(uri, "python", 1, path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return uri


async def titles(client: LanguageClient, uri: str) -> list[str]:
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    return [lens.command.title for lens in await client.text_document_code_lens_async(params) or ()]


def folders(client: LanguageClient, added=(), removed=()) -> None:
    def listed(paths):
        return [types.WorkspaceFolder(path.as_uri(), path.name) for path in paths]

    event = types.WorkspaceFoldersChangeEvent(listed(added), listed(removed))
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))


async def names(client: LanguageClient, query: str) -> list[str]:
    return [one.name for one in await client.workspace_symbol_async(types.WorkspaceSymbolParams(query))]


async def test_a_file_without_any_folder_finds_the_store_above_it(bare, places, new_project):
    project = new_project(places / "alone")
    project.write("deep/down/a.py", "def f():\n    return 1\n")
    project.record("deep/down/a.py", "f")
    assert await titles(bare, open_file(bare, places / "alone/deep/down/a.py")) == ["1 constraint"]


async def test_the_nearest_store_counts(bare, places, new_project):
    outer, inner = new_project(places / "outer"), new_project(places / "outer/packages/inner")
    for project in (outer, inner):
        project.write("a.py", "def f():\n    return 1\n")
    outer.record("a.py", "f", kind="lesson")
    inner.record("a.py", "f", kind="gotcha")
    assert await titles(bare, open_file(bare, inner.root / "a.py")) == ["1 gotcha"]
    assert await titles(bare, open_file(bare, outer.root / "a.py")) == ["1 lesson"]


async def test_a_folder_below_a_store_belongs_to_it(bare, places, new_project):
    project = new_project(places / "above")
    project.write("src/a.py", "def f():\n    return 1\n")
    project.record("src/a.py", "f", title="Rule from above")
    folders(bare, added=[project.root / "src"])
    assert await names(bare, "Rule from above") == ["0001 Rule from above"]
    assert await titles(bare, open_file(bare, project.root / "src/a.py")) == ["1 constraint"]


async def test_several_folders_each_with_its_own_records(bare, places, new_project):
    first, second = new_project(places / "first"), new_project(places / "second")
    for project in (first, second):
        project.write("a.py", "def f():\n    return 1\n")
        project.record("a.py", "f", title=f"Zebra of {project.root.name}")
    folders(bare, added=[first.root, second.root])
    assert sorted(await names(bare, "Zebra")) == ["0001 Zebra of first", "0001 Zebra of second"]
    folders(bare, removed=[second.root])
    assert await names(bare, "Zebra") == ["0001 Zebra of first"]


async def test_a_folder_without_store_or_git_is_its_own_workspace(bare, places):
    (places / "plain/sub").mkdir(parents=True)
    (places / "plain/sub/a.py").write_text("def f():\n    return 1\n")
    folders(bare, added=[places / "plain"])
    uri = open_file(bare, places / "plain/sub/a.py")
    assert await titles(bare, uri) == []
    place = {"uri": uri, "position": {"line": 0, "character": 4}}
    command = types.ExecuteCommandParams(
        "chesterton.server.record", [{"v": 1, **place, "title": "T", "text": "S"}]
    )
    await bare.workspace_execute_command_async(command)
    assert list((places / "plain/.chesterton/records").iterdir())
    assert await titles(bare, uri) == ["1 decision"]


async def test_nothing_is_written_where_no_folder_store_or_repository_is(bare, places, new_project):
    (places / "library").mkdir()
    (places / "library/a.py").write_text("def f():\n    return 1\n")
    folders(bare, added=[new_project(places / "using").root])
    uri = open_file(bare, places / "library/a.py")
    top = types.Position(0, 4)
    asked = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), types.Range(top, top), types.CodeActionContext(diagnostics=[])
    )
    assert not await bare.text_document_code_action_async(asked)
    place = {"uri": uri, "position": {"line": 0, "character": 4}}
    command = types.ExecuteCommandParams(
        "chesterton.server.record", [{"v": 1, **place, "title": "T", "text": "S"}]
    )
    with pytest.raises(JsonRpcException, match="no folder of this workspace") as caught:
        await bare.workspace_execute_command_async(command)
    assert caught.value.code == -32803
    assert [path.name for path in (places / "library").iterdir()] == ["a.py"]


async def test_a_repository_without_a_store_gets_one(bare, places):
    (places / "clone/.git").mkdir(parents=True)
    (places / "clone/a.py").write_text("def f():\n    return 1\n")
    place = {"uri": (places / "clone/a.py").as_uri(), "position": {"line": 0, "character": 4}}
    command = types.ExecuteCommandParams(
        "chesterton.server.record", [{"v": 1, **place, "title": "T", "text": "S"}]
    )
    await bare.workspace_execute_command_async(command)
    assert list((places / "clone/.chesterton/records").iterdir())


async def test_a_path_with_spaces_and_letters_of_every_kind(bare, places, new_project):
    project = new_project(places / "mit Umlaut ü & 100%")
    project.write("ünï code (1).py", "def f():\n    return 1\n")
    project.record("ünï code (1).py", "")
    assert await titles(bare, open_file(bare, project.root / "ünï code (1).py")) == ["1 constraint"]


async def test_a_link_to_a_project_is_as_good_as_the_project(bare, places, new_project):
    project = new_project(places / "real")
    project.write("a.py", "def f():\n    return 1\n")
    project.record("a.py", "f")
    (places / "link").symlink_to(project.root, target_is_directory=True)
    assert await titles(bare, open_file(bare, places / "link/a.py")) == ["1 constraint"]


async def test_files_that_are_no_text_are_served(bare, places, new_project):
    project = new_project(places / "odd")
    (project.root / "latin.py").write_bytes(b"def f():\n    return '\xe9'\n")
    project.write("bom.py", "\ufeffdef f():\n    return 1\n")
    project.record("latin.py", "f")
    project.record("bom.py", "f")
    for name in ("latin.py", "bom.py"):
        uri = (project.root / name).as_uri()
        assert await titles(bare, uri) == ["1 constraint"]
    uri = (project.root / "missing.py").as_uri()
    assert await titles(bare, uri) == []
    os.mkfifo(project.root / "pipe.py")
    assert await titles(bare, (project.root / "pipe.py").as_uri()) == []


async def test_where_nothing_can_be_written_the_command_says_so(bare, places):
    (places / "blocked").mkdir()
    (places / "blocked/.chesterton").write_text("a file where the store would be")
    (places / "blocked/a.py").write_text("def f():\n    return 1\n")
    uri = open_file(bare, places / "blocked/a.py")
    assert await titles(bare, uri) == []
    place = {"uri": uri, "position": {"line": 0, "character": 4}}
    command = types.ExecuteCommandParams("chesterton.server.record", [{"v": 1, **place}])
    with pytest.raises(JsonRpcException, match="nothing was written") as caught:
        await bare.workspace_execute_command_async(command)
    assert caught.value.code == -32803
