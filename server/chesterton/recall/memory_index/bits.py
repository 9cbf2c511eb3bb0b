"""Sets of rows as the bits of one integer, and sums over them: cheap however many rows a set has.

`Sums` is a bit-sliced index (O'Neil and Quass, "Improved query performance with variant indexes", SIGMOD 1997):
plane `n` holds bit `n` of every row's sum, so that an addition or a comparison takes a few operations on whole
planes instead of one for each row.
"""

from collections.abc import Iterable, Iterator

_BYTES = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def bits_of(rows: Iterable[int], size: int) -> int:
    """The set of `rows`, each below `size`."""
    held = bytearray((size >> 3) + 1)
    for row in rows:
        held[row >> 3] |= 1 << (row & 7)
    return int.from_bytes(held, "little")


def rows_of(bits: int) -> Iterator[int]:
    """The rows in a set, ascending."""
    for index, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if byte:
            for bit in _BYTES[byte]:
                yield index * 8 + bit


class Sums:
    """A whole number for each row, all 0 at first."""

    def __init__(self) -> None:
        self._planes: list[int] = []

    def add(self, bits: int, amount: int) -> None:
        """Add `amount` to every row of a set."""
        plane = 0
        while amount:
            if amount & 1:
                self._add_at(plane, bits)
            amount >>= 1
            plane += 1

    def _add_at(self, plane: int, carry: int) -> None:
        while carry:
            while plane >= len(self._planes):
                self._planes.append(0)
            held = self._planes[plane]
            self._planes[plane] = held ^ carry
            carry &= held
            plane += 1

    @property
    def most(self) -> int:
        """The largest sum."""
        found, holders = 0, -1
        for plane in range(len(self._planes) - 1, -1, -1):
            if held := self._planes[plane] & holders:
                holders = held
                found |= 1 << plane
        return found

    def at_least(self, amount: int) -> int:
        """The rows whose sum is `amount`, which is above 0, or more."""
        if amount >> len(self._planes):
            return 0
        above, level = 0, -1
        for plane in range(len(self._planes) - 1, -1, -1):
            if amount >> plane & 1:
                level &= self._planes[plane]
            else:
                above |= level & self._planes[plane]
                level &= ~self._planes[plane]
        return above | level

    def threshold(self, count: int) -> int:
        """The largest amount above 0 that at least `count` rows reach; 1 when fewer have anything."""
        found = 0
        for plane in range(len(self._planes) - 1, -1, -1):
            tried = found | 1 << plane
            if self.at_least(tried).bit_count() >= count:
                found = tried
        return max(found, 1)
