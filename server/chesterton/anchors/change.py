"""One change while it is being understood: the symbols of both sides and who is paired with whom so far."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from chesterton.anchors.likeness import Item, body_likeness, same_code
from chesterton.anchors.normalise import SELF
from chesterton.anchors.now import FileView
from chesterton.base.paths import RepoPath

WHOLE = 0.75
"""Two symbols that each have this share of a third one's size are not its two parts."""


class Pair(NamedTuple):
    """A vanished symbol and a new one. `distance` counts places between them among their siblings."""

    score: float
    distance: int
    old: Item
    new: Item
    evidence: tuple[str, ...]


class Change:
    """The symbols of the changed files on both sides.

    `keyed` pairs by name and `holder` is its inverse; a pair that is also in `weak` shares nothing but the
    name. `taken` holds what vanished symbols became, `owner` which vanished symbol a new one was.
    """

    def __init__(
        self, old: Iterable[FileView], new: Iterable[FileView], renames: Mapping[RepoPath, RepoPath]
    ) -> None:
        self.renames = renames
        self.old = list(_items(old))
        self.new = list(_items(new))
        self.keyed = dict(_pair_by_key(self.old, self.new, renames))
        self.holder = {new: old for old, new in self.keyed.items()}
        self.weak: dict[Item, Item] = {}
        self.taken: dict[Item, Pair] = {}
        self.owner: dict[Item, Item] = {}
        self._went = Counter((item.name, item.family) for item in self.old if item not in self.keyed)
        self._came = Counter((item.name, item.family) for item in self.new if item not in self.holder)

    def reset(self) -> None:
        """Forget everything but the pairs by name."""
        self.weak, self.taken, self.owner = {}, {}, {}

    def mapped(self, path: RepoPath) -> RepoPath:
        """Where git says a file went."""
        return self.renames.get(path, path)

    def gone(self) -> list[Item]:
        """Old symbols that nothing new is known to be."""
        return [
            item
            for item in self.old
            if item not in self.taken and (item not in self.keyed or item in self.weak)
        ]

    def free(self) -> list[Item]:
        """New symbols that no old one is known to have become."""
        weak = set(self.weak.values())
        return [
            item for item in self.new if item not in self.owner and (item not in self.holder or item in weak)
        ]

    def partner(self, old: Item) -> Item | None:
        """What an old symbol is now, as far as that is known."""
        if old in self.taken:
            return self.taken[old].new
        return self.keyed.get(old) if old not in self.weak else None

    def is_only_of_its_name(self, old: Item, new: Item) -> bool:
        """Whether no other symbol of this name vanished or came."""
        return self._went[old.name, old.family] == self._came[new.name, new.family] == 1

    def extracted(self, old: Item, new: Item, part: Item) -> bool:
        """Whether `part` was taken out of `old`, whose rest is `new` and uses it now.

        A method whose type was renamed is no part of what stayed behind under the old name, and two symbols
        that are both about as large as the old one are no whole and part.
        """
        parent = self.taken.get(old.parent) if old.parent else None
        if parent is not None and parent.new is part.parent:
            return False
        if min(new.size, part.size) >= WHOLE * old.size:
            return False
        if part.name != old.name:
            return new.mentions(part.name)
        return old.parent is not None and new.counts[SELF] > 1


def parent_family(item: Item) -> str:
    """The family of what encloses a symbol, "" at the top of a file."""
    return item.parent.family if item.parent else ""


def _items(views: Iterable[FileView]) -> Iterator[Item]:
    for view in views:
        known: list[Item] = []
        for index, symbol in enumerate(view.symbols):
            item = Item(view, index, known[symbol.parent] if symbol.parent >= 0 else None)
            known.append(item)
            yield item


def _pair_by_key(
    olds: Iterable[Item], news: Iterable[Item], renames: Mapping[RepoPath, RepoPath]
) -> Iterator[tuple[Item, Item]]:
    groups: dict[tuple[RepoPath, str], tuple[list[Item], list[Item]]] = defaultdict(lambda: ([], []))
    for item in olds:
        groups[renames.get(item.path, item.path), item.symbol.qualified][0].append(item)
    for item in news:
        groups[item.path, item.symbol.qualified][1].append(item)
    for left, right in groups.values():
        yield from _pair_group(left, right)


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


def _comparable(old: Item, new: Item) -> bool:
    return old.family == new.family or {old.family, new.family} <= {"function", "value", "type"}
