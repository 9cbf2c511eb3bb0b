"""`chesterton article`."""

from pathlib import Path

import click

from chesterton.cli import pages
from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import entries_of, print_entries
from chesterton.cli.session import from_here, opened
from chesterton.records.articles import Governing, Scope
from chesterton.workspace.page_acts import move_article, write_article
from chesterton.workspace.pages import lint_page
from chesterton.workspace.snapshot import Snapshot

_NEWEST = 3


@click.group()
def article() -> None:
    """The one page of current truth about a file, a folder, or a rule. PATH may be `MOUNT:PATH`."""


@article.command()
@click.argument("path")
@workspace_option
@json_option
@reports_errors
def show(path: str, root: Path | None, as_json: bool) -> None:
    """Show the article that governs PATH: its own, or the nearest above."""
    with opened(root) as host:
        snapshot = host.snapshot
        asset = from_here(host.root, path)
        found = snapshot.library.articles.governing(asset, snapshot.assets)
        if as_json:
            print_json(_plain(snapshot, found) if found else None)
        elif found is None:
            click.echo(f"no article governs {asset}; `chesterton article write {asset}` makes one")
        else:
            _print(snapshot, asset, found)


def _plain(snapshot: Snapshot, found: Governing) -> dict[str, object]:
    one = found.article
    return {
        "address": one.name,
        "altitude": found.altitude,
        "capsule": one.capsule,
        "scope": one.scope or "asset",
        "updated": one.updated,
        "hash": one.hash,
        "path": one.path,
        "body": one.body,
        "journal": [entry.path for entry in snapshot.library.entries_of(one)],
        "findings": entries_of(snapshot, lint_page(snapshot, one.path)),
    }


def _print(snapshot: Snapshot, asset: str, found: Governing) -> None:
    one, altitude = found
    steps = "" if not altitude else f" governs {asset}, {altitude} above it"
    click.echo(f"{one.name}{steps}\n{one.capsule or '(no capsule)'}")
    click.echo(
        f"updated {one.updated or 'at an unknown time'} · {one.path} · seen as {one.hash}\n\n{one.body}"
    )
    entries = snapshot.library.entries_of(one)
    if entries:
        more = f" and {len(entries) - _NEWEST} earlier" if len(entries) > _NEWEST else ""
        names = ", ".join(entry.path.rpartition("/")[2] for entry in reversed(entries[-_NEWEST:]))
        click.echo(f"\njournal: {names}{more}")
    print_entries(entries_of(snapshot, lint_page(snapshot, one.path)))


@article.command("list")
@click.argument("prefix", default="")
@workspace_option
@json_option
@reports_errors
def list_(prefix: str, root: Path | None, as_json: bool) -> None:
    """List the articles, those of mounts included; with PREFIX, those at and below an address."""
    with opened(root) as host:
        found = [
            one
            for one in host.snapshot.library.articles.articles
            if not prefix
            or one.name == prefix.rstrip("/")
            or one.name.startswith(f"{prefix.rstrip('/:')}/")
            or one.name.startswith(f"{prefix.rstrip('/:')}:")
        ]
        if as_json:
            fields = ("name", "capsule", "scope", "updated", "path", "hash")
            print_json([{field: getattr(one, field) for field in fields} for one in found])
            return
        for one in found:
            click.echo(f"{one.name}: {one.capsule}")


@article.command()
@click.argument("path")
@click.option("-m", "--message", "body", default="", help="The body; without one it stays as it is.")
@click.option("--file", metavar="FILE", help="Take the body from a file, `-` is standard input.")
@click.option("--capsule", default="", help="The one dense line that says what holds.")
@click.option(
    "--scope", type=click.Choice(["rule", "asset"]), help="`rule` for what governs no single file or folder."
)
@click.option(
    "--seen", metavar="HASH", help='Refuse if the article is not what you read; "" if it was not there.'
)
@workspace_option
@json_option
@reports_errors
def write(
    path: str,
    body: str,
    file: str | None,
    capsule: str,
    scope: Scope | None,
    seen: str | None,
    root: Path | None,
    as_json: bool,
) -> None:
    """Write the article about PATH. What you don't give stays; what changes nothing writes nothing."""
    text = pages.text_of(body, file)
    with opened(root) as host:
        asset = from_here(host.root, path)
        written = write_article(
            host.snapshot, asset, body=text, capsule=capsule, scope=scope or "", seen=seen
        )
        pages.finish(host, written, "wrote", as_json=as_json)


@article.command()
@click.argument("path")
@click.argument("to")
@workspace_option
@json_option
@reports_errors
def move(path: str, to: str, root: Path | None, as_json: bool) -> None:
    """Give the article about PATH the address of TO. Links follow, and its journal stays with it."""
    with opened(root) as host:
        written = move_article(host.snapshot, from_here(host.root, path), from_here(host.root, to))
        pages.finish(host, written, "moved to", as_json=as_json)
