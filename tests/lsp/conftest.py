"""A project with records, and clients that can what real editors can (`tests/clients`, captured from them)."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

from chesterton.base import disk
from chesterton.base.paths import uri_to_path
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Position, Text
from chesterton.records.lifecycle import Draft
from chesterton.workspace import acts
from chesterton.workspace.host import Host

CLIENTS = Path(__file__).parents[1] / "clients"
PROFILES = sorted(path.stem for path in CLIENTS.glob("*.json"))
PATIENCE = 20.0

T = TypeVar("T")

SOURCE = '''"""Payments."""


class Payment:
    def retry(self, attempts: int) -> bool:
        """Try again."""
        for attempt in range(attempts):
            if self.send(attempt):
                return True
        return False

    def send(self, attempt: int) -> bool:
        return attempt > 2


# 😀 {name}
def receipt(total: int) -> str:
    return f"{{total}}"
'''


def profile(name: str) -> dict:
    return json.loads((CLIENTS / f"{name}.json").read_text())


@dataclass
class Project:
    """A folder with a store. Every test takes a source file of its own, so that none sees another's edits."""

    root: Path
    names: Iterator[str] = field(default_factory=lambda: (f"case{n}" for n in range(1000)))

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def write(self, path: str, text: str) -> str:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file.as_uri()

    def record(
        self,
        path: str,
        *symbols: str,
        kind="constraint",
        status="accepted",
        title="",
        rule="A fourth attempt is what the bank counts as abuse.",
    ) -> Path:
        """A record about symbols of a file, with baselines of now; the file of the record."""
        host = Host(self.root)
        targets = [
            acts.find_target(host.snapshot, f"{path}#{symbol}" if symbol else path) for symbol in symbols
        ]
        draft = Draft(
            title=title or f"Rule about {path}",
            date=host.snapshot.state.today,
            kind=kind,
            body=f"## Rule\n\n{rule}\n",
            status=status,
        )
        done = acts.record(host.snapshot, draft, targets)
        disk.apply_changes(self.root, done.changes)
        host.close()
        return self.root / done.path

    def case(self, source: str = SOURCE, symbol: str = "Payment.retry", **options) -> tuple[str, Path]:
        """A new source file with one record about a symbol of it: its path and the record's file."""
        path = f"src/{next(self.names)}.py"
        self.write(path, source.format(name=path))
        return path, self.record(path, symbol, **options)


