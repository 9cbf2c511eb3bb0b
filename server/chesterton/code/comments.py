"""Where a declaration's documentation is: a docstring inside, or the comments right before it."""

import re

import msgspec

from chesterton.base.spans import Span

_BLANK = b" \t\r\n"
_WINDOW = 256


class CommentRules(msgspec.Struct, frozen=True):
    """What doc comments look like: line prefixes, block delimiters, a docstring at a body's start."""

    line: tuple[str, ...] = ()
    block: tuple[tuple[str, str], ...] = ()
    docstring: str | None = None


class Comments:
    """The rules of one language, ready to apply."""

    def __init__(self, rules: CommentRules) -> None:
        self._line = tuple(prefix.encode() for prefix in rules.line)
        self._block = tuple((opening.encode(), closing.encode()) for opening, closing in rules.block)
        self._docstring = re.compile(rules.docstring.encode(), re.DOTALL) if rules.docstring else None

    def of(self, data: bytes, start: int, body: Span | None) -> Span | None:
        """The documentation of the declaration at `start`."""
        if self._docstring and body and (inside := self._docstring.match(data, body.start)):
            return Span(inside.start(), inside.end())
        first = last = None
        while before := self._before(data, start):
            start = first = before.start
            last = last or before.end
        return None if first is None or last is None else Span(first, last)

    def blank(self, text: bytes) -> bool:
        """Whether `text` holds nothing but layout and line comments."""
        return not text.strip() or all(
            not line or line.startswith(self._line) for line in map(bytes.strip, text.split(b"\n"))
        )

    def _before(self, data: bytes, start: int) -> Span | None:
        """The comment that ends before `start` with no empty line between."""
        window = max(0, start - _WINDOW)
        end = window + len(data[window:start].rstrip(_BLANK))
        gap = data[end:start]
        if end == window or gap.count(b"\n") > 1:
            return None
        line = data.rfind(b"\n", 0, end) + 1
        text = data[line:end].lstrip(_BLANK)
        if self._line and text.startswith(self._line):
            return Span(end - len(text), end)
        for opening, closing in self._block:
            if text.endswith(closing):
                begin = data.rfind(opening, 0, end)
                alone = b"\n" not in gap or not data[data.rfind(b"\n", 0, begin) + 1 : begin].strip()
                return Span(begin, end) if begin >= 0 and alone else None
        return None
