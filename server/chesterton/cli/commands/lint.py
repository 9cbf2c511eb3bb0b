"""`chesterton lint`."""

import sys
from pathlib import Path

import click

from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import entries_of, failing_in, print_entries, print_report
from chesterton.cli.session import need_records, opened, write
from chesterton.cli.written import difference
from chesterton.features.wording import counted
from chesterton.records.lint.fixes import FIXABLE
from chesterton.records.lint.rules import RULES
from chesterton.workspace.changes import Touched
from chesterton.workspace.pages import lint_pages
from chesterton.workspace.repairs import fix_all, repairs
from chesterton.workspace.snapshot import Snapshot

EVERY = "*"
"""What `--fix` means without a rule."""


@click.command()
@click.option("--rules", is_flag=True, help="List the rules and leave.")
@click.option(
    "--fix",
    is_flag=False,
    flag_value=EVERY,
    metavar="[RULE]",
    help="First mend what needs nobody's choice, everything or one rule's findings.",
)
@click.option(
    "--choice",
    type=click.IntRange(1),
    metavar="N",
    help="With --fix RULE: mend each finding by the Nth of its repairs, those that need somebody's choice included.",
)
@click.option("--choices", is_flag=True, help="List the repairs of every finding, numbered, and leave.")
@click.option("--dry-run", is_flag=True, help="With --fix: print the difference and write nothing.")
@workspace_option
@json_option
@reports_errors
def lint(
    rules: bool,
    fix: str | None,
    choice: int | None,
    choices: bool,
    dry_run: bool,
    root: Path | None,
    as_json: bool,
) -> None:
    """Look at the texts of all records and articles, without the code. Leaves with 1 on a warning or an error."""
    if rules:
        _print_rules(as_json=as_json)
        return
    if dry_run and not fix:
        raise click.UsageError("--dry-run shows what --fix would do; give both")
    only = _rules_of(fix)
    if choice is not None and not only:
        raise click.UsageError(
            "--choice goes with --fix RULE: one number can't fit the findings of every rule"
        )
    with opened(root) as host:
        need_records(host)
        if choices:
            _print_choices(host.snapshot, only)
            return
        changes = fix_all(host.snapshot, only, choice) if fix else ()
        if dry_run:
            if as_json:
                print_json(
                    {"changed": [change.path for change in changes], "difference": difference(changes)}
                )
            else:
                click.echo(difference(changes), nl=False)
            return
        write(host, changes)
        snapshot = host.apply(Touched(None)) if changes else host.snapshot
        entries = entries_of(snapshot, (*snapshot.problems, *lint_pages(snapshot)))
        failing = failing_in(entries)
        if as_json:
            print_json(
                {
                    "records": len(snapshot.records.records),
                    "fixed": [change.path for change in changes],
                    "failing": failing,
                    "findings": entries,
                }
            )
        else:
            if fix:
                click.echo(f"{counted(len(changes), 'file')} changed; `git diff` shows them")
            print_report(entries, len(snapshot.records.records))
    if failing:
        sys.exit(FINDINGS)


def _print_choices(snapshot: Snapshot, only: frozenset[str]) -> None:
    """Every finding that can be mended, and below it the titles of its repairs."""
    for problem in snapshot.problems:
        offered = repairs(snapshot, problem) if not only or problem.code in only else ()
        if offered:
            print_entries(entries_of(snapshot, [problem]))
        for number, repair in enumerate(offered, start=1):
            click.echo(f"    {number}. {repair.title}{'' if repair.sure else ' (your choice)'}")


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
        mended = f" ({rule.fix})" if rule.fix else ""
        click.echo(f"{name:22} {rule.severity:8} {rule.about}{mended}")


def _rules_of(fix: str | None) -> frozenset[str]:
    """The rules that a rule's name or the name of a repair stands for; none is every rule.

    Raises:
        click.UsageError: it is neither, or its findings are for a person to answer.
    """
    if fix in (None, EVERY):
        return frozenset()
    found = frozenset(name for name in FIXABLE if fix in (name, RULES[name].fix))
    if not found:
        answer = RULES[fix].fix if fix in RULES else ""
        why = f"is answered by `chesterton {answer}`" if answer else "can't be mended by a machine"
        what = f"`{fix}` {why}" if fix in RULES else f"there is no rule `{fix}`"
        raise click.UsageError(f"{what}; --fix knows {', '.join(sorted(FIXABLE))}")
    return found
