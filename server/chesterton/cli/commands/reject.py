"""`chesterton reject`."""

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
def reject(reference: str, root: Path | None, as_json: bool) -> None:
    """Turn a proposal down. It stays readable for the next one who has the idea."""
    with opened(root) as host:
        snapshot = host.snapshot
        record = snapshot.records.find(reference)
        changes = acts.reject(snapshot, record, acts.author(snapshot)).changes
        finish(host, record, changes, "rejected", as_json=as_json)
