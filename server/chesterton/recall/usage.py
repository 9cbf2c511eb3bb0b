"""Which records are used: seen, opened, acted on, never read. Kept on this machine only, and only if wanted."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Literal

import msgspec

from chesterton.recall.card import Card
from chesterton.recall.place import Tie
from chesterton.recall.place_recall import MISTAKES

Act = Literal["shown", "opened", "acted"]

WINDOW = 30
"""Days that count as recent."""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody met a record: on which day, how, and through which face."""

    day: date
    act: Act
    card: str
    face: str = ""


class Stats(msgspec.Struct, frozen=True):
    """One screen about a store: its health, its reach, and what is read. Cards are the worst or best few.

    `recent` counts what happened to records lately, `faces` what showed them.
    """

    kinds: dict[str, int]
    statuses: dict[str, int]
    drifted: int
    waiting: int
    anchored: int
    binding: int
    mistakes: int
    recent: dict[str, int]
    faces: dict[str, int]
    most_read: tuple[tuple[Card, int], ...]
    never_read: tuple[Card, ...]
    never_read_count: int


def encode(uses: Iterable[Use]) -> bytes:
    """Lines to append to a log."""
    return b"".join(msgspec.json.encode(use) + b"\n" for use in uses)


def decode(log: bytes) -> list[Use]:
    """The uses in a log; lines that a crash or another version left are skipped."""
    found: list[Use] = []
    for line in log.splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Use))
        except msgspec.MsgspecError:
            continue
    return found


def stats(
    cards: Sequence[Card],
    ties: Iterable[Tie],
    uses: Iterable[Use],
    drift: Callable[[str], str],
    today: date,
    most: int = 5,
) -> Stats:
    """What a store is like and how it is used."""
    binding = [card for card in cards if card.standing == "in force"]
    tied = {tie.card for tie in ties}
    since = today - timedelta(days=WINDOW)
    uses = list(uses)
    recent = [use for use in uses if use.day >= since]
    met = {use.card for use in uses}
    counted = Counter(use.card for use in recent)
    unread = sorted((card for card in binding if card.id not in met), key=lambda card: (card.date, card.id))
    by_id = {card.id: card for card in cards}
    read = [(by_id[identity], count) for identity, count in counted.most_common() if identity in by_id]
    return Stats(
        kinds=dict(Counter(card.kind for card in binding).most_common()),
        statuses=dict(Counter(card.status for card in cards).most_common()),
        drifted=sum(drift(card.id) != "none" for card in binding),
        waiting=sum(card.standing == "proposed" for card in cards),
        anchored=sum(card.id in tied for card in binding),
        binding=len(binding),
        mistakes=sum(card.kind in MISTAKES for card in binding),
        recent=dict(Counter(use.act for use in recent)),
        faces=dict(Counter(use.face for use in recent if use.act == "shown" and use.face).most_common()),
        most_read=tuple(read[:most]),
        never_read=tuple(unread[:most]),
        never_read_count=len(unread),
    )
