"""Records of a snapshot as recall knows them: cards, the ties of their anchors, and how their code fares."""

from collections.abc import Iterable, Iterator, Mapping

from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card
from chesterton.recall.from_records import cards_of
from chesterton.recall.place import Nothing, Place, Tie
from chesterton.workspace.carried import Placed
from chesterton.workspace.config import DRIFT_LEVELS
from chesterton.workspace.snapshot import Snapshot

_GRAVITY = {verdict: number for number, verdict in enumerate(DRIFT_LEVELS)}


def cards(snapshot: Snapshot) -> tuple[Card, ...]:
    """Every record that the configuration lets anybody see."""
    return cards_of(snapshot.records, snapshot.state.today, snapshot.config.records.ceiling)


def ties(snapshot: Snapshot) -> tuple[Tie, ...]:
    """Every anchor at the place where it is now; those of records that are not shown, where they were written."""
    living = {record.path for record in snapshot.living}
    found: list[Tie] = []
    for record in snapshot.records.records:
        for ref in record.anchors:
            if record.path in living:
                found += tied(snapshot.judged(record, ref))
            else:
                found += _as_written(record.id, ref.target)
    return tuple(found)


def anchors_by_tie(placed: Iterable[Placed]) -> Mapping[Tie, Placed]:
    """Anchors by the tie that each makes."""
    return {tie: one for one in placed for tie in tied(one)}


def tied(placed: Placed) -> Iterator[Tie]:
    """The tie of an anchor: where it is now, or where it was written to be when nobody knows; none if unreadable."""
    now = placed.judgement.place
    target = placed.target
    if target is None:
        return
    if target.kind in ("glob", "directory") or now is None or placed.judgement.state == "ambiguous":
        yield _written(placed.record.id, target)
    else:
        symbol = now.symbol.key if now.symbol else ""
        yield Tie(placed.record.id, Place(now.path, symbol), within=target.kind == "region")


def _as_written(record: str, written: str) -> Iterator[Tie]:
    try:
        yield _written(record, parse_target(written))
    except TargetError:
        return


def _written(record: str, target: Target) -> Tie:
    if target.kind == "glob":
        return Tie(record, Place(RepoPath("")), target.path)
    if target.kind == "directory":
        return Tie(record, Place(RepoPath(f"{target.path}/" if target.path else "")))
    return Tie(record, Place(target.path, target.key))


class Drifted(Nothing):
    """The gravest verdict on each record's anchors."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self._worst: dict[str, str] = {}
        for one in placed:
            known = self._worst.get(one.record.id, "none")
            if _GRAVITY[one.judgement.verdict] > _GRAVITY[known]:
                self._worst[one.record.id] = one.judgement.verdict

    def drift(self, card: str) -> str:
        verdict = self._worst.get(card, "none")
        return "none" if DRIFT_LEVELS[verdict] == "off" else verdict


def drifted(snapshot: Snapshot) -> Drifted:
    return Drifted(placed for record in snapshot.living for placed in snapshot.judgements(record))
