"""Who may use a declaration, from the words before its name or from the name itself."""

import re

import msgspec

from chesterton.code.model import SymbolKind, Visibility


class VisibilityRules(msgspec.Struct, frozen=True):
    """A word before the name decides, else the first pattern the name matches, else the words of a section.

    Patterns have no groups. Without any of these it is what `inside` says of the enclosing kind, else `default`.
    """

    default: Visibility = "public"
    inside: dict[SymbolKind, Visibility] = {}
    sections: dict[str, Visibility] = {}
    words: dict[str, Visibility] = {}
    names: dict[str, Visibility] = {}


class Visibilities:
    """The rules of one language, ready to apply."""

    def __init__(self, rules: VisibilityRules) -> None:
        self._default: Visibility = rules.default
        self._inside: dict[str, Visibility] = dict(rules.inside.items())
        self._sections: dict[str, Visibility] = rules.sections
        self._words: dict[bytes, Visibility] = {}
        self._words.update((word.encode(), visibility) for word, visibility in rules.words.items())
        either = b"|".join(sorted(map(re.escape, self._words), reverse=True))
        self._word = re.compile(rb"(?<!\w)(?:%b)(?!\w)" % either) if either else None
        self._by_name: list[Visibility] = list(rules.names.values())
        self._name = re.compile("|".join(f"({pattern})" for pattern in rules.names)) if rules.names else None

    def section(self, label: bytes) -> Visibility | None:
        """What a label says of the declarations after it."""
        return self._sections.get(label.decode("utf-8", "replace"))

    def of(self, header: bytes, name: str, around: str, section: Visibility | None) -> Visibility:
        """`header` is the text of the declaration up to its name, `around` the kind that encloses it."""
        if self._word and header and (word := self._word.search(header)):
            return self._words[word[0]]
        if self._name and (named := self._name.match(name)):
            return self._by_name[(named.lastindex or 1) - 1]
        return section or self._inside.get(around, self._default)
