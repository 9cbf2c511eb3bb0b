"""Whether a document in a folder of decisions is one, or a template, an index, or somebody's test data."""

import re
import tomllib
import unicodedata
from importlib.resources import files
from typing import Literal

from chesterton.records.model import slug_of

DocumentKind = Literal["adr", "template", "index", "fixture"]

DOCUMENTS: dict[str, str] = {
    "md": "markdown",
    "markdown": "markdown",
    "mdx": "markdown",
    "adoc": "asciidoc",
    "asciidoc": "asciidoc",
    "rst": "rst",
}
"""Extensions that may hold a decision, and their syntax."""

NUMBERED = re.compile(
    r"^(?:[a-z]{2,6}[-_ ]?)?(?:\d{4}-?\d\d-?\d\d|\d{1,6})(?=[-_. ]|$)|^(?:[a-z]{1,8}[-_ ]){2,3}0+\d{1,5}(?=[-_. ]|$)",
    re.IGNORECASE,
)
"""A name that begins with a number or a day, perhaps behind a word such as `adr-`."""

_DATA = tomllib.loads(files("chesterton.records.wild").joinpath("kinds.toml").read_text(encoding="utf-8"))
_FIXTURE_FOLDERS = frozenset(_DATA["fixture_folders"])
_INDEX = frozenset(_DATA["index_names"])
_TEMPLATE = re.compile(
    rf"^(?:(?:{'|'.join(_DATA['template_before'])})-)*(?:{'|'.join(_DATA['template'])})"
    rf"(?:-(?:{'|'.join(_DATA['template_after'])}|[a-z]{{2}}))*$"
)
_PLACEHOLDER = re.compile(
    r"^\W*(?:[a-z]{2,6}[-_ ]?(?:x+|n+|\d+)?\W*)?(?:[{\[<].*[}\]>]|(?:short )?title of .*|x{3,}.*)$",
    re.IGNORECASE,
)


def syntax_of(path: str) -> str:
    """The syntax that a path's extension stands for, or "" for no document."""
    return DOCUMENTS.get(path.rsplit(".", 1)[-1].lower(), "") if "." in path else ""


def is_fixture(path: str) -> bool:
    """Whether a path lies below a folder of test data."""
    return any(part.lower() in _FIXTURE_FOLDERS for part in path.split("/")[:-1])


def document_kind(path: str, title: str, *, decides: bool, tells: bool) -> DocumentKind:
    """What a document in a folder of decisions is.

    `decides`: it has a section with a decision. `tells`: it has a status or any section of a decision record.
    """
    if is_fixture(path):
        return "fixture"
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0].lower()
    slug = unicodedata.normalize("NFKD", slug_of(name).lower()).encode("ascii", "ignore").decode() or stem
    if _TEMPLATE.match(slug.replace("_", "-").replace(" ", "-")) or _PLACEHOLDER.match(title.strip()):
        return "template"
    own_folder = bool(folders and NUMBERED.match(folders[-1]))
    if stem in _INDEX and not (own_folder and stem in ("readme", "index")):
        return "index"
    named = NUMBERED.match(name) or own_folder
    return "adr" if decides or (named and tells) else "index"
