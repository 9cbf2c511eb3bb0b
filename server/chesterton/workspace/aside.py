"""What a process with an event loop has a worker do: compiling a large query and matching a large file hold the
interpreter lock for a tenth of a second and more, and there is no way to interrupt either.
"""

import contextlib
import logging
from concurrent.futures import CancelledError, Executor

from chesterton.code.extraction import decode, encoded_text
from chesterton.code.languages import Language, for_path
from chesterton.code.model import FileFacts, Problem

_log = logging.getLogger(__name__)

_LARGE = 32_768
"""Bytes; matching the query holds the lock for a millisecond for each five thousand."""


def prepare(executor: Executor, path: str, data: bytes) -> None:
    """Have the worker compile the query for a file that was opened, before anybody asks for its symbols."""
    language = for_path(path, data)
    if language is not None and language.limits.heavy:
        with contextlib.suppress(RuntimeError):  # the server is ending
            executor.submit(encoded_text, language.name, b"")


class Aside:
    """Reads buffers in another process. Its answers are waited for, so ask on a thread."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def suits(self, language: Language, data: bytes) -> bool:
        """Whether these facts are better read aside."""
        return language.limits.heavy or len(data) > _LARGE

    def read(self, language: Language, data: bytes) -> FileFacts:
        """The facts of a text; a text that can't be read has a problem."""
        try:
            return decode(self._executor.submit(encoded_text, language.name, data).result())
        except CancelledError:
            reason = "the server is ending"
        except Exception as error:
            _log.warning("a %s buffer can't be read", language.name, exc_info=error)
            reason = str(error)
        return FileFacts(language.name, problems=(Problem("failed", f"It can't be parsed: {reason}."),))
