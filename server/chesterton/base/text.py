"""The text of one file: bytes inside, protocol positions at the edge.

Offsets everywhere else in Chesterton are bytes of UTF-8 (what tree-sitter counts in). Positions in
the client's encoding exist only in calls to `Text.offset` and `Text.position`. Lines end at `\\n`,
`\\r\\n` and `\\r` and nowhere else, as the language server protocol says; `str.splitlines` knows eight
more and corrupts documents that hold a form feed.
"""

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

from chesterton.base.spans import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The unit of `Position.character`."""

Charset = Literal["utf-8", "utf-16-le", "utf-16-be", "latin-1"]
"""How a file's bytes are encoded on disk."""

_BOMS: tuple[tuple[bytes, Charset], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LARGE = 65_536
_LINE_STEP = 1_024
_LINE_END = re.compile(rb"\r\n|\r|\n")


class Position(NamedTuple):
    """A place in a text as an editor says it: both numbers from 0."""

    line: int
    character: int


class Edit(NamedTuple):
    """Replace `span` by `new`."""

    span: Span
    new: str


@dataclass(frozen=True)
class Text:
    """An immutable text. `data` is UTF-8 without a byte order mark; `bom` and `charset` say what disk had."""

    data: bytes
    bom: bytes = b""
    charset: Charset = "utf-8"

    @classmethod
    def of(cls, source: str) -> "Text":
        """The text of a string; lone surrogates become U+FFFD."""
        return cls(source.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode())

    @classmethod
    def decode(cls, raw: bytes) -> "Text":
        """Read a file's bytes. Never fails: what is no UTF-8 or marked UTF-16 is read as Latin-1."""
        for bom, charset in _BOMS:
            if raw.startswith(bom):
                body = raw[len(bom) :]
                if charset == "utf-8":
                    return cls(body, bom) if _is_utf8(body) else cls(_latin1(body), bom, "latin-1")
                return cls(body.decode(charset, "replace").encode(), bom, charset)
        return cls(raw) if _is_utf8(raw) else cls(_latin1(raw), b"", "latin-1")

    def encode(self) -> bytes:
        """The file's bytes again, mark and charset as they were read."""
        if self.charset == "utf-8":
            return self.bom + self.data
        return self.bom + self.data.decode().encode(self.charset, "replace")

    @property
    def source(self) -> str:
        return self.data.decode()

    @cached_property
    def eol(self) -> str:
        """The line end most lines use; `\\n` for a text of one line."""
        crlf = self.data.count(b"\r\n")
        counts = {"\r\n": crlf, "\n": self.data.count(b"\n") - crlf, "\r": self.data.count(b"\r") - crlf}
        return max(counts, key=lambda end: counts[end]) if any(counts.values()) else "\n"

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The byte offset at which each line begins; never empty."""
        if self.data.count(b"\r") == self.data.count(
            b"\r\n"
        ):  # all lines end in a line feed: seven times faster
            lengths = map(len, self.data.split(b"\n")[:-1])
            return (0, *accumulate(length + 1 for length in lengths))
        return (0, *(match.end() for match in _LINE_END.finditer(self.data)))

    def line_span(self, line: int) -> Span:
        """The bytes of a line without its line end. Lines outside the text are clamped into it."""
        line = min(max(line, 0), len(self.line_starts) - 1)
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < len(self.line_starts) else len(self.data)
        return Span(start, start + len(self.data[start:end].rstrip(b"\r\n")))

    def line_at(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset) - 1

    def offset(self, position: Position, encoding: Encoding) -> int:
        """The byte offset of a position, clamped into its line and the text, never inside a character."""
        span = self._line(position.line)
        if span is None:
            return len(self.data)
        return span.start + _bytes_of(self.data[span.start : span.end], position.character, encoding)

    def _line(self, line: int) -> Span | None:
        """The bytes of a line without its line end; None behind the last one.

        To apply one edit to a megabyte takes one line and not the table of all, which takes a hundred times as long.
        """
        known = "line_starts" in self.__dict__ or len(self.data) <= _LARGE
        if known or self.data.count(b"\r") != self.data.count(b"\r\n"):
            return self.line_span(line) if line < len(self.line_starts) else None
        start = self._line_start(line)
        if start is None:
            return None
        end = self.data.find(b"\n", start)
        end = len(self.data) if end < 0 else end
        return Span(start, start + len(self.data[start:end].rstrip(b"\r")))

    def _line_start(self, line: int) -> int | None:
        """Where a line begins in a text whose lines all end in a line feed, by halving; None behind the last one."""
        if self.data.count(b"\n") < line:
            return None
        low, high, left = 0, len(self.data), line
        while high - low > _LINE_STEP:
            middle = (low + high) // 2
            found = self.data.count(b"\n", low, middle)
            if found < left:
                low, left = middle, left - found
            else:
                high = middle
        for _ in range(left):
            low = self.data.index(b"\n", low) + 1
        return low

    def position(self, offset: int, encoding: Encoding) -> Position:
        """The position of a byte offset; one inside a character counts as its beginning."""
        offset = min(max(offset, 0), len(self.data))
        line = self.line_at(offset)
        span = self.line_span(line)
        return Position(line, _units_of(self.data[span.start : min(offset, span.end)], encoding))

    def slice(self, span: Span) -> str:
        return self.data[span.start : span.end].decode(errors="replace")

    def apply(self, edits: Iterable[Edit]) -> "Text":
        """The text after `edits`, which all refer to this text and must not overlap.

        Raises:
            ValueError: two edits overlap or one lies outside the text.
        """
        pieces: list[bytes] = []
        done = 0
        for span, new in sorted(edits, key=lambda edit: edit.span):
            if span.start < done or span.end < span.start or span.end > len(self.data):
                raise ValueError(f"edit {span} overlaps another one or leaves the text")
            pieces += (self.data[done : span.start], new.encode())
            done = span.end
        return Text(b"".join((*pieces, self.data[done:])), self.bom, self.charset)


def minimal_edit(before: bytes, after: bytes) -> Edit:
    """The smallest single replacement that turns one UTF-8 text into another.

    It begins and ends where an editor can: not inside a character, nor between the two bytes of a line end.
    """
    limit = min(len(before), len(after))
    head = _common_prefix(before, after, limit)
    while head and (_is_inside(before, head) or _is_inside(after, head)):
        head -= 1
    tail = _common_prefix(before[head:][::-1], after[head:][::-1], limit - head)
    while tail and (_is_inside(before, len(before) - tail) or _is_inside(after, len(after) - tail)):
        tail -= 1
    return Edit(Span(head, len(before) - tail), after[head : len(after) - tail].decode(errors="replace"))


def _is_inside(data: bytes, offset: int) -> bool:
    """Whether a character, or a line end of two bytes, goes on at `offset`."""
    if offset >= len(data):
        return False
    return data[offset] & 0xC0 == 0x80 or (data[offset] == 0x0A and data[offset - 1 : offset] == b"\r")


def _common_prefix(left: bytes, right: bytes, limit: int) -> int:
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_utf8(raw: bytes) -> bool:
    if raw.isascii():
        return True
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _latin1(raw: bytes) -> bytes:
    return raw.decode("latin-1").encode()


def _bytes_of(line: bytes, units: int, encoding: Encoding) -> int:
    """How many bytes the first `units` of a line take, rounded down to whole characters."""
    if units <= 0:
        return 0
    if line.isascii():
        return min(units, len(line))
    if encoding == "utf-8":
        end = min(units, len(line))
        while end < len(line) and line[end] & 0xC0 == 0x80:
            end -= 1
        return end
    source = line.decode(errors="replace")
    if encoding == "utf-32":
        return len(source[:units].encode())
    taken = size = 0
    for character in source:
        taken += 2 if ord(character) > 0xFFFF else 1
        if taken > units:
            break
        size += len(character.encode())
    return size


def _units_of(prefix: bytes, encoding: Encoding) -> int:
    if prefix.isascii():
        return len(prefix)
    whole = prefix.decode(errors="ignore")
    if encoding == "utf-8":
        return len(whole.encode())
    if encoding == "utf-32":
        return len(whole)
    return len(whole.encode("utf-16-le")) // 2
