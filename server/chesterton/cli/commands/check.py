"""`chesterton check`."""

import sys
from pathlib import Path

import click

from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import failing_in, print_report
from chesterton.cli.session import need_records, opened, write
from chesterton.features.findings import all_findings
from chesterton.features.report import finding_entry
from chesterton.features.wording import counted
from chesterton.records.model import RecordError
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
        need_records(host)
        fixed = _reanchor_moved(host) if fix else 0
        snapshot = host.snapshot
        entries = [finding_entry(snapshot, finding) for finding in all_findings(snapshot, "check")]
        failing = failing_in(entries)
        count = len(snapshot.records.records)
        if as_json:
            print_json({"records": count, "fixed": fixed, "failing": failing, "findings": entries})
        else:
            if fixed:
                click.echo(f"{counted(fixed, 'anchor')} re-anchored")
            print_report(entries, count)
    if failing:
        sys.exit(FINDINGS)


def _reanchor_moved(host: Host) -> int:
    """Re-anchor what a judgement is sure to have found elsewhere."""
    fixed = 0
    for one in [one for one in host.snapshot.sweep() if one.judgement.state == "moved"]:
        record = host.snapshot.records.at(one.record.path) or one.record
        try:
            changes = acts.reanchor(host.snapshot, record, one.ref.target).changes
        except RecordError:  # a merge left its marks in it, or the like: the report names it
            continue
        write(host, changes)
        host.apply(Touched(frozenset(change.path for change in changes)))
        fixed += 1
    return fixed
