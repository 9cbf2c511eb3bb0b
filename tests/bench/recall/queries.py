"""Labelled queries. A row holds ids only; its words are read from the repository when the benchmark runs."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from corpus import Commit, Repository

from chesterton.code.languages import for_path
from chesterton.code.symbols import read, symbol_at
from chesterton.recall.card import Card
from chesterton.recall.words import STOP_WORDS, humps, roots

Kind = Literal[
    "title", "mistyped", "partial", "number", "section", "commit", "subject", "retold", "identifier", "path",
    "symbol",
]  # fmt: skip
TEXT_KINDS: tuple[Kind, ...] = ("title", "mistyped", "partial", "number", "section", "commit")
HARD_KINDS: tuple[Kind, ...] = ("subject", "retold", "identifier")
PLACE_KINDS: tuple[Kind, ...] = ("path", "symbol")
ROWS = Path(__file__).with_name("queries.jsonl")

_MOST: dict[Kind, int] = {
    "title": 30,
    "mistyped": 30,
    "partial": 30,
    "number": 15,
    "section": 40,
    "commit": 60,
    "subject": 40,
    "retold": 30,
    "identifier": 30,
    "path": 80,
    "symbol": 60,
}
_SECTION_WORDS = 4
_FEWEST_COMMIT_WORDS = 4
_FEWEST_SUBJECT_WORDS = 3
_RETOLD_WORDS = 6
_FEWEST_PARTS = 3
_MOST_HOLDERS = 3
_SHORTEST_MISTYPED = 6
_IDENTIFIER = re.compile(r"\b[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+){2,}\b|\b[a-z][a-z0-9]*(?:_[a-z0-9]+){2,}\b")


class Row(msgspec.Struct, frozen=True):
    """`at` is a record's path, `path:line` (section, and the first line of a retold one), `path:n` (the n-th of
    a record's identifiers), a commit, or `commit:path[#symbol]` (path, symbol).
    """

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
    found["identifier"] = list(_identified(repository))
    for commit in repository.commits:
        if len(_telling(commit.words)) >= _FEWEST_COMMIT_WORDS:
            found["commit"].append(Row(repository.name, "commit", commit.id, commit.cites))
        if len(_telling(commit.subject)) >= _FEWEST_SUBJECT_WORDS:
            found["subject"].append(Row(repository.name, "subject", commit.id, commit.cites))
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
        if len(_untitled(card, passage.text)) >= 2 * _RETOLD_WORDS:
            yield "retold", f"{card.path}:{passage.line}"
        for index, line in enumerate(passage.text.splitlines()):
            if len(_telling(line)) > _SECTION_WORDS and not line.startswith(("|", "```", "<", "    ", "[")):
                yield "section", f"{card.path}:{passage.line + index}"


def words_of(row: Row, repository: Repository, commits: dict[str, Commit]) -> str:
    """The words of a text query, or the spelling of a place."""
    match row.kind:
        case "commit":
            return commits[row.at].words
        case "subject":
            return commits[row.at].subject
        case "path" | "symbol":
            return row.at.partition(":")[2]
        case "section":
            path, _, line = row.at.rpartition(":")
            text = repository.texts[path].decode(errors="replace").splitlines()[int(line)]
            return " ".join(_spread(_telling(text), row.at))
        case "retold" | "identifier":
            path, _, number = row.at.rpartition(":")
            return _words_inside(_card(repository, path), int(number), row)
        case _:
            return _words_of_title(_card(repository, row.at), row)


def _words_of_title(card: Card, row: Row) -> str:
    match row.kind:
        case "mistyped":
            return _mistype(card.title)
        case "partial":
            return " ".join(_begun(word) for word in _spread(_telling(card.title), row.at))
        case "number":
            return f"ADR {card.number}"
        case _:
            return card.title


def _words_inside(card: Card, number: int, row: Row) -> str:
    """What a passage says without the title's words, or the parts of an identifier."""
    if row.kind == "identifier":
        return " ".join(humps(_identifiers(card)[number])).lower()
    passage = next(one for one in card.passages if one.line == number)
    return " ".join(_spread(_untitled(card, passage.text), row.at, _RETOLD_WORDS))


def _identified(repository: Repository) -> Iterator[Row]:
    """The identifiers of three parts and more that few records hold; those are right for its parts as words."""
    holders: dict[str, list[str]] = {}
    for card in repository.cards:
        for name in _identifiers(card):
            holders.setdefault(name, []).append(card.path)
    for card in repository.cards:
        for number, name in enumerate(_identifiers(card)):
            if holders[name][0] == card.path and len(holders[name]) <= _MOST_HOLDERS:
                yield Row(repository.name, "identifier", f"{card.path}:{number}", tuple(holders[name]))


def _identifiers(card: Card) -> list[str]:
    """The names in a record's prose that code alone writes so: humps or underscores, three parts at least."""
    text = "\n".join(passage.text for passage in card.passages)
    names = dict.fromkeys(_IDENTIFIER.findall(text))
    return [name for name in names if len(humps(name)) >= _FEWEST_PARTS]


def _untitled(card: Card, text: str) -> list[str]:
    """The telling words of a text that its record's title does not say in any form, each once."""
    title = roots(card.title)
    return [word for word in dict.fromkeys(_telling(text)) if word.isalpha() and not roots(word) & title]


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


def _spread(words: list[str], seed: str, most: int = _SECTION_WORDS) -> list[str]:
    """A few of the words, spread over the text, which ones depends on `seed` only."""
    ranked = sorted(range(len(words)), key=lambda index: _draw(f"{seed} {index}"))
    return [words[index] for index in sorted(ranked[:most])]


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
