"""Who may use a declaration, from the words before its name or from the name itself."""

import re

import msgspec

from chesterton.code.model import Visibility


class VisibilityRules(msgspec.Struct, frozen=True):
    """A word before the name decides, else the first pattern the name matches, else `default`."""

    default: Visibility = "public"
    words: dict[str, Visibility] = {}
    names: dict[str, Visibility] = {}


class Visibilities:
    """The rules of one language, ready to apply."""

    def __init__(self, rules: VisibilityRules) -> None:
        self._default: Visibility = rules.default
        self._words: dict[bytes, Visibility] = {}
        self._words.update((word.encode(), visibility) for word, visibility in rules.words.items())
        either = b"|".join(sorted(map(re.escape, self._words), reverse=True))
        self._word = re.compile(rb"(?<!\w)(?:%b)(?!\w)" % either) if either else None
        self._names: list[tuple[re.Pattern[str], Visibility]] = [
            (re.compile(pattern), rules.names[pattern]) for pattern in rules.names
        ]

    def of(self, header: bytes, name: str) -> Visibility:
        """`header` is the text of the declaration up to its name."""
        if self._word and header and (word := self._word.search(header)):
            return self._words[word[0]]
        for pattern, visibility in self._names:
            if pattern.match(name):
                return visibility
        return self._default
