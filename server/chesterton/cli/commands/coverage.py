"""`chesterton coverage`."""

from collections import Counter
from pathlib import Path

import click

from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.code.languages import for_path
from chesterton.features.ties import cards, ties
from chesterton.recall.mentions import Mentions
from chesterton.recall.orientation import coverage as covered
from chesterton.recall.place import Place, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.workspace.root import STORE

_NEAR = ("itself", "inside", "glob", "directory")
_TIMEOUT = 120.0


@click.command()
@click.option("--days", default=180, show_default=True, help="How far back changes count.")
@click.option("--most", default=20, show_default=True, help="The most files to list.")
@workspace_option
@json_option
@reports_errors
def coverage(days: int, most: int, root: Path | None, as_json: bool) -> None:
    """List the files that change most, those that no record governs first."""
    with opened(root) as host:
        snapshot = host.sweep()
        recall, view = PlaceRecall(cards(snapshot), ties(snapshot), Mentions(())), View(snapshot.state.today)
        records = snapshot.record_files
        changes = {
            path: count
            for path, count in _changes(host.root, days).items()
            if path not in records and not path.startswith(f"{STORE}/")
        }

        def records_at(path: RepoPath) -> int:
            found = recall.at([Place(path)], view).governing
            return sum(one.level in _NEAR for one in found)

        rows = covered(changes, records_at, most)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row.changes:5} changes  {row.records:3} records  {row.path}")
    if not rows:
        click.echo(f"no code changed in the last {days} days")


def _changes(root: Path, days: int) -> Counter[RepoPath]:
    """How often each source file that still exists was changed.

    Raises:
        GitError: no git.
    """
    out = git.run(
        root, "log", "--no-merges", f"--since={days} days ago", "--name-only", "--relative", "-z", "--format=",
        timeout=_TIMEOUT,
    )  # fmt: skip
    paths = (RepoPath(raw.strip("\n")) for raw in out.decode(errors="surrogateescape").split("\0"))
    counted = Counter(path for path in paths if path and for_path(path) is not None)
    return Counter({path: count for path, count in counted.items() if (root / path).is_file()})
