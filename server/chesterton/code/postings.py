"""Which contents hold some bytes, over all contents at once: one search through long buffers."""

import threading
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

_SECTION = 4_000_000
"""A search through this many bytes takes about 4 ms and lets no other thread run meanwhile."""


class Postings:
    """The blobs of many contents by key, loaded from `source` at the first question. Safe to use from several threads.

    Needles and blobs are made of units of `unit` bytes; a hit between two units is none.
    """

    def __init__(self, source: Callable[[], Iterable[tuple[int, bytes]]], unit: int = 1) -> None:
        self._source = source
        self._unit = unit
        self._lock = threading.Lock()
        self._sections: list[_Section] | None = None

    def clear(self) -> None:
        """Forget everything; the next question loads it again."""
        with self._lock:
            self._sections = None

    def add(self, blobs: Iterable[tuple[int, bytes]]) -> None:
        """Take in contents that the source has too by now."""
        with self._lock:
            if self._sections is not None:
                self._append(self._sections, blobs)

    def having(self, needle: bytes) -> list[int]:
        """The keys of the contents that hold `needle`."""
        with self._lock:
            if self._sections is None:
                self._sections = []
                self._append(self._sections, self._source())
            sections = tuple(self._sections)
        return list(dict.fromkeys(key for section in sections for key in section.having(needle, self._unit)))

    def _append(self, sections: "list[_Section]", blobs: Iterable[tuple[int, bytes]]) -> None:
        for key, blob in blobs:
            if not sections or len(sections[-1].data) > _SECTION:
                sections.append(_Section())
            sections[-1].add(key, blob)


class _Section:
    """Blobs one behind the other, with the place where each starts."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._starts: list[int] = []
        self._keys: list[int] = []

    def add(self, key: int, blob: bytes) -> None:
        # In this order a search on another thread finds a start for each hit.
        self._keys.append(key)
        self._starts.append(len(self.data))
        self.data += blob

    def having(self, needle: bytes, unit: int) -> Iterator[int]:
        at = self.data.find(needle)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            start = self._starts[number]
            following = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.data)
            if (at - start) % unit or at + len(needle) > following:
                at = self.data.find(needle, at + 1)
            else:
                yield self._keys[number]
                at = self.data.find(needle, following)
