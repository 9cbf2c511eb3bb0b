"""The why of a symbol, in a dozen lines."""

from collections.abc import Sequence
from typing import NamedTuple

from chesterton.base.paths import RepoPath, path_to_uri
from chesterton.base.spans import Span
from chesterton.code import symbols
from chesterton.features.client import Client
from chesterton.features.markdown import literal, sentence
from chesterton.features.place import governing, name_span
from chesterton.features.wording import (
    difference,
    drift_words,
    facts_of,
    headline,
    shown_verdict,
    standing_of,
)
from chesterton.records.model import Record
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot

_MOST_CHANGES = 3
_MOST = 4
"""Records shown in full; the rest is counted. More than a dozen lines push other servers' hovers off the screen."""


class Hover(NamedTuple):
    """Markdown or plain text, as the client wants it, about the bytes in `span`.

    `records` are the ids of those shown.
    """

    text: str
    span: Span
    records: tuple[str, ...] = ()


def hover(client: Client, snapshot: Snapshot, path: RepoPath, offset: int) -> Hover | None:
    """Why the thing at `offset` is as it is; None when nobody has said so, or when it is no name of a symbol."""
    record = snapshot.records.around(path, offset)
    if record is not None:
        return _on_anchor(client, snapshot, record, offset)
    facts = snapshot.facts(path)
    symbol = symbols.symbol_at(facts, offset) if facts else None
    if symbol is not None and symbol.name_span.contains(offset):
        found = [entry.placed for entry in governing(snapshot, path, offset) if entry.level == "symbol"]
        return _hover(client, snapshot, found, symbol.name_span)
    regions = [
        placed
        for placed in snapshot.placed(path)
        if snapshot.shown(placed.record) and _is_region(placed) and name_span(placed).contains(offset)
    ]
    return _hover(client, snapshot, regions, name_span(regions[0])) if regions else None


def _hover(client: Client, snapshot: Snapshot, found: Sequence[Placed], span: Span) -> Hover | None:
    if not found:
        return None
    records = tuple(placed.record.id for placed in found[:_MOST])
    return Hover(_cards(client, snapshot, found), span, records)


def _is_region(placed: Placed) -> bool:
    return placed.target is not None and placed.target.kind == "region"


def _on_anchor(client: Client, snapshot: Snapshot, record: Record, offset: int) -> Hover | None:
    """On an anchor's line of a record: what became of the code."""
    for placed in snapshot.judgements(record):
        if placed.ref.span.contains(offset) and placed.ref.span.end > placed.ref.span.start:
            words = drift_words(placed) or "holds"
            note = f" {placed.judgement.note}" if placed.judgement.note else ""
            text = f"{placed.ref.target}: {words}.{note}"
            return Hover(literal(text) if client.markdown else text, placed.ref.span)
    return None


def _cards(client: Client, snapshot: Snapshot, found: Sequence[Placed]) -> str:
    cards = [_card(client, snapshot, placed) for placed in found[:_MOST]]
    if len(found) > _MOST:
        cards.append(f"and {len(found) - _MOST} more")
    return "\n\n".join(cards)


def _card(client: Client, snapshot: Snapshot, placed: Placed) -> str:
    record = placed.record
    drift = drift_words(placed) if snapshot.config.drift.shows(shown_verdict(placed), "hover") else ""
    if not client.markdown:
        about = f"({record.label}: {record.title}; {facts_of(snapshot, record)})"
        lines = [headline(record), about, drift]
        lines += difference(snapshot, placed, _MOST_CHANGES)
        return "\n".join(filter(None, lines))
    name = f"{literal(record.label)} {literal(record.title)}"
    title = f"[{name}]({path_to_uri(snapshot.root / record.file)}{_line_of(record)})"
    details = f"{title} · {standing_of(snapshot, record)}" + (f" · **{literal(drift)}**" if drift else "")
    changes = "".join(f"  \n{hunk}" for hunk in difference(snapshot, placed, _MOST_CHANGES))
    return f"**{_KIND_MARK[record.kind]}** {sentence(headline(record))}  \n{details}{changes}"


def _line_of(record: Record) -> str:
    """The fragment that takes an editor to an entry of a log."""
    return f"#L{record.text.line_at(record.body.start) + 1}" if record.entry else ""


_KIND_MARK = {
    "decision": "Decision:",
    "constraint": "Constraint:",
    "gotcha": "Gotcha:",
    "lesson": "Lesson:",
    "fact": "Fact:",
}
