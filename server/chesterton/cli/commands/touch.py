"""`chesterton touch`."""

from pathlib import Path

import click

from chesterton.base.paths import relative_to
from chesterton.cli.output import fail, reports_errors, workspace_option
from chesterton.cli.session import place_parts
from chesterton.workspace.conversations import Act, Conversation, Event
from chesterton.workspace.root import find_root


@click.command()
@click.argument("places", nargs=-1, metavar="[PATH[:LINE|#SYMBOL]]...")
@click.option("--edited", "act", flag_value="edited", help="They were changed.")
@click.option("--failed", "act", flag_value="failed", help="Changing them failed.")
@click.option("--read", multiple=True, metavar="ID", help="This record or article was read: don't tell it.")
@click.option("--updated", multiple=True, metavar="ADDRESS", help="This article was brought up to date.")
@click.option("--say", multiple=True, metavar="WORDS", help="What the person said.")
@click.option("--call", multiple=True, metavar="WORDS", help="A tool call: its name and first argument.")
@click.option("--session", default="default", show_default=True, help="Which conversation.")
@workspace_option
@reports_errors
def touch(
    places: tuple[str, ...],
    act: Act | None,
    read: tuple[str, ...],
    updated: tuple[str, ...],
    say: tuple[str, ...],
    call: tuple[str, ...],
    session: str,
    root: Path | None,
) -> None:
    """Note what happens in a conversation: files opened or edited, records read, words said. `chesterton flush`
    then tells, once a turn, what the team knows about it.
    """
    folder = root or find_root(Path.cwd())
    events = [Event(act or "opened", _inside(folder, place)) for place in places]
    said: tuple[tuple[Act, tuple[str, ...]], ...] = (
        ("read", read),
        ("updated", updated),
        ("said", say),
        ("called", call),
    )
    events += [Event(kind, what) for kind, values in said for what in values]
    if not events:
        raise click.UsageError("name a place, or what was read or said")
    Conversation(folder, session).note(events)


def _inside(root: Path, words: str) -> str:
    """A place as it is written from the workspace; a file about to be created is one too."""
    name, rest = place_parts(words)
    relative = relative_to(root, Path(name).absolute())
    if relative is None:
        fail(f"{name} lies outside the workspace {root}")
    return f"{relative}{rest}"
