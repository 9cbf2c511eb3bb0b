"""What one change did to a set of symbols: vanished ones assigned to new ones, one to one.

Names come first, but a name that holds other code does not count (`takeover`); then types, then what they
contain, so that members follow their type. Identical code beats similarity. A symbol that the old name's
new body calls was extracted, not renamed. What nobody claims is gone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from chesterton.anchors.change import Change, Pair, parent_family
from chesterton.anchors.division import absorbers, pieces
from chesterton.anchors.likeness import Item, body_likeness, most_alike, name_likeness, same_code
from chesterton.anchors.now import Candidate, FileView, Place
from chesterton.anchors.scoring import ACT, HALF, TIE, Scorer
from chesterton.anchors.takeover import find_weak
from chesterton.anchors.uses import Uses
from chesterton.base.paths import RepoPath

Fate = Literal["same", "moved", "merged", "gone"]

ACCEPT, ACCEPT_SMALL, SMALL = 0.50, 0.52, 30
"""The least score of a move, and of one whose smaller side has fewer than SMALL tokens."""
LEFTOVER, HINT = 0.40, 0.08
"""The least score of a move that something else speaks for, and what each such hint is worth."""
TWIN, KINDRED = 0.80, 0.70
"""Likeness of code, or of names, from which several symbols became one."""
RIVAL = 0.02
"""By how much less a copy may be like the old symbol before a person has to say which of them it is."""
DUPLICATE = 0.90
"""Likeness from which two symbols that became one were the same thing twice."""
MOST, MANY = 0.8, 0.5
"""The share of its code that a file must lose to another for that to be its new place, if it still exists
or not.
"""
SHOWN = 0.35
"""The least score of a candidate that is shown to a person."""
POOL = 400_000
"""Pairs beyond which only the likeliest are compared."""


class Outcome(NamedTuple):
    """What became of one old symbol. `sure` is whether to act on it without asking; `candidates` are what
    else it may have become, best first. `parts` are what was taken out of it.
    """

    fate: Fate
    place: Place | None
    score: float
    sure: bool
    evidence: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    shim: Place | None = None
    parts: tuple[Place, ...] = ()


class Matching:
    """The outcome of every symbol on the old side of a change."""

    def __init__(self, change: Change, assignment: "_Assignment") -> None:
        self._change = change
        self._assignment = assignment
        self._items = {(item.path, item.symbol.key): item for item in change.old}

    def of(self, path: RepoPath, key: str) -> Outcome | None:
        """What became of a symbol; None for one that was not on the old side."""
        item = self._items.get((path, key))
        return self._assignment.outcome(item) if item else None

    def whole(self, path: RepoPath, key: str) -> Outcome | None:
        """The same, with what was taken out of the symbol, or what it was inlined into or became one with."""
        item = self._items.get((path, key))
        return self._assignment.divided(item, self._assignment.outcome(item)) if item else None

    def file(self, path: RepoPath) -> RepoPath | None:
        """Where a file of the old side went: what git says, else where nearly all of its code went."""
        return self._files.get(path, path)

    @cached_property
    def _files(self) -> Mapping[RepoPath, RepoPath | None]:
        return _file_moves(self._change, self._assignment)


def match(old: Iterable[FileView], new: Iterable[FileView], renames: Mapping[RepoPath, RepoPath]) -> Matching:
    """Assign the symbols of the changed files `old` to those of `new`; `renames` maps renamed files."""
    change = Change(old, new, renames)
    assignment = _Assignment(change, change.keyed)
    if any(pair.score < ACT for pair in change.taken.values()):
        sure = {old: pair.new for old, pair in change.taken.items() if pair.score >= ACT}
        change.reset()
        assignment = _Assignment(change, {**change.keyed, **sure})
    return Matching(change, assignment)


class _Level(NamedTuple):
    """Symbols that are assigned together; `local` ones stand inside functions."""

    families: tuple[str, ...]
    local: bool | None = None

    def holds(self, item: Item) -> bool:
        return item.family in self.families and self.local in (None, parent_family(item) == "function")


_REST = ("function", "value", "heading", "key")
_LEVELS = (_Level(("module",)), _Level(("type",)), _Level(_REST, False), _Level(_REST, True))
"""Containers come before what they contain."""


class _Assignment:
    """Fills `taken` and `owner` of a change. `kept` are the pairs whose code tells what users call things
    now.
    """

    def __init__(self, change: Change, kept: Mapping[Item, Item]) -> None:
        self._change = change
        self._uses = Uses(
            kept,
            (item.name for item in change.old if item not in change.keyed),
            (item.name for item in change.new if item not in change.holder),
        )
        self._seen: dict[Item, dict[Item, Pair]] = defaultdict(dict)
        self._scorer = Scorer(change, self._uses)
        for level in _LEVELS:
            change.weak |= find_weak(change, level.families)
            self._scorer = Scorer(change, self._uses)
            self._take(self._likely(level))
            self._take(self._leftovers(level))
            self._share(level)

    def outcome(self, old: Item) -> Outcome:
        """What became of an old symbol."""
        change = self._change
        pair, keyed = change.taken.get(old), change.keyed.get(old)
        others = self._candidates(old, pair.new if pair else keyed)
        if pair is None and keyed is None:
            return Outcome("gone", None, 1.0, True, ("nothing of this change is like it",), others)
        if pair is None or pair.new is keyed:
            assert keyed is not None
            return Outcome("same", keyed.place, 1.0, True, ("same name and place",), others)
        former = change.holder.get(pair.new)
        if former is not None and former not in change.taken:
            this = Candidate(pair.new.place, min(1.0, pair.score), pair.evidence)
            return Outcome("merged", None, pair.score, False, pair.evidence, (this, *others))
        sure = change.owner[pair.new] is old and self._scorer.is_sure(pair) and not self._has_rival(pair)
        shim = keyed.place if keyed else None
        return Outcome("moved", pair.new.place, min(1.0, pair.score), sure, pair.evidence, others, shim)

    def _has_rival(self, pair: Pair) -> bool:
        """Whether something else that nobody claimed may as well be the old symbol, or what it is in: a copy of it."""
        old, alike = pair.old, body_likeness(pair.old, pair.new)
        around = self._change.taken.get(old.parent) if old.parent else None
        if around is not None and around.new is pair.new.parent and self._has_rival(around):
            return True
        return any(
            same_code(old, new)
            or (new.size >= SMALL and body_likeness(old, new) >= max(DUPLICATE, alike - RIVAL))
            for new in self._seen[old]
            if new is not pair.new and new not in self._change.owner
        )

    def divided(self, old: Item, outcome: Outcome) -> Outcome:
        """An outcome with what a division or a merge has to do with it."""
        change = self._change
        pair, keyed = change.taken.get(old), change.keyed.get(old)
        if pair is None and keyed is None:
            into = absorbers(change, old)
            if into:
                return outcome._replace(fate="merged", evidence=_went(old, into), candidates=into)
            return outcome._replace(parts=pieces(change, old, None))
        others = [
            other
            for other, taken in change.taken.items()
            if pair and taken.new is pair.new and other is not old and _became_one(old, other, pair.new)
        ]
        if pair is not None and others:
            words = f"{', '.join(map(str, others))} became the same symbol"
            return outcome._replace(fate="merged", evidence=(*outcome.evidence, words))
        new = pair.new if pair else keyed
        parts = pieces(change, old, new)
        named = new is not None and old.name == new.name and change.is_only_of_its_name(old, new)
        return outcome._replace(parts=parts, sure=outcome.sure or bool(parts and named))

    def _candidates(self, old: Item, answer: Item | None) -> tuple[Candidate, ...]:
        pairs = sorted(self._seen[old].values(), key=lambda pair: -pair.score)
        return tuple(
            Candidate(pair.new.place, min(1.0, pair.score), pair.evidence)
            for pair in pairs
            if pair.new is not answer
        )[:3]

    def _take(self, pairs: Iterable[Pair]) -> None:
        change = self._change
        for pair in sorted(pairs, key=lambda pair: (-round(pair.score / TIE), pair.distance, -pair.score)):
            if pair.old not in change.taken and pair.new not in change.owner:
                change.taken[pair.old] = pair
                change.owner[pair.new] = pair.old

    def _scored(self, level: _Level) -> Iterator[Pair]:
        """Every pair of a vanished and a free symbol that is worth showing."""
        change = self._change
        gone = [item for item in change.gone() if level.holds(item)]
        free = [item for item in change.free() if item.family in level.families]
        large = len(gone) * len(free) > POOL
        for old in gone:
            for new in free:
                if old.family != new.family:
                    continue
                likely = old.name == new.name or change.mapped(old.path) == new.path or old.code == new.code
                if large and not likely:
                    continue
                pair = self._scorer.score(old, new)
                if pair.score >= SHOWN:
                    self._seen[old][new] = pair
                    yield pair

    def _likely(self, level: _Level) -> Iterator[Pair]:
        for pair in self._scored(level):
            small = min(pair.old.size, pair.new.size) < SMALL
            if pair.score >= (ACCEPT_SMALL if small else ACCEPT):
                yield pair

    def _leftovers(self, level: _Level) -> Iterator[Pair]:
        """Weaker likeness that something else speaks for: the name, its users, or its place among siblings."""
        pairs = [pair for pair in self._scored(level) if pair.score >= LEFTOVER]
        went = Counter((item.parent, item.family) for item in self._change.gone() if level.holds(item))
        came = Counter((item.parent, item.family) for item in self._change.free())
        for pair in pairs:
            old, new = pair.old, pair.new
            hints = (
                (old.name == new.name, "same name"),
                (self._scorer.told(old, new) >= HALF, "its users say the new name"),
                (pair.distance == 0 and self._scorer.enclosing(old, new) == 1.0, "in its place"),
                (
                    went[old.parent, old.family] == came[new.parent, new.family] == 1,
                    "nothing else came or went",
                ),
            )
            spoken = tuple(words for holds, words in hints if holds)
            if spoken and pair.score + HINT * len(spoken) >= ACCEPT_SMALL:
                yield pair._replace(evidence=(*pair.evidence, *spoken))

    def _share(self, level: _Level) -> None:
        """Let what is still gone join what another vanished symbol became: duplicates pulled up into one."""
        change = self._change
        owned = [pair.new for pair in change.taken.values() if level.holds(pair.old)]
        for old in [item for item in change.gone() if level.holds(item)]:
            shared = [
                pair
                for new in owned
                if new.family == old.family and most_alike(old, new) >= ACCEPT
                for pair in (self._scorer.score(old, new),)
                if pair.score >= ACCEPT and _is_shared(old, new)
            ]
            if shared:
                best = max(shared, key=lambda pair: pair.score)
                words = (*best.evidence, "one of several that became this")
                change.taken[old] = best._replace(evidence=words)


def _went(old: Item, into: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(f"{one.score:.0%} of {old.symbol.key} went into {one.place}" for one in into)


def _became_one(old: Item, other: Item, new: Item) -> bool:
    """Whether two symbols were so alike that the one that is left stands for both."""
    return min(body_likeness(old, new), body_likeness(other, new)) >= DUPLICATE


def _is_shared(old: Item, new: Item) -> bool:
    body = body_likeness(old, new)
    return body >= TWIN or (body >= ACCEPT and name_likeness(old.name, new.name) >= KINDRED)


def _file_moves(change: Change, assignment: _Assignment) -> dict[RepoPath, RepoPath | None]:
    weights: dict[RepoPath, Counter[RepoPath | None]] = defaultdict(Counter)
    for item in change.old:
        if item.parent is None:
            place = assignment.outcome(item).place
            weights[item.path][place.path if place else None] += item.size
    present = {item.path for item in change.new}
    moves: dict[RepoPath, RepoPath | None] = {}
    for path, shares in weights.items():
        stays = change.mapped(path)
        best, weight = shares.most_common(1)[0]
        needed = MOST if stays in present else MANY
        moves[path] = best if weight >= needed * shares.total() else stays if stays in present else None
    return moves | {path: new for path, new in change.renames.items() if moves.get(path, new) is None}
