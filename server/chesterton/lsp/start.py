"""The way into the server. What it imports itself is little: a process to read buffers starts before the rest."""

import importlib
from functools import partial
from typing import NoReturn

from chesterton.code.workers import Workers
from chesterton.lsp.stdio import take_over_standard_streams

_SECONDS = 10.0
"""A worker that reads a buffer for longer hangs: parsing has a deadline of its own."""


def start() -> NoReturn:
    """Serve one client over the standard streams, to the end of the process."""
    streams = take_over_standard_streams()
    beside = Workers(1, _SECONDS, nice=False)
    beside.submit(_get_ready)

    from chesterton.lsp.serve import serve
    from chesterton.lsp.server import connect

    serve(streams, partial(connect, beside))


def _get_ready() -> None:
    """What the worker imports while this process does."""
    importlib.import_module("chesterton.code.extraction")
