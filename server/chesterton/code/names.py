"""Finding names as people type them: all letters in order, any case, the best fit first."""

import re
from collections.abc import Iterator
from enum import IntEnum

from chesterton.base.paths import RepoPath

_SEPARATOR = re.compile(r"::|[.#/\\\s]+")
_WORD_START = re.compile(r"[A-Z]+(?![a-z])|[A-Z]|(?<![A-Za-z])[a-z]|\d+")


class Fit(IntEnum):
    """How well a name fits a query; less is better."""

    SAME = 0
    SAME_BUT_CASE = 1
    PREFIX = 2
    INITIALS = 3
    INSIDE = 4
    SCATTERED = 5


class NamePattern:
    """A query for symbols. The words before its last separator narrow the qualified name or the path."""

    def __init__(self, query: str) -> None:
        *self._scope, self._name = _SEPARATOR.split(query.strip())
        self._folded = self._name.casefold()
        letters = [re.escape(letter.lower()) + re.escape(letter.upper()) for letter in self._name]
        gaps = [f"[^{letter}\n]*[{letter}]" for letter in letters]
        self._scan = re.compile(rf"(?<=\n){''.join(gaps)}[^\n]*" if gaps else r"(?<=\n)[^\n]+")

    def matches(self, names: str) -> Iterator[tuple[Fit, str]]:
        """The fitting ones of `names`, each of which stands between two newlines."""
        for found in self._scan.finditer(names):
            yield self._fit(found[0]), found[0]

    def accepts(self, path: RepoPath, qualified: str) -> bool:
        """Whether the words before the name stand in this order in the path and the qualified name."""
        text, start = f"{path}.{qualified}".casefold(), 0
        for word in self._scope:
            start = text.find(word.casefold(), start)
            if start < 0:
                return False
            start += len(word)
        return True

    def _fit(self, name: str) -> Fit:
        folded = name.casefold()
        if name == self._name:
            return Fit.SAME
        if folded == self._folded:
            return Fit.SAME_BUT_CASE
        if folded.startswith(self._folded):
            return Fit.PREFIX
        if "".join(part[0] for part in _WORD_START.findall(name)).casefold().startswith(self._folded):
            return Fit.INITIALS
        return Fit.INSIDE if self._folded in folded else Fit.SCATTERED
