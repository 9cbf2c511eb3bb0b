"""`chesterton journal`."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from chesterton.base.disk import write_exclusive
from chesterton.base.paths import inside
from chesterton.cli import pages
from chesterton.cli.output import FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.problems import entries_of, print_entries
from chesterton.cli.session import from_here, opened
from chesterton.features.wording import counted
from chesterton.records.journal import Entry, check_chain
from chesterton.workspace.acts import author
from chesterton.workspace.changes import Touched
from chesterton.workspace.host import Host
from chesterton.workspace.page_acts import Written, log, subject_of
from chesterton.workspace.root import staging

_ATTEMPTS = 100


@click.group()
def journal() -> None:
    """What happened, as it happened: entries that are never rewritten."""


@journal.command()
@click.option("-m", "--message", "body", default="", help="What happened, with the values as they were.")
@click.option("--file", metavar="FILE", help="Take the text from a file, `-` is standard input.")
@click.option(
    "--about", multiple=True, metavar="PATH|ID", help="A file, a folder or a record; may be repeated."
)
@click.option("--by", help="Who writes, for an agent its name; by default git's user.")
@click.option("--name", default="", help="Words for the file's name; by default the first line.")
@workspace_option
@json_option
@reports_errors
def add(
    body: str,
    file: str | None,
    about: tuple[str, ...],
    by: str | None,
    name: str,
    root: Path | None,
    as_json: bool,
) -> None:
    """Add an entry. It names the entries before it, so that changing one of them shows."""
    text = pages.text_of(body, file)
    with opened(root) as host:
        subjects = [from_here(host.root, words) for words in about]
        written = _add(host, text, subjects, by if by is not None else author(host.snapshot), name)
        pages.finish(host, written, "logged", as_json=as_json)


def _add(host: Host, text: str, about: list[str], by: str, name: str) -> Written:
    """Create the entry's file, which nobody else may have created meanwhile; `finish` then has nothing to write."""
    for _ in range(_ATTEMPTS):
        written = log(host.snapshot, text, datetime.now(UTC), about=about, by=by, name=name)
        (change,) = written.changes
        try:
            write_exclusive(inside(host.root, change.path), change.after or b"", staging(host.root))
        except FileExistsError:
            host.apply(Touched(None))
            continue
        return written._replace(changes=(change._replace(before=change.after),))
    raise FileExistsError(f"somebody else creates entries of the name {name!r} all the time; try again")


@journal.command("list")
@click.option("--about", metavar="PATH|ID", help="Only entries about a file, a folder or a record.")
@click.option("--last", type=click.IntRange(1), help="Only so many of the newest.")
@workspace_option
@json_option
@reports_errors
def list_(about: str | None, last: int | None, root: Path | None, as_json: bool) -> None:
    """List entries, the oldest first."""
    with opened(root) as host:
        library = host.snapshot.library
        entries = library.journal
        if about is not None:
            subject = subject_of(host.snapshot, from_here(host.root, about))
            article = library.articles.at(subject)
            entries = library.entries_of(article) if article else library.entries_about(subject)
        entries = entries[-last:] if last else entries
        if as_json:
            print_json([_plain(entry) for entry in entries])
            return
        for entry in entries:
            when = entry.logged.isoformat(timespec="minutes") if entry.logged else "at an unknown time"
            by = f" by {entry.by}" if entry.by else ""
            subjects = f" about {', '.join(entry.subjects)}" if entry.subjects else ""
            click.echo(
                f"{when}{by}{subjects}: {entry.body.splitlines()[0] if entry.body else ''}\n    {entry.path}"
            )


def _plain(entry: Entry) -> dict[str, object]:
    names = ("path", "subjects", "logged", "by", "hash", "after", "body")
    return {name: getattr(entry, name) for name in names}


@journal.command()
@workspace_option
@json_option
@reports_errors
def verify(root: Path | None, as_json: bool) -> None:
    """Follow the chain: leaves with 1 when an entry was changed or taken away after others were written."""
    with opened(root) as host:
        entries = host.snapshot.library.journal
        found = entries_of(host.snapshot, check_chain(entries))
        if as_json:
            print_json({"entries": len(entries), "broken": len(found), "findings": found})
        else:
            print_entries(found)
            click.echo(f"{counted(len(entries), 'entry')}, {len(found)} broken")
    if found:
        sys.exit(FINDINGS)
