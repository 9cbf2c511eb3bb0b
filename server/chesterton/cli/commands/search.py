"""`chesterton search`."""

from pathlib import Path

import click

from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.features.memory import Memory
from chesterton.recall.search import Hit, SearchAnswer
from chesterton.workspace.usage import remember


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=10, show_default=True, help="The most records to list.")
@workspace_option
@json_option
@reports_errors
@click.pass_context
def search(
    context: click.Context, words: tuple[str, ...], limit: int, root: Path | None, as_json: bool
) -> None:
    """Find records by WORDS: text, names, ids, "phrases", and filters such as kind:gotcha, status:accepted,
    domain:, initiative:, path:src/, author:, tag:, sensitivity:, after:2024-05, before:2025, -status:rejected.
    Leaves with 1 when nothing matches.
    """
    with opened(root) as host:
        answer = Memory(host).search(" ".join(words), limit)
        remember(host.snapshot, "shown", (hit.id for hit in answer.hits), "search")
    if as_json:
        print_json(answer)
    else:
        _print(answer)
    if not answer.hits:
        context.exit(FINDINGS)


def _print(answer: SearchAnswer) -> None:
    for note in answer.notes:
        click.echo(f"({note})")
    for hit in answer.hits:
        click.echo(_lines(hit))
    if answer.total > len(answer.hits):
        facets = "; ".join(
            f"{name}: " + ", ".join(f"{value} {count}" for value, count in values.items())
            for name, values in answer.facets.items()
        )
        click.echo(f"\n{len(answer.hits)} of {answer.total} shown. {facets}")


def _lines(hit: Hit) -> str:
    standing = "" if hit.standing == "in force" else f", {hit.status}"
    return f"{hit.path}:{hit.excerpt.line + 1}: {hit.title} ({hit.kind}{standing}, {hit.id})\n    {hit.excerpt.text}"
