"""What an anchor points at, as it is written: `src/a.py#C.load`, `src/`, `src/**/*.py`,
`docs/x.md#Heading`, `pyproject.toml#tool.ruff`, `src/a.py#C.load "quoted text"`.

In a path that is meant literally `#`, `*`, `?` and `[` are written with a backslash before them, in a heading
a quotation mark that would else begin a quoted text.
"""

import json
import re
from functools import lru_cache
from itertools import takewhile
from typing import Literal

import msgspec

from chesterton.base.paths import (
    OutsideRootError,
    RepoPath,
    escape_path,
    is_glob,
    literal_path,
    repo_path,
    split_fragment,
)

TargetKind = Literal["directory", "glob", "file", "symbol", "region"]

_QUOTE = re.compile(r'\s+("(?:[^"\\]|\\.)*")\s*$')
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'"|\\(?=["\\]|$)')
_ORDINAL = re.compile(r"^(.*)~([1-9][0-9]*)$", re.DOTALL)
_UNPRINTABLE = re.compile("[\x00-\x1f\ud800-\udfff]")


class TargetError(ValueError):
    """Text that names no place; the message says why."""


class Target(msgspec.Struct, frozen=True):
    """A parsed target. `key` is the symbol, heading or configuration key in the file; `quote` the quoted
    region.

    A directory's `path` has no trailing slash; the whole workspace is the directory "".
    """

    kind: TargetKind
    path: RepoPath
    key: str = ""
    quote: str = ""

    def __str__(self) -> str:
        if self.kind == "directory":
            return f"{escape_path(self.path)}/" if self.path else "./"
        if self.kind == "glob":
            return str(self.path)
        text = written(self.path, self.key)
        return f"{text} {json.dumps(self.quote, ensure_ascii=False)}" if self.quote else text

    @property
    def qualified(self) -> str:
        """The key without its ordinal."""
        match = _ORDINAL.match(self.key)
        return match[1] if match else self.key

    @property
    def name(self) -> str:
        """The last part of the qualified name."""
        return self.qualified.rpartition(".")[2]

    @property
    def folder(self) -> RepoPath:
        """The folder that a directory is, and the innermost one that all matches of a glob are in."""
        return self.path if self.kind == "directory" else RepoPath(literal_path("/".join(self._plain)))

    def below(self, folder: RepoPath) -> "Target":
        """The same directory or glob when its `folder` is called `folder`."""
        if self.kind == "directory":
            return self.at(folder)
        rest = self.path.split("/")[len(self._plain) :]
        return self.at(RepoPath("/".join((escape_path(folder), *rest))))

    @property
    def _plain(self) -> list[str]:
        return list(takewhile(lambda part: not is_glob(part), self.path.split("/")[:-1]))

    def at(self, path: RepoPath, key: str | None = None) -> "Target":
        """The same target somewhere else."""
        return msgspec.structs.replace(self, path=path, key=self.key if key is None else key)


def written(path: RepoPath, key: str) -> str:
    """How an anchor writes a symbol of a file, or the file itself for no key."""
    if not key:
        escaped = escape_path(path)
        return escaped.replace('"', '\\"') if _QUOTE.search(escaped) else escaped
    if _QUOTE.search(key) or _ESCAPED.search(key):
        key = _TO_ESCAPE.sub(r"\\\g<0>", key)
    return f"{escape_path(path, wildcards=False)}#{key}"


@lru_cache(maxsize=32_768)
def parse_target(text: str) -> Target:
    """Read a target.

    Raises:
        TargetError: it is empty, leaves the workspace, or holds a control character.
    """
    text = text.strip()
    if not text:
        raise TargetError("an anchor needs a path")
    if _UNPRINTABLE.search(text):
        raise TargetError("an anchor is one line of printable text")
    quote = ""
    if match := _QUOTE.search(text):
        quote = _unquote(match[1])
        text = text[: match.start()]
    place, key = split_fragment(text)
    place, key = place.strip(), _ESCAPED.sub(r"\1", key.strip())
    literal = key or quote or not is_glob(place)
    try:
        path = repo_path((literal_path(place) if literal else place) or ".")
    except OutsideRootError as error:
        raise TargetError(str(error)) from error
    if key or quote:
        if not path:
            raise TargetError(f"{text}: a symbol needs the path of its file before the #")
        return Target("region" if quote else "symbol", path, key, quote)
    if not literal:
        return Target("glob", path)
    return Target("directory" if place.endswith("/") or not path else "file", path)


def _unquote(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise TargetError(f"{text}: the quoted text is no valid string ({error})") from error
