"""`chesterton supersede`."""

from pathlib import Path

import click
import msgspec

from chesterton.cli.options import body_option, kind_option, settings_option
from chesterton.cli.output import ask, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened, targets_of, write
from chesterton.records.model import Kind
from chesterton.records.settable import read_settings
from chesterton.workspace import acts
from chesterton.workspace.acts import Done
from chesterton.workspace.numbers import numbered


@click.command()
@click.argument("references", metavar="ID...", nargs=-1, required=True)
@kind_option
@click.option("--title", help="One line that says what holds from now on.")
@click.option(
    "--at",
    "places",
    multiple=True,
    metavar="PATH[#SYMBOL]",
    help="What it governs; the old places by default.",
)
@body_option
@click.option(
    "--propose", is_flag=True, help="Leave it to somebody else to ratify; until then the old one holds."
)
@click.option(
    "--again", is_flag=True, help="Also supersede what was superseded already; both successors stay."
)
@settings_option
@workspace_option
@json_option
@reports_errors
def supersede(
    references: tuple[str, ...],
    kind: Kind,
    title: str | None,
    places: tuple[str, ...],
    body: str,
    propose: bool,
    again: bool,
    settings: tuple[str, ...],
    root: Path | None,
    as_json: bool,
) -> None:
    """Replace records by a new one. The old files stay as they are, as history."""
    title = ask(title, "--title", "What holds from now on")
    with opened(root) as host:
        snapshot = host.sweep()
        old = [snapshot.records.find(reference) for reference in references]
        draft = acts.draft(snapshot, kind, title, body, accept=bool(body.strip()) and not propose)
        fields = read_settings(snapshot.records, settings)
        draft = msgspec.structs.replace(draft, fields=fields)
        targets = targets_of(snapshot, places)

        def make(least: int) -> Done:
            numbered_draft = msgspec.structs.replace(draft, least=least)
            return acts.supersede(snapshot, old, numbered_draft, targets, again=again)

        done = numbered(host.root, make, lambda done: write(host, done.changes))
        if as_json:
            print_json({"id": draft.id, "path": done.path, "supersedes": [record.id for record in old]})
        else:
            names = ", ".join(record.label for record in old)
            click.echo(f"{draft.status}: {done.path} ({draft.id}), supersedes {names}")
