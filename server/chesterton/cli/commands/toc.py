"""`chesterton toc`."""

from collections.abc import Iterable
from pathlib import Path

import click

from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.code.graph import CodeGraph
from chesterton.code.whole import areas
from chesterton.features.surroundings import domains
from chesterton.features.ties import cards, drifted, ties
from chesterton.features.wording import counted
from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.domains import Suggestion
from chesterton.recall.domains import suggest as suggestions
from chesterton.recall.orientation import Contents, DomainPage, contents, domain_page
from chesterton.workspace.host import Host

_WIDTH = 100


@click.command()
@click.argument("domain", required=False)
@click.option("--suggest", is_flag=True, help="Areas of the code that could be domains, for you to describe.")
@workspace_option
@json_option
@reports_errors
def toc(domain: str | None, suggest: bool, root: Path | None, as_json: bool) -> None:
    """Show what the store holds; with DOMAIN, that domain with its records, mistakes first."""
    with opened(root) as host:
        if suggest:
            found: Contents | DomainPage | list[Suggestion] = _suggested(host)
        elif domain:
            found = _page(host, domain)
        else:
            snapshot = host.sweep()
            found = contents(cards(snapshot), ties(snapshot), domains(snapshot), drifted(snapshot).drift)
    if as_json:
        print_json(found)
    elif isinstance(found, Contents):
        _print_contents(found)
    elif isinstance(found, DomainPage):
        _print_page(found)
    else:
        for one in found:
            click.echo(f"{one.slug}: {', '.join(one.prefixes)} ({one.reason})")


def _suggested(host: Host) -> list[Suggestion]:
    index_with_progress(host)
    communities = {area.label: area.files for area in areas(CodeGraph(host.index, whole=True))}
    return suggestions(communities, domains(host.snapshot))


def _page(host: Host, slug: str) -> DomainPage:
    snapshot = host.sweep()
    page = domain_page(slug, cards(snapshot), ties(snapshot), domains(snapshot))
    if isinstance(page, DomainPage):
        return page
    known = ", ".join(page) or "none yet; `chesterton toc --suggest` finds some"
    return fail(f"no domain is called {slug}; there are: {known}")


def _print_contents(found: Contents) -> None:
    for chapter in found.domains:
        below = f", {counted(len(chapter.subdomains), 'subdomain')}" if chapter.subdomains else ""
        click.echo(
            f"{chapter.slug}: {counted(chapter.records, 'record')}, {chapter.mistakes} of them mistakes{below}"
            f"\n    {clip(chapter.summary or chapter.title or 'nobody described it yet', _WIDTH)}"
        )
    click.echo(f"in no domain: {counted(found.elsewhere, 'record')} in force")
    if found.initiatives:
        click.echo(
            "initiatives: " + ", ".join(f"{name} {count}" for name, count in found.initiatives.items())
        )
    _print_cards("everywhere", found.everywhere)
    _print_cards("waiting for a person (`chesterton ratify ID`)", found.proposals)
    for card, verdict in found.drifted:
        click.echo(f"drifted ({verdict}): {_line(card)}")


def _print_page(page: DomainPage) -> None:
    click.echo(f"{page.domain.slug}: {page.domain.title}\n{page.domain.summary}")
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
