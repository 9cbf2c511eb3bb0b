"""Articles, journal, domains and initiatives of a workspace as one immutable value."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from chesterton.base.disk import UnreadableError
from chesterton.base.paths import RepoPath
from chesterton.records.areas import FOLDERS, Area, AreaSet, read_area
from chesterton.records.articles import Article, ArticleSet, read_article
from chesterton.records.journal import Entry, ordered, read_entry
from chesterton.records.model import NOWHERE, Problem
from chesterton.records.mounts import Mounts, mounted, store_of
from chesterton.records.store import Reader


class Page(NamedTuple):
    """One file of the library, read."""

    value: Article | Entry | Area
    problems: tuple[Problem, ...]


def is_page(path: str) -> bool:
    """Whether a file at `path` belongs to the library. Of a mount, only the articles do."""
    if not path.endswith(".md") or ".chesterton/" not in path:
        return False
    folder, inner = store_of(path)
    return inner.startswith("articles/") or (
        not folder and inner.startswith(("journal/", "domains/", "initiatives/"))
    )


def load_library(reader: Reader) -> "Library":
    """Read every page that `reader` lists, those of mounts included."""
    pages: dict[RepoPath, Page] = {}
    unreadable: list[Problem] = []
    paths = list(reader.paths())
    for path in paths:
        if is_page(path):
            try:
                pages[path] = _read(path, reader.read(path))
            except UnreadableError as error:
                unreadable.append(Problem("unreadable", "error", path, NOWHERE, str(error)))
    return Library(pages, tuple(unreadable), frozenset(mounted(paths)))


def _read(path: RepoPath, raw: bytes) -> Page:
    if store_of(path).inner.startswith("articles/"):
        return Page(*read_article(path, raw))
    for kind, folder in FOLDERS.items():
        if path.startswith(folder):
            return Page(*read_area(kind, path, raw))
    return Page(*read_entry(path, raw))


class Library:
    """Immutable: `update` gives a new one that shares what did not change. `mounts` are folders with a store."""

    def __init__(
        self,
        pages: Mapping[RepoPath, Page] | None = None,
        unreadable: tuple[Problem, ...] = (),
        mounts: frozenset[str] = frozenset(),
    ) -> None:
        self._pages = pages or {}
        self._unreadable = unreadable
        self._mounts = mounts

    def update(self, changes: Mapping[RepoPath, bytes | None]) -> "Library":
        """The library after files got new content, or went away (None). Other files are ignored."""
        mine = {path: raw for path, raw in changes.items() if is_page(path)}
        if not mine:
            return self
        kept = {path: page for path, page in self._pages.items() if path not in mine}
        read = {path: _read(path, raw) for path, raw in mine.items() if raw is not None}
        unreadable = tuple(one for one in self._unreadable if one.path not in mine)
        return Library({**kept, **read}, unreadable, self._mounts | mounted(read))

    def page(self, path: RepoPath) -> Article | Entry | Area | None:
        """What was read at a path."""
        found = self._pages.get(path)
        return found.value if found else None

    @property
    def paths(self) -> Collection[RepoPath]:
        """The file of every page, those that could not be read included."""
        return {*self._pages, *(problem.path for problem in self._unreadable)}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What reading the files found wrong with them."""
        return (*(problem for page in self._pages.values() for problem in page.problems), *self._unreadable)

    @cached_property
    def articles(self) -> ArticleSet:
        """The pages of current truth."""
        values = (page.value for page in self._pages.values() if isinstance(page.value, Article))
        return ArticleSet(values, Mounts(self._mounts))

    @cached_property
    def journal(self) -> tuple[Entry, ...]:
        """What happened, the oldest entry first."""
        return tuple(ordered(page.value for page in self._pages.values() if isinstance(page.value, Entry)))

    @cached_property
    def _by_subject(self) -> Mapping[str, tuple[Entry, ...]]:
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.journal:
            for subject in entry.subjects:
                found[subject].append(entry)
        return {subject: tuple(entries) for subject, entries in found.items()}

    def entries_about(self, subject: str) -> tuple[Entry, ...]:
        """The journal entries about an article's name or a record's id, the oldest first."""
        return self._by_subject.get(subject, ())

    def entries_of(self, article: Article) -> tuple[Entry, ...]:
        """The journal entries about an article, those under its former names included, the oldest first."""
        names = (article.name, *article.formerly)
        return tuple(
            ordered({entry.path: entry for name in names for entry in self.entries_about(name)}.values())
        )

    @cached_property
    def areas(self) -> AreaSet:
        """The domains and initiatives."""
        return AreaSet(page.value for page in self._pages.values() if isinstance(page.value, Area))
