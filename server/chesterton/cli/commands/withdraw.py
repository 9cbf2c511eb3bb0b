"""`chesterton withdraw`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.workspace import withdrawing


@click.command()
@click.argument("reference", metavar="ID")
@workspace_option
@json_option
@reports_errors
def withdraw(reference: str, root: Path | None, as_json: bool) -> None:
    """Take a record's content away, everywhere; a tombstone with its id and title stays."""
    with opened(root) as host:
        record = host.snapshot.records.find(reference)
        finish(host, record, withdrawing.withdraw(host.snapshot, record), "withdrew", as_json=as_json)
        withdrawing.forget_words(host.root)
