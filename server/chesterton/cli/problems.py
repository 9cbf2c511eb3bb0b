"""Problems of record files as the command line prints them."""

from collections.abc import Iterable

import click

from chesterton.base.text import Text
from chesterton.features.report import FindingEntry
from chesterton.records.model import Problem
from chesterton.workspace.snapshot import Snapshot


def entries_of(snapshot: Snapshot, problems: Iterable[Problem]) -> list[FindingEntry]:
    """Problems with lines and columns that count from 1."""
    return [_entry(snapshot, problem) for problem in problems]


def _entry(snapshot: Snapshot, problem: Problem) -> FindingEntry:
    text = snapshot.read(problem.path) or Text(b"")
    line, column = text.position(problem.span.start, "utf-32")
    return FindingEntry(
        code=problem.code,
        level=problem.severity,
        path=problem.path,
        line=line + 1,
        column=column + 1,
        message=problem.message,
        record=problem.path,
    )


def print_entries(entries: Iterable[FindingEntry]) -> None:
    """One line each, as compilers print them."""
    for entry in entries:
        click.echo(f"{entry.path}:{entry.line}:{entry.column}: {entry.level} {entry.code}: {entry.message}")
