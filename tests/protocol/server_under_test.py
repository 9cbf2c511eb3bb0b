"""The protocol with handlers that misbehave in every way a handler can. Run as a process by the tests."""

import asyncio
import multiprocessing
import os
import time

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from chesterton.lsp.documents import Documents
from chesterton.lsp.process import on_exit_of
from chesterton.lsp.protocol import Protocol, failed
from chesterton.lsp.raw import integer, text
from chesterton.lsp.serve import serve
from chesterton.lsp.stdio import take_over_standard_streams


def connect():  # noqa: C901 - one small handler a behaviour
    server = LanguageServer("under-test", "0", protocol_cls=Protocol)
    protocol = server.protocol
    documents = Documents("utf-16")
    workers: list[multiprocessing.process.BaseProcess] = []
    progress: list[str] = []

    def initialize(params):
        parent = integer(params, "processId")
        if parent is not None:
            on_exit_of(parent, asyncio.get_running_loop(), protocol.stop)
        return types.InitializeResult(types.ServerCapabilities(), types.ServerInfo("under-test"))

    def hover(params: types.HoverParams):
        document = documents.get(params.text_document.uri)
        return types.Hover(document.text.source if document else "not open")

    def explode(_params):
        raise ValueError("/secret/path is wrong")

    def unserialisable(_params):
        return types.Hover(object())  # type: ignore[arg-type]

    async def sleep(params):
        progress.append("begun")
        await asyncio.sleep(params)
        progress.append("done")
        return "slept"

    async def execute(params: types.ExecuteCommandParams):
        progress.append("begun")
        await asyncio.sleep(30)
        progress.append("done")

    async def ask(_params):
        answer = await server.workspace_configuration_async(
            types.ConfigurationParams([types.ConfigurationItem(section="chesterton")])
        )
        return list(answer)

    def stray(params):
        print(params)
        os.write(1, b"raw write\n")
        os.system("echo from a child")
        return "printed"

    def work(_params):
        context = multiprocessing.get_context("spawn")
        worker = context.Process(target=time.sleep, args=(60,), daemon=True)
        worker.start()
        workers.append(worker)
        return worker.pid

    handlers = {
        types.INITIALIZE: initialize,
        types.SHUTDOWN: lambda _params: None,
        types.TEXT_DOCUMENT_DID_OPEN: lambda p: documents.open(p.text_document),
        types.TEXT_DOCUMENT_DID_CHANGE: lambda p: documents.change(p.text_document, p.content_changes),
        types.TEXT_DOCUMENT_DID_CLOSE: lambda p: documents.close(p.text_document.uri),
        types.TEXT_DOCUMENT_HOVER: hover,
        types.TEXT_DOCUMENT_DEFINITION: unserialisable,
        types.WORKSPACE_EXECUTE_COMMAND: execute,
        "test/echo": lambda params: params,
        "test/explode": explode,
        "test/fail": lambda params: (_ for _ in ()).throw(failed(text(params, "why") or "")),
        "test/sleep": sleep,
        "test/ask": ask,
        "test/progress": lambda _params: list(progress),
        "test/stray": stray,
        "test/work": work,
        "test/blow": explode,
    }
    for method, handler in handlers.items():
        protocol.handle(method, handler)

    def close():
        for worker in workers:
            worker.kill()

    return protocol, close


if __name__ == "__main__":
    serve(take_over_standard_streams(), connect)
