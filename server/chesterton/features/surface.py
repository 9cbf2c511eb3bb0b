"""A conversation with the memory: what a turn touched comes up once, when the turn ends."""

from collections.abc import Callable
from typing import Any

import msgspec

from chesterton.features.memory import Memory
from chesterton.recall.context import Workplace
from chesterton.recall.place import Place
from chesterton.recall.surfacing import STANDOUT, Line, Surfacing
from chesterton.workspace.conversations import Conversation, Event


class Turn(msgspec.Struct, frozen=True):
    """What is to be said at the end of a turn. `reminder` is empty when nothing that has an article was edited."""

    text: str
    lines: tuple[Line, ...]
    reminder: str

    def __bool__(self) -> bool:
        return bool(self.lines or self.reminder)


def flush(
    memory: Memory,
    conversation: Conversation,
    deliver: Callable[[Turn], None],
    context: str | None = None,
    standout: float = STANDOUT,
) -> Turn:
    """Deliver what the events since the last turn call for. `context` is all that the reader has before them now;
    without it, what was told once counts as still there.

    Whatever `deliver` raises is raised again, and the turn counts as never told.

    Raises:
        ValueError: `standout` is below 1.
    """
    state, events, mark = conversation.begin()
    decisions: list[dict[str, Any]] = []

    def trace(decision: str, details: dict[str, Any]) -> None:
        decisions.append({"decision": decision, **details})

    work = memory.workplace
    surfacing = Surfacing(work.recall, work.reader, work.view, trace, standout, state)
    if context is not None:
        surfacing.observe(context)
    for event in events:
        _happened(surfacing, work, event, trace)
    packet = surfacing.flush()
    reminder = surfacing.remind() or ""
    lines = packet.lines if packet else ()
    turn = Turn("\n".join(filter(None, (packet.text if packet else "", reminder))), lines, reminder)
    try:
        deliver(turn)
    except BaseException:
        trace("undone", {"keys": [line.key for line in lines]})
        conversation.trace(decisions)
        raise
    conversation.end(surfacing.state, mark)
    conversation.trace(decisions)
    return turn


def _happened(
    surfacing: Surfacing, work: Workplace, event: Event, trace: Callable[[str, dict[str, Any]], None]
) -> None:
    match event.act:
        case "said":
            surfacing.said(event.what)
        case "called":
            surfacing.called(event.what, "")
        case "read":
            rows = work.reader.rows_named(event.what)
            for card in [work.reader.heads[row] for row in rows]:
                surfacing.read(card.id, card.statement or card.title)
            if not rows:
                surfacing.read(event.what, "")
        case "updated":
            surfacing.updated(event.what)
        case "opened" | "edited" | "failed":
            place = _place(work, event.what)
            if place is None:
                trace("unknown", {"what": event.what})
                return
            surfacing.touch(place)
            surfacing.edited(place, event.act == "edited")


def _place(work: Workplace, words: str) -> Place | None:
    return work.readings((words,))[0].place
