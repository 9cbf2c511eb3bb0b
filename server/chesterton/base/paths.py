"""Paths and URIs: the client's spelling outside, one canonical key inside.

A `RepoPath` is a path relative to a workspace root: `/` between parts, no leading `./`, never `..`.
"""

import os
import posixpath
import re
import sys
from pathlib import Path
from typing import NewType
from urllib.parse import SplitResult, quote, unquote, urlsplit

RepoPath = NewType("RepoPath", str)

_DRIVE = re.compile(r"^/?([A-Za-z]):(?=/|$)")
_FRAGMENT = re.compile(r"(?<!\\)#")
_MAGIC = re.compile(r"[*?\[]")
_LITERAL = re.compile(r"\\([#*?\[\"])")


class OutsideRootError(ValueError):
    """A path that leaves the workspace."""


def repo_path(text: str) -> RepoPath:
    """Normalise a relative path as a person writes it.

    Raises:
        OutsideRootError: the path is absolute or climbs above the root.
    """
    cleaned = posixpath.normpath(text.replace("\\", "/")) if os.name == "nt" else posixpath.normpath(text)
    if cleaned.startswith("/") or cleaned == ".." or cleaned.startswith("../") or _DRIVE.match(cleaned):
        raise OutsideRootError(f"{text} lies outside the workspace")
    return RepoPath("" if cleaned == "." else cleaned)


def split_fragment(text: str) -> tuple[str, str]:
    """`path#key` apart, the path as it is written: a `#` of its own is `\\#` there."""
    path, *key = _FRAGMENT.split(text, maxsplit=1)
    return path, key[0] if key else ""


def is_glob(written: str) -> bool:
    """Whether a written path has a wildcard that is not escaped."""
    return bool(_MAGIC.search(_LITERAL.sub("", written)))


def literal_path(written: str) -> str:
    """The path that is meant where `#` and wildcards are escaped."""
    return _LITERAL.sub(r"\1", written)


def escape_path(path: str, *, wildcards: bool = True) -> str:
    """A path as it is written where `#` begins a key and, unless one follows, wildcards make a glob."""
    escaped = path.replace("#", "\\#")
    return _MAGIC.sub(r"\\\g<0>", escaped) if wildcards else escaped


def relative_to(root: Path, path: Path) -> RepoPath | None:
    """The path of a file inside `root`, or None for one outside it. Symlinks are not followed."""
    try:
        return RepoPath(Path(os.path.abspath(path)).relative_to(os.path.abspath(root)).as_posix())
    except ValueError:
        return None


def inside(root: Path, path: RepoPath) -> Path:
    """The file of `path` below `root`, with symlinks resolved.

    Raises:
        OutsideRootError: a symlink on the way leads out of the root, or in a circle.
    """
    try:
        target = (root / path).resolve()
    except (OSError, RuntimeError) as error:
        raise OutsideRootError(f"{path} leads nowhere through a symbolic link: {error}") from error
    if not target.is_relative_to(root.resolve()):
        raise OutsideRootError(f"{path} leads outside the workspace through a symbolic link")
    return target


def uri_to_path(uri: str) -> Path | None:
    """The file a `file:` URI names, or None for any other scheme and for what no file can be called."""
    parts = _split(uri)
    if parts.scheme.lower() != "file":
        return None
    path = unquote(parts.path, errors="surrogateescape")
    if _DRIVE.match(path) and os.name == "nt":
        path = path.lstrip("/")
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{parts.netloc}{path}"
    return Path(path) if path and "\0" not in path else None


def path_to_uri(path: Path) -> str:
    """The `file:` URI of an absolute path."""
    text = path.as_posix()
    if text.startswith("//"):
        host, _, rest = text[2:].partition("/")
        return f"file://{host}/{_quoted(rest)}"
    return "file://" + _quoted(text if text.startswith("/") else f"/{text}")


def _quoted(text: str) -> str:
    """Percent-encoded; bytes of a name that are no UTF-8 stay the bytes that they are."""
    return quote(text, errors="surrogateescape")


def uri_key(uri: str) -> str:
    """One key for all spellings of a URI: decoded, lower-case drive, no trailing slash, folded case where the
    file system folds it. Compare by it; answer with the spelling that the client used.
    """
    parts = _split(uri)
    path = unquote(parts.path, errors="surrogateescape")
    path = _DRIVE.sub(lambda match: f"/{match[1].lower()}:", path)
    if sys.platform in ("darwin", "win32") and parts.scheme.lower() == "file":
        path = path.casefold()
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path.rstrip('/') or '/'}{query}{fragment}"


def _split(uri: str) -> SplitResult:
    """The parts of a URI; what is none, such as an unfinished IPv6 host, is a path without a scheme."""
    try:
        return urlsplit(uri)
    except ValueError:
        return SplitResult("", "", uri, "", "")
