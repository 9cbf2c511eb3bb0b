"""Declarations that give way to the full one: a C prototype above its definition is one symbol, not two."""

from msgspec.structs import replace

from chesterton.code.declarations import Found
from chesterton.code.model import FUNCTION_KINDS, Symbol
from chesterton.code.queries import Pattern


def give_way(
    symbols: list[Symbol], matches: list[Found], patterns: tuple[Pattern, ...]
) -> tuple[Symbol, ...]:
    """`symbols` without the forward ones that are local or have a full one of the same name and arity."""
    forward = [patterns[match.pattern].forward for match in matches]
    if True not in forward:
        return tuple(symbols)
    full = {_shape(symbols[i], matches[i]) for i, ahead in enumerate(forward) if not ahead}
    used: dict[str, int] = {}
    moved: list[int] = []
    kept: list[Symbol] = []
    for symbol, match, ahead in zip(symbols, matches, forward, strict=True):
        parent = moved[symbol.parent] if symbol.parent >= 0 else -1
        local = symbol.parent >= 0 and symbols[symbol.parent].kind in FUNCTION_KINDS
        if ahead and (local or _shape(symbol, match) in full):
            moved.append(parent)
            continue
        ordinal = used.get(symbol.qualified, 0)
        used[symbol.qualified] = ordinal + 1
        moved.append(len(kept))
        if (ordinal, parent) != (symbol.ordinal, symbol.parent):
            symbol = replace(symbol, ordinal=ordinal, parent=parent)
        kept.append(symbol)
    return tuple(kept)


def _shape(symbol: Symbol, match: Found) -> tuple[str, int]:
    parameters = match.captures.get("parameters")
    return symbol.qualified, parameters[0].named_child_count if parameters else 0
