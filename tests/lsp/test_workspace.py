"""What a client that asks for more gets: findings of files that are not open, and progress."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLIENTS = Path(__file__).parents[1] / "clients"


def new_client() -> LanguageClient:
    client = make_test_lsp_client()
    for method in (types.CLIENT_REGISTER_CAPABILITY, types.WORKSPACE_CODE_LENS_REFRESH):
        client.feature(method)(lambda params: None)
    return client


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, new_project):
    project = new_project(tmp_path_factory.mktemp("project"))
    project.case()
    return project


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "chesterton", "serve", "--stdio"], client_factory=new_client
    ),
    scope="module",
)
async def client(lsp_client: LanguageClient, project):
    given = json.loads((CLIENTS / "vscode.json").read_text())
    given |= {"rootUri": project.root.as_uri(), "workspaceFolders": None}
    given["initializationOptions"] = {"diagnostics": {"workspace": True}}
    result = await lsp_client.initialize_session(get_converter().structure(given, types.InitializeParams))
    assert result.capabilities.diagnostic_provider.workspace_diagnostics
    yield
    await lsp_client.shutdown_session()


def ask(client: LanguageClient, *previous: types.WorkspaceFullDocumentDiagnosticReport):
    known = [types.PreviousResultId(report.uri, report.result_id) for report in previous]
    params = types.WorkspaceDiagnosticParams(previous_result_ids=known)
    return asyncio.ensure_future(client.workspace_diagnostic_async(params))


def tell(client: LanguageClient, path: Path) -> None:
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def test_findings_of_the_whole_workspace_come_when_they_change(client, project):
    first = await ask(client)
    path, _ = project.case()
    source = project.root / path
    before = source.read_text()
    source.write_text(before.replace("range(attempts)", "range(attempts + 1)"))
    for record in (project.root / ".chesterton/records").iterdir():
        tell(client, record)
    tell(client, source)
    second = await ask(client, *first.items)
    while source.as_uri() not in {report.uri for report in second.items}:
        second = await ask(client, *first.items, *second.items)
    (drifted,) = [report for report in second.items if report.uri == source.as_uri()]
    assert [item.code for item in drifted.items] == ["drift"]

    held = ask(client, drifted)
    pull = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(source.as_uri()))
    source.write_text(before)
    await client.text_document_diagnostic_async(pull)
    tell(client, source)
    third = await held
    while source.as_uri() not in {report.uri for report in third.items}:
        third = await ask(client, drifted, *third.items)
    (mended,) = [report for report in third.items if report.uri == source.as_uri()]
    assert mended.items == ()
