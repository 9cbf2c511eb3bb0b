"""`chesterton record`."""

from pathlib import Path

import click
import msgspec

from chesterton.cli.options import body_option, kind_option, settings_option
from chesterton.cli.output import ask, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened, targets_of, write
from chesterton.features.report import record_entry
from chesterton.records.model import Kind
from chesterton.records.settable import read_settings
from chesterton.workspace import acts
from chesterton.workspace.acts import Done
from chesterton.workspace.numbers import numbered


@click.command()
@kind_option
@click.option("--title", help="One line that says what holds.")
@click.option(
    "--at", "places", multiple=True, metavar="PATH[#SYMBOL]", help="What it governs; may be repeated."
)
@body_option
@click.option("--propose", is_flag=True, help="Leave it to somebody else to ratify.")
@settings_option
@workspace_option
@json_option
@reports_errors
def record(
    kind: Kind,
    title: str | None,
    places: tuple[str, ...],
    body: str,
    propose: bool,
    settings: tuple[str, ...],
    root: Path | None,
    as_json: bool,
) -> None:
    """Write down why something is so, tied to the code that it governs."""
    title = ask(title, "--title", "What holds")
    with opened(root) as host:
        snapshot = host.snapshot
        draft = acts.draft(snapshot, kind, title, body, accept=bool(body.strip()) and not propose)
        fields = read_settings(snapshot.records, settings)
        draft = msgspec.structs.replace(draft, fields=fields)
        targets = targets_of(snapshot, places)

        def make(least: int) -> Done:
            return acts.record(snapshot, msgspec.structs.replace(draft, least=least), targets)

        done = numbered(host.root, make, lambda done: write(host, done.changes))
        alike = acts.repeats(snapshot, done)
        if as_json:
            near = [record_entry(snapshot, one) for one in alike]
            print_json({"id": draft.id, "path": done.path, "status": draft.status, "near": near})
        else:
            click.echo(f"{draft.status}: {done.path} ({draft.id})")
            for one in alike:
                click.echo(f"it says nearly what {one.label} {one.title} says ({one.path})", err=True)
