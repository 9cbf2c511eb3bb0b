"""JSON-RPC as the specification has it, over pygls: every request gets exactly one answer.

From pygls come the typed messages, the converter and what we send to the client. How an incoming
message is dispatched is ours, since pygls 2.1.1 leaves requests unanswered (after bad parameters, after
shutdown, before a lenient look at `initialize`), runs requests that were cancelled while they queued,
and lets an executeCommand go on after it was cancelled.

Messages are handled one at a time in the order in which they came, so a synchronous handler sees the
documents as they were when the client asked. A coroutine has to read what it needs before its first
`await`. A cancellation overtakes: a request still in the queue is answered without being run.
"""

import asyncio
import inspect
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from cattrs import Converter
from lsprotocol import types
from lsprotocol.types import ErrorCodes, LSPErrorCodes
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from chesterton.lsp.framing import Malformed, encode
from chesterton.lsp.raw import JsonObject, as_object, integer, text
from chesterton.lsp.strict import cause, make_strict

_log = logging.getLogger(__name__)

MessageId = int | str
Handler = Callable[[Any], Any]
"""Takes the parameters; returns the result or a coroutine of it."""

_RAW = frozenset({types.INITIALIZE, types.INITIALIZED, types.SHUTDOWN, types.EXIT})
"""Their parameters reach the handler as plain JSON. An unknown enum value in a client's capabilities must not
cost it the server, and nobody needs the parameters of the others."""

_GRACE_SECONDS = 0.1
"""Eglot kills the server 0.3 s after `exit`; by then the workers have to be gone too."""


