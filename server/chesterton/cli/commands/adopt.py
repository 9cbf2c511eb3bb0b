"""`chesterton adopt`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened, write
from chesterton.cli.written import difference
from chesterton.features.wording import counted
from chesterton.records import adoption
from chesterton.workspace.adopting import anchored
from chesterton.workspace.repairs import with_baselines


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
        changes = with_baselines(snapshot, anchored(snapshot) if anchors else adoption.adopt(records))
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
            click.echo(difference(changes), nl=False)
        else:
            click.echo(f"{counted(len(records.records), 'record')} in {', '.join(roots) or 'no folder'}")
            click.echo(f"{counted(len(changes), 'file')} changed; `git diff` shows them")
