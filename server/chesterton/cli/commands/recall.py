"""`chesterton recall`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.memory import Memory
from chesterton.recall.context import MEMORY_BUDGET, STRUCTURE_BUDGET, Task
from chesterton.recall.measure import CHARACTERS, ESTIMATED_TOKENS
from chesterton.workspace.usage import remember


@click.command()
@click.argument("seeds", nargs=-1)
@click.option("--task", "words", default="", help="What you are about to do, in words.")
@click.option(
    "--structure", default=STRUCTURE_BUDGET, show_default=True, help="Budget for where it takes place."
)
@click.option("--memory", default=MEMORY_BUDGET, show_default=True, help="Budget for what the team learned.")
@click.option("--tokens", is_flag=True, help="Budgets are tokens (estimated) instead of characters.")
@workspace_option
@json_option
@reports_errors
def recall(
    seeds: tuple[str, ...],
    words: str,
    structure: int,
    memory: int,
    tokens: bool,
    root: Path | None,
    as_json: bool,
) -> None:
    """Read back what the team learned about SEEDS (paths, PATH:LINE, PATH#SYMBOL, symbols) inside a budget:
    mistakes first, then decisions, then what is near, what was tried, and what is only proposed.
    """
    measure = ESTIMATED_TOKENS if tokens else CHARACTERS
    with opened(root) as host:
        index_with_progress(host)
        window = host.snapshot.config.records.proposal_window
        task = Task(seeds, words, structure, memory, measure, None if window == "off" else window)
        found = Memory(host).context(task)
        remember(host.snapshot, "shown", found.shown, "recall")
    if as_json:
        print_json(found)
    else:
        click.echo(found.text, nl=False)
