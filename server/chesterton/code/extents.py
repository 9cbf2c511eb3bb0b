"""Where declarations start and end when their own node doesn't say.

A wrapper widens what it holds; declarators that share one node keep to themselves; a section runs up to the
next of its level; and no declaration ends in white space.
"""

from chesterton.code.declarations import Found
from chesterton.code.queries import Pattern, Queries

_WHITE = b" \t\r\n\f"

Range = tuple[int, int]


def settle(found: list[Found], queries: Queries, wrappers: dict[Range, Range], data: bytes) -> None:
    """Give every match its final range. `wrappers` maps the range of a node to that of the one around it."""
    if queries.parts:
        _split(found)
    if queries.levels:
        _section(found, queries.patterns, len(data))
    for one in found:
        while (wrapper := wrappers.get(own := (one.start, one.end), own)) != own:
            one.start, one.end = wrapper
        if data[one.end - 1] in _WHITE:
            one.end = one.start + len(data[one.start : one.end].rstrip(_WHITE))


def _split(found: list[Found]) -> None:
    """Of several declarations on one node, each is its own `@part`."""
    sharing: dict[Range, list[Found]] = {}
    for one in found:
        if "part" in one.captures:
            sharing.setdefault((one.start, one.end), []).append(one)
    for together in sharing.values():
        if len(together) > 1:
            for one in together:
                part = one.captures["part"][0]
                one.start, one.end = part.start_byte, part.end_byte


def _section(found: list[Found], patterns: tuple[Pattern, ...], length: int) -> None:
    """Extend declarations with a level up to the next one of that level or a smaller number."""
    following: list[tuple[int, int]] = []
    levelled = [one for one in found if patterns[one.pattern].level]
    for one in sorted(levelled, key=lambda one: -one.start):
        level = patterns[one.pattern].level
        while following and following[-1][0] > level:
            following.pop()
        one.end = following[-1][1] if following else length
        following.append((level, one.start))
