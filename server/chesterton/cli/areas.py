"""`chesterton domain` and `chesterton initiative`: the same commands for both kinds of area."""

from collections.abc import Iterable
from pathlib import Path

import click

from chesterton.cli import pages
from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.report import record_entry
from chesterton.features.suggestions import adopt
from chesterton.features.wording import counted
from chesterton.records.areas import Area, AreaKind, AreaStatus
from chesterton.records.model import Record
from chesterton.workspace.page_acts import decide_area, describe_area, find_area
from chesterton.workspace.snapshot import Snapshot


def area_group(kind: AreaKind, about: str) -> click.Group:
    """The commands about one kind of area; `about` is the group's help."""
    group = click.Group(kind, help=about)
    group.add_command(_adder(kind))
    group.add_command(_lister(kind))
    group.add_command(_shower(kind))
    group.add_command(_decider(kind, "ratify", "accepted", "ratified"))
    group.add_command(_decider(kind, "drop", "dropped", "dropped"))
    if kind == "domain":
        group.add_command(_adopt)
    return group


def _adder(kind: AreaKind) -> click.Command:
    @click.command("add", help=f"Describe a new {kind}; it is a proposal until somebody ratifies it.")
    @click.argument("title")
    @click.option(
        "-m", "--message", "summary", required=True, help="Why it exists; the first sentence is shown."
    )
    @click.option("--ratified", is_flag=True, help="It is decided already.")
    @workspace_option
    @json_option
    @reports_errors
    def add(
        title: str,
        summary: str,
        ratified: bool,
        root: Path | None,
        as_json: bool,
        parent: str = "",
        prefixes: tuple[str, ...] = (),
        seeds: tuple[str, ...] = (),
    ) -> None:
        with opened(root) as host:
            written = describe_area(
                host.snapshot,
                kind,
                title,
                summary,
                parent=parent,
                prefixes=prefixes,
                seeds=seeds,
                status="accepted" if ratified else "proposed",
            )
            pages.finish(host, written, "described", as_json=as_json)

    if kind == "domain":
        add = click.option(
            "--path", "prefixes", multiple=True, help="A file or folder of it; may be repeated."
        )(add)
        add = click.option("--seed", "seeds", multiple=True, help="A symbol at its heart; may be repeated.")(
            add
        )
        add = click.option("--parent", default="", metavar="SLUG", help="The domain that it is a part of.")(
            add
        )
    return add


def _lister(kind: AreaKind) -> click.Command:
    @click.command("list", help=f"List the {kind}s.")
    @workspace_option
    @json_option
    @reports_errors
    def list_areas(root: Path | None, as_json: bool) -> None:
        with opened(root) as host:
            snapshot = host.snapshot
            found = [area for area in snapshot.library.areas.areas if area.kind == kind]
            if as_json:
                print_json([_plain(snapshot, area) for area in found])
                return
            for area in found:
                count = counted(len(_members(snapshot, area)), "record")
                click.echo(f"{area.slug} ({area.status}, {count}): {area.summary}")

    return list_areas


def _shower(kind: AreaKind) -> click.Command:
    @click.command("show", help=f"Show the {kind} with its records.")
    @click.argument("slug")
    @workspace_option
    @json_option
    @reports_errors
    def show(slug: str, root: Path | None, as_json: bool) -> None:
        with opened(root) as host:
            snapshot = host.snapshot
            area = find_area(snapshot, kind, slug)
            members = _members(snapshot, area)
            if as_json:
                entries = [record_entry(snapshot, record) for record in members]
                print_json({**_plain(snapshot, area), "members": entries})
                return
            click.echo(f"{area.slug}: {area.title} ({area.status})\n{area.summary}\n{area.path}")
            _print_names("part of", (one.slug for one in snapshot.library.areas.parents(area)))
            _print_names("paths", area.prefixes)
            _print_names("seeds", area.seeds)
            for record in members:
                click.echo(
                    f"  {record.label} {record.title} ({record.kind}, {snapshot.records.status(record)})"
                )

    return show


def _decider(kind: AreaKind, name: str, status: AreaStatus, word: str) -> click.Command:
    @click.command(name, help=f"Say that the {kind} is {status}.")
    @click.argument("slug")
    @workspace_option
    @json_option
    @reports_errors
    def decide(slug: str, root: Path | None, as_json: bool) -> None:
        with opened(root) as host:
            pages.finish(host, decide_area(host.snapshot, kind, slug, status), word, as_json=as_json)

    return decide


@click.command("adopt")
@click.argument("slug")
@click.option("-m", "--message", "summary", required=True, help="Why it exists; the first sentence is shown.")
@click.option("--title", default="", help="Its name, if that of its folder won't do.")
@workspace_option
@json_option
@reports_errors
def _adopt(slug: str, summary: str, title: str, root: Path | None, as_json: bool) -> None:
    """Make a domain of an area that `chesterton toc --suggest` found, ratified in the same step."""
    with opened(root) as host:
        index_with_progress(host)
        written = adopt(host.index, host.snapshot, slug, summary, title)
        pages.finish(host, written, "adopted", as_json=as_json)


def _members(snapshot: Snapshot, area: Area) -> tuple[Record, ...]:
    return snapshot.library.areas.members(area, snapshot.records.records)


def _plain(snapshot: Snapshot, area: Area) -> dict[str, object]:
    names = ("slug", "title", "summary", "status", "parent", "prefixes", "seeds", "tags", "path")
    return {
        **{name: getattr(area, name) for name in names},
        "records": [record.id for record in _members(snapshot, area)],
    }


def _print_names(title: str, names: Iterable[str]) -> None:
    listed = ", ".join(names)
    if listed:
        click.echo(f"{title}: {listed}")
