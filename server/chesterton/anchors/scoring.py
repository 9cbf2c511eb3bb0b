"""How sure it is that a vanished symbol became a new one.

The constants were chosen on the cases of Python and JavaScript in `tests/bench/tracking`; what they are
worth is measured on the others (see the README there).
"""

from chesterton.anchors.change import Change, Pair, parent_family
from chesterton.anchors.likeness import (
    Item,
    body_likeness,
    name_likeness,
    parameter_likeness,
    path_likeness,
    same_code,
)
from chesterton.anchors.order import Order
from chesterton.anchors.uses import Uses

BODY, NAME, SCOPE, PARAMETERS = 0.60, 0.17, 0.15, 0.08
"""What each signal weighs. A small body gives up to 45 % of its weight to the name."""
FULL_TRUST = 40
"""Tokens from which a body has its full weight."""
IDENTICAL, IDENTICAL_FROM = 0.90, 12
"""The least score of identical code, and the tokens from which it counts."""
OWN_KEY = 0.12
"""For the old name itself, and for identical code when what has that name is hardly alike: else a copy of the
old code (`toCharArrayOld` in a benchmark) would steal the anchor.
"""
CALLED = 0.30
"""Against a symbol that was extracted."""
TIE = 0.03
"""Scores closer than this are decided by the order of siblings."""
NESTED = 0.15
"""Against a local function for one that was not local."""
INNER = 0.6
"""The closeness of a new type inside the old one."""
USED = 0.12
"""For users of the old name that say the new one."""
ACT, ALIKE, TOLD, HALF = 0.80, 0.50, 0.65, 0.5
"""Act alone from ACT; from ALIKE if the name is kept and nothing else has it; from TOLD if HALF of the
users say the new name and it stayed in its place.
"""


class Scorer:
    """Scores pairs of one change, as far as it is understood."""

    def __init__(self, change: Change, uses: Uses) -> None:
        self._change = change
        self._uses = uses
        self._order = Order(change.keyed, change.weak, change.old, change.new)

    def score(self, old: Item, new: Item) -> Pair:
        """The likeness of a pair with its evidence."""
        change = self._change
        own = change.weak.get(old)
        evidence: list[str] = []
        score = self._likeness(old, new, evidence)
        if own is new:
            score += OWN_KEY
        elif own is not None and change.extracted(old, own, new):
            score -= CALLED
        if parent_family(new) == "function" != parent_family(old):
            score -= NESTED
        told = self.told(old, new)
        if told:
            score += USED * told
            evidence.append(f"{told:.0%} of its users say the new name")
        if old.name == new.name:
            evidence.append("same name")
        if old.path == new.path:
            evidence.append("same file")
        return Pair(score, self._order.distance(old, new), old, new, tuple(evidence))

    def told(self, old: Item, new: Item) -> float:
        """The share of the users of a renamed symbol that say the new name."""
        return self._uses.share(old.name, new.name) if old.name != new.name else 0.0

    def is_sure(self, pair: Pair) -> bool:
        """Whether a move may be acted on without asking."""
        old, new = pair.old, pair.new
        if pair.evidence[0] == "identical code" or pair.score >= ACT:
            return True
        if old.name == new.name:
            only = self._change.is_only_of_its_name(old, new)
            return only and min(pair.score, body_likeness(old, new)) >= ALIKE
        return self.told(old, new) >= HALF and pair.score >= TOLD and self._scope(old, new) == 1.0

    def enclosing(self, old: Item, new: Item) -> float:
        """How close the two surrounding symbols are; 1 for the same one."""
        if old.parent is None or new.parent is None:
            return 1.0 if old.parent is new.parent else 0.0
        partner = self._change.partner(old.parent)
        if partner is None:
            return name_likeness(old.parent.symbol.qualified, new.parent.symbol.qualified)
        if partner is new.parent:
            return 1.0
        return (
            INNER if partner is new.parent.parent else 0.3 * name_likeness(old.parent.name, new.parent.name)
        )

    def _likeness(self, old: Item, new: Item, evidence: list[str]) -> float:
        name, scope = name_likeness(old.name, new.name), self._scope(old, new)
        smaller = min(old.size, new.size)
        if smaller >= IDENTICAL_FROM and same_code(old, new):
            evidence.append("identical code")
            own = self._change.weak.get(old)
            taken = own is not None and own is not new and self._is_reused(old, own)
            return IDENTICAL + 0.05 * name + 0.05 * scope + (OWN_KEY if taken else 0.0)
        body = body_likeness(old, new)
        evidence.append(f"{body:.0%} of the code is alike")
        return _weighted(body, name, parameter_likeness(old, new), scope, smaller)

    def _is_reused(self, old: Item, own: Item) -> bool:
        """Whether what has the name now is hardly alike, or is more like another symbol that vanished."""
        alike = body_likeness(old, own)
        return alike < ALIKE or any(
            body_likeness(other, own) > alike
            for other in self._change.gone()
            if other is not old and other.family == own.family
        )

    def _scope(self, old: Item, new: Item) -> float:
        path = self._change.mapped(old.path)
        files = 1.0 if path == new.path else path_likeness(path, new.path)
        return 0.5 * files + 0.5 * self.enclosing(old, new)


def _weighted(body: float, name: float, parameters: float | None, scope: float, size: int) -> float:
    trust = 0.55 + 0.45 * min(1.0, size / FULL_TRUST)
    signals = [(BODY * trust, body), (NAME + BODY * (1 - trust), name), (SCOPE, scope)]
    if parameters is not None:
        signals.append((PARAMETERS, parameters))
    return sum(weight * value for weight, value in signals) / sum(weight for weight, _ in signals)
