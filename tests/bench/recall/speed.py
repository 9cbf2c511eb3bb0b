"""Speed over 10,000 records and 200,000 symbols: python speed.py [--records N] [--symbols N].

Records and code are made up from a fixed seed; times are of one warm process. On a shared machine the CPU
columns say more.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from datetime import date

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card, Passage
from chesterton.recall.context import Task, Workplace, task_context
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Neighbour, Nothing, Place, Tie, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.recall.search import search
from chesterton.recall.seeds import Listed

TODAY = date(2026, 12, 1)
KINDS = ("decision", "decision", "decision", "constraint", "gotcha", "lesson", "fact")
QUERIES = 400


class Made:
    """A store and a code base of a given size. Words follow Zipf's law, as they do in prose."""

    def __init__(self, records: int, symbols: int) -> None:
        self.random = random.Random(7)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.words = [
            "".join(self.random.choices(letters, k=self.random.randint(3, 10))) for _ in range(12_000)
        ]
        self.weights = [1 / (rank + 2) for rank in range(len(self.words))]
        self.files = [
            RepoPath(f"src/m{number % 97}/p{number % 13}/f{number}.py") for number in range(symbols // 50)
        ]
        self.places = [
            Place(path, f"C{number // 10}.run_{number % 10}") for path in self.files for number in range(50)
        ]
        self.cards = [self._card(number) for number in range(records)]
        self.ties = [
            Tie(card.id, self._place()) for card in self.cards for _ in range(self.random.randint(1, 3))
        ]

    def text(self, words: int) -> str:
        return " ".join(self.random.choices(self.words, self.weights, k=words))

    def _place(self) -> Place:
        place = self.random.choice(self.places)
        return Place(place.path) if self.random.random() < 0.3 else place

    def _card(self, number: int) -> Card:
        passages = tuple(Passage(self.text(2), 10 * part, self.text(90)) for part in range(4))
        standing, status = self.random.choices(
            (("in force", "accepted"), ("proposed", "proposed"), ("retired", "superseded")), (85, 5, 10)
        )[0]
        return Card(
            id=f"01{number:024d}",
            path=RepoPath(f"docs/adr/{number:05}-{self.text(2).replace(' ', '-')}.md"),
            kind=self.random.choice(KINDS),
            status=status,
            standing=standing,
            title=self.text(5),
            statement=self.text(14),
            passages=passages,
            number=number,
            context=passages[0].text,
            costs=passages[1].text,
            rejected=passages[2].text,
            date=f"20{self.random.randint(18, 26)}-0{self.random.randint(1, 9)}-11",
            domain=f"d{number % 40}" if number % 3 == 0 else "",
        )


class Graph(Nothing):
    """Forty neighbours for every place."""

    def __init__(self, made: Made) -> None:
        self._places = made.places

    def neighbours(self, place: Place) -> list[Neighbour]:
        start = hash(place) % len(self._places)
        return [Neighbour(self._places[start - step], "caller", 1 + step // 20) for step in range(40)]

    def domains(self, place: Place) -> list[str]:
        return [f"d{hash(place.path) % 40}"]


def measure(name: str, goal: float, calls: Sequence[Callable[[], object]]) -> None:
    for call in calls[:20]:
        call()
    wall: list[float] = []
    processor: list[float] = []
    for call in calls:
        begun, busy = time.perf_counter(), time.process_time()
        call()
        wall.append((time.perf_counter() - begun) * 1000)
        processor.append((time.process_time() - busy) * 1000)
    numbers = [at(times, share) for times in (wall, processor) for share in (0.5, 0.95)]
    print(f"| {name} | " + " | ".join(f"{one:.1f}" for one in numbers) + f" | {goal:.0f} |", flush=True)


def at(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def main(records: int, symbols: int) -> None:
    made = Made(records, symbols)
    begun = time.process_time()
    reader = Reader.of(made.cards)
    built = time.process_time()
    recall = PlaceRecall(made.cards, made.ties)
    tied = time.process_time()
    print(
        f"{records:,} records, {symbols:,} symbols; CPU: index {built - begun:.1f} s, ties {tied - built:.1f} s"
    )
    catalogue = Listed(
        made.files,
        {
            path: [(place.symbol, 1) for place in made.places[n * 50 : n * 50 + 50]]
            for n, path in enumerate(made.files)
        },
    )
    graph = Graph(made)
    view = View(TODAY, graph, graph)
    workplace = Workplace(recall, reader, catalogue, view)
    places = [made.random.choice(made.places) for _ in range(QUERIES)]
    texts = [made.text(made.random.randint(1, 6)) for _ in range(QUERIES)]
    print("| question | wall p50 ms | wall p95 | CPU p50 | CPU p95 | goal p95 |\n|---|--:|--:|--:|--:|--:|")
    measure("place", 15, [lambda place=place: recall.at([place], view, reader) for place in places])
    tasks = [Task((str(place), str(place.path)), text) for place, text in zip(places, texts, strict=True)]
    measure("task", 60, [lambda task=task: task_context(task, workplace) for task in tasks])
    measure("search", 25, [lambda text=text: search(reader, text) for text in texts])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--symbols", type=int, default=200_000)
    options = parser.parse_args()
    main(options.records, options.symbols)
