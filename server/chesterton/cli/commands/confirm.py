"""`chesterton confirm`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.workspace import acts


@click.command()
@click.argument("reference", metavar="ID")
@click.option("--anchor", metavar="TARGET", help="Only this anchor; all of them by default.")
@workspace_option
@json_option
@reports_errors
def confirm(reference: str, anchor: str | None, root: Path | None, as_json: bool) -> None:
    """Say that a record is still true: its baselines move to the code of now."""
    with opened(root) as host:
        snapshot = host.sweep()
        record = snapshot.records.find(reference)
        done = acts.confirm(snapshot, record, acts.author(snapshot), anchor)
        finish(host, record, done.changes, "confirmed", as_json=as_json)
