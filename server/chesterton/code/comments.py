"""Where a declaration's documentation is: a docstring inside, or the comments right before it."""

import re

import msgspec

_MISSING = (-1, -1)


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

    @property
    def inside(self) -> bool:
        """Whether documentation may be the start of a body."""
        return self._docstring is not None

    def of(self, data: bytes, start: int, body: int) -> tuple[int, int]:
        """The documentation of the declaration at `start` with its body at `body`; -1 means there is none."""
        if self._docstring and body >= 0 and (inside := self._docstring.match(data, body)):
            return inside.span()
        end = -1
        while before := self._before(data, start):
            start = before[0]
            end = before[1] if end < 0 else end
        return (start, end) if end >= 0 else _MISSING

    def blank(self, text: bytes) -> bool:
        """Whether `text` holds nothing but layout and line comments."""
        return not text.strip() or all(
            not line or line.startswith(self._line) for line in map(bytes.strip, text.split(b"\n"))
        )

    def _before(self, data: bytes, start: int) -> tuple[int, int] | None:
        """The comment that ends before `start` with no empty line between."""
        end = data.rfind(b"\n", 0, start)
        if end < 0 or data[end + 1 : start].strip():
            end = start
        line = data.rfind(b"\n", 0, end) + 1
        text = data[line:end].strip()
        if self._line and text.startswith(self._line):
            begin = data.index(text, line)
            return begin, begin + len(text)
        for opening, closing in self._block:
            if text.endswith(closing):
                begin = data.rfind(opening, 0, end)
                alone = end == start or not data[data.rfind(b"\n", 0, begin) + 1 : begin].strip()
                return (
                    (begin, data.rindex(closing, line, end) + len(closing)) if begin >= 0 and alone else None
                )
        return None
