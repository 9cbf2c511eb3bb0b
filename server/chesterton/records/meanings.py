"""What a section heading means in whatever language or template. The words are in meanings.toml."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

_DATA = tomllib.loads(files("chesterton.records").joinpath("meanings.toml").read_text(encoding="utf-8"))
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (meaning, re.compile("|".join(patterns))) for meaning, patterns in _DATA.pop("patterns").items()
)
_MEANINGS: dict[str, str] = {name: meaning for meaning, names in _DATA.items() for name in names}
_COMMENT = re.compile(r"<!--.*?-->")
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*[.):]?|[ivxIVX]+[.)]|[a-zA-Z][.)])\s+")
_DECORATION = re.compile(r"^[^\w]+|[^\w)）]+$")
_BRACKETS = re.compile(r"\s*[(（\[].*?[)）\]]\s*$")


@lru_cache(8192)
def meaning(heading: str) -> str | None:
    """The meaning of a heading, or None for one that is particular to its document."""
    return whole_meaning(heading) or _by_pattern(_plain(_COMMENT.sub("", heading)))


@lru_cache(8192)
def whole_meaning(heading: str) -> str | None:
    """The meaning of a heading whose words are a section's name and nothing more."""
    text = _plain(_COMMENT.sub("", heading))
    return _MEANINGS.get(text) or _MEANINGS.get(_plain(_BRACKETS.sub("", text)))


@lru_cache(8192)
def line_meaning(line: str) -> str | None:
    """The meaning of a line that is a heading by its words alone; a colon at its end leads into prose."""
    return None if line.rstrip().endswith((":", "：")) else _MEANINGS.get(_plain(line))


def _by_pattern(text: str) -> str | None:
    return next((meaning for meaning, pattern in _PATTERNS if pattern.search(text)), None)


def _plain(heading: str) -> str:
    text = _DECORATION.sub("", " ".join(heading.split()).casefold())
    text = _NUMBERING.sub("", text)
    return _DECORATION.sub("", text)
