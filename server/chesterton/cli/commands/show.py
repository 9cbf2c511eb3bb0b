"""`chesterton show`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.features.page import RecordPage, record_page
from chesterton.features.wording import headline


@click.command()
@click.argument("reference", metavar="ID")
@workspace_option
@json_option
@reports_errors
def show(reference: str, root: Path | None, as_json: bool) -> None:
    """Show all of one record: what it says, what became of it, and where its code is."""
    with opened(root) as host:
        snapshot = host.sweep()
        record = snapshot.records.find(reference)
        page = record_page(snapshot, record)
        if as_json:
            print_json(page)
            return
        click.echo(f"{record.label} {record.title}\n{headline(record)}\n{page.path}\n")
        for name, value in _facts(page):
            click.echo(f"{name + ':':14} {value}")
        click.echo(f"\n{page.body}")


def _facts(page: RecordPage) -> list[tuple[str, str]]:
    """Everything that the record's header says and that follows from the others, in reading order; no empty lines."""
    single = [
        ("kind", page.kind),
        (
            "status",
            page.status + ("" if page.in_force or page.status != "accepted" else ", not in force now"),
        ),
        ("date", page.date),
        ("ratified", page.ratified),
        ("confirmed", page.confirmed),
        (
            "valid",
            " to ".join(filter(None, (page.valid_from or ("…" if page.valid_to else ""), page.valid_to))),
        ),
        ("review by", page.review_by),
        ("implemented", page.implemented),
        ("provenance", page.provenance),
        ("source", page.source),
        ("domain", page.domain),
        ("initiative", page.initiative),
        ("sensitivity", page.sensitivity if page.sensitivity != "internal" else ""),
        ("access group", page.acl_group),
        ("namespace", page.namespace),
        ("tags", ", ".join(page.tags)),
        ("by", ", ".join(page.decision_makers)),
        ("id", page.id),
        ("aliases", ", ".join(page.aliases)),
    ]
    lists = (
        ("supersedes", page.supersedes),
        ("superseded by", page.superseded_by),
        ("amends", page.amends),
        ("amended by", page.amended_by),
        ("supports", page.supports),
        ("supported by", page.supported_by),
        ("governs", page.anchors),
    )
    found = [(name, value) for name, value in single if value]
    return found + [(name, value) for name, values in lists for value in values]
