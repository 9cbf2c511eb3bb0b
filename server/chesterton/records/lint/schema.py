"""The contract that a store may set for its articles and records, in `.chesterton/schema.toml`.

A field that is required refuses only a write that touches it (everything, when the article is new); bounds warn. A
contract that can't be read holds nobody to anything and says so loudly.
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from typing import Literal

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.records.articles import Article
from chesterton.records.model import NOWHERE, Kind, Problem

SCHEMA = RepoPath(".chesterton/schema.toml")

Field = Literal["capsule", "title", "body", "references"]
RecordField = Literal[
    "title", "statement", "body", "context", "decision", "rationale", "options", "consequences", "date", "tags",
    "decision-makers", "anchors", "supports", "domain", "initiative", "source", "review-by",
]  # fmt: skip


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is asked of one field; lengths in characters, a count for references and lists."""

    required: bool = False
    least: int = 0
    most: int = 0
    hint: str = ""

    @property
    def because(self) -> str:
        """The hint, as the end of a sentence."""
        return f": {self.hint}" if self.hint else ""

    def broken_by(self, field: str, size: int) -> Iterator[str]:
        """What a field of this size breaks; 0 is one that is not there."""
        if self.required and not size:
            yield f"{field} is required{self.because}"
        elif size and size < self.least:
            yield f"{field} has {size}, at least {self.least} are asked for{self.because}"
        elif self.most and size > self.most:
            yield f"{field} has {size}, at most {self.most} are asked for{self.because}"


class RecordBounds(Bounds, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is asked of one field of a record, of every kind unless `kinds` names some."""

    kinds: tuple[Kind, ...] = ()


class Contract(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of every article, and of every record."""

    article: dict[Field, Bounds] = {}
    record: dict[RecordField, RecordBounds] = {}


_TITLE = re.compile(r"^#\s+(\S.*)$", re.MULTILINE)
_REFERENCE = re.compile(r"\[\[([^\]|#\n]+)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_CARRIER: dict[Field, str] = {"capsule": "capsule", "title": "body", "body": "body", "references": "body"}


def read_contract(raw: bytes | None, path: RepoPath = SCHEMA) -> tuple[Contract, tuple[Problem, ...]]:
    """The contract in a file; an empty one with a problem when it can't be read."""
    if raw is None:
        return Contract(), ()
    try:
        return msgspec.convert(tomllib.loads(raw.decode()), Contract), ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        return Contract(), (Problem("bad-schema", "error", path, NOWHERE, f"nothing is enforced: {error}"),)


def refused(
    article: Article, contract: Contract, touched: Collection[str], *, created: bool
) -> Iterator[str]:
    """Why a write may not land: a required field that it touched, or left out of a new article, is missing."""
    for field, bounds in contract.article.items():
        if bounds.required and (created or _CARRIER[field] in touched) and not _measure(article, field):
            yield f"{field} is required{bounds.because}"


def broken(article: Article, contract: Contract) -> Iterator[str]:
    """Where an article is outside the contract."""
    for field, bounds in contract.article.items():
        yield from bounds.broken_by(field, _measure(article, field))


def _measure(article: Article, field: Field) -> int:
    if field == "capsule":
        return len(article.capsule)
    if field == "body":
        return len(article.body)
    if field == "title":
        found = _TITLE.match(article.body)
        return len(found[1]) if found else 0
    return len({name.strip().casefold() for name in _REFERENCE.findall(_CODE.sub("", article.body))})