class Driver:
    """Speaks with the server as an editor does: keeps buffers, applies edits, tells of what changed on disk."""

    def __init__(self, client: LanguageClient, project: Project, name: str) -> None:
        self.lsp = client
        self.project = project
        self.name = name
        self.profile = profile(name)
        self.buffers: dict[str, tuple[int, Text]] = {}
        self.registered: list[types.Registration] = []
        self.refreshes: list[str] = []
        self.answers: Callable[[types.ShowMessageRequestParams], str | None] = lambda params: None
        self.refuses_edits = False
        self.encoding = "utf-16"

    def has(self, path: str) -> bool:
        found = self.profile["capabilities"]
        for key in path.split("."):
            found = found.get(key, {}) if isinstance(found, dict) else {}
        return bool(found)

    def open(self, path: str, text: str | None = None) -> str:
        uri = self.project.uri(path)
        source = (self.project.root / path).read_bytes().decode() if text is None else text
        self.buffers[uri] = 1, Text.of(source)
        item = types.TextDocumentItem(uri, "python", 1, source)
        self.lsp.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, old: str, new: str) -> None:
        """Edit one place of a buffer, incrementally."""
        version, text = self.buffers[uri]
        start = text.data.index(old.encode())
        span = Span(start, start + len(old.encode()))
        change = types.TextDocumentContentChangePartial(self.range(text, span), new)
        self._changed(uri, version + 1, text.apply([Edit(span, new)]), change)

    def _changed(self, uri: str, version: int, text: Text, change) -> None:
        self.buffers[uri] = version, text
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
        self.lsp.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def save(self, uri: str) -> None:
        file_of(uri).write_bytes(self.buffers[uri][1].data)
        self.lsp.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        del self.buffers[uri]
        self.lsp.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def watches(self) -> bool:
        return any(one.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES for one in self.registered)

    def touched(self, *paths: Path) -> None:
        """Tell of changes on disk, as this editor does: some are never told and have to look."""
        if any(one.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES for one in self.registered):
            events = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
            self.lsp.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    def range(self, text: Text, span: Span) -> types.Range:
        start, end = text.position(span.start, self.encoding), text.position(span.end, self.encoding)
        return types.Range(types.Position(*start), types.Position(*end))

    def at(self, uri: str, words: str, within: int = 0) -> types.Position:
        """The position of `words` in a buffer, `within` characters further."""
        _, text = self.buffers[uri]
        return types.Position(*text.position(text.data.index(words.encode()) + within, self.encoding))

    def word(self, uri: str, place: types.Range) -> str:
        """What stands in a buffer at a range."""
        _, text = self.buffers[uri]
        return text.slice(
            Span(
                text.offset(Position(place.start.line, place.start.character), self.encoding),
                text.offset(Position(place.end.line, place.end.character), self.encoding),
            )
        )

    def apply(self, edit: types.WorkspaceEdit) -> bool:
        if self.refuses_edits:
            return False
        edits = {uri: list(changes) for uri, changes in (edit.changes or {}).items()}
        for change in edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit), "no file is created through an edit"
            assert self.has("workspace.workspaceEdit"), "document changes were never announced"
            uri = change.text_document.uri
            if change.text_document.version not in (None, self.buffers[uri][0]):
                return False
            edits[uri] = list(change.edits)
        for uri, changes in edits.items():
            version, text = self.buffers[uri]
            for one in changes:
                start, end = (
                    text.offset(Position(place.line, place.character), self.encoding)
                    for place in (one.range.start, one.range.end)
                )
                text = text.apply([Edit(Span(start, end), one.new_text)])
            whole = types.TextDocumentContentChangeWholeDocument(text.source)
            self._changed(uri, version + 1, text, whole)
        return True

    async def until(self, look: Callable[[], Awaitable[T]], expected: T) -> None:
        """Wait for what the server does on its own accord; it may look otherwise before, never for good."""
        seen = None
        try:
            async with asyncio.timeout(PATIENCE):
                while (seen := await look()) != expected:
                    await asyncio.sleep(0.05)
        except TimeoutError:
            assert seen == expected, "so it stayed"

    async def lenses(self, uri: str) -> list[str]:
        """The titles an editor ends up showing."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        found = await self.lsp.text_document_code_lens_async(params)
        lazy = "command" in (self.profile["capabilities"]["textDocument"].get("codeLens") or {}).get(
            "resolveSupport", {}
        ).get("properties", ())
        resolved = [await self.lsp.code_lens_resolve_async(lens) if lazy else lens for lens in found or ()]
        return [lens.command.title for lens in resolved]

    async def until_lenses(self, uri: str, expected: list[str]) -> None:
        await self.until(lambda: self.lenses(uri), expected)

    async def findings(self, uri: str) -> list[types.Diagnostic]:
        """The findings an editor ends up showing, pulled or pushed."""
        if not (self.has("textDocument.diagnostic") and self.has("workspace.diagnostics.refreshSupport")):
            return list(self.lsp.diagnostics.get(uri, ()))
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await self.lsp.text_document_diagnostic_async(params)
        return list(report.items)

    async def until_codes(self, uri: str, *codes: str) -> list[types.Diagnostic]:
        async def look() -> list[str]:
            return sorted(one.code for one in await self.findings(uri))

        await self.until(look, sorted(codes))
        return await self.findings(uri)

    async def actions(
        self, uri: str, position: types.Position, findings=(), **context
    ) -> list[types.CodeAction]:
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            types.Range(position, position),
            types.CodeActionContext(diagnostics=findings, **context),
        )
        return list(await self.lsp.text_document_code_action_async(params) or ())

    async def execute(self, command: str, **arguments):
        given = [{"v": 1, **arguments}] if arguments else None
        return await self.lsp.workspace_execute_command_async(types.ExecuteCommandParams(command, given))

    async def run(self, action: types.CodeAction):
        """Do what choosing an action does; VS Code's own commands ask first and are not run here."""
        assert action.command.command.startswith("chesterton.server."), action.command
        params = types.ExecuteCommandParams(action.command.command, action.command.arguments)
        return await self.lsp.workspace_execute_command_async(params)


def file_of(uri: str) -> Path:
    path = uri_to_path(uri)
    assert path is not None
    return path


def action_of(value: dict, _kind: type) -> types.Command | types.CodeAction:
    """Lsprotocol takes an action that carries a command for a command."""
    kind = types.Command if isinstance(value.get("command"), str) else types.CodeAction
    return get_converter().structure(value, kind)


def new_client() -> LanguageClient:
    """A test client that hands over to its driver once there is one."""
    client = make_test_lsp_client()
    client.driver = None
    client.protocol._converter.register_structure_hook(types.Command | types.CodeAction, action_of)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        client.driver.registered.extend(params.registrations)

    @client.feature(types.CLIENT_UNREGISTER_CAPABILITY)
    def unregister(params: types.UnregistrationParams): ...

    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def lens_refresh(params):
        client.driver.refreshes.append("lens")

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams):
        return types.ApplyWorkspaceEditResult(applied=client.driver.apply(params.edit))

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def choose(params: types.ShowMessageRequestParams):
        title = client.driver.answers(params)
        return types.MessageActionItem(title) if title else None

    return client


@pytest.fixture(scope="session")
def new_project() -> Callable[[Path], Project]:
    """Makes an empty project in a folder."""

    def make(root: Path) -> Project:
        (root / ".chesterton" / "records").mkdir(parents=True)
        return Project(root)

    return make


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, new_project: Callable[[Path], Project]) -> Project:
    return new_project(tmp_path_factory.mktemp("project"))


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "chesterton", "serve", "--stdio"], client_factory=new_client
    ),
    scope="module",
    params=PROFILES,
)
async def connection(request: pytest.FixtureRequest, lsp_client: LanguageClient, project: Project):
    """An initialized client of each kind."""
    driver = Driver(lsp_client, project, request.param)
    lsp_client.driver = driver
    converter = get_converter()
    root = project.root.as_uri()
    given = {**driver.profile, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "project"}]}
    params = converter.structure(given, types.InitializeParams)
    result = await lsp_client.initialize_session(params)
    driver.encoding = result.capabilities.position_encoding
    driver.capabilities = result.capabilities
    if driver.has("workspace.didChangeWatchedFiles.dynamicRegistration"):
        await driver.until(driver.watches, True)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(connection: LanguageClient) -> Driver:
    return connection.driver
