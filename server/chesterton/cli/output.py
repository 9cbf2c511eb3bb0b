"""What commands share: the workspace option, text or JSON, progress, and exit codes.

Exit code 0 is success, 1 means findings, 2 means that the request itself could not be met.
"""

import json
import re
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TextIO, TypeVar, cast

import click
import msgspec

from chesterton.base.disk import LostRaceError, UnreadableError
from chesterton.base.git import GitError
from chesterton.base.paths import OutsideRootError
from chesterton.records.model import RecordError

P = ParamSpec("P")
R = TypeVar("R")

_CONTROL = re.compile(r"\r(?!\n)|\x1b(?!\[[012]m)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]")

FINDINGS = 1
FAILING = ("error", "warning")
"""Levels of findings that make a command leave with `FINDINGS`."""


def workspace_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--root`, the folder whose records are meant; the command receives it as `root`."""
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The workspace; by default the one around the current folder.",
    )(command)


def json_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--json`; the command receives it as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn the errors that a user can mend into one line on standard error and exit code 2."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with _obeying_no_text():
                return command(*args, **kwargs)
        except (RecordError, UnreadableError, LostRaceError, OutsideRootError, GitError) as error:
            fail(str(error))
        except BrokenPipeError:
            raise  # the reader has had enough; click ends quietly
        except PermissionError as error:
            fail(f"{error.filename or 'the workspace'}: no permission to write; nothing was changed")
        except OSError as error:
            fail(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "))

    return run


@contextmanager
def _obeying_no_text() -> Generator[None]:
    """What comes from records is data: a terminal is told to do nothing by it."""
    if not sys.stdout.isatty():
        yield
        return
    with redirect_stdout(cast("TextIO", _Terminal(sys.stdout))):
        yield


class _Terminal:
    """A stream that escapes control characters."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(printable(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def printable(text: str) -> str:
    """A text with its control characters escaped, but for tabs, the ends of lines, and bold, dim and plain letters."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def fail(message: str) -> NoReturn:
    """Say what is wrong on standard error and leave with code 2."""
    click.echo(f"chesterton: {printable(message)}", err=True)
    sys.exit(2)


def print_json(value: Any) -> None:
    """One JSON document in UTF-8 on standard output; structs, tuples, dates and paths become plain values."""
    plain = msgspec.to_builtins(value, enc_hook=str)
    # What a name has that is no UTF-8 is escaped as JSON escapes it.
    click.echo(json.dumps(plain, ensure_ascii=False, indent=2).encode(errors="backslashreplace"))


def ask(value: str | None, option: str, question: str) -> str:
    """The value of an option, asked for on a terminal, a usage error elsewhere.

    Raises:
        click.UsageError: there is no terminal and the option is missing.
    """
    if value:
        return value
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(f"{option} is needed")
    return click.prompt(question, type=str)
