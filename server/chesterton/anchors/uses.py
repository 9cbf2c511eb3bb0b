"""Renames as their users tell them: where surviving code said the old name, it says the new one now."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from chesterton.anchors.likeness import Item, is_same_text
from chesterton.anchors.normalise import NAME

_LONGEST = 3_000
_WORD = re.compile(rb"[\w\x80-\xff]+")


class Uses:
    """Which names took the place of which in code that both sides of a change have."""

    def __init__(self, kept: Mapping[Item, Item], gone: Iterable[str], fresh: Iterable[str]) -> None:
        """`kept` pairs surviving symbols; only names of `gone` and `fresh` symbols are looked at."""
        olds = {NAME + name.encode() for name in gone}
        news = {NAME + name.encode() for name in fresh}
        self._replaced: Counter[tuple[bytes, bytes]] = Counter()
        self._lost: Counter[bytes] = Counter()
        words = [_WORD.findall(element) for element in olds]
        for old, new in kept.items():
            if old.family != "function" or is_same_text(old, new):
                continue
            said = set(_WORD.findall(old.text))
            if any(said.issuperset(parts) for parts in words) and old.code != new.code:
                self._compare(old, new, olds, news)

    def share(self, old: str, new: str) -> float:
        """The share of vanished uses of `old` that are uses of `new` now, 0 to 1."""
        before, after = NAME + old.encode(), NAME + new.encode()
        lost = self._lost[before]
        return min(1.0, self._replaced[before, after] / lost) if lost else 0.0

    def _compare(self, old: Item, new: Item, olds: set[bytes], news: set[bytes]) -> None:
        left, right = old.counts, new.counts
        lost = {name for name in olds & left.keys() if right[name] < left[name]}
        if not lost:
            return
        for name in lost:
            self._lost[name] += left[name] - right[name]
        won = {name for name in news & right.keys() if left[name] < right[name]}
        if not won or max(old.size, new.size) > _LONGEST:
            return
        matcher = SequenceMatcher(None, old.tokens, new.tokens, autojunk=False)
        for kind, a, b, c, d in matcher.get_opcodes():
            if kind == "replace":
                before = [token for token in old.tokens[a:b] if token in lost]
                after = [token for token in new.tokens[c:d] if token in won]
                self._replaced.update(zip(before, after, strict=False))
