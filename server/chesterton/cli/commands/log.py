"""`chesterton log`."""

from itertools import islice
from pathlib import Path

import click

from chesterton.anchors.life import Chapter, life
from chesterton.anchors.target import Target, written
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import from_here, opened
from chesterton.records.model import Record, RecordError
from chesterton.workspace import acts
from chesterton.workspace.snapshot import Snapshot


@click.command()
@click.argument("symbol", metavar="PATH#SYMBOL")
@click.option("-n", "--limit", default=50, show_default=True, help="How many commits at most.")
@workspace_option
@json_option
@reports_errors
def log(symbol: str, limit: int, root: Path | None, as_json: bool) -> None:
    """Walk a symbol's life back through renames and moves, with the records about it."""
    with opened(root) as host:
        target = _target(host.snapshot, from_here(host.root, symbol))
        chapters = islice(life(host.root, target.path, target.key), limit)
        records = sorted(_records(host.snapshot, target), key=_day, reverse=True)
        if as_json:
            print_json({"symbol": str(target), "chapters": [_entry(one, records) for one in chapters]})
            return
        told = False
        for chapter in chapters:
            told = True
            click.echo(_line(chapter))
            for record in _written_by(records, chapter):
                click.echo(f"            {record.label}  {record.title}")
        if not told:
            click.echo(f"{target}: no commit has it yet")


def _target(snapshot: Snapshot, words: str) -> Target:
    try:
        target = acts.find_target(snapshot, words)
    except RecordError as error:
        fail(str(error))
    if not target.key:
        fail(f"{words}: name a symbol, as in src/session.py#Session.verify")
    return target


def _records(snapshot: Snapshot, target: Target) -> list[Record]:
    """The records with an anchor on the symbol, retired ones included."""
    found: dict[str, Record] = {}
    for record in snapshot.records.records:
        for ref in record.anchors:
            place = snapshot.judged(record, ref).judgement.place
            if ref.target == str(target) or (place and (place.path, place.key) == (target.path, target.key)):
                found[record.id] = record
    return list(found.values())


def _day(record: Record) -> str:
    return record.date.isoformat() if record.date else ""


def _written_by(records: list[Record], chapter: Chapter) -> list[Record]:
    """The records that existed when a commit was made."""
    return [record for record in records if _day(record) <= chapter.commit.date]


def _line(chapter: Chapter) -> str:
    commit = chapter.commit
    parts = sorted(chapter.changed - {"text", "names"}) or sorted(chapter.changed - {"text"})
    what = f" ({', '.join(parts)})" if parts else ""
    origin = f" from {chapter.before}" if chapter.before else ""
    doubt = "" if chapter.confidence >= 0.8 else f" [{chapter.confidence:.0%} sure]"
    return f"{commit.date}  {commit.id[:8]}  {chapter.deed}{origin}{what}{doubt}  {commit.subject}"


def _entry(chapter: Chapter, records: list[Record]) -> dict[str, object]:
    commit = chapter.commit
    return {
        "commit": commit.id,
        "date": commit.date,
        "author": commit.author,
        "subject": commit.subject,
        "deed": chapter.deed,
        "place": written(chapter.path, chapter.key),
        "from": chapter.before,
        "changed": sorted(chapter.changed),
        "confidence": round(chapter.confidence, 3),
        "records": [record.id for record in _written_by(records, chapter)],
    }
