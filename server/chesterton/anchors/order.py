"""Where a symbol stands among its siblings, measured from the nearest ones that kept their names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from chesterton.anchors.likeness import Item

_FAR = 1_000


class Order:
    """Sibling order across a change: new symbols take the places of the vanished ones."""

    def __init__(
        self,
        keyed: Mapping[Item, Item],
        weak: Mapping[Item, Item],
        olds: Iterable[Item],
        news: Iterable[Item],
    ) -> None:
        kept = {old: new for old, new in keyed.items() if old not in weak}
        self._old = _ranks(olds, kept)
        self._new = _ranks(news, {new: new for new in kept.values()})

    def distance(self, old: Item, new: Item) -> int:
        """How many places apart two symbols are, seen from a neighbour both have; large without one."""
        return min(
            (
                abs(old_rank - new_rank)
                for (old_mark, old_rank), (new_mark, new_rank) in zip(
                    self._old[old], self._new[new], strict=True
                )
                if old_mark is new_mark
            ),
            default=_FAR,
        )


def _ranks(items: Iterable[Item], kept: Mapping[Item, Item]) -> dict[Item, list[tuple[Item | None, int]]]:
    """For each item the kept neighbour before and after it, and how many others stand between."""
    families: dict[tuple[str, Item | None], list[Item]] = defaultdict(list)
    for item in items:
        families[item.path, item.parent].append(item)
    ranks: dict[Item, list[tuple[Item | None, int]]] = {}
    for siblings in families.values():
        for direction in (siblings, siblings[::-1]):
            _walk(direction, kept, ranks)
    return ranks


def _walk(
    siblings: Sequence[Item], kept: Mapping[Item, Item], ranks: dict[Item, list[tuple[Item | None, int]]]
) -> None:
    mark, rank = None, 0
    for item in siblings:
        ranks.setdefault(item, []).append((mark, rank))
        rank += 1
        if item in kept:
            mark, rank = kept[item], 0
