"""How good a ranking is, against the set of records that are right."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Quality(NamedTuple):
    recall5: float
    mrr: float
    ndcg10: float

    @classmethod
    def of(cls, ranking: Sequence[str], relevant: Sequence[str]) -> "Quality":
        right = set(relevant)
        ranks = [rank for rank, path in enumerate(ranking[:10], 1) if path in right]
        ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(right), 10) + 1))
        return cls(
            sum(rank <= 5 for rank in ranks) / min(len(right), 5),
            1 / ranks[0] if ranks else 0.0,
            sum(1 / math.log2(rank + 1) for rank in ranks) / ideal,
        )


def mean(values: Sequence[Quality]) -> Quality:
    return (
        Quality(*(sum(column) / len(values) for column in zip(*values, strict=True)))
        if values
        else Quality(0, 0, 0)
    )
