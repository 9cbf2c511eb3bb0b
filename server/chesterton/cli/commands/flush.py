"""`chesterton flush`."""

from pathlib import Path
from typing import TextIO

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.memory import Memory
from chesterton.features.surface import Turn
from chesterton.features.surface import flush as end_turn
from chesterton.recall.surfacing import STANDOUT
from chesterton.workspace.conversations import Conversation
from chesterton.workspace.usage import remember


@click.command()
@click.option(
    "--context",
    type=click.File(encoding="utf-8", errors="replace"),
    help="All that the reader has before them now (- for standard input).",
)
@click.option(
    "--standout", default=STANDOUT, show_default=True, help="How far a record must stand out by words."
)
@click.option("--session", default="default", show_default=True, help="Which conversation.")
@workspace_option
@json_option
@reports_errors
def flush(context: TextIO | None, standout: float, session: str, root: Path | None, as_json: bool) -> None:
    """Tell what the team knows about what `chesterton touch` noted since the last turn: each thing once, and again
    only when it has left the --context and is touched again. Silent when there is nothing to say.
    """
    if standout < 1:
        raise click.UsageError(f"--standout is {standout}; it is a ratio of at least 1")

    def deliver(turn: Turn) -> None:
        if as_json:
            print_json(turn)
        elif turn:
            click.echo(turn.text)

    with opened(root) as host:
        conversation = Conversation(host.root, session)
        index_with_progress(host)
        turn = end_turn(Memory(host), conversation, deliver, context.read() if context else None, standout)
        remember(host.snapshot, "shown", (line.key for line in turn.lines), "flush")
