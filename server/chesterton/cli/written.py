"""The end of a command that changes records: write, and say what was done."""

import difflib
from collections.abc import Sequence

import click

from chesterton.base.disk import FileChange
from chesterton.cli.output import print_json
from chesterton.cli.session import write
from chesterton.records.model import Record
from chesterton.workspace.host import Host


def finish(host: Host, record: Record, changes: Sequence[FileChange], word: str, *, as_json: bool) -> None:
    """Write `changes` and print what became of `record`; `word` is the verb in the past tense."""
    write(host, changes)
    if as_json:
        print_json({"id": record.id, "path": record.path, "changed": [change.path for change in changes]})
    else:
        click.echo(f"{word} {record.label} {record.title}")


def difference(changes: Sequence[FileChange]) -> str:
    """The changes as `git diff` would print them."""
    lines: list[str] = []
    for change in changes:
        before = (change.before or b"").decode(errors="replace").splitlines(keepends=True)
        after = (change.after or b"").decode(errors="replace").splitlines(keepends=True)
        lines += difflib.unified_diff(before, after, f"a/{change.path}", f"b/{change.path}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
