"""`chesterton reanchor`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened, targets_of
from chesterton.cli.written import finish
from chesterton.workspace import acts


@click.command()
@click.argument("reference", metavar="ID")
@click.argument("anchor", metavar="TARGET")
@click.option("--to", metavar="PATH[#SYMBOL]", help="Where the code is now; by default where it was found.")
@workspace_option
@json_option
@reports_errors
def reanchor(reference: str, anchor: str, to: str | None, root: Path | None, as_json: bool) -> None:
    """Tie one anchor of a record to where its code is now."""
    with opened(root) as host:
        snapshot = host.sweep()
        record = snapshot.records.find(reference)
        (new,) = targets_of(snapshot, [to]) if to else [None]
        done = acts.reanchor(snapshot, record, anchor, new)
        finish(host, record, done.changes, "re-anchored", as_json=as_json)
