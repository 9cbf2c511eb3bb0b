"""Declarations that share a name: which of them an anchor takes, and how the others are called."""

from chesterton.anchors.target import Target
from chesterton.code.model import Symbol
from chesterton.workspace.snapshot import Snapshot

_MOST = 8
_WIDTH = 80


def namesakes_of(snapshot: Snapshot, target: Target, words: str) -> str:
    """What to tell somebody whose `words` name several declarations, of which `target` is the first; else empty."""
    facts = snapshot.facts(target.path) if target.kind == "symbol" and "#" in words else None
    if facts is None:
        return ""
    alike = [symbol for symbol in facts.symbols if symbol.qualified == target.key]
    if len(alike) < 2:
        return ""
    first, *others = alike
    choices = [f"{target.at(target.path, one.key)} ({_shown(snapshot, target, one)})" for one in others]
    more = f" and {len(others) - _MOST} more" if len(others) > _MOST else ""
    return (
        f"{target.path} declares {target.key} {len(alike)} times; {target} is the first "
        f"({_shown(snapshot, target, first)}). The others are {', '.join(choices[:_MOST])}{more}."
    )


def _shown(snapshot: Snapshot, target: Target, symbol: Symbol) -> str:
    text = snapshot.read(target.path)
    if text is None:
        return symbol.kind
    line = text.line_at(symbol.name_span.start)
    span = text.line_span(line)
    source = text.data[span.start : span.end].decode(errors="replace").strip()
    return f"line {line + 1}: {source[:_WIDTH]}"
