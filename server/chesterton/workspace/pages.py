"""The rules about everything in the store but records: articles, journal, domains, initiatives, baselines."""

from collections.abc import Iterable, Iterator

from chesterton.anchors.baseline import FOLDER as BASELINES
from chesterton.anchors.baseline import path_of
from chesterton.base.paths import RepoPath
from chesterton.records.areas import Area, check_areas
from chesterton.records.articles import Article
from chesterton.records.damage import conflict_markers
from chesterton.records.journal import Entry, check_chain
from chesterton.records.library import Library
from chesterton.records.lint import articles
from chesterton.records.lint.articles import Shelf
from chesterton.records.lint.rules import graded
from chesterton.records.lint.texts import check_secrets
from chesterton.records.model import Problem, Record
from chesterton.workspace.snapshot import Snapshot


def lint_pages(snapshot: Snapshot) -> tuple[Problem, ...]:
    """What the rules say about every page beside the records, at the levels that the workspace chose."""
    library = snapshot.library
    shelf = shelf_of(snapshot, library)
    found = [*library.problems]
    for folder in ("", *library.articles.mounts.by_name.values()):
        found += snapshot.contract(folder)[1]
    found += check_chain(library.journal)
    found += check_areas(library.areas, snapshot.records.records)
    for article in library.articles.articles:
        found += _about_article(article, shelf)
    for page in (*library.journal, *library.areas.areas):
        found += check_secrets(page.path, page.text.source)
    found += _baselines(snapshot, snapshot.records.records)
    return graded(found, snapshot.config.lint)


def lint_page(snapshot: Snapshot, path: RepoPath) -> tuple[Problem, ...]:
    """What the rules say about the page at `path`, of all that `lint_pages` would."""
    library = snapshot.library
    found = [problem for problem in library.problems if problem.path == path]
    page = library.page(path)
    if isinstance(page, Article):
        found += _about_article(page, shelf_of(snapshot, library))
    elif isinstance(page, Entry):
        found += (problem for problem in check_chain(library.journal) if problem.path == path)
    elif page is not None:
        found += (problem for problem in check_areas(library.areas, ()) if problem.path == path)
    if isinstance(page, Entry | Area):
        found += check_secrets(path, page.text.source)
    return graded(found, snapshot.config.lint)


def shelf_of(snapshot: Snapshot, library: Library) -> Shelf:
    """What the rules about articles look at, with `library` in the place of the snapshot's own."""
    return Shelf(library, snapshot.assets, snapshot.asked, snapshot.config.lint)


def _about_article(article: Article, shelf: Shelf) -> Iterator[Problem]:
    yield from articles.check(article, shelf)
    yield from check_secrets(article.path, article.text.source)


def _baselines(snapshot: Snapshot, records: Iterable[Record]) -> Iterator[Problem]:
    """Baseline files in which a merge left its marks; what they hold between them still counts."""
    if not (snapshot.root / BASELINES).is_dir():
        return
    for record in records:
        text = snapshot.read(path_of(record.id)) if record.anchors else None
        if text is not None:
            yield from conflict_markers(path_of(record.id), text.data)
