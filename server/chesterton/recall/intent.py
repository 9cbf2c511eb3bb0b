"""Records that what somebody is about to do calls for, by words alone: few, and only if they stand out."""

from collections.abc import Container, Mapping

from chesterton.recall.card import Card
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Marks
from chesterton.recall.place_recall import Placed


def relevant(
    reader: Reader, text: str, cards: Mapping[str, Card], known: Container[str], marks: Marks
) -> list[Placed]:
    """The records in force that stand out for `text`, best first, none of them `known`."""
    return []
