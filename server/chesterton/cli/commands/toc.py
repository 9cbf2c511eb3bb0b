"""`chesterton toc`."""

from collections.abc import Iterable
from pathlib import Path

import click

from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.suggestions import suggested
from chesterton.features.surroundings import domains, initiatives
from chesterton.features.ties import cards, drifted, ties
from chesterton.features.wording import counted
from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.domains import Suggestion
from chesterton.recall.orientation import AreaPage, Chapter, Contents, area_page, contents
from chesterton.workspace.host import Host

_WIDTH = 100


@click.command()
@click.argument("area", metavar="[DOMAIN|INITIATIVE]", required=False)
@click.option("--suggest", is_flag=True, help="Areas of the code that could be domains, for you to describe.")
@workspace_option
@json_option
@reports_errors
def toc(area: str | None, suggest: bool, root: Path | None, as_json: bool) -> None:
    """Show what the store holds; with DOMAIN or INITIATIVE, that one with its records, mistakes first."""
    with opened(root) as host:
        if suggest:
            index_with_progress(host)
            found: Contents | AreaPage | list[Suggestion] = suggested(host.index, host.snapshot)
        elif area:
            found = _page(host, area)
        else:
            snapshot = host.sweep()
            found = contents(
                cards(snapshot),
                ties(snapshot),
                domains(snapshot),
                initiatives(snapshot),
                drifted(snapshot).drift,
            )
    if as_json:
        print_json(found)
    elif isinstance(found, Contents):
        _print_contents(found)
    elif isinstance(found, AreaPage):
        _print_page(found)
    else:
        for one in found:
            click.echo(f"{one.slug}: {', '.join(one.prefixes)} ({one.reason})")
        if found:
            click.echo('`chesterton domain adopt SLUG -m "Why it exists."` makes one of them a domain')


def _page(host: Host, slug: str) -> AreaPage:
    snapshot = host.sweep()
    page = area_page(slug, cards(snapshot), ties(snapshot), domains(snapshot), initiatives(snapshot))
    if isinstance(page, AreaPage):
        return page
    known = ", ".join(page) or "none yet; `chesterton toc --suggest` finds some"
    return fail(f"no domain or initiative is called {slug}; there are: {known}")


def _print_contents(found: Contents) -> None:
    for chapter in found.domains:
        _print_chapter(chapter)
    click.echo(f"in no domain: {counted(found.elsewhere, 'record')} in force")
    if found.initiatives:
        click.echo("initiatives:")
    for chapter in found.initiatives:
        _print_chapter(chapter)
    _print_cards("everywhere", found.everywhere)
    _print_cards("waiting for a person (`chesterton ratify ID`)", found.proposals)
    for card, verdict in found.drifted:
        click.echo(f"drifted ({verdict}): {_line(card)}")


def _print_chapter(chapter: Chapter) -> None:
    below = f", {counted(len(chapter.subdomains), 'subdomain')}" if chapter.subdomains else ""
    click.echo(
        f"{chapter.slug}: {counted(chapter.records, 'record')}, {chapter.mistakes} of them mistakes{below}"
        f"\n    {clip(chapter.summary or chapter.title or 'nobody described it yet', _WIDTH)}"
    )


def _print_page(page: AreaPage) -> None:
    click.echo(f"{page.area.slug}: {page.area.title or 'nobody described it yet'}")
    if page.area.summary:
        click.echo(page.area.summary)
    if page.subdomains:
        click.echo(f"subdomains: {', '.join(page.subdomains)}")
    if page.members:
        click.echo(f"lies in: {', '.join(page.members)}")
    _print_cards("records", page.records)


def _print_cards(title: str, cards: Iterable[Card]) -> None:
    lines = [f"  {_line(card)}" for card in cards]
    if lines:
        click.echo("\n".join((f"{title}:", *lines)))


def _line(card: Card) -> str:
    return f"[{card.kind}] {clip(card.title, _WIDTH)} ({card.id})"
