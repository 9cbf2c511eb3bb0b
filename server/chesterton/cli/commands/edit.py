"""`chesterton edit`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.records.settable import SETTABLE, read_settings
from chesterton.workspace import acts

_KEYS = "\n".join(f"  {key}: {takes}" for key, takes in SETTABLE.items())


@click.command(
    help=f"Set keys of a record's header; `KEY=` takes one away. The text is never touched.\n\n\b\n{_KEYS}"
)
@click.argument("reference", metavar="ID")
@click.argument("settings", metavar="KEY=VALUE...", nargs=-1, required=True)
@workspace_option
@json_option
@reports_errors
def edit(reference: str, settings: tuple[str, ...], root: Path | None, as_json: bool) -> None:
    with opened(root) as host:
        records = host.snapshot.records
        record = records.find(reference)
        changes = acts.edit(host.snapshot, record, read_settings(records, settings)).changes
        finish(host, record, changes, "edited", as_json=as_json)
