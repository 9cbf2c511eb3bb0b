"""`chesterton record`."""

from pathlib import Path

import click

from chesterton.cli.options import body_option, kind_option
from chesterton.cli.output import ask, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import from_here, opened, write
from chesterton.records.model import Kind
from chesterton.workspace import acts


@click.command()
@kind_option
@click.option("--title", help="One line that says what holds.")
@click.option(
    "--at", "places", multiple=True, metavar="PATH[#SYMBOL]", help="What it governs; may be repeated."
)
@body_option
@click.option("--propose", is_flag=True, help="Leave it to somebody else to ratify.")
@workspace_option
@json_option
@reports_errors
def record(
    kind: Kind,
    title: str | None,
    places: tuple[str, ...],
    body: str,
    propose: bool,
    root: Path | None,
    as_json: bool,
) -> None:
    """Write down why something is so, tied to the code that it governs."""
    title = ask(title, "--title", "What holds")
    with opened(root) as host:
        snapshot = host.snapshot
        draft = acts.draft(snapshot, kind, title, body, accept=bool(body.strip()) and not propose)
        targets = [acts.find_target(snapshot, from_here(host.root, place)) for place in places]
        done = acts.record(snapshot, draft, targets)
        write(host, done.changes)
        if as_json:
            print_json({"id": draft.id, "path": done.path, "status": draft.status})
        else:
            click.echo(f"{draft.status}: {done.path} ({draft.id})")
