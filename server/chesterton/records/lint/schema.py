"""The contract that a store may set for its articles, in `.chesterton/schema.toml`.

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
from chesterton.records.model import NOWHERE, Problem

SCHEMA = RepoPath(".chesterton/schema.toml")

Field = Literal["capsule", "title", "body", "references"]


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is asked of one field; lengths in characters, a count for references."""

    required: bool = False
    least: int = 0
    most: int = 0
    hint: str = ""


class Contract(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of every article."""

    article: dict[Field, Bounds] = {}


_TITLE = re.compile(r"^#\s+(\S.*)$", re.MULTILINE)
_REFERENCE = re.compile(r"\[\[([^\]|#\n]+)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_CARRIER: dict[Field, str] = {"capsule": "capsule", "title": "body", "body": "body", "references": "body"}


def read_contract(raw: bytes | None) -> tuple[Contract, tuple[Problem, ...]]:
    """The contract in a file; an empty one with a problem when it can't be read."""
    if raw is None:
        return Contract(), ()
    try:
        return msgspec.convert(tomllib.loads(raw.decode()), Contract), ()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        return Contract(), (Problem("bad-schema", "error", SCHEMA, NOWHERE, f"nothing is enforced: {error}"),)


def refused(
    article: Article, contract: Contract, touched: Collection[str], *, created: bool
) -> Iterator[str]:
    """Why a write may not land: a required field that it touched, or left out of a new article, is missing."""
    for field, bounds in contract.article.items():
        if bounds.required and (created or _CARRIER[field] in touched) and not _measure(article, field):
            yield f"{field} is required{f': {bounds.hint}' if bounds.hint else ''}"


def broken(article: Article, contract: Contract) -> Iterator[str]:
    """Where an article is outside the contract."""
    for field, bounds in contract.article.items():
        size = _measure(article, field)
        hint = f": {bounds.hint}" if bounds.hint else ""
        if bounds.required and not size:
            yield f"{field} is required{hint}"
        elif size and size < bounds.least:
            yield f"{field} has {size}, at least {bounds.least} are asked for{hint}"
        elif bounds.most and size > bounds.most:
            yield f"{field} has {size}, at most {bounds.most} are asked for{hint}"


def _measure(article: Article, field: Field) -> int:
    if field == "capsule":
        return len(article.capsule)
    if field == "body":
        return len(article.body)
    if field == "title":
        found = _TITLE.match(article.body)
        return len(found[1]) if found else 0
    return len({name.strip().casefold() for name in _REFERENCE.findall(_CODE.sub("", article.body))})
