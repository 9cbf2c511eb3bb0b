"""Names that hold other code than before: shims, swaps, reused names."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from chesterton.anchors.change import Change
from chesterton.anchors.likeness import Item, body_likeness, is_same_text, most_alike, same_code

WEAK = 0.50
"""Likeness below which a name is no proof."""
BETTER = 0.20
"""By how much something new must be more like the old code than what has its name."""
ENOUGH = 20
"""Tokens below which code is no evidence against a name."""


def find_weak(change: Change, families: Sequence[str]) -> dict[Item, Item]:
    """The pairs by name that are hardly alike, or beside which something new is far more like the old code."""
    fresh = [
        item
        for item in change.new
        if item.family in families and item not in change.holder and item.size >= ENOUGH
    ]
    twins: dict[str, list[Item]] = defaultdict(list)
    for item in fresh:
        twins[item.code].append(item)
    turned = _exchanged(change, families)
    return {
        old: new
        for old, new in change.keyed.items()
        if old.family in families
        and not is_same_text(old, new)
        and old.size >= ENOUGH
        and not same_code(old, new)
        and (old in turned or _is_weak(change, old, new, twins.get(old.code, ()), fresh))
    }


def _exchanged(change: Change, families: Sequence[str]) -> set[Item]:
    """Symbols that passed their names around: the code of each stands under another one's name, however alike."""
    edited = {
        old: new
        for old, new in change.keyed.items()
        if old.family in families
        and not is_same_text(old, new)
        and old.size >= ENOUGH
        and old.code != new.code
    }
    before, after = (Counter(item.code for item in side) for side in (edited.keys(), edited.values()))
    return {
        old
        for old, new in edited.items()
        if before[old.code] == after[old.code] == 1 and before[new.code] == after[new.code] == 1
    }


def _is_weak(change: Change, old: Item, new: Item, twins: Iterable[Item], fresh: Iterable[Item]) -> bool:
    if any(not change.extracted(old, new, twin) for twin in twins):
        return True
    alike = body_likeness(old, new)
    wanted = alike + BETTER
    return alike < WEAK or (
        wanted <= 1.0
        and any(
            other.family == old.family
            and most_alike(old, other) >= wanted
            and body_likeness(old, other) >= wanted
            and not change.extracted(old, new, other)
            for other in fresh
        )
    )
