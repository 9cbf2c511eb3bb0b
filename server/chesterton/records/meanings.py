"""What a section heading means in whatever language or template. The words are in meanings.toml."""

import re
import tomllib
from importlib.resources import files

_DATA = tomllib.loads(files("chesterton.records").joinpath("meanings.toml").read_text(encoding="utf-8"))
_MEANINGS: dict[str, str] = {name: meaning for meaning, names in _DATA.items() for name in names}
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*[.):]?|[ivxIVX]+[.)]|[a-zA-Z][.)])\s+")
_DECORATION = re.compile(r"^[^\w]+|[^\w)]+$")
_BRACKETS = re.compile(r"\s*[(（\[].*?[)）\]]\s*$")


def meaning(heading: str) -> str | None:
    """The meaning of a heading, or None for one that is particular to its document."""
    text = _plain(heading)
    if text in _MEANINGS:
        return _MEANINGS[text]
    return _MEANINGS.get(_plain(_BRACKETS.sub("", text)))


def _plain(heading: str) -> str:
    text = _DECORATION.sub("", " ".join(heading.split()).casefold())
    text = _NUMBERING.sub("", text)
    return _DECORATION.sub("", text)
