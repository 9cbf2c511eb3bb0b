"""`chesterton renumber`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.records import relocation


@click.command()
@click.argument("reference", metavar="ID")
@click.option("--to", "number", type=click.IntRange(0), help="The new number; by default the next free one.")
@workspace_option
@json_option
@reports_errors
def renumber(reference: str, number: int | None, root: Path | None, as_json: bool) -> None:
    """Give a record another number. Links follow, and the old number stays as an alias."""
    with opened(root) as host:
        record = host.snapshot.records.find(reference)
        changes = relocation.renumber(host.snapshot.records, record, number)
        finish(host, record, changes, f"moved to {changes[0].path}:", as_json=as_json)
