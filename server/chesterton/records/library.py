"""Articles, journal, domains and initiatives of a workspace as one immutable value."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from chesterton.base.disk import UnreadableError
from chesterton.base.paths import RepoPath
from chesterton.records.areas import FOLDERS, Area, AreaSet, read_area
from chesterton.records.articles import ARTICLES, Article, ArticleSet, read_article
from chesterton.records.journal import JOURNAL, Entry, read_entry
from chesterton.records.model import NOWHERE, Problem
from chesterton.records.store import Reader


class Page(NamedTuple):
    """One file of the library, read."""

    value: Article | Entry | Area
    problems: tuple[Problem, ...]


def is_page(path: str) -> bool:
    """Whether a file at `path` belongs to the library."""
    if not path.endswith(".md") or ".chesterton/" not in path:
        return False
    return ARTICLES in path or path.startswith((JOURNAL, *FOLDERS.values()))


def load_library(reader: Reader) -> "Library":
    """Read every page that `reader` lists, those of mounts included."""
    pages: dict[RepoPath, Page] = {}
    unreadable: list[Problem] = []
    for path in reader.paths():
        if is_page(path):
            try:
                pages[path] = _read(path, reader.read(path))
            except UnreadableError as error:
                unreadable.append(Problem("unreadable", "error", path, NOWHERE, str(error)))
    return Library(pages, tuple(unreadable))


def _read(path: RepoPath, raw: bytes) -> Page:
    if ARTICLES in path:
        return Page(*read_article(path, raw))
    for kind, folder in FOLDERS.items():
        if path.startswith(folder):
            return Page(*read_area(kind, path, raw))
    return Page(*read_entry(path, raw))


class Library:
    """Immutable: `update` gives a new one that shares what did not change."""

    def __init__(
        self, pages: Mapping[RepoPath, Page] | None = None, unreadable: tuple[Problem, ...] = ()
    ) -> None:
        self._pages = pages or {}
        self._unreadable = unreadable

    def update(self, changes: Mapping[RepoPath, bytes | None]) -> "Library":
        """The library after files got new content, or went away (None). Other files are ignored."""
        mine = {path: raw for path, raw in changes.items() if is_page(path)}
        if not mine:
            return self
        kept = {path: page for path, page in self._pages.items() if path not in mine}
        read = {path: _read(path, raw) for path, raw in mine.items() if raw is not None}
        return Library({**kept, **read}, tuple(one for one in self._unreadable if one.path not in mine))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the files found wrong with them."""
        return (*(problem for page in self._pages.values() for problem in page.problems), *self._unreadable)

    @cached_property
    def articles(self) -> ArticleSet:
        return ArticleSet(page.value for page in self._pages.values() if isinstance(page.value, Article))

    @cached_property
    def journal(self) -> tuple[Entry, ...]:
        return tuple(page.value for page in self._pages.values() if isinstance(page.value, Entry))

    @cached_property
    def areas(self) -> AreaSet:
        return AreaSet(page.value for page in self._pages.values() if isinstance(page.value, Area))
