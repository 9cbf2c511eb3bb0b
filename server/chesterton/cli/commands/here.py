"""`chesterton here`."""

from pathlib import Path

import click

from chesterton.anchors.target import Target
from chesterton.base.paths import RepoPath, relative_to
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened, place_parts
from chesterton.code import symbols
from chesterton.features.place import Governing, governing
from chesterton.features.report import anchor_entry
from chesterton.features.wording import drift_words, facts_of, headline
from chesterton.records.model import RecordError
from chesterton.workspace import acts
from chesterton.workspace.root import find_root
from chesterton.workspace.snapshot import Snapshot


@click.command()
@click.argument("place", metavar="PATH[:LINE|#SYMBOL]")
@workspace_option
@json_option
@reports_errors
def here(place: str, root: Path | None, as_json: bool) -> None:
    """Say what governs a place: mistakes first, the nearest first."""
    root, words = _root_and_words(root, place)
    with opened(root) as host:
        snapshot = host.sweep()
        target = _target(snapshot, words)
        found = governing(snapshot, target.path, _offset(snapshot, target))
        if as_json:
            entries = [{"altitude": one.altitude, **_plain(snapshot, one)} for one in found]
            print_json({"place": str(target), "article": _article(snapshot, target), "records": entries})
            return
        click.echo(f"{target}" if found else f"{target}: no record governs this")
        if article := snapshot.article_for(target.path):
            above = f", {article.altitude} above" if article.altitude else ""
            click.echo(f"\n  {article.article.capsule}\n    article {article.article.name}{above}")
        for one in found:
            click.echo(_lines(snapshot, one))


def _root_and_words(root: Path | None, place: str) -> tuple[Path, str]:
    """The workspace and the place inside it; a path may be written from the current folder."""
    name, rest = place_parts(place)
    path = Path(name or ".")
    folder = root or find_root(path.absolute() if path.exists() else Path.cwd())
    relative = relative_to(folder, path.absolute())
    if relative is None:
        fail(f"{path} lies outside the workspace {folder}")
    if not (folder / relative).exists() and root is not None:
        relative = RepoPath(path.as_posix())
    slash = "/" if (folder / relative).is_dir() and not rest else ""
    return folder, f"{relative or '.'}{slash}{rest}"


def _target(snapshot: Snapshot, words: str) -> Target:
    try:
        return acts.find_target(snapshot, words)
    except RecordError as error:
        fail(str(error))


def _offset(snapshot: Snapshot, target: Target) -> int | None:
    facts = snapshot.facts(target.path) if target.key else None
    symbol = symbols.lookup(facts, target.key) if facts else None
    return symbol.name_span.start if symbol else None


def _plain(snapshot: Snapshot, one: Governing) -> dict[str, object]:
    entry = anchor_entry(snapshot, one.placed)
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def _article(snapshot: Snapshot, target: Target) -> dict[str, object] | None:
    found = snapshot.article_for(target.path)
    if found is None:
        return None
    return {"address": found.article.name, "altitude": found.altitude, "capsule": found.article.capsule}


def _lines(snapshot: Snapshot, one: Governing) -> str:
    record = one.placed.record
    drift = drift_words(one.placed)
    where = "" if one.altitude == 0 else f" · from {one.placed.ref.target}"
    marks = f"  ! {drift}" if drift else ""
    return (
        f"\n  {headline(record)}\n    {record.label} {record.title} ({facts_of(snapshot, record)}){where}"
        f"\n    {record.path}{marks and chr(10) + '  ' + marks}"
    )
