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
from chesterton.records.library import load_library
from chesterton.records.store import load
from chesterton.records.verify import verify as compare
from chesterton.records.verify import verify_journal


@click.command()
@click.option(
    "--against", "commit", metavar="REF", required=True, help="The commit that history must agree with."
)
@workspace_option
@json_option
@reports_errors
def verify(commit: str, root: Path | None, as_json: bool) -> None:
    """Prove that history is append-only: accepted texts and the journal unchanged, nothing deleted.

    Leaves with 1 if it is not.
    """
    with opened(root) as host:
        with git.batch(host.root) as batch:
            reader = CommitReader(host.root, commit, batch)
            before, told = load(reader), load_library(reader).journal
        problems = (
            *compare(before, host.snapshot.records),
            *verify_journal(told, host.snapshot.library.journal),
        )
        entries = entries_of(host.snapshot, problems)
        broken = sum(entry.level == "error" for entry in entries)
        if as_json:
            print_json(
                {
                    "against": commit,
                    "records": len(before.records),
                    "entries": len(told),
                    "broken": broken,
                    "findings": entries,
                }
            )
        else:
            print_entries(entries)
            what = f"{counted(len(before.records), 'record')} and {counted(len(told), 'journal entry')}"
            click.echo(f"{what} of {commit}, {broken} broken")
    if broken:
        sys.exit(FINDINGS)
