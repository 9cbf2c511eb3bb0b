"""Identities: ULIDs for records, short content hashes for everything derived."""

import hashlib
import re

from ulid import ULID

_ULID = re.compile(r"^[0-7][0-9A-HJKMNP-TV-Z]{25}$")


def new_id() -> str:
    """A fresh ULID: 26 characters of Crockford's base 32, sortable by time."""
    return str(ULID())


def is_id(text: str) -> bool:
    return _ULID.match(text.upper()) is not None


def content_hash(data: bytes) -> str:
    """64 bits of BLAKE2b as 16 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()
