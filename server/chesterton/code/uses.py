"""References and imports: found nodes become values with names and owners."""

from collections.abc import Callable
from operator import itemgetter
from typing import cast

import tree_sitter

from chesterton.base.spans import Span
from chesterton.code.model import Import, Reference, Symbol

Captures = dict[str, list[tree_sitter.Node]]
FoundReference = tuple[int, int, int, str, list[tree_sitter.Node] | None]
"""Start, minus the pattern, end, role, receiver."""
FoundImport = tuple[int, int, int, int, Captures, str]
"""Start, first byte of what is imported, pattern, end, captures, a name that is not in the text."""

_LONGEST_RECEIVER = 80
_BY_START = itemgetter(0, 1)
_new = cast("Callable[[type[Span], tuple[int, int]], Span]", tuple.__new__)


def attribute_references(
    data: bytes, symbols: tuple[Symbol, ...], found: list[FoundReference], builtin_types: frozenset[str]
) -> tuple[Reference, ...]:
    """References in source order; of several on one node the one of the last pattern.

    The name of a declaration is no use of it.
    """
    # The hot loop of indexing: everything is local, and text that is ASCII is sliced without decoding.
    found.sort(key=_BY_START)
    text = data.decode("ascii") if data.isascii() else None
    references: list[Reference] = []
    starts = [symbol.span.start for symbol in symbols]
    names = {symbol.name_span.end for symbol in symbols}
    owner, following, count, before = -1, 0, len(symbols), -1
    for start, _, end, role, receiver in found:
        if start == before:
            continue
        before = start
        if role == "type" and end in names:
            continue
        name = text[start:end] if text is not None else data[start:end].decode("utf-8", "replace")
        if role == "type" and name in builtin_types:
            continue
        while following < count and starts[following] <= start:
            owner = following
            following += 1
        while owner >= 0 and symbols[owner].span.end <= start:
            owner = symbols[owner].parent
        references.append(
            Reference(
                role,  # pyright: ignore[reportArgumentType]
                name,
                _new(Span, (start, end)),
                _receiver(data, receiver[0].start_byte, receiver[-1].end_byte) if receiver else None,
                owner,
            )
        )
    return tuple(references)


def attribute_imports(
    data: bytes, symbols: tuple[Symbol, ...], found: list[FoundImport], separator: str
) -> tuple[Import, ...]:
    """Imports in source order; of several of one name that of the last pattern, with all parts of its source."""
    last: dict[tuple[int, int], list[FoundImport]] = {}
    for one in sorted(found, key=lambda one: one[:3]):
        known = last.setdefault(one[:2], [])
        if known and known[0][2] != one[2]:
            known.clear()
        known.append(one)
    owners = _Owners(symbols)
    imports: list[Import] = []
    for together in last.values():
        start, _, _, end, captures, unwritten = together[0]
        parts = {node.start_byte: node for one in together for node in one[4].get("import.source", ())}
        imports.append(
            Import(
                separator.join(_text(data, parts[at]) for at in sorted(parts)),
                unwritten or _first(data, captures, "import.name"),
                _first(data, captures, "import.alias"),
                Span(start, end),
                owners.at(start),
            )
        )
    return tuple(imports)


class _Owners:
    """The innermost symbol at ascending offsets."""

    def __init__(self, symbols: tuple[Symbol, ...]) -> None:
        self._symbols = symbols
        self._next = 0
        self._at = -1

    def at(self, offset: int) -> int:
        symbols = self._symbols
        while self._next < len(symbols) and symbols[self._next].span.start <= offset:
            self._at = self._next
            self._next += 1
        while self._at >= 0 and symbols[self._at].span.end <= offset:
            self._at = symbols[self._at].parent
        return self._at


def _first(data: bytes, captures: Captures, capture: str) -> str:
    return _text(data, captures[capture][0]) if capture in captures else ""


def _text(data: bytes, node: tree_sitter.Node) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _receiver(data: bytes, start: int, end: int) -> str:
    text = data[start:end]
    return (
        ""
        if len(text) > _LONGEST_RECEIVER or (b"(" in text and text != b"super()") or b"\n" in text
        else text.decode("utf-8", "replace")
    )
