"""`chesterton verify`."""

import sys
from pathlib import Path

import click

from chesterton.base import git
from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import entries_of, print_entries
from chesterton.cli.session import opened
from chesterton.features.wording import counted
from chesterton.records.commit import CommitReader
from chesterton.records.store import load
from chesterton.records.verify import verify as compare


@click.command()
@click.option(
    "--against", "commit", metavar="REF", required=True, help="The commit that history must agree with."
)
@workspace_option
@json_option
@reports_errors
def verify(commit: str, root: Path | None, as_json: bool) -> None:
    """Prove that history is append-only: accepted texts unchanged, nothing deleted. Leaves with 1 if it is not."""
    with opened(root) as host:
        with git.batch(host.root) as batch:
            before = load(CommitReader(host.root, commit, batch))
        entries = entries_of(host.snapshot, compare(before, host.snapshot.records))
        broken = sum(entry.level == "error" for entry in entries)
        if as_json:
            print_json(
                {"against": commit, "records": len(before.records), "broken": broken, "findings": entries}
            )
        else:
            print_entries(entries)
            click.echo(f"{counted(len(before.records), 'record')} of {commit}, {broken} broken")
    if broken:
        sys.exit(FINDINGS)
