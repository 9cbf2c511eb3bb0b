"""Half-open byte ranges."""

from typing import NamedTuple


class Span(NamedTuple):
    """Bytes `start` up to, not including, `end` of a UTF-8 text."""

    start: int
    end: int

    def contains(self, offset: int) -> bool:
        """Whether `offset` lies inside, the end included (a cursor behind the last letter is on the word)."""
        return self.start <= offset <= self.end

    def encloses(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end
