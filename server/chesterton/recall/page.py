"""A page that fills up: sections of lines inside one room, each line able to grow once there is room."""

from collections.abc import Iterable, Sequence

from chesterton.recall.room import Room


class Block:
    """The lines of one record: its own, and those of the facts that support it."""

    def __init__(self, card: str, text: str) -> None:
        self.card = card
        self.text = text
        self.facts: dict[str, str] = {}


class Page:
    """Sections in a fixed order. A section's heading is charged with its first line."""

    def __init__(self, room: Room, titles: Iterable[str]) -> None:
        self._room = room
        self._sections: dict[str, list[Block]] = {title: [] for title in titles}

    @property
    def blocks(self) -> Iterable[Block]:
        return (block for blocks in self._sections.values() for block in blocks)

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids on the page, in order."""
        return tuple(one for block in self.blocks for one in (block.card, *block.facts))

    def add(self, title: str, card: str, text: str) -> bool:
        """Put a record's line at the end of a section, if it fits and the record is not on the page yet."""
        blocks = self._sections[title]
        needed = text if blocks else f"\n## {title}\n{text}"
        if card in self.shown or not self._room.take(needed):
            return False
        blocks.append(Block(card, text))
        return True

    def grow(self, block: Block, texts: Sequence[str], keep: int) -> None:
        """Replace a block's line by the first of `texts` that leaves `keep` of the room."""
        self._room.give_back(block.text)
        for text in texts:
            if self._room.take(text, keep):
                block.text = text
                return
        self._room.take(block.text)

    def support(self, block: Block, card: str, text: str) -> bool:
        """Put a fact under the record it supports, if it fits and is not on the page yet."""
        if card in self.shown or not self._room.take(text):
            return False
        block.facts[card] = text
        return True

    def section(self, title: str) -> Sequence[Block]:
        return self._sections[title]

    def drop_last(self) -> str | None:
        """Take the last record off the page; returns its id, or None when the page is empty."""
        for blocks in reversed(self._sections.values()):
            if blocks:
                return blocks.pop().card
        return None

    def __str__(self) -> str:
        parts: list[str] = []
        for title, blocks in self._sections.items():
            if blocks:
                parts.append("\n".join((f"## {title}", *(_lines(block) for block in blocks))))
        return "\n\n".join(parts)


def _lines(block: Block) -> str:
    return "\n".join((block.text, *block.facts.values()))
