"""What is compared. A system is built once over a repository's cards and answers with record paths, best first."""

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card
from chesterton.recall.context import Task, Workplace, task_context
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Place, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.recall.search import search
from chesterton.recall.seeds import Listed

LIMIT = 10

Search = Callable[[str], list[str]]


def whole(card: Card) -> str:
    return "\n".join((card.title, *(f"{passage.heading}\n{passage.text}" for passage in card.passages)))


def chesterton(cards: Sequence[Card]) -> Search:
    reader = Reader.of(cards)
    return lambda words: [hit.path for hit in search(reader, words, LIMIT).hits]


def bm25(cards: Sequence[Card]) -> Search:
    """SQLite's BM25 over title and body as one text, no stemming, any word."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE doc USING fts5(path UNINDEXED, text)")
    database.executemany("INSERT INTO doc VALUES (?, ?)", [(card.path, whole(card)) for card in cards])

    def answer(words: str) -> list[str]:
        terms = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", words)))
        if not terms:
            return []
        rows = database.execute(
            "SELECT path FROM doc WHERE doc MATCH ? ORDER BY rank LIMIT ?", (terms, LIMIT)
        )
        return [path for (path,) in rows]

    return answer


def grep(cards: Sequence[Card]) -> Search:
    """`grep -ci` for each word: the records in which most of them stand, then those with most lines."""
    texts = {card.path: whole(card).lower() for card in cards}

    def answer(words: str) -> list[str]:
        terms = set(re.findall(r"[\w./-]+", words.lower()))
        scored = {
            path: (sum(term in text for term in terms), sum(text.count(term) for term in terms))
            for path, text in texts.items()
        }
        ranked = sorted(scored, key=lambda path: (scored[path], path), reverse=True)
        return [path for path in ranked if scored[path][0]][:LIMIT]

    return answer


_PI_STOP = frozenset(
    re.findall(
        r"\w+",
        """
        about above after again against also because been before being below between both cannot
        could does doing down during each from further have having here hers herself himself into
        itself just more most myself once only other ours ourselves over same should some such than
        that their theirs them themselves then there these they this those through under until very
        were what when where which while whom with would your
    """,
    )
)


def pi_canon(cards: Sequence[Card]) -> Search:
    """The lexical retriever of pi-canon 0.3.0 as its source has it: ASCII words of four letters, k1 1.5, b 0.75."""

    def tokens(text: str) -> list[str]:
        found = (word.strip("_") for word in re.split(r"[^a-z0-9_]+", text.lower()))
        return [word for word in found if len(word) >= 4 and word not in _PI_STOP]

    documents = {card.path: Counter(tokens(f"{card.path} {card.statement} {whole(card)}")) for card in cards}
    lengths = {path: sum(counts.values()) for path, counts in documents.items()}
    average = sum(lengths.values()) / max(len(lengths), 1)
    frequency = Counter(word for counts in documents.values() for word in counts)

    def answer(words: str) -> list[str]:
        scores: dict[str, float] = {}
        for word in set(tokens(words)):
            n = frequency[word]
            idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
            for path, counts in documents.items():
                tf = counts[word]
                if tf:
                    part = idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * lengths[path] / average))
                    scores[path] = scores.get(path, 0.0) + part
        return sorted(scores, key=lambda path: (-scores[path], path))[:LIMIT]

    return answer


TEXT_SYSTEMS: dict[str, Callable[[Sequence[Card]], Search]] = {
    "chesterton": chesterton,
    "BM25": bm25,
    "grep": grep,
    "pi-canon lexical": pi_canon,
}


def place_of(at: str) -> Place:
    path, _, symbol = at.partition("#")
    return Place(RepoPath(path), symbol)


def chesterton_place(recall: PlaceRecall, view: View, reader: Reader) -> Search:
    def answer(at: str) -> list[str]:
        found = recall.at([place_of(at)], view, reader, words=True)
        return [one.card.path for one in found.ranked][:LIMIT]

    return answer


def chesterton_context(recall: PlaceRecall, view: View, reader: Reader, at: str) -> tuple[list[str], int]:
    """The records in a task's memory, as paths in order, and the characters that it took."""
    place = place_of(at)
    workplace = Workplace(recall, reader, Listed([place.path]), view)
    found = task_context(Task((str(place.path),)), workplace)
    return [recall.cards[one].path for one in found.shown], len(found.memory)
