"""`chesterton deprecate`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.records import lifecycle


@click.command()
@click.argument("reference", metavar="ID")
@workspace_option
@json_option
@reports_errors
def deprecate(reference: str, root: Path | None, as_json: bool) -> None:
    """Say that an accepted record no longer holds, with nothing in its place."""
    with opened(root) as host:
        snapshot = host.snapshot
        record = snapshot.records.find(reference)
        changes = lifecycle.deprecate(snapshot.records, record)
        finish(host, record, changes, "deprecated", as_json=as_json)
