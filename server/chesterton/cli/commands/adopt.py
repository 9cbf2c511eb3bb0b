"""`chesterton adopt`."""

import difflib
from collections.abc import Sequence
from pathlib import Path

import click

from chesterton.base.disk import FileChange
from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened, write
from chesterton.features.wording import counted
from chesterton.records import adoption
from chesterton.workspace.adopting import anchored


@click.command()
@click.option("--dry-run", is_flag=True, help="Print the difference and write nothing.")
@click.option(
    "--anchors", is_flag=True, help="Also tie each record to the code that it names and that exists."
)
@workspace_option
@json_option
@reports_errors
def adopt(dry_run: bool, anchors: bool, root: Path | None, as_json: bool) -> None:
    """Give an id to every record that another tool wrote, in its own folder and style."""
    with opened(root) as host:
        if anchors:
            index_with_progress(host)
        snapshot = host.snapshot
        records = snapshot.records
        changes = anchored(snapshot) if anchors else adoption.adopt(records)
        if not dry_run:
            write(host, changes)
        roots = [folder.folder for folder in records.roots if any(records.in_root(folder))]
        if as_json:
            print_json(
                {
                    "folders": roots,
                    "records": len(records.records),
                    "changed": [change.path for change in changes],
                    "dry_run": dry_run,
                }
            )
        elif dry_run:
            click.echo(_difference(changes), nl=False)
        else:
            click.echo(f"{counted(len(records.records), 'record')} in {', '.join(roots) or 'no folder'}")
            click.echo(f"{counted(len(changes), 'file')} changed; `git diff` shows them")


def _difference(changes: Sequence[FileChange]) -> str:
    """The changes as `git diff` would print them."""
    lines: list[str] = []
    for change in changes:
        before = (change.before or b"").decode(errors="replace").splitlines(keepends=True)
        after = (change.after or b"").decode(errors="replace").splitlines(keepends=True)
        lines += difflib.unified_diff(before, after, f"a/{change.path}", f"b/{change.path}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
