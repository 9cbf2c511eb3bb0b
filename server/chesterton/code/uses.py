"""References and imports: found nodes become values with names and owners."""

from array import array

import tree_sitter

from chesterton.code.model import Import, Symbol, Use, Uses

Captures = dict[str, list[tree_sitter.Node]]
FoundReference = tuple[int, tree_sitter.Node, str, list[tree_sitter.Node] | None]
"""Pattern, the name's node, role, receiver."""
FoundImport = tuple[int, int, int, int, Captures, str]
"""Start, first byte of what is imported, pattern, end, captures, a name that is not in the text."""

_LONGEST_RECEIVER = 80
_ENDLESS = 1 << 62


def attribute_references(
    data: bytes,
    symbols: tuple[Symbol, ...],
    extents: list[tuple[int, int, str]],
    found: dict[int, FoundReference],
    builtin_types: frozenset[str],
) -> Uses:
    """References in source order; `found` is by the first byte of the name.

    The name of a declaration is no use of it. A base in an extent is one of the type that the extent is of.
    """
    # The hot loop of indexing: everything is local, and text that is ASCII is sliced without decoding.
    plain = str(data, "ascii") if data.isascii() else None
    names = {symbol.name_end for symbol in symbols}
    distinct: dict[tuple[str, str, str | None], int] = {}
    numbers: list[int] = []
    starts: list[int] = []
    runs: list[int] = []
    owners = _Owners(symbols)
    owner, until = -1, 0
    for start in sorted(found):
        _, node, role, receiver = found[start]
        end = node.end_byte
        name = plain[start:end] if plain else str(data[start:end], "utf-8", "replace")
        if role == "type" and (name in builtin_types or end in names):
            continue
        before = _before(data, plain, receiver) if receiver else None
        if start >= until or (role == "base" and extents):
            here = owners.move(start)
            until = owners.until
            if role == "base" and extents:
                here = _extended(symbols, extents, start, here)
                until = 0
            if here != owner:
                if numbers:
                    runs += (owner, len(numbers))
                owner = here
        numbers.append(distinct.setdefault((role, name, before), len(distinct)))
        starts.append(start)
    if numbers:
        runs += (owner, len(numbers))
    return Uses(
        tuple(Use(*use) for use in distinct),  # pyright: ignore[reportArgumentType]
        array("I", numbers).tobytes(),
        array("I", starts).tobytes(),
        array("i", runs).tobytes(),
    )


def _before(data: bytes, plain: str | None, receiver: list[tree_sitter.Node]) -> str:
    """The text of a receiver, "" for one too involved to name."""
    first, last = receiver[0].start_byte, receiver[-1].end_byte
    if last - first > _LONGEST_RECEIVER:
        return ""
    text = plain[first:last] if plain else str(data[first:last], "utf-8", "replace")
    return text if ("(" not in text or text == "super()") and "\n" not in text else ""


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
                start,
                end,
                owners.move(start),
            )
        )
    return tuple(imports)


def _extended(
    symbols: tuple[Symbol, ...], extents: list[tuple[int, int, str]], offset: int, owner: int
) -> int:
    """The type that the extent around `offset` is of, when the file declares it; otherwise `owner`."""
    around = [name for start, end, name in extents if start <= offset < end]
    if not around or (owner >= 0 and symbols[owner].qualified.startswith(around[-1] + ".")):
        return owner
    named = (i for i, symbol in enumerate(symbols) if symbol.qualified == around[-1])
    return next(named, owner)


class _Owners:
    """The innermost symbol at ascending offsets: `at`, which holds for all offsets below `until`."""

    def __init__(self, symbols: tuple[Symbol, ...]) -> None:
        self._symbols = symbols
        self._next = 0
        self.at = -1
        self.until = 0

    def move(self, offset: int) -> int:
        """The symbol at `offset`."""
        symbols = self._symbols
        count = len(symbols)
        while self._next < count and symbols[self._next].start <= offset:
            self.at = self._next
            self._next += 1
        while self.at >= 0 and symbols[self.at].end <= offset:
            self.at = symbols[self.at].parent
        self.until = symbols[self._next].start if self._next < count else _ENDLESS
        if self.at >= 0:
            self.until = min(self.until, symbols[self.at].end)
        return self.at


def _first(data: bytes, captures: Captures, capture: str) -> str:
    return _text(data, captures[capture][0]) if capture in captures else ""


def _text(data: bytes, node: tree_sitter.Node) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")
