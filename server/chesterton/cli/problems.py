"""Findings as the command line prints them."""

from collections.abc import Iterable

import click

from chesterton.cli.output import FAILING
from chesterton.features.findings import problem_finding
from chesterton.features.report import FindingEntry, finding_entry
from chesterton.features.wording import counted
from chesterton.records.model import Problem
from chesterton.workspace.snapshot import Snapshot


def entries_of(snapshot: Snapshot, problems: Iterable[Problem]) -> list[FindingEntry]:
    return [finding_entry(snapshot, problem_finding(problem)) for problem in problems]


def failing_in(entries: Iterable[FindingEntry]) -> int:
    """How many of the entries make a command leave with `FINDINGS`."""
    return sum(entry.level in FAILING for entry in entries)


def print_entries(entries: Iterable[FindingEntry]) -> None:
    """One line each, as compilers print them."""
    for entry in entries:
        click.echo(f"{entry.path}:{entry.line}:{entry.column}: {entry.level} {entry.code}: {entry.message}")


def print_report(entries: list[FindingEntry], records: int) -> None:
    """The entries and one line that counts them."""
    print_entries(entries)
    found = f"{counted(records, 'record')}, {counted(len(entries), 'finding')}"
    click.echo(f"{found}, {failing_in(entries)} of them to be answered")
