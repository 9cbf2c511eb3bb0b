"""The wiring of a connection: `initialize` is answered first, what answers everything else is loaded then."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from chesterton import __version__
from chesterton.code.workers import Workers, worker_count
from chesterton.lsp.capabilities import server_capabilities
from chesterton.lsp.client import Client, resolve_client
from chesterton.lsp.process import on_exit_of
from chesterton.lsp.protocol import Protocol
from chesterton.lsp.raw import JsonObject, as_object, integer
from chesterton.lsp.settings import Settings, read_settings

if TYPE_CHECKING:
    from chesterton.lsp.session import Session


def connect(beside: Workers) -> tuple[Protocol, Callable[[], None]]:
    """A connection that waits for `initialize`, and what ends its background work. It owns `beside` from now on."""
    server = LanguageServer("chesterton", __version__, protocol_cls=Protocol)
    connection = _Connection(server, beside)
    return connection.protocol, connection.close


class _Connection:
    """The steps from a process to a session."""

    def __init__(self, server: LanguageServer, beside: Workers) -> None:
        assert isinstance(server.protocol, Protocol)
        self.protocol = server.protocol
        self._server = server
        self._workers = Workers(worker_count())
        self._aside = beside
        self._session: Session | None = None
        self.protocol.handle(types.INITIALIZE, self._initialize)
        self.protocol.handle(types.SHUTDOWN, lambda _params: self.close())

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
        for pool in (self._workers, self._aside):
            pool.shutdown(wait=False, cancel_futures=True)

    def _initialize(self, given: object) -> types.InitializeResult:
        """Answered at once: eglot waits for nothing else, and half of what we import is not needed for it."""
        params = as_object(given)
        client = resolve_client(params)
        settings, _ = read_settings(params.get("initializationOptions"))
        loop = asyncio.get_running_loop()
        parent = integer(params, "processId")
        if parent is not None:
            on_exit_of(parent, loop, self.protocol.stop)
        loop.call_soon(self._begin, client, settings, params)  # before the next message is looked at
        information = types.ServerInfo("chesterton", __version__)
        return types.InitializeResult(server_capabilities(client, settings), information)

    def _begin(self, client: Client, settings: Settings, params: JsonObject) -> None:
        from chesterton.lsp.log import forward_log
        from chesterton.lsp.methods.initialized import initialized
        from chesterton.lsp.methods.table import METHODS
        from chesterton.lsp.session import Session

        session = self._session = Session(self._server, client, settings, self._workers, self._aside)
        forward_log(session.editor, asyncio.get_running_loop())
        for method, function in METHODS.items():
            self.protocol.handle(method, lambda given, function=function: function(session, given))
        self.protocol.handle(types.INITIALIZED, lambda _given: initialized(session, params))
