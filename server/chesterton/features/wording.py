"""The words in which every face speaks of a record and of its anchors."""

from typing import Literal

from chesterton.anchors.drift import Verdict
from chesterton.anchors.explain import Hunk, explain
from chesterton.features.markdown import code_span
from chesterton.recall.clip import clip
from chesterton.records.model import Record
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot

_VERDICT_WORDS: dict[Verdict, str] = {
    "none": "holds",
    "cosmetic": "only its layout changed",
    "doc": "its documentation changed",
    "names": "its identifiers were renamed",
    "moved": "it moved",
    "renamed": "it was renamed",
    "members": "its members changed",
    "body": "its body changed",
    "signature": "its signature changed",
    "split": "it was split",
    "merged": "another symbol became the same",
    "gone": "it is gone",
}


_LONGEST_RUN = 120
"""Characters of code that are shown of one change."""


def shown_verdict(placed: Placed) -> Verdict | Literal["unparsed"]:
    """The verdict by which the configuration says where and how loud an anchor shows."""
    if placed.judgement.provisional:
        return "unparsed"
    verdict = placed.judgement.verdict
    unclear = placed.judgement.state == "ambiguous" and verdict not in ("split", "merged")
    return "gone" if unclear else verdict


def headline(record: Record) -> str:
    """The sentence that stands for a record: what it decided, or its title where it has no text yet."""
    return record.statement or record.title or record.label


def counted(number: int, noun: str) -> str:
    """A number of things: `1 record`, `2 entries`, `1,024 records`."""
    if number == 1:
        return f"{number:,} {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"


def standing_of(snapshot: Snapshot, record: Record) -> str:
    """State and date: `accepted 2013-07-01`."""
    date = f" {record.date.isoformat()}" if record.date else ""
    return f"{snapshot.records.status(record)}{date}"


def facts_of(snapshot: Snapshot, record: Record) -> str:
    """Kind, state and date: `constraint, accepted 2013-07-01`."""
    return f"{record.kind}, {standing_of(snapshot, record)}"


def drift_words(placed: Placed) -> str:
    """What became of the anchored code since the record was confirmed; empty when it still is what it was."""
    judgement = placed.judgement
    if judgement.state == "planned":
        return "planned: the code does not exist yet"
    if judgement.provisional:
        return "it could not be judged"
    since = f" since {placed.ref.commit}" if placed.ref.commit else ""
    if judgement.verdict == "split":
        parts = " and ".join(str(part) for part in judgement.parts)
        rest = "it was split into" if judgement.place is None else "it was split, and some of its code is in"
        return f"{rest} {parts}{since}"
    if judgement.state == "ambiguous":
        places = [str(candidate.place) for candidate in judgement.candidates]
        if judgement.verdict == "merged" and places:
            return f"it was merged into {' or '.join(places)}{since}"
        if len(places) == 1:
            return f"it may now be {places[0]}"
        return f"it may now be any of {', '.join(places)}" if places else "it may be one of several places"
    if judgement.verdict == "none":
        return ""
    words = "its contents changed" if "contents" in judgement.changed else _VERDICT_WORDS[judgement.verdict]
    if judgement.verdict in ("moved", "renamed") and judgement.place is not None:
        words = f"{words} to {judgement.place}"
    elif (to := _new_place(placed)) is not None:
        words = f"{to}, and {words}"
    return words + since


def _new_place(placed: Placed) -> str | None:
    """Where code went whose meaning changed besides; None where it stayed."""
    place, target = placed.judgement.place, placed.target
    if place is None or target is None or placed.judgement.state != "moved":
        return None
    if (place.path, place.key) == (target.path, target.key):
        return None
    is_renamed = place.symbol is not None and place.symbol.name != target.name
    return f"{_VERDICT_WORDS['renamed' if is_renamed else 'moved']} to {place}"


def difference(snapshot: Snapshot, placed: Placed, limit: int | None = None) -> tuple[str, ...]:
    """What explains a drift, one smallest run of tokens each, in Markdown that reads as text too.

    Empty where git can't show the baseline, and where the code does not parse.
    """
    place = placed.judgement.place
    view = snapshot.now.view(place.path) if place else None
    if (
        place is None
        or place.symbol is None
        or view is None
        or placed.judgement.provisional
        or not placed.judgement.changed & {"body", "signature"}
    ):
        return ()
    return tuple(map(_hunk_words, explain(snapshot.root, placed.baseline, view, place.symbol)[:limit]))


def _hunk_words(hunk: Hunk) -> str:
    if hunk.before and hunk.after:
        return f"{_tokens(hunk.before)} → {_tokens(hunk.after)}"
    where = f" after {_tokens(hunk.around)}" if hunk.around else " at its beginning"
    return f"{'removed' if hunk.before else 'added'} {_tokens(hunk.before or hunk.after)}{where}"


def _tokens(text: str) -> str:
    return code_span(clip(text, _LONGEST_RUN))
