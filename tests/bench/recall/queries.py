"""Labelled queries. A row holds ids only; its words are read from the repository when the benchmark runs."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from corpus import Commit, Repository

from chesterton.code.languages import for_path
from chesterton.code.symbols import read, symbol_at
from chesterton.recall.card import Card
from chesterton.recall.words import STOP_WORDS

Kind = Literal["title", "mistyped", "partial", "number", "section", "commit", "path", "symbol"]
TEXT_KINDS: tuple[Kind, ...] = ("title", "mistyped", "partial", "number", "section", "commit")
PLACE_KINDS: tuple[Kind, ...] = ("path", "symbol")
ROWS = Path(__file__).with_name("queries.jsonl")

_MOST: dict[Kind, int] = {
    "title": 30,
    "mistyped": 30,
    "partial": 30,
    "number": 15,
    "section": 40,
    "commit": 60,
    "path": 80,
    "symbol": 60,
}
_SECTION_WORDS = 4
_FEWEST_COMMIT_WORDS = 4
_SHORTEST_MISTYPED = 6


class Row(msgspec.Struct, frozen=True):
    """`at` is a record's path, `path:line` (section), a commit, or `commit:path[#symbol]` (path, symbol)."""

    repo: str
    kind: Kind
    at: str
    relevant: tuple[str, ...]


def load() -> list[Row]:
    return [msgspec.json.decode(line, type=Row) for line in ROWS.read_text().splitlines()]


def save(rows: list[Row]) -> None:
    lines = (json.dumps(msgspec.to_builtins(row), ensure_ascii=False) for row in rows)
    ROWS.write_text("\n".join(lines) + "\n")


def mine(repository: Repository) -> list[Row]:
    found: dict[Kind, list[Row]] = {kind: [] for kind in _MOST}
    for card in repository.cards:
        for kind, at in _of_card(repository, card):
            found[kind].append(Row(repository.name, kind, at, (card.path,)))
    for commit in repository.commits:
        if len(_telling(commit.words)) >= _FEWEST_COMMIT_WORDS:
            found["commit"].append(Row(repository.name, "commit", commit.id, commit.cites))
        for path in commit.files:
            if (
                path in repository.files
                and for_path(path) is not None
                and not path.endswith((".md", ".json"))
            ):
                found["path"].append(Row(repository.name, "path", f"{commit.id}:{path}", commit.cites))
    rows = [row for kind, all_rows in found.items() for row in _sample(all_rows, _MOST[kind])]
    touched = _sample(found["path"], _MOST["symbol"])
    symbols = [row for path_row in touched for row in _symbols(repository, path_row)]
    return rows + _sample(symbols, _MOST["symbol"])


def _of_card(repository: Repository, card: Card) -> Iterator[tuple[Kind, str]]:
    yield "title", card.path
    if any(len(word) >= _SHORTEST_MISTYPED and word.isalpha() for word in card.title.split()):
        yield "mistyped", card.path
        yield "partial", card.path
    if repository.by_number.get(card.number or -1) == card.path:
        yield "number", card.path
    for passage in card.passages:
        for index, line in enumerate(passage.text.splitlines()):
            if len(_telling(line)) > _SECTION_WORDS and not line.startswith(("|", "```", "<", "    ", "[")):
                yield "section", f"{card.path}:{passage.line + index}"


def words_of(row: Row, repository: Repository, commits: dict[str, Commit]) -> str:
    """The words of a text query, or the spelling of a place."""
    match row.kind:
        case "title":
            return _card(repository, row.at).title
        case "mistyped":
            return _mistype(_card(repository, row.at).title)
        case "partial":
            return " ".join(
                _begun(word) for word in _spread(_telling(_card(repository, row.at).title), row.at)
            )
        case "number":
            return f"ADR {_card(repository, row.at).number}"
        case "section":
            path, _, line = row.at.rpartition(":")
            text = repository.texts[path].decode(errors="replace").splitlines()[int(line)]
            return " ".join(_spread(_telling(text), row.at))
        case "commit":
            return commits[row.at].words
        case "path" | "symbol":
            return row.at.partition(":")[2]


def _symbols(repository: Repository, row: Row) -> Iterator[Row]:
    """The innermost symbols that a commit changed in a file."""
    commit, _, path = row.at.partition(":")
    language, data = for_path(path), repository.blob(commit, path)
    if language is None or data is None:
        return
    facts = read(language, data)
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    keys: dict[str, None] = {}
    for line in repository.git("show", "-U0", "--format=", commit, "--", path).splitlines():
        if line.startswith("@@"):
            first = int(line.split("+")[1].split(",")[0].split(" ")[0])
            symbol = symbol_at(facts, starts[min(max(first - 1, 0), len(starts) - 1)] + 4)
            if symbol is not None:
                keys[symbol.key] = None
    for key in list(keys)[:2]:
        yield Row(row.repo, "symbol", f"{row.at}#{key}", row.relevant)


def _card(repository: Repository, path: str) -> Card:
    return next(card for card in repository.cards if card.path == path)


def _telling(text: str) -> list[str]:
    words = [word.strip("`*_.,:;()[]\"'!?<>") for word in text.split()]
    return [word for word in words if len(word) > 2 and word.lower() not in STOP_WORDS and word[0].isalpha()]


def _spread(words: list[str], seed: str) -> list[str]:
    """Four of the words, spread over the line, which ones depends on `seed` only."""
    ranked = sorted(range(len(words)), key=lambda index: _draw(f"{seed} {index}"))
    return [words[index] for index in sorted(ranked[:_SECTION_WORDS])]


def _begun(word: str) -> str:
    """What stands in the box while a long word is being typed."""
    return word[: max(4, round(len(word) * 0.6))] if len(word) >= _SHORTEST_MISTYPED else word


def _mistype(title: str) -> str:
    """The title with two neighbouring letters of its longest word swapped."""
    plain = [word for word in title.split() if word.isalpha() and len(word) >= _SHORTEST_MISTYPED]
    word = max(plain, key=len)
    places = [at for at in range(1, len(word) - 2) if word[at] != word[at + 1]]
    at = places[_draw(title) % len(places)]
    return title.replace(word, word[:at] + word[at + 1] + word[at] + word[at + 2 :], 1)


def _sample(rows: list[Row], most: int) -> list[Row]:
    kept = sorted(rows, key=lambda row: _draw(row.at))[:most]
    return sorted(kept, key=lambda row: row.at)


def _draw(seed: str) -> int:
    return int.from_bytes(hashlib.blake2b(seed.encode(), digest_size=6).digest(), "big")
