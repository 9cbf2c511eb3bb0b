"""`chesterton timeline`."""

from collections.abc import Iterator
from pathlib import Path

import click

from chesterton.anchors.history import commits
from chesterton.anchors.life import life
from chesterton.base.git import GitError
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.memory import Memory
from chesterton.recall.orientation import Moment
from chesterton.recall.orientation import timeline as life_of
from chesterton.recall.place import Place

_HERE = ("symbol", "itself", "inside")
_SHORT = 10


@click.command()
@click.argument("seed", metavar="PATH[:LINE|#SYMBOL]")
@workspace_option
@json_option
@reports_errors
def timeline(seed: str, root: Path | None, as_json: bool) -> None:
    """Tell the life of a place: every record about it, what each replaced, and the commits that changed it."""
    with opened(root) as host:
        index_with_progress(host)
        memory = Memory(host)
        (reading,) = memory.workplace.readings((seed,))
        if reading.place is None:
            fail(reading.echo)
        answer = memory.here([reading.place])
        about = [one.card for one in answer.ranked if one.level in _HERE]
        moments = life_of(memory.workplace.recall.cards, about, _commits(host.root, reading.place))
    if as_json:
        print_json(moments)
        return
    for moment in moments:
        click.echo(f"{moment.date or '?':10}  {moment.what:6}  {moment.title}  ({moment.note}; {moment.id})")
    if not moments:
        click.echo(f"{reading.place}: no record and no commit speaks of it")


def _commits(root: Path, place: Place) -> Iterator[Moment]:
    """The commits behind a place, none without git."""
    try:
        if place.symbol:
            for chapter in life(root, place.path, place.symbol):
                commit = chapter.commit
                note = f"{chapter.deed}, {commit.author}"
                yield Moment(commit.date, "commit", commit.id[:_SHORT], commit.subject, note)
        elif not place.is_directory:
            for commit in commits(root, "", paths=(place.path,)):
                yield Moment(commit.date, "commit", commit.id[:_SHORT], commit.subject, commit.author)
    except GitError:
        return
