"""The two pipes to the client, each served by a thread of its own.

The reader has its own thread because pygls reads on the pool that also runs handlers: a few slow ones
there and the server goes deaf. The writer has one because a client that stops reading would otherwise
stop the event loop inside `write`.
"""

import os
import sys
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable
from queue import SimpleQueue

from chesterton.lsp.framing import Frames, Malformed, decode
from chesterton.lsp.raw import JsonObject

_CHUNK = 1 << 16


def take_over_standard_streams() -> tuple[int, int]:
    """Descriptors for the protocol: (in, out).

    Afterwards descriptor 1 is stderr and descriptor 0 is empty, so that a stray `print`, a C library or a
    child process (git, a worker) can neither corrupt the stream nor eat it.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(incoming, os.O_BINARY)
        msvcrt.setmode(outgoing, os.O_BINARY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def start_reader(
    descriptor: int, loop: AbstractEventLoop, receive: Callable[[list[JsonObject | Malformed] | None], None]
) -> None:
    """Read messages until the end of input; `receive` is called on the loop, at the end with None."""

    def deliver(batch: list[JsonObject | Malformed] | None) -> None:
        try:
            loop.call_soon_threadsafe(receive, batch)
        except RuntimeError:  # the loop has closed: the process is about to end
            return

    def read() -> None:
        frames = Frames()
        while chunk := _read(descriptor):
            batch = [part if isinstance(part, Malformed) else decode(part) for part in frames.feed(chunk)]
            if batch:
                deliver(batch)
        deliver(None)

    threading.Thread(target=read, name="chesterton-reader", daemon=True).start()


class PipeWriter:
    """Writes in order and never makes the caller wait. A broken pipe ends it: the reader sees that too."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="chesterton-writer", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        self._queue.put(data)

    def flush(self, timeout: float) -> None:
        """Wait at most `timeout` seconds until all is written; nothing may be written afterwards."""
        self._queue.put(None)
        self._thread.join(timeout)

    def close(self) -> None:
        """Pygls calls this on a transport; ours lives as long as the process."""

    def _run(self) -> None:
        while (data := self._queue.get()) is not None:
            view = memoryview(data)
            try:
                while view:
                    view = view[os.write(self._descriptor, view) :]
            except OSError:
                return


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""
