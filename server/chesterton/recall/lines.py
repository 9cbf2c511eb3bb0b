"""A record as lines of plain text for a reader with little room: text from records is folded and clipped."""

from collections.abc import Mapping
from datetime import date

from chesterton.recall.card import Card
from chesterton.recall.clip import clip, one_line
from chesterton.recall.place_recall import MISTAKES, Placed

TIGHT_STATEMENT = 240
RELATED_STATEMENT = 80
_TITLE = 120
_STATEMENT = 1_200
_WHY = 600
_COST = 400
_REJECTED = 400
_COST_CLAIM = 250
"""Characters of a clipped consequences field that its costs get before anything else."""

_HISTORY = {"superseded": "tried, reverted", "rejected": "turned down", "deprecated": "no longer advised"}


def full(placed: Placed, scale: float = 1.0) -> str:
    """The record with its reasons, costs and rejected alternatives; `scale` shrinks the room of each."""
    card = placed.card
    fields = (
        ("Why", clip(card.context, round(_WHY * scale))),
        ("Costs and consequences", consequences(card, round(_COST * scale))),
        ("Rejected", clip(card.rejected, round(_REJECTED * scale))),
    )
    lines = [_line(placed, clip(card.statement, round(_STATEMENT * scale)))]
    lines += [f"  {name}: {text}" for name, text in fields if text]
    return "\n".join(lines)


def tight(placed: Placed) -> str:
    """The record on one line."""
    return _line(placed, clip(placed.card.statement, TIGHT_STATEMENT))


def short(placed: Placed) -> str:
    """The record on one short line."""
    return _line(placed, clip(placed.card.statement, RELATED_STATEMENT))


def consequences(card: Card, room: int) -> str:
    """What follows from a record; when all of it does not fit, its costs have the first claim."""
    whole = one_line(f"{card.costs} {card.consequences}")
    if len(whole) <= room or not card.costs:
        return clip(whole, room)
    costs = clip(card.costs, max(min(_COST_CLAIM, room), room - len(card.consequences) - 1))
    rest = clip(card.consequences, room - len(costs) - 1)
    return f"{costs} {rest}" if len(rest) > 1 else costs


def evidence(card: Card) -> str:
    source = f" (known from {clip(card.source, 80)})" if card.source else ""
    return f"  Fact: {clip(card.statement or card.title, TIGHT_STATEMENT)}{source} ({card.id})"


def history(placed: Placed, cards: Mapping[str, Card]) -> str:
    """A retired record as one line: what became of it, and what stands in its place."""
    card = placed.card
    successor = next((cards[one] for one in card.superseded_by if one in cards), None)
    when = (successor.date if successor else card.date)[:7]
    now = f"; now: {clip(successor.title, _TITLE)} ({successor.id})" if successor else ""
    return f"- {_HISTORY.get(card.status, card.status)} {when}: {clip(card.title, _TITLE)} ({card.id}){now}"


def faded(card: Card, today: date, proposals_for: int | None) -> bool:
    """Whether a proposal has waited too long to be shown: 0 days means never, None always."""
    if proposals_for is None:
        return True
    try:
        return proposals_for > 0 and (today - date.fromisoformat(card.date)).days > proposals_for
    except ValueError:
        return False


def _line(placed: Placed, statement: str) -> str:
    card = placed.card
    title = clip(card.title, _TITLE)
    said = "" if one_line(statement).casefold().startswith(title.casefold()) else f"{title}. "
    kind = f"[{card.kind}] " if card.kind in MISTAKES else ""
    marks = "".join(f" [{mark}]" for mark in _marks(placed))
    return f"- {kind}{said}{statement} ({card.id}){marks} — {placed.reason}"


def _marks(placed: Placed) -> list[str]:
    waiting = [] if placed.card.standing == "in force" else [placed.card.standing]
    return waiting + ([f"drifted: {placed.drift}"] if placed.drift != "none" else [])
