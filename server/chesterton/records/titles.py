"""Numbers in titles and file names."""

import re

_TITLE_NUMBER = re.compile(
    r"^(?:(?:ADR|RFC|KEP|PEP|ADL|DR|AD)[-_ #]{0,3}\d+|\d{1,6}(?=\s*[.:)–—-]|\s))\s*[.:)–—-]*\s*",
    re.IGNORECASE,
)
_FILE_NUMBER = re.compile(
    r"^(?:(?:[a-z]{2,6}[-_ ]?)?0*|(?:[a-z]{1,8}[-_ ]){2,3}0+)(\d{1,5})(?=[-_. ])", re.IGNORECASE
)
_DATED = re.compile(r"^(?:[a-z]{2,6}[-_])?(?:\d{4}-\d\d-\d\d|\d{8})")


def strip_number(title: str) -> str:
    """A title without its leading `12.`, `ADR-12:` or the like, and without code marks around all of it."""
    text = title.strip()
    if len(text) > 2 and text.startswith("`") and text.endswith("`"):
        text = text[1:-1]
    return _TITLE_NUMBER.sub("", text).strip() or text


def file_number(path: str) -> int | None:
    """The number that a file name begins with, or that of a folder with one decision; a date is none."""
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0].lower()
    part = folders[-1] + "-" if stem in ("readme", "index") and folders else name
    dated = _DATED.match(part)
    if dated:
        behind = re.match(r"[_-](\d{1,4})[-_]", part[dated.end() :])
        return int(behind[1]) if behind else None
    found = _FILE_NUMBER.match(part)
    return int(found[1]) if found else None
