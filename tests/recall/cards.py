"""Cards for tests, said in one line each."""

import hashlib

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card, Passage

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def identity(name: str) -> str:
    """A ULID that is always the same for a name."""
    number = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=15).digest(), "big")
    return "01" + "".join(_ALPHABET[(number >> (5 * i)) & 31] for i in range(24))


def card(name: str, body: str = "", **fields) -> Card:
    """A decision in force called `name`; `body` is its prose under the heading «Decision», from line 10."""
    given = {
        "id": identity(name),
        "path": RepoPath(f"docs/adr/{name.lower().replace(' ', '-')}.md"),
        "kind": "decision",
        "status": "accepted",
        "standing": "in force",
        "title": name,
        "statement": body.partition("\n")[0] or name,
        "passages": (Passage("Decision", 10, body),) if body else (),
        "date": "2024-01-01",
    }
    return Card(**{**given, **fields})
