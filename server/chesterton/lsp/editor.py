"""What the server asks of the editor, each only when the client has announced it, and each with an end."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from chesterton.lsp.client import Client
from chesterton.lsp.settings import SECTION

_log = logging.getLogger(__name__)

T = TypeVar("T")

_ANSWER_SECONDS = 10.0
"""A client that has not answered a request by then won't."""

_PERSON_SECONDS = 600.0
"""The same for an answer that a person has to give."""

_PROGRESS_DELAY = 0.5
"""Work shorter than this is over before anybody could read what it was."""


class Editor:
    """The other side of the connection."""

    def __init__(self, server: LanguageServer, client: Client) -> None:
        self._server = server
        self.client = client

    def log(self, message: str, level: types.MessageType = types.MessageType.Info) -> None:
        """A line in the editor's log of this server."""
        self._server.window_log_message(types.LogMessageParams(level, message))

    def say(self, message: str, level: types.MessageType = types.MessageType.Info) -> None:
        """A message in front of the person; only for what they must know or act on."""
        self._server.window_show_message(types.ShowMessageParams(level, message))

    async def choose(self, question: str, answers: Sequence[str]) -> str | None:
        """The answer that the person picked; None when they did not."""
        actions = [types.MessageActionItem(answer) for answer in answers]
        params = types.ShowMessageRequestParams(types.MessageType.Info, question, actions)
        picked = await self._ask(self._server.window_show_message_request_async(params), _PERSON_SECONDS)
        return picked.title if picked else None

    async def show(self, uri: str, selection: types.Range | None) -> bool:
        """Open a document and put the cursor at `selection`; whether the editor could."""
        if not self.client.shows_documents:
            return False
        params = types.ShowDocumentParams(uri, take_focus=True, selection=selection)
        result = await self._ask(self._server.window_show_document_async(params), _ANSWER_SECONDS)
        return result is not None and result.success

    async def apply(self, edit: types.WorkspaceEdit, label: str) -> bool:
        """Make an edit in the editor. True is no proof: Neovim says so of a stale edit that it dropped."""
        if not self.client.applies_edits:
            return False
        params = types.ApplyWorkspaceEditParams(edit, label)
        result = await self._ask(self._server.workspace_apply_edit_async(params), _PERSON_SECONDS)
        return result is not None and result.applied

    async def settings(self, scopes: Sequence[str | None]) -> Sequence[object]:
        """The section of our settings for each scope; None where the editor has none."""
        if not self.client.configuration:
            return [None] * len(scopes)
        items = [types.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
        params = types.ConfigurationParams(items)
        answer = await self._ask(self._server.workspace_configuration_async(params), _ANSWER_SECONDS)
        return answer if answer is not None and len(answer) == len(scopes) else [None] * len(scopes)

    async def register(self, *registrations: types.Registration) -> None:
        """Ask to be told of something; the caller has looked whether the client can."""
        params = types.RegistrationParams(registrations)
        await self._ask(self._server.client_register_capability_async(params), _ANSWER_SECONDS)

    async def refresh(self, *, lenses: bool, findings: bool) -> None:
        """Have the editor ask again for what it shows."""
        if lenses:
            await self._ask(self._server.workspace_code_lens_refresh_async(None), _ANSWER_SECONDS)
        if findings:
            await self._ask(self._server.workspace_diagnostic_refresh_async(None), _ANSWER_SECONDS)

    def stream(self, token: types.ProgressToken, part: object) -> None:
        """A part of an answer that the editor takes in parts."""
        self._server.progress(types.ProgressParams(token, part))

    def publish(self, uri: str, version: int | None, diagnostics: Sequence[types.Diagnostic]) -> None:
        """The whole list of findings of a document."""
        shown = version if self.client.diagnostic_versions else None
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version=shown)
        )

    @asynccontextmanager
    async def progress(self, title: str) -> AsyncGenerator["Progress"]:
        """A progress bar for work that lasts longer than half a second; always ended."""
        bar = Progress(self._server, title)
        showing = asyncio.create_task(bar.appear()) if self.client.progress else None
        try:
            yield bar
        finally:
            if showing is not None:
                showing.cancel()
                bar.end()

    async def _ask(self, answer: Awaitable[T], seconds: float) -> T | None:
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            _log.warning("the editor did not answer within %s s", seconds)
        except JsonRpcException as error:
            _log.warning("the editor refused: %s", error.message)
        return None


class Progress:
    """One progress bar, drawn once it is worth it and at most ten times a second."""

    def __init__(self, server: LanguageServer, title: str) -> None:
        self._server = server
        self._title = title
        self._token = str(uuid4())  # Zed rejects numbers
        self._shown = False
        self._percent = 0
        self._next = 0.0

    async def appear(self) -> None:
        await asyncio.sleep(_PROGRESS_DELAY)
        try:
            await self._server.window_work_done_progress_create_async(
                types.WorkDoneProgressCreateParams(self._token)
            )
        except JsonRpcException as error:
            _log.info("no progress bar: %s", error.message)
            return
        self._shown = True
        self._send(types.WorkDoneProgressBegin(title=self._title, percentage=self._percent))

    def report(self, done: int, total: int) -> None:
        now = asyncio.get_running_loop().time()
        self._percent = max(self._percent, min(100, 100 * done // max(total, 1)))
        if self._shown and now >= self._next:
            self._next = now + 0.1
            message = f"{done:,} of {total:,}"
            self._send(types.WorkDoneProgressReport(message=message, percentage=self._percent))

    def end(self) -> None:
        if self._shown:
            self._shown = False
            self._send(types.WorkDoneProgressEnd())

    def _send(
        self,
        value: types.WorkDoneProgressBegin | types.WorkDoneProgressReport | types.WorkDoneProgressEnd,
    ) -> None:
        self._server.progress(types.ProgressParams(self._token, value))
