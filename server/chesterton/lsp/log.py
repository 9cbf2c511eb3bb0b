"""Ordinary logs go to the editor's log of this server; stderr, which editors show as an error, is for crashes."""

import logging
from asyncio import AbstractEventLoop
from contextlib import suppress

from lsprotocol import types

from chesterton.lsp.editor import Editor

_LEVELS = {
    logging.ERROR: types.MessageType.Error,
    logging.WARNING: types.MessageType.Warning,
    logging.INFO: types.MessageType.Info,
}


def forward_log(editor: Editor, loop: AbstractEventLoop) -> None:
    """Send what this package logs, from information up, to the editor; errors also reach stderr, with traces."""
    logger = logging.getLogger("chesterton")
    logger.setLevel(logging.INFO)
    errors = logging.StreamHandler()
    errors.setLevel(logging.ERROR)
    logger.addHandler(errors)
    logger.addHandler(_ToEditor(editor, loop))
    logger.propagate = False


class _ToEditor(logging.Handler):
    def __init__(self, editor: Editor, loop: AbstractEventLoop) -> None:
        super().__init__(logging.INFO)
        self._editor = editor
        self._loop = loop

    def emit(self, record: logging.LogRecord) -> None:
        level = _LEVELS.get(record.levelno, types.MessageType.Info)
        with suppress(RuntimeError):  # the loop has closed
            self._loop.call_soon_threadsafe(self._editor.log, record.getMessage(), level)
