"""`chesterton check`."""

import sys
from pathlib import Path

import click

from chesterton.cli.output import FAILING, FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened, write
from chesterton.features.findings import all_findings
from chesterton.features.report import finding_entry
from chesterton.workspace import acts
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host


@click.command()
@click.option("--fix", is_flag=True, help="Re-anchor what moved without a doubt before looking.")
@workspace_option
@json_option
@reports_errors
def check(fix: bool, root: Path | None, as_json: bool) -> None:
    """Say all there is to say about the records, for CI. Leaves with 1 on a warning or an error."""
    with opened(root) as host:
        fixed = _reanchor_moved(host) if fix else 0
        snapshot = host.snapshot
        entries = [finding_entry(snapshot, finding) for finding in all_findings(snapshot)]
        failing = sum(entry.level in FAILING for entry in entries)
        count = len(snapshot.records.records)
        if as_json:
            print_json({"records": count, "fixed": fixed, "failing": failing, "findings": entries})
        else:
            for entry in entries:
                click.echo(
                    f"{entry.path}:{entry.line}:{entry.column}: {entry.level} {entry.code}: {entry.message}"
                )
            if fixed:
                click.echo(f"{fixed} anchors re-anchored")
            click.echo(f"{count} records, {len(entries)} findings, {failing} of them to be answered")
    if failing:
        sys.exit(FINDINGS)


def _reanchor_moved(host: Host) -> int:
    """Re-anchor what a judgement is sure to have found elsewhere."""
    moved = [one for one in host.snapshot.sweep() if one.judgement.state == "moved"]
    for one in moved:
        record = host.snapshot.records.at(one.record.path) or one.record
        changes = acts.reanchor(host.snapshot, record, one.ref.target).changes
        write(host, changes)
        host.apply(Touched(frozenset(change.path for change in changes)))
    return len(moved)
