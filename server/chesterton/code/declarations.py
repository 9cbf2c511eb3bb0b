"""Declarations: found nodes become symbols with kinds, qualified names, ordinals and parents.

One pass over the found ranges sorted by start, widest first, with a stack of what encloses the current
place; the tree is never walked.
"""

from collections.abc import Iterable
from typing import NamedTuple, cast

import tree_sitter

from chesterton.code.comments import Comments
from chesterton.code.languages import Language, SymbolRules
from chesterton.code.model import FUNCTION_KINDS, TYPE_KINDS, Symbol, SymbolKind, Visibility
from chesterton.code.queries import Pattern

Captures = dict[str, list[tree_sitter.Node]]

_LOCAL = ("variable", "constant")
_ENDLESS = 1 << 62
_MISSING = (-1, -1)


class Found:
    """A match of a symbol or extent pattern; `kind` is the pattern's."""

    __slots__ = ("captures", "end", "kind", "pattern", "start")

    def __init__(self, start: int, end: int, pattern: int, kind: str, captures: Captures) -> None:
        self.start = start
        self.end = end
        self.pattern = pattern
        self.kind = kind
        self.captures = captures

    def merge(self, start: int, end: int, pattern: int, kind: str, captures: Captures) -> None:
        """Take in another match of the same declaration."""
        self.start = min(self.start, start)
        self.end = max(self.end, end)
        if pattern > self.pattern:
            self.pattern, self.kind = pattern, kind
            self.captures = self.captures | captures
        else:
            self.captures = captures | self.captures


class Declared(NamedTuple):
    """Symbols in source order, the match of each, and the extents: start, end, and what they qualify."""

    symbols: list[Symbol]
    matches: list[Found]
    extents: list[tuple[int, int, str]]


class Decorator(NamedTuple):
    """A decorator's range and the node of its name."""

    start: int
    end: int
    name: tree_sitter.Node


_Around = tuple[int, int, str, str, str, int]
"""What encloses the current place: start, end, prefix of what is in it, prefix around it, kind, symbol."""


def _around(start: int, end: int, prefix: str, outer: str, kind: str, symbol: int) -> _Around:
    return start, end, prefix, outer, kind, symbol


def declare(
    language: Language,
    patterns: tuple[Pattern, ...],
    data: bytes,
    found: list[Found],
    decorators: list[Decorator],
) -> Declared:
    """The declarations of a file. `found` also holds extents, which only qualify what is in them, and sections."""
    rules, comments, visibilities = language.rules, language.comments, language.visibilities
    attached = _Decorators(data, comments, decorators)
    plain = str(data, "ascii") if data.isascii() else None
    top: _Around = (-1, _ENDLESS, "", "", "", -1)
    around: list[_Around] = [top]
    used: dict[str, int] = {}
    sections: dict[int, Visibility | None] = {}
    symbols: list[Symbol] = []
    matches: list[Found] = []
    extents: list[tuple[int, int, str]] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        start, end, captures = one.start, one.end, one.captures
        while top[1] < end or (top[1] == end and top[0] == start):
            around.pop()
            top = around[-1]
        section, _, prefix, outer, enclosing, parent = top
        if one.kind in _LOCAL and enclosing in FUNCTION_KINDS:
            continue
        if "scope" in captures:
            prefix += _scope(rules, data, captures["scope"])
        if one.kind == "section":
            sections[section] = visibilities.section(data[start:end])
            continue
        if one.kind == "extent":
            top = _around(start, end, prefix, prefix, "class", parent)
            extents.append((start, end, prefix[:-1]))
            around.append(top)
            continue
        pieces = captures["name"]
        name_start, name_end = pieces[0].start_byte, pieces[-1].end_byte
        name = plain[name_start:name_end] if plain else str(data[name_start:name_end], "utf-8", "replace")
        name = patterns[one.pattern].name or (name if name.isidentifier() else _cleaned(rules, name))
        names, first = attached.of(start, name_start) if decorators else ((), start)
        kind = _kind(rules, cast("SymbolKind", one.kind), name, enclosing, names)
        if kind in rules.hoisted and enclosing in FUNCTION_KINDS:
            name = name if enclosing == "constructor" else ""
            prefix = outer
        if not name:
            continue
        qualified = prefix + name.replace(rules.separator, ".")
        ordinal = used.get(qualified, 0)
        if ordinal and kind in rules.hoisted:
            continue
        used[qualified] = ordinal + 1
        body_start, body_end = _bounds(captures, "body")
        matches.append(one)
        symbols.append(
            Symbol(
                kind,
                name,
                qualified,
                ordinal,
                first,
                end,
                name_start,
                name_end,
                body_start,
                body_end,
                *_bounds(captures, "parameters"),
                *comments.of(data, first, body_start),
                parent,
                visibilities.of(data[start:name_start], name, enclosing, sections.get(section)),
                names,
            )
        )
        inside = prefix if kind in rules.transparent else qualified + "."
        top = _around(start, end, inside, prefix, kind, len(symbols) - 1)
        around.append(top)
    return Declared(symbols, matches, extents)


def _kind(
    rules: SymbolRules, kind: SymbolKind, name: str, parent: str, decorators: tuple[str, ...]
) -> SymbolKind:
    if kind == "variable" and rules.upper_case_constants and name.isupper():
        return "constant"
    if parent in TYPE_KINDS:
        kind = rules.members.get(kind, kind)
        if kind == "method" and name in rules.constructors:
            kind = "constructor"
    for decorator in decorators:
        kind = rules.decorated.get(decorator.rpartition(".")[2], kind)
    return kind


class _Decorators:
    """Gives each declaration, asked for in source order, the decorators in it or right before it."""

    def __init__(self, data: bytes, comments: Comments, found: list[Decorator]) -> None:
        self._data = data
        self._comments = comments
        self._found = sorted(found, key=lambda one: one.start)
        self._next = 0

    def of(self, start: int, name: int) -> tuple[tuple[str, ...], int]:
        """The names of the decorators of the declaration at `start`, named at `name`; its first byte."""
        found, data = self._found, self._data
        first = self._next
        while self._next < len(found) and found[self._next].end <= name:
            self._next += 1
        own = self._next
        if own == first:
            return (), start
        while own > first:
            decorator = found[own - 1]
            if decorator.start < start:
                if not self._comments.blank(data[decorator.end : start]):
                    break
                start = decorator.start
            own -= 1
        return tuple(_text(data, found[index].name) for index in range(own, self._next)), start


def _scope(rules: SymbolRules, data: bytes, nodes: Iterable[tree_sitter.Node]) -> str:
    return "".join(rules.name(_text(data, node)).replace(rules.separator, ".") + "." for node in nodes)


def _cleaned(rules: SymbolRules, name: str) -> str:
    return rules.name(" ".join(name.split()))


def _text(data: bytes, node: tree_sitter.Node) -> str:
    text = data[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return text if text.isidentifier() else " ".join(text.split())


def _bounds(captures: Captures, capture: str) -> tuple[int, int]:
    if capture not in captures:
        return _MISSING
    node = captures[capture][0]
    return node.start_byte, node.end_byte
