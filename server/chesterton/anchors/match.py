"""What one change did to a set of symbols: vanished ones assigned to new ones, one to one.

Names come first, but a name that holds other code does not count (`weak`); then types, then what they
contain, so that members follow their type. Identical code beats similarity. A symbol that the old name's
new body calls was extracted, not renamed. What nobody claims is gone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from chesterton.anchors.likeness import (
    Item,
    body_likeness,
    most_alike,
    name_likeness,
    parameter_likeness,
    path_likeness,
    same_code,
)
from chesterton.anchors.normalise import SELF
from chesterton.anchors.now import Candidate, FileView, Place
from chesterton.anchors.order import Order
from chesterton.anchors.uses import Uses
from chesterton.base.paths import RepoPath

Fate = Literal["same", "moved", "merged", "gone"]

ACCEPT = 0.50
ACCEPT_SMALL = 0.55
SMALL = 30
ACT = 0.80
WEAK = 0.50
BETTER = 0.20
ENOUGH = 20
OWN_KEY = 0.12
CALLED = 0.30
NESTED = 0.15
INNER = 0.6
WHOLE = 0.75
TIE = 0.03
LEFTOVER = 0.40
HINT = 0.08
HALF = 0.5
TWIN = 0.8
KINDRED = 0.7
USED = 0.12
TOLD = 0.65
MOST = 0.8
MANY = 0.5
CERTAIN = 0.80
POOL = 400_000


class _Level(NamedTuple):
    """Symbols that are assigned together; `local` ones stand inside functions."""

    families: tuple[str, ...]
    local: bool | None = None

    def holds(self, item: Item) -> bool:
        return item.family in self.families and self.local in (None, _parent_family(item) == "function")


_REST = ("function", "value", "heading", "key")
_LEVELS = (_Level(("module",)), _Level(("type",)), _Level(_REST, False), _Level(_REST, True))
"""Containers come before what they contain."""


class Outcome(NamedTuple):
    """What became of one old symbol. `sure` is whether to act on it without asking."""

    fate: Fate
    place: Place | None
    score: float
    sure: bool
    evidence: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    shim: Place | None = None


class _Pair(NamedTuple):
    score: float
    distance: int
    old: Item
    new: Item
    evidence: tuple[str, ...]


class Matching:
    """The outcome of every symbol on the old side of a change."""

    def __init__(
        self, outcomes: Mapping[tuple[RepoPath, str], Outcome], files: Mapping[RepoPath, RepoPath | None]
    ) -> None:
        self._outcomes = outcomes
        self._files = files

    def of(self, path: RepoPath, key: str) -> Outcome | None:
        """What became of a symbol; None for one that was not on the old side."""
        return self._outcomes.get((path, key))

    def file(self, path: RepoPath) -> RepoPath | None:
        """Where a file of the old side went: what git says, else where nearly all of its code went."""
        return self._files.get(path, path)


def match(old: Iterable[FileView], new: Iterable[FileView], renames: Mapping[RepoPath, RepoPath]) -> Matching:
    """Assign the symbols of the changed files `old` to those of `new`; `renames` maps renamed files."""
    return _Change(list(old), list(new), renames).solve()


class _Change:
    def __init__(
        self, old: Sequence[FileView], new: Sequence[FileView], renames: Mapping[RepoPath, RepoPath]
    ) -> None:
        self._renames = renames
        self._old = list(_items(old))
        self._new = list(_items(new))
        self._keyed: dict[Item, Item] = {}
        self._holder: dict[Item, Item] = {}
        self._weak: dict[Item, Item] = {}
        self._taken: dict[Item, _Pair] = {}
        self._owner: dict[Item, Item] = {}

    def solve(self) -> Matching:
        self._pair_by_key()
        self._went = Counter((item.name, item.family) for item in self._old if item not in self._keyed)
        self._came = Counter((item.name, item.family) for item in self._new if item not in self._holder)
        self._assign_all(self._keyed)
        if any(pair.score < ACT for pair in self._taken.values()):
            sure = {old: pair.new for old, pair in self._taken.items() if pair.score >= ACT}
            self._weak, self._taken, self._owner = {}, {}, {}
            self._assign_all({**self._keyed, **sure})
        outcomes = {(item.path, item.symbol.key): self._outcome(item) for item in self._old}
        return Matching(outcomes, self._file_moves(outcomes))

    def _assign_all(self, kept: Mapping[Item, Item]) -> None:
        """Assign every level, with the users that `kept` pairs; a second time they include the sure moves."""
        self._uses = Uses(
            kept,
            (item.name for item in self._old if item not in self._keyed),
            (item.name for item in self._new if item not in self._holder),
        )
        for level in _LEVELS:
            self._find_weak(level.families)
            self._assign(level, self._pairs)
            self._assign(level, self._leftovers)
            self._share(level)

    def _file_moves(
        self, outcomes: Mapping[tuple[RepoPath, str], Outcome]
    ) -> dict[RepoPath, RepoPath | None]:
        weights: dict[RepoPath, Counter[RepoPath | None]] = defaultdict(Counter)
        for item in self._old:
            if item.parent is None:
                place = outcomes[item.path, item.symbol.key].place
                weights[item.path][place.path if place else None] += item.size
        present = {item.path for item in self._new}
        moves: dict[RepoPath, RepoPath | None] = {}
        for path, shares in weights.items():
            stays = self._mapped(path)
            best, weight = shares.most_common(1)[0]
            needed = MOST if stays in present else MANY
            moves[path] = best if weight >= needed * shares.total() else stays if stays in present else None
        return moves | {
            path: target for path, target in self._renames.items() if moves.get(path, target) is None
        }

    # Names

    def _pair_by_key(self) -> None:
        groups: dict[tuple[RepoPath, str], tuple[list[Item], list[Item]]] = defaultdict(lambda: ([], []))
        for item in self._old:
            groups[self._mapped(item.path), item.symbol.qualified][0].append(item)
        for item in self._new:
            groups[item.path, item.symbol.qualified][1].append(item)
        for olds, news in groups.values():
            for left, right in _pair_group(olds, news):
                self._keyed[left] = right
                self._holder[right] = left

    def _find_weak(self, families: Sequence[str]) -> None:
        """Names that hold other code now: hardly alike, or something new is far more like the old code."""
        fresh = [
            item
            for item in self._new
            if item.family in families and item not in self._holder and item.size >= ENOUGH
        ]
        twins: dict[str, list[Item]] = defaultdict(list)
        for item in fresh:
            twins[item.code].append(item)
        for old, new in self._keyed.items():
            if old.family not in families or old.size < ENOUGH or same_code(old, new):
                continue
            twin = any(not self._extracted(old, new, other) for other in twins.get(old.code, ()))
            alike = body_likeness(old, new)
            if twin or alike < WEAK or self._has_better(old, new, alike, fresh):
                self._weak[old] = new

    def _has_better(self, old: Item, new: Item, alike: float, fresh: Iterable[Item]) -> bool:
        wanted = alike + BETTER
        return wanted <= 1.0 and any(
            other.family == old.family
            and most_alike(old, other) >= wanted
            and body_likeness(old, other) >= wanted
            and not self._extracted(old, new, other)
            for other in fresh
        )

    def _extracted(self, old: Item, new: Item, part: Item) -> bool:
        """Whether `part` was taken out of `old`, whose rest is `new` and uses it now.

        A method whose type was renamed is no part of what stayed behind under the old name, and two
        symbols that are both about as large as the old one are no whole and part.
        """
        if (
            old.parent is not None
            and old.parent in self._taken
            and self._taken[old.parent].new is part.parent
        ):
            return False
        if min(new.size, part.size) >= WHOLE * old.size:
            return False
        if part.name != old.name:
            return new.mentions(part.name)
        return old.parent is not None and new.counts[SELF] > 1

    # Assignment

    def _gone(self) -> list[Item]:
        return [item for item in self._old if item not in self._taken and self._is_open(item)]

    def _is_open(self, item: Item) -> bool:
        return item not in self._keyed or item in self._weak

    def _free(self) -> list[Item]:
        weak = set(self._weak.values())
        return [
            item
            for item in self._new
            if item not in self._owner and (item not in self._holder or item in weak)
        ]

    def _assign(
        self,
        level: _Level,
        propose: Callable[[Sequence[Item], Sequence[Item]], Iterable[_Pair]],
    ) -> None:
        gone = [item for item in self._gone() if level.holds(item)]
        free = [item for item in self._free() if item.family in level.families]
        if not gone or not free:
            return
        self._order = Order(self._keyed, self._weak, self._old, self._new)
        pairs = sorted(
            propose(gone, free), key=lambda pair: (-round(pair.score / TIE), pair.distance, -pair.score)
        )
        for pair in pairs:
            if pair.old not in self._taken and pair.new not in self._owner:
                self._taken[pair.old] = pair
                self._owner[pair.new] = pair.old

    def _pairs(self, gone: Sequence[Item], free: Sequence[Item]) -> Iterator[_Pair]:
        large = len(gone) * len(free) > POOL
        for old in gone:
            for new in free:
                if old.family != new.family:
                    continue
                if large and not (
                    old.name == new.name or self._mapped(old.path) == new.path or old.code == new.code
                ):
                    continue
                pair = self._score(old, new)
                if pair.score >= (ACCEPT_SMALL if min(old.size, new.size) < SMALL else ACCEPT):
                    yield pair

    def _leftovers(self, gone: Sequence[Item], free: Sequence[Item]) -> Iterator[_Pair]:
        """Weaker likeness that something else speaks for: the name, its users, or its place among siblings."""
        if len(gone) * len(free) > POOL:
            return
        went = Counter(item.parent for item in gone)
        came = Counter(item.parent for item in free)
        for old in gone:
            for new in free:
                if old.family != new.family:
                    continue
                pair = self._score(old, new)
                if pair.score < LEFTOVER:
                    continue
                hints = (
                    (old.name == new.name, "same name"),
                    (self._uses.share(old.name, new.name) >= HALF, "its users say the new name"),
                    (pair.distance == 0 and self._enclosing(old, new) == 1.0, "in its place"),
                    (went[old.parent] == came[new.parent] == 1, "nothing else came or went there"),
                )
                spoken = tuple(words for holds, words in hints if holds)
                if spoken and pair.score + HINT * len(spoken) >= ACCEPT_SMALL:
                    yield pair._replace(evidence=(*pair.evidence, *spoken))

    def _share(self, level: _Level) -> None:
        """Let what is still gone join what another vanished symbol became: duplicates pulled up into one."""
        owned = [pair.new for pair in self._taken.values() if level.holds(pair.old)]
        for old in [item for item in self._gone() if level.holds(item)]:
            shared = [
                pair
                for new in owned
                if new.family == old.family and most_alike(old, new) >= ACCEPT
                for pair in (self._score(old, new),)
                if pair.score >= ACCEPT and _is_shared(old, new)
            ]
            if shared:
                best = max(shared)
                self._taken[old] = best._replace(evidence=(*best.evidence, "one of several that became this"))

    def _score(self, old: Item, new: Item) -> _Pair:
        name = name_likeness(old.name, new.name)
        scope = self._scope(old, new)
        smaller = min(old.size, new.size)
        own = self._weak.get(old) is new
        evidence: list[str] = []
        if same_code(old, new) and smaller >= 12:
            score = 0.9 + 0.05 * name + 0.05 * scope
            evidence.append("identical code")
            if old in self._weak and not own:
                score += OWN_KEY
        else:
            body = body_likeness(old, new)
            score = _weighted(body, name, parameter_likeness(old, new), scope, smaller)
            evidence.append(f"{body:.0%} of the code is alike")
        if own:
            score += OWN_KEY
        elif old in self._weak and self._extracted(old, self._weak[old], new):
            score -= CALLED
        if new.parent is not None and new.parent.family == "function" != _parent_family(old):
            score -= NESTED
        uses = self._uses.share(old.name, new.name) if old.name != new.name else 0.0
        if uses:
            score += USED * uses
            evidence.append(f"{uses:.0%} of its users say the new name")
        if old.name == new.name:
            evidence.append("same name")
        if old.path == new.path:
            evidence.append("same file")
        return _Pair(score, self._order.distance(old, new), old, new, tuple(evidence))

    def _scope(self, old: Item, new: Item) -> float:
        mapped = self._mapped(old.path)
        files = 1.0 if mapped == new.path else path_likeness(mapped, new.path)
        return 0.5 * files + 0.5 * self._enclosing(old, new)

    def _enclosing(self, old: Item, new: Item) -> float:
        if old.parent is None or new.parent is None:
            return 1.0 if old.parent is new.parent else 0.0
        partner = self._partner(old.parent)
        if partner is not None:
            if partner is new.parent:
                return 1.0
            if partner is new.parent.parent:
                return INNER
            return 0.3 * name_likeness(old.parent.name, new.parent.name)
        return name_likeness(old.parent.symbol.qualified, new.parent.symbol.qualified)

    def _partner(self, old: Item) -> Item | None:
        if old in self._taken:
            return self._taken[old].new
        return self._keyed.get(old) if old not in self._weak else None

    # Answers

    def _outcome(self, old: Item) -> Outcome:
        pair = self._taken.get(old)
        if pair is None:
            keyed = self._keyed.get(old)
            if keyed is None:
                return Outcome("gone", None, 1.0, True, ("nothing of this change is like it",))
            return Outcome("same", keyed.place, 1.0, old not in self._weak, ("same name and place",))
        if self._keyed.get(old) is pair.new:
            return Outcome("same", pair.new.place, min(1.0, pair.score), True, ("same name and place",))
        shim = self._keyed.get(old)
        former = self._holder.get(pair.new)
        if former is not None and former not in self._taken:
            return Outcome("merged", None, pair.score, False, pair.evidence, (_candidate(pair),))
        shares = self._owner[pair.new] is not old
        return Outcome(
            "moved",
            pair.new.place,
            min(1.0, pair.score),
            not shares and self._is_sure(pair),
            pair.evidence,
            shim=shim.place if shim else None,
        )

    def _is_sure(self, pair: _Pair) -> bool:
        """Whether a move may be acted on without asking."""
        if pair.evidence[0] == "identical code" or pair.score >= ACT:
            return True
        old, new = pair.old, pair.new
        if old.name == new.name:
            alone = self._went[old.name, old.family] == self._came[old.name, old.family] == 1
            return alone and body_likeness(old, new) >= WEAK and pair.score >= ACCEPT_SMALL
        told = self._uses.share(old.name, new.name) >= HALF
        return told and pair.score >= TOLD and self._scope(old, new) == 1.0

    def _mapped(self, path: RepoPath) -> RepoPath:
        return self._renames.get(path, path)


def _candidate(pair: _Pair) -> Candidate:
    return Candidate(pair.new.place, min(1.0, pair.score), pair.evidence)


def _items(views: Iterable[FileView]) -> Iterator[Item]:
    for view in views:
        known: list[Item] = []
        for index, symbol in enumerate(view.symbols):
            item = Item(view, index, known[symbol.parent] if symbol.parent >= 0 else None)
            known.append(item)
            yield item


def _pair_group(olds: list[Item], news: list[Item]) -> Iterator[tuple[Item, Item]]:
    """Pair declarations of one qualified name: identical code, then equal parameters, then likeness and
    order.
    """
    if len(olds) == 1 and len(news) == 1:
        if _comparable(olds[0], news[0]):
            yield olds[0], news[0]
        return
    olds, news = list(olds), list(news)
    for test in (_same_declaration, same_code, _same_parameters):
        for old in list(olds):
            twin = next((new for new in news if test(old, new)), None)
            if twin is not None:
                olds.remove(old)
                news.remove(twin)
                yield old, twin
    pairs = sorted(
        (
            (body_likeness(old, new), -abs(old.symbol.ordinal - new.symbol.ordinal), i, j)
            for i, old in enumerate(olds)
            for j, new in enumerate(news)
            if _comparable(old, new)
        ),
        reverse=True,
    )
    used: tuple[set[int], set[int]] = (set(), set())
    for _, _, i, j in pairs:
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            yield olds[i], news[j]


def _same_declaration(old: Item, new: Item) -> bool:
    return old.parameters == new.parameters and same_code(old, new)


def _same_parameters(old: Item, new: Item) -> bool:
    return old.parameters == new.parameters and _comparable(old, new)


def _is_shared(old: Item, new: Item) -> bool:
    body = body_likeness(old, new)
    return body >= TWIN or (body >= ACCEPT and name_likeness(old.name, new.name) >= KINDRED)


def _parent_family(item: Item) -> str:
    return item.parent.family if item.parent else ""


def _comparable(old: Item, new: Item) -> bool:
    return old.family == new.family or {old.family, new.family} <= {"function", "value", "type"}


def _weighted(body: float, name: float, parameters: float | None, scope: float, size: int) -> float:
    """The likeness of two symbols; the smaller they are, the less their code says."""
    trust = 0.55 + 0.45 * min(1.0, size / 40)
    weights = {"body": 0.60 * trust, "name": 0.17 + 0.60 * (1 - trust), "scope": 0.15}
    total = weights["body"] * body + weights["name"] * name + weights["scope"] * scope
    whole = sum(weights.values())
    if parameters is not None:
        total += 0.08 * parameters
        whole += 0.08
    return total / whole
