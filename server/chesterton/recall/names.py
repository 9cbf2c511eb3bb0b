"""What a query names outright: an id, the end of an id, a number, an alias, a file."""

import re

from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.query import Query

SHORTEST_SUFFIX = 6
_NUMBER = re.compile(r"(?:[a-z]{2,8}[-_ ]?|#)?0*(\d{1,6})$", re.IGNORECASE)
_ULID_END = re.compile(r"[0-9A-HJKMNP-TV-Z]{6,26}$", re.IGNORECASE)


def named(reader: Reader, query: Query) -> dict[int, str]:
    """The rows that the whole query, or one of its words, names, each with how."""
    found: dict[int, str] = {}
    whole = query.text.strip()
    for text in dict.fromkeys((whole, *query.words)):
        for row in reader.rows_named(text):
            found.setdefault(row, f"is called {text}")
        if _ULID_END.match(text) and any(letter.isdigit() for letter in text):
            for row in reader.rows_ending(text):
                found.setdefault(row, f"id ends in {text.upper()}")
    number = _NUMBER.match(whole)
    if number:
        for row in reader.rows_named(number[1]):
            found.setdefault(row, f"has the number {int(number[1])}")
    return found
