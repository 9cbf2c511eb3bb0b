"""`chesterton move`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.cli.written import finish
from chesterton.records import relocation
from chesterton.records.model import RecordError


@click.command()
@click.argument("reference", metavar="ID")
@click.argument("folder")
@workspace_option
@json_option
@reports_errors
def move(reference: str, folder: str, root: Path | None, as_json: bool) -> None:
    """Move a record to another folder of records, named as they are there. Links follow."""
    with opened(root) as host:
        records = host.snapshot.records
        record = records.find(reference)
        target = next((one for one in records.roots if one.folder == folder.strip("/")), None)
        if target is None:
            known = ", ".join(one.folder for one in records.roots)
            raise RecordError(f"{folder} is no folder of records; there are {known}")
        changes = relocation.move(records, record, target)
        finish(host, record, changes, f"moved to {changes[0].path}:", as_json=as_json)
