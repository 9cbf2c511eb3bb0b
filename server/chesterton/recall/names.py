"""What a query names outright: an id, the end of an id, a number, an alias, a file."""

import re

from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.query import Query

_NUMBER = re.compile(r"(?:[a-z]{2,8}[-_ ]?|#)?0*(\d{1,6})$", re.IGNORECASE)
_LABEL = re.compile(r"(?:adr|rfc|kep|pep|dr)[-_]?0*(\d{1,6})$", re.IGNORECASE)
_ULID_END = re.compile(r"(?=.*\d)[0-9A-HJKMNP-TV-Z]{6,26}$", re.IGNORECASE)


def named(reader: Reader, query: Query) -> dict[int, str]:
    """The rows that the whole query names, or one of its words that can only be a name, each with how."""
    found: dict[int, str] = {}
    whole = query.text.strip()
    for text in dict.fromkeys((whole, *filter(_is_name, query.words))):
        for row in reader.rows_named(text):
            found.setdefault(row, f"is called {text}")
        if _ULID_END.match(text):
            for row in reader.rows_ending(text):
                found.setdefault(row, f"id ends in {text.upper()}")
        number = (_NUMBER if text == whole else _LABEL).match(text)
        if number:
            for row in reader.rows_named(number[1]):
                found.setdefault(row, f"has the number {number[1]}")
    return found


def _is_name(word: str) -> bool:
    return "/" in word or word.endswith(".md") or bool(_LABEL.match(word) or _ULID_END.match(word))
