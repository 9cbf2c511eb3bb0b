"""`chesterton lint`."""

import sys
from pathlib import Path

import click

from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import entries_of, failing_in, print_report
from chesterton.cli.session import opened
from chesterton.records.lint.rules import RULES
from chesterton.workspace.pages import lint_pages


@click.command()
@click.option("--rules", is_flag=True, help="List the rules and leave.")
@workspace_option
@json_option
@reports_errors
def lint(rules: bool, root: Path | None, as_json: bool) -> None:
    """Look at the texts of all records and articles, without the code. Leaves with 1 on a warning or an error."""
    if rules:
        _print_rules(as_json=as_json)
        return
    with opened(root) as host:
        snapshot = host.snapshot
        entries = entries_of(snapshot, (*snapshot.problems, *lint_pages(snapshot)))
        failing = failing_in(entries)
        if as_json:
            print_json({"records": len(snapshot.records.records), "failing": failing, "findings": entries})
        else:
            print_report(entries, len(snapshot.records.records))
    if failing:
        sys.exit(FINDINGS)


def _print_rules(*, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                name: {"level": rule.severity, "about": rule.about, "fix": rule.fix}
                for name, rule in RULES.items()
            }
        )
        return
    for name, rule in RULES.items():
        click.echo(f"{name:22} {rule.severity:8} {rule.about}")
