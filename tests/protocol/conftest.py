"""A language server at the other end of two raw pipes."""

import itertools
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PATIENCE = 30.0
"""Seconds after which an answer that has not come never will."""


class Wire:
    """Speaks bytes and JSON with a server process; every wait has an end."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdin
        self._stdin = self.process.stdin
        self._ids = itertools.count(1000)
        self._messages: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self.stderr = bytearray()
        self.ignored: set[str] = set()
        self._more_stderr = threading.Condition()
        self.may_read = threading.Event()
        self.may_read.set()
        threading.Thread(target=self._read, daemon=True).start()
        self._stderr_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._stderr_reader.start()

    def _read(self) -> None:
        stream = self.process.stdout
        while header := stream.readline():
            assert header.startswith(b"Content-Length: "), header
            assert stream.readline() == b"\r\n"
            body = stream.read(int(header[16:]))
            if len(body) < int(header[16:]):
                break  # it ended in the middle of a message
            self._messages.put(json.loads(body))
            self.may_read.wait()
        self._messages.put(None)

    def _read_errors(self) -> None:
        while chunk := self.process.stderr.read1():
            with self._more_stderr:
                self.stderr += chunk
                self._more_stderr.notify_all()

    def until_stderr(self, text: bytes) -> None:
        with self._more_stderr:
            assert self._more_stderr.wait_for(lambda: text in self.stderr, PATIENCE), self.stderr

    def send_bytes(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    @staticmethod
    def frame(message: object, header: str = "Content-Length: {}\r\n\r\n") -> bytes:
        body = json.dumps(message).encode()
        return header.format(len(body)).encode() + body

    def send(self, *messages: object) -> None:
        """All messages in one write."""
        self.send_bytes(b"".join(map(self.frame, messages)))

    def notify(self, method: str, params: object = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def receive(self) -> dict:
        """The next message, but for those of ignored methods."""
        while True:
            message = self._messages.get(timeout=PATIENCE)
            assert message is not None, f"the server ended: {self.stderr.decode()}"
            if message.get("method") not in self.ignored:
                return message

    def request(self, method: str, params: object = None) -> dict:
        """The answer to a request; no other message may come before it."""
        number = next(self._ids)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.receive()
        assert answer["id"] == number, answer
        return answer

    def initialize(self, **params: object) -> dict:
        result = self.request(
            "initialize", {"processId": None, "capabilities": {}, "rootUri": None, **params}
        )
        self.notify("initialized", {})
        return result

    def close_stdin(self) -> None:
        self._stdin.close()

    def exit_code(self) -> int:
        code = self.process.wait(timeout=PATIENCE)
        self._stderr_reader.join(PATIENCE)
        return code

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.may_read.set()
        self.process.wait()
        self._stdin.close()


@pytest.fixture
def start() -> Iterator[Callable[[], Wire]]:
    """Starts a process of the server with misbehaving handlers."""
    yield from _starter(sys.executable, str(HERE / "server_under_test.py"))


@pytest.fixture
def start_real() -> Iterator[Callable[[], Wire]]:
    """Starts a process of the real server."""
    yield from _starter(sys.executable, "-m", "chesterton", "serve", "--stdio")


def _starter(*command: str) -> Iterator[Callable[[], Wire]]:
    wires: list[Wire] = []

    def begin() -> Wire:
        wires.append(Wire(*command))
        return wires[-1]

    yield begin
    for wire in wires:
        wire.stop()


@pytest.fixture(scope="module")
def shared() -> Iterator[Wire]:
    """One initialized process for all tests of a module: each must leave it answering."""
    wire = Wire(sys.executable, str(HERE / "server_under_test.py"))
    wire.initialize()
    yield wire
    wire.stop()


@pytest.fixture
def wire(shared: Wire) -> Iterator[Wire]:
    yield shared
    assert shared.request("test/echo", "still here")["result"] == "still here"
