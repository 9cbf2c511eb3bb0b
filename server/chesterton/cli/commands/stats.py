"""`chesterton stats`."""

from collections.abc import Mapping
from pathlib import Path

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.features.ties import cards, drifted, ties
from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.usage import WINDOW, Stats
from chesterton.recall.usage import stats as statistics
from chesterton.workspace.root import STORE
from chesterton.workspace.usage import remembered

_TITLE = 80


@click.command()
@workspace_option
@json_option
@reports_errors
def stats(root: Path | None, as_json: bool) -> None:
    """Show on one screen how the store is: its health, its reach, what is read and what nobody reads.
    Use is noted on this machine only; `enabled = false` under `[usage]` in .chesterton/config.toml stops it.
    """
    with opened(root) as host:
        snapshot = host.sweep()
        drift = drifted(snapshot).drift
        today = snapshot.state.today
        found = statistics(cards(snapshot), ties(snapshot), remembered(host.root), drift, today)
        noted = (host.root / STORE).is_dir()
    if as_json:
        print_json(found)
    else:
        click.echo(_screen(found, snapshot.config.usage.enabled, noted))


def _screen(found: Stats, enabled: bool, noted: bool) -> str:
    lines = [
        f"records    {_counts(found.statuses) or 'none yet'}",
        f"in force   {found.binding}: {_counts(found.kinds)}",
        f"health     {found.drifted} drifted, {found.waiting} waiting for a person",
        f"reach      {found.anchored} of {found.binding} in force are tied to code, {found.mistakes} are mistakes",
    ]
    if not enabled:
        return "\n".join((*lines, "reading    not noted (`[usage] enabled = false`)"))
    if not noted:
        return "\n".join((*lines, "reading    not noted: there is no store yet; `chesterton init` makes one"))
    faces = f" ({_counts(found.faces)})" if found.faces else ""
    lines.append(f"reading    last {WINDOW} days: {_counts(found.recent) or 'nothing was shown'}{faces}")
    lines += [f"  {count:5} × {_title(card)}" for card, count in found.most_read]
    lines.append(f"unread     {found.never_read_count} in force were never shown")
    lines += [f"          {_title(card)}" for card in found.never_read]
    return "\n".join(lines)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def _title(card: Card) -> str:
    return f"{clip(card.title, _TITLE)} ({card.id})"
