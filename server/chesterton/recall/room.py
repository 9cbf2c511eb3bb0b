"""Room for text that is never exceeded."""

from chesterton.recall.measure import Measure


class Room:
    """What is left of a budget. Each text is charged with the line end behind it."""

    def __init__(self, measure: Measure, size: int) -> None:
        self.measure = measure
        self.left = max(size, 0)

    def take(self, text: str, keep: int = 0) -> bool:
        """Claim room for `text` if that leaves `keep`; whether there was enough."""
        size = self.cost(text)
        if size + keep > self.left:
            return False
        self.left -= size
        return True

    def give_back(self, text: str) -> None:
        self.left += self.cost(text)

    def cost(self, text: str) -> int:
        return self.measure.size(f"{text}\n")