class Protocol(LanguageServerProtocol):
    """One connection. The server sets `on_exit`, which has to end the process and gets the exit code."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        make_strict(converter)
        super().__init__(server, converter)
        self.on_exit: Callable[[int], None] = _ignore_exit
        self._phase: Literal["new", "running", "shut down"] = "new"
        self._handlers: dict[str, Handler] = {}
        self._inbox: deque[JsonObject | Malformed | None] = deque()
        self._stopping: asyncio.Task[None] | None = None
        self._running: dict[MessageId, asyncio.Task[object] | None] = {}

    def _register_builtin_features(self) -> None:
        """None of pygls' own handlers: its documents, workspace and commands are replaced."""

    def handle(self, method: str, handler: Handler) -> None:
        """Answer requests or take notifications of `method` with `handler`."""
        self._handlers[method] = handler

    @property
    def exit_code(self) -> int:
        """What the process ends with: 0 only after a shutdown request."""
        return 0 if self._phase == "shut down" else 1

    def stop(self) -> None:
        """End the process, once the requests in flight have had a moment to notice and be answered."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())

    async def _stop(self) -> None:
        tasks = self._cancel_running()
        if tasks:
            await asyncio.wait(tasks, timeout=_GRACE_SECONDS)
        self.on_exit(self.exit_code)

    # -- incoming ----------------------------------------------------------------------------------------

    def receive(self, batch: list[JsonObject | Malformed] | None) -> None:
        """Queue messages from the reader; None is the end of input."""
        idle = not self._inbox
        if batch is None:
            self._inbox.append(None)
        else:
            for message in batch:
                if isinstance(message, dict) and message.get("method") == types.CANCEL_REQUEST:
                    self._cancel(message)
                else:
                    self._inbox.append(message)
        if idle and self._inbox:
            asyncio.get_running_loop().call_soon(self._step)

    def _step(self) -> None:
        """Handle one message, then let timers and tasks have their turn."""
        if not self._inbox:
            return
        message = self._inbox.popleft()
        try:
            if message is None:
                self.stop()
            elif isinstance(message, Malformed):
                self._refuse(None, message.code, message.reason)
            else:
                self.handle_message(message)
        finally:
            if self._inbox:
                asyncio.get_running_loop().call_soon(self._step)

    def handle_message(self, message: Any) -> None:
        """Dispatch one message, a plain JSON object."""
        method = message.get("method")
        if isinstance(method, str):
            if "id" in message:
                self._request(message, method)
            else:
                self._notification(message, method)
        elif "id" in message and ("result" in message or "error" in message):
            self._response(message)
        else:
            self._refuse(None, ErrorCodes.InvalidRequest, "neither a request, a notification nor a response")

    def _request(self, message: JsonObject, method: str) -> None:
        msg_id = message["id"]
        if isinstance(msg_id, bool) or not isinstance(msg_id, int | str):
            return self._refuse(None, ErrorCodes.InvalidRequest, "a request id is an integer or a string")
        untimely = self._untimely(msg_id, method)
        if untimely:
            return self._refuse(msg_id, *untimely)
        handler = self._handlers.get(method)
        if handler is None:
            return self._refuse(msg_id, ErrorCodes.MethodNotFound, f"no such method: {method}")
        self._running[msg_id] = None
        try:
            outcome = handler(self._parameters(message, method))
        except Exception as error:
            return self._fail(msg_id, method, error)
        if method == types.INITIALIZE:
            self._phase = "running"
        elif method == types.SHUTDOWN:
            self._shut_down()
        if inspect.iscoroutine(outcome):
            task: asyncio.Task[object] = asyncio.create_task(outcome)
            self._running[msg_id] = task
            task.add_done_callback(partial(self._finished, msg_id, method))
        else:
            self._answer(msg_id, method, outcome)
        return None

    def _untimely(self, msg_id: MessageId, method: str) -> tuple[int, str] | None:
        """Why a request can't be answered now: error code and reason."""
        if msg_id in self._running:
            return ErrorCodes.InvalidRequest, f"request {msg_id} is still being answered"
        if self._phase == "shut down":
            return ErrorCodes.InvalidRequest, "the server has been shut down"
        if self._phase == "new" and method != types.INITIALIZE:
            return ErrorCodes.ServerNotInitialized, f"{method} came before initialize"
        if self._phase == "running" and method == types.INITIALIZE:
            return ErrorCodes.InvalidRequest, "the server is initialized already"
        return None

    def _finished(self, msg_id: MessageId, method: str, task: asyncio.Task[object]) -> None:
        if task.cancelled():
            self._running.pop(msg_id, None)
            self._refuse(msg_id, LSPErrorCodes.RequestCancelled, f"{method} was cancelled")
        elif (error := task.exception()) is not None:
            self._fail(msg_id, method, error)
        else:
            self._answer(msg_id, method, task.result())

    def _notification(self, message: JsonObject, method: str) -> None:
        if method == types.EXIT:
            return self.stop()
        if self._phase != "running":
            _log.info("dropped %s: the server is %s", method, self._phase)
            return None
        handler = self._handlers.get(method)
        if handler is None:
            return None
        try:
            handler(self._parameters(message, method))
        except _InvalidParamsError as error:
            _log.warning("dropped %s: %s", method, error)
        except Exception:
            _log.exception("%s failed", method)
        return None

    def _parameters(self, message: JsonObject, method: str) -> object:
        message_type = None if method in _RAW else self.get_message_type(method)
        if message_type is None:
            return message.get("params")
        try:
            return self._converter.structure(message, message_type).params
        except Exception as error:
            raise _InvalidParamsError(f"{method}: {cause(error)}") from error

    def _response(self, message: JsonObject) -> None:
        msg_id = message["id"]
        if not isinstance(msg_id, int | str):
            return
        future = self._request_futures.pop(msg_id, None)
        if future is None or future.done():
            _log.info("dropped a response to unknown request %r", msg_id)
            return
        result_type = self._result_types.pop(msg_id, None)
        try:
            if "error" in message:
                future.set_exception(_client_error(message["error"]))
            elif result_type is None:
                future.set_result(message["result"])
            else:
                future.set_result(self._converter.structure(message, result_type).result)
        except Exception as error:
            future.set_exception(JsonRpcException(f"the client's answer is malformed: {cause(error)}"))

    def _cancel(self, message: JsonObject) -> None:
        msg_id = as_object(message.get("params")).get("id")
        if not isinstance(msg_id, int | str):
            return
        task = self._running.get(msg_id)
        if task is not None:
            task.cancel()
            return
        for queued in self._inbox:
            if isinstance(queued, dict) and queued.get("id") == msg_id and "method" in queued:
                self._inbox.remove(queued)
                self._refuse(msg_id, LSPErrorCodes.RequestCancelled, f"{queued['method']} was cancelled")
                return

    def _shut_down(self) -> None:
        self._phase = "shut down"
        self._cancel_running()

    def _cancel_running(self) -> list[asyncio.Task[object]]:
        tasks = [task for task in self._running.values() if task is not None]
        for task in tasks:
            task.cancel()
        for future in tuple(self._request_futures.values()):
            future.cancel()
        self._request_futures.clear()
        return tasks

    # -- outgoing ----------------------------------------------------------------------------------------

    def _answer(self, msg_id: MessageId, method: str, result: object) -> None:
        try:
            data = encode({"jsonrpc": "2.0", "id": msg_id, "result": self._plain(result, method)})
        except Exception as error:
            return self._fail(msg_id, method, error)
        self._running.pop(msg_id, None)
        return self._write(data)

    def _fail(self, msg_id: MessageId, method: str, error: BaseException) -> None:
        self._running.pop(msg_id, None)
        if isinstance(error, JsonRpcException):
            self._refuse(msg_id, error.code, error.message, error.data)
            return
        _log.error("%s failed", method, exc_info=error)
        reason = f"{method} failed with {type(error).__name__}; the server's log has the details"
        self._refuse(msg_id, ErrorCodes.InternalError, reason)

    def _refuse(self, msg_id: MessageId | None, code: int, reason: str, data: object = None) -> None:
        error: JsonObject = {"code": int(code), "message": reason}
        if data is not None:
            error["data"] = data
        self._write(encode({"jsonrpc": "2.0", "id": msg_id, "error": error}))

    def _plain(self, result: object, method: str) -> object:
        result_type = self.get_result_type(method)
        if result is None or result_type is None:
            return result
        response = result_type(id=0, result=result, jsonrpc="2.0")
        return self._converter.unstructure(response, unstructure_as=result_type)["result"]

    def _send_data(self, data: Any) -> None:
        """Send what pygls built: a notification or a request to the client."""
        self._write(encode(self._converter.unstructure(data)))

    def _write(self, data: bytes) -> None:
        if self.writer is not None:
            self.writer.write(data)


class _InvalidParamsError(JsonRpcException):
    CODE = ErrorCodes.InvalidParams.value


def failed(reason: str) -> JsonRpcException:
    """An expected failure, with a message for the person at the editor."""
    return JsonRpcException(reason, LSPErrorCodes.RequestFailed.value)


def invalid(reason: str) -> JsonRpcException:
    """Parameters that the types allow and we can't use."""
    return _InvalidParamsError(reason)


def _ignore_exit(_code: int) -> None: ...


def _client_error(error: object) -> JsonRpcException:
    reason = text(error, "message") or "the client refused without saying why"
    return JsonRpcException(reason, integer(error, "code"))
