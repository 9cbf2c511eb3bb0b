"""Names of new record files: number, slug, folder."""

import re
import unicodedata
from collections.abc import Iterable

from chesterton.base.paths import RepoPath
from chesterton.records.titles import file_number

SLUG_LENGTH = 60

_NOT_A_WORD = re.compile(r"[^\w]+|_+")


def slug(title: str, fallback: str) -> str:
    """A file name part for a title: its letters and digits in any script, `fallback` when it has none."""
    words = _NOT_A_WORD.sub("-", unicodedata.normalize("NFC", title).lower()).strip("-")
    if len(words) > SLUG_LENGTH:
        words = words[: SLUG_LENGTH + 1].rsplit("-", 1)[0][:SLUG_LENGTH]
    return words or fallback.lower()


def next_number(paths: Iterable[RepoPath]) -> int:
    """One more than the highest number of any file name."""
    return max((number for path in paths if (number := file_number(path)) is not None), default=0) + 1
