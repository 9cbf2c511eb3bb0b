"""What the commands about pages share: reading a text, writing, and saying what lint thinks of it."""

import sys
from pathlib import Path

import click

from chesterton.base.disk import read
from chesterton.base.text import Text
from chesterton.cli.output import print_json
from chesterton.cli.problems import entries_of, print_entries
from chesterton.cli.session import write
from chesterton.workspace.host import Host
from chesterton.workspace.page_acts import Written


def text_of(message: str, file: str | None) -> str:
    """The text that `-m` gives, or a file does; `-` is standard input.

    Raises:
        click.UsageError: both are given.
        UnreadableError: the file can't be read.
    """
    if message and file:
        raise click.UsageError("give the text by -m or by --file, not by both")
    if not file:
        return message
    raw = sys.stdin.buffer.read() if file == "-" else read(Path(file))
    return Text.decode(raw).source


def finish(host: Host, written: Written, word: str, *, as_json: bool) -> None:
    """Write, and say what was done; `word` is the verb in the past tense."""
    write(host, [change for change in written.changes if change.before != change.after])
    advice = entries_of(host.snapshot, written.advice)
    if as_json:
        changed = [change.path for change in written.changes]
        print_json({"name": written.name, "path": written.path, "changed": changed, "advice": advice})
        return
    if written.changes:
        click.echo(f"{word} {written.name} ({written.path})")
    else:
        click.echo(f"{written.name} is so already; nothing was written")
    print_entries(advice)
