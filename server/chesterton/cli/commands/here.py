"""`chesterton here`."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from chesterton.base.paths import RepoPath, relative_to
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened, place_parts
from chesterton.features.changes import is_range, places_of_change
from chesterton.features.here import Here, HereEntry
from chesterton.features.here import here as what_governs
from chesterton.features.memory import Memory
from chesterton.recall.clip import clip
from chesterton.recall.place import Place
from chesterton.records.model import RecordError
from chesterton.workspace import acts
from chesterton.workspace.host import Host
from chesterton.workspace.root import STORE, find_root
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.usage import remember

_WIDTH = 100


@click.command()
@click.argument("places", nargs=-1, metavar="[PATH[:LINE|#SYMBOL] | A..B]...")
@click.option(
    "--diff", is_flag=False, flag_value="HEAD", metavar="[REF]", help="What changed since REF (default HEAD)."
)
@click.option("--staged", is_flag=True, help="What is staged.")
@workspace_option
@json_option
@reports_errors
def here(places: tuple[str, ...], diff: str | None, staged: bool, root: Path | None, as_json: bool) -> None:
    """Say what governs places: symbols, files, directories, a change (--diff, --staged) or commits (A..B).
    The nearest first, mistakes before decisions; then what is only near.
    """
    if not places and diff is None and not staged:
        raise click.UsageError("name a place, or a change with --diff or --staged")
    folder = root or _root_of(places)
    with opened(folder) as host:
        if (host.root / STORE).is_dir():
            index_with_progress(host)
        snapshot = host.sweep()
        found = what_governs(Memory(host), snapshot, _places(snapshot, places, diff, staged))
        _note(host, found)
    if as_json:
        print_json(_plain(found))
    else:
        click.echo(_text(found))


def _root_of(places: tuple[str, ...]) -> Path:
    for words in places:
        path = Path(place_parts(words)[0] or ".")
        if path.exists():
            return find_root(path.absolute())
    return find_root(Path.cwd())


def _places(snapshot: Snapshot, written: tuple[str, ...], diff: str | None, staged: bool) -> list[Place]:
    found: list[Place] = []
    for words in written:
        if is_range(words) and not Path(words).exists():
            found += places_of_change(snapshot, words)
        else:
            found.append(_place(snapshot, words))
    if diff is not None:
        found += places_of_change(snapshot, diff)
    if staged:
        found += places_of_change(snapshot, staged=True)
    return list(dict.fromkeys(found))


def _place(snapshot: Snapshot, words: str) -> Place:
    """A place as a person writes it, its path from the current folder, else from the workspace."""
    name, rest = place_parts(words)
    path = Path(name or ".")
    near, far = (relative_to(snapshot.root, base / path) for base in (Path.cwd(), snapshot.root))
    there = (one for one in (near, far) if one is not None and (snapshot.root / one).exists())
    relative = next(there, near)
    if relative is None:
        fail(f"{path} lies outside the workspace {snapshot.root}")
    slash = "/" if (snapshot.root / relative).is_dir() and not rest else ""
    try:
        target = acts.find_target(snapshot, f"{relative or '.'}{slash}{rest}")
    except RecordError as error:
        fail(str(error))
    if target.kind == "directory":
        return Place(RepoPath(f"{target.path}/" if target.path else ""))
    return Place(target.path, target.key)


def _note(host: Host, found: Here) -> None:
    remember(host.snapshot, "shown", (one.record.id for one in (*found.records, *found.near)), "here")


def _plain(found: Here) -> dict[str, object]:
    return {
        "place": ", ".join(found.places),
        "article": msgspec.to_builtins(found.article),
        "records": [_flat(one) for one in found.records],
        "near": [_flat(one) for one in found.near],
        "history": [_flat(one) for one in found.history],
    }


def _flat(one: HereEntry) -> dict[str, object]:
    """An entry with the fields of its anchor beside its own."""
    plain: dict[str, object] = msgspec.to_builtins(one)
    anchor: dict[str, object] = msgspec.to_builtins(one.anchor) if one.anchor else {}
    return {**anchor, **plain, "anchor": one.anchor.anchor if one.anchor else None}


def _text(found: Here) -> str:
    return "\n".join(_lines(found))


def _lines(found: Here) -> Iterator[str]:
    if not found.places:
        yield "nothing changed"
        return
    more = len(found.places) - 3
    places = ", ".join(found.places[:3]) + (f" and {more} more places" if more > 0 else "")
    yield places if found.records else f"{places}: no record governs this"
    if found.article:
        above = f", {found.article.altitude} above" if found.article.altitude else ""
        yield f"\n  {found.article.capsule}\n    article {found.article.address}{above}"
    for one in found.records:
        yield from _full(one)
    if found.history:
        yield "\nhistory:"
        yield from (f"  {_short(one)}" for one in found.history)
    if found.near:
        yield "\nnear:"
        yield from (f"  {_short(one)} — {one.reason}" for one in found.near)


def _full(one: HereEntry) -> Iterator[str]:
    entry = one.record
    date = f" {entry.date}" if entry.date else ""
    where = "" if one.level in ("symbol", "itself") else f" · {one.reason}"
    yield f"\n  {entry.statement}\n    {entry.label} {entry.title} ({entry.kind}, {entry.status}{date}){where}"
    yield f"    {entry.path}"
    if one.anchor and one.anchor.words:
        yield f"    ! {one.anchor.words}"


def _short(one: HereEntry) -> str:
    entry = one.record
    drift = "" if one.drift == "none" else f" [drifted: {one.drift}]"
    return f"{entry.label} {clip(entry.title, _WIDTH)} ({entry.kind}, {entry.status}){drift}"
