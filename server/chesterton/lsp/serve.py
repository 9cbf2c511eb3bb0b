"""One connection over the standard streams, from the first byte to the end of the process."""

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from chesterton.lsp.process import on_termination
from chesterton.lsp.protocol import Protocol
from chesterton.lsp.stdio import PipeWriter, start_reader

Connect = Callable[[], tuple[Protocol, Callable[[], None]]]
"""Makes the protocol with its handlers, and what must happen before the process ends: workers die here."""

_FLUSH_SECONDS = 0.2

_SWITCH_SECONDS = 0.001
"""How long the loop waits for a thread that computes; Python's own 5 ms would be half of what it may wait."""


def serve(streams: tuple[int, int], connect: Connect) -> NoReturn:
    """Serve one client over the `streams` that were taken over; ends the process with 0 after a shutdown request
    and with 1 otherwise.
    """
    incoming, outgoing = streams
    asyncio.run(_serve(incoming, outgoing, connect))
    sys.exit(1)


async def _serve(incoming: int, outgoing: int, connect: Connect) -> None:
    loop = asyncio.get_running_loop()
    protocol, close = connect()
    writer = PipeWriter(outgoing)
    protocol.set_writer(writer)

    def end(code: int) -> None:
        close()
        writer.flush(_FLUSH_SECONDS)
        os._exit(code)

    protocol.on_exit = end
    on_termination(loop, protocol.stop)
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.freeze()  # the imports made a million objects that no collection needs to visit again
    start_reader(incoming, loop, protocol.receive)
    await asyncio.Event().wait()
