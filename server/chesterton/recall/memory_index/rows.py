"""What the index holds for one card: pure, so that an update can undo exactly what a build once did."""

import hashlib
from collections import Counter
from typing import NamedTuple

import msgspec

from chesterton.base.ids import content_hash
from chesterton.recall.card import Card
from chesterton.recall.words import STOP_WORDS, clean, dense_runs, fold, grams, identifiers, spellings, words

FORMAT = "1"
"""Raised whenever the same cards would give other rows."""

SCHEMA = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE card (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        hash TEXT NOT NULL,
        head BLOB NOT NULL,
        data BLOB NOT NULL
    )
    """,
    """
    CREATE TABLE name (name TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (name, row)) WITHOUT ROWID
    """,
    """
    CREATE TABLE word (word TEXT PRIMARY KEY, cards INTEGER NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE VIRTUAL TABLE terms USING fts5(
        title, statement, heading, body, code, dense,
        content='', tokenize='porter unicode61 remove_diacritics 2'
    )
    """,
    """
    CREATE VIRTUAL TABLE grams USING fts5(text, content='', tokenize='trigram')
    """,
)

_SHORTEST_WORD = 3
_LONGEST_WORD = 40


class Row(NamedTuple):
    """A card as it is stored.

    `head` is the card without its prose, `names` what it is called, `terms` the columns of the word table,
    `grams` the text for substrings.
    """

    row: int
    id: str
    hash: str
    head: bytes
    data: bytes
    names: tuple[str, ...]
    terms: tuple[str, str, str, str, str, str]
    grams: str
    vocabulary: Counter[str]


def row_of(card: Card) -> Row:
    data = msgspec.msgpack.encode(card)
    body = clean("\n".join(passage.text for passage in card.passages))
    heading = clean("\n".join(passage.heading for passage in card.passages))
    spelled = [*card.targets, *identifiers(f"{card.title}\n{heading}\n{body}")]
    labels = (card.id, *card.aliases, card.path, *card.targets, *card.tags, card.domain, card.initiative)
    code = clean(" ".join((*labels, *spellings(spelled))))
    dense = " ".join(gram for run in dense_runs(f"{card.title}\n{heading}\n{body}") for gram in grams(run))
    columns = (clean(card.title), clean(card.statement), heading, body, code)
    folded = tuple(fold(column) for column in columns)
    return Row(
        row=row_number(card.id),
        id=card.id,
        hash=content_hash(data),
        head=msgspec.msgpack.encode(head_of(card)),
        data=data,
        names=names_of(card),
        terms=(folded[0], folded[1], folded[2], folded[3], folded[4], dense),
        grams="\n".join((folded[0], folded[1], folded[2], folded[3], fold(clean(" ".join(labels))))),
        vocabulary=Counter(
            {
                word
                for column in folded
                for word in words(column)
                if _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and word not in STOP_WORDS
            }
        ),
    )


def head_of(card: Card) -> Card:
    return msgspec.structs.replace(card, passages=(), context="", consequences="", costs="", rejected="")


def names_of(card: Card) -> tuple[str, ...]:
    """All that a record is called, folded: id, aliases, number, path, file name with and without ending."""
    file = card.path.rpartition("/")[2]
    stem = file.rpartition(".")[0] or file
    number = "" if card.number is None else str(card.number)
    called = (card.id, *card.aliases, card.path, file, stem, stem.lstrip("0123456789-_"), number)
    return tuple(sorted({fold(name) for name in called if name}))


def row_number(identity: str) -> int:
    """The row of a record: made from its id alone, so that no history of edits shows in a build."""
    return int.from_bytes(hashlib.blake2b(identity.encode(), digest_size=5).digest(), "big") + 1


def digest(hashes: dict[str, str]) -> str:
    """The name of a build: what format, over which cards."""
    lines = "".join(f"{identity} {value}\n" for identity, value in sorted(hashes.items()))
    return content_hash(f"{FORMAT}\n{lines}".encode())
