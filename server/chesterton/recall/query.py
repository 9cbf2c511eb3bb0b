"""A search query: free words, quoted phrases and `field:value` filters, read without ever failing."""

import re
from typing import Literal, NamedTuple

import msgspec

from chesterton.recall.words import clean

LONGEST_QUERY = 2_000
"""Characters of a query that are read."""

Field = Literal[
    "kind", "status", "domain", "initiative", "path", "author", "tag", "sensitivity", "after", "before"
]
FIELDS: tuple[Field, ...] = (
    "kind", "status", "domain", "initiative", "path", "author", "tag", "sensitivity", "after", "before",
)  # fmt: skip

_TOKEN = re.compile(r'(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"|(\S+))')
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?$")


class Filter(NamedTuple):
    """What a record must have (or, when `exclude`, must not have)."""

    field: Field
    value: str
    exclude: bool = False


class Query(msgspec.Struct, frozen=True):
    """`words` are free words in order, `phrases` what stood in quotes, `notes` how the text was read."""

    words: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join((*self.words, *self.phrases))


def read_query(text: str, filters: tuple[Filter, ...] = ()) -> Query:
    """Read what a person typed. `filters` are added to those in the text.

    A `field:` that is none of `FIELDS`, a bad date, a lone quote: all are taken as words, and a note says so.
    """
    notes: list[str] = []
    if len(text) > LONGEST_QUERY:
        notes.append(f"the query has {len(text):,} characters; the first {LONGEST_QUERY:,} were read")
        text = text[:LONGEST_QUERY]
    if clean(text) != text:
        notes.append("control characters in the query were read as spaces")
        text = clean(text)
    words: list[str] = []
    phrases: list[str] = []
    found = list(filters)
    for minus, field, phrase, word in _TOKEN.findall(text):
        value = phrase or word
        known = _field(field, value)
        if known:
            found.append(Filter(known, value, exclude=bool(minus)))
        elif phrase:
            phrases.append(phrase)
        elif word:
            words.append(f"{minus}{field}:{word}" if field else f"{minus}{word}")
            if field.lower() in FIELDS:
                notes.append(f"{field}:{word} was read as words: {field} takes a date such as 2024-05")
    return Query(tuple(words), tuple(phrases), tuple(found), tuple(notes))


def _field(name: str, value: str) -> Field | None:
    for field in FIELDS:
        if name.lower() == field and value:
            return None if field in ("after", "before") and not _DATE.match(value) else field
    return None
