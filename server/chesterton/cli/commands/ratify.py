"""`chesterton ratify`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.workspace import acts


@click.command()
@click.argument("reference", metavar="ID")
@workspace_option
@json_option
@reports_errors
def ratify(reference: str, root: Path | None, as_json: bool) -> None:
    """Accept a proposal."""
    with opened(root) as host:
        snapshot = host.snapshot
        record = snapshot.records.find(reference)
        changes = acts.ratify(snapshot, record, acts.author(snapshot)).changes
        finish(host, record, changes, "ratified", as_json=as_json)
