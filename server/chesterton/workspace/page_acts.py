"""Writing the pages beside the records: articles, journal, domains, initiatives. A snapshot in, file changes out.

No writer lets a credential pass, and an article's writer holds to the store's contract.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import articles, journal
from chesterton.records.areas import Area, AreaKind, AreaStatus, describe, set_area_status
from chesterton.records.articles import Article, Scope, read_article
from chesterton.records.guard import refuse_secrets
from chesterton.records.lint.articles import check, check_edit, lost_problem, lost_values
from chesterton.records.lint.schema import refused
from chesterton.records.model import Problem, RecordError, UnknownRecordError
from chesterton.workspace.pages import shelf_of
from chesterton.workspace.snapshot import Snapshot


class Written(NamedTuple):
    """The files an act changes, the page it is about, and what lint says about that page as it will be."""

    changes: tuple[FileChange, ...]
    name: str
    path: RepoPath
    advice: tuple[Problem, ...] = ()


def write_article(
    snapshot: Snapshot,
    asset: str,
    *,
    body: str = "",
    capsule: str = "",
    scope: Scope = "",
    seen: str | None = None,
) -> Written:
    """The article about an asset with new fields; an empty one is left as it is. No change writes nothing.

    `seen` is the hash of the article as its writer read it, "" for one that was not there; None does not look.

    Raises:
        RecordError: the article changed meanwhile, the store's contract forbids it, or it holds a credential.
    """
    shelf = snapshot.library.articles
    name = shelf.name_for(asset, snapshot.assets)
    changes = articles.write(
        shelf, name, snapshot.state.today, body=body, capsule=capsule, scope=scope, seen=seen
    )
    old = shelf.at(name)
    if not changes:
        assert old is not None  # a new article always is a change
        return Written((), name, old.path)
    refuse_secrets(changes)
    path, after = changes[0].path, changes[0].after
    new = read_article(path, after or b"")[0]
    contract, problems = snapshot.contract(new.folder)
    touched = {
        field for field in ("capsule", "body") if getattr(new, field) != (getattr(old, field) if old else "")
    }
    for reason in refused(new, contract, touched, created=old is None):
        raise RecordError(f"the article {name} was not written: {reason}")
    return Written(tuple(changes), name, path, (*problems, *_advice(snapshot, old, new)))


def _advice(snapshot: Snapshot, old: Article | None, new: Article) -> list[Problem]:
    library = snapshot.library.update({new.path: new.text.encode()})
    named = library.page(new.path)
    found = list(check_edit(old, new)) if old else []
    if isinstance(named, Article):
        found += check(named, shelf_of(snapshot, library))
    return found


def move_article(snapshot: Snapshot, asset: str, to: str) -> Written:
    """The article about one asset at the address of another.

    Raises:
        RecordError: there is no such article, or the other one is taken.
    """
    shelf = snapshot.library.articles
    name = asset if shelf.at(asset) else shelf.name_for(asset, snapshot.assets)
    there = shelf.name_for(to, snapshot.assets)
    changes = articles.move(shelf, name, there)
    return Written(tuple(changes), there, changes[0].path)


def subject_of(snapshot: Snapshot, words: str) -> str:
    """What a journal entry is about: an article's name, that of a file or folder, or a record by its id."""
    shelf = snapshot.library.articles
    if shelf.at(words) is None and not snapshot.assets.holds(words) and not snapshot.assets.has_file(words):
        try:
            return snapshot.records.find(words).id
        except UnknownRecordError:
            pass  # an asset that is yet to come
    return shelf.name_for(words, snapshot.assets)


def log(
    snapshot: Snapshot, body: str, now: datetime, *, about: Sequence[str] = (), by: str = "", name: str = ""
) -> Written:
    """A journal entry. Its file must be created exclusively; when it exists by then, ask again.

    Raises:
        RecordError: the entry is empty, or holds a credential.
    """
    library = snapshot.library
    subjects = [subject_of(snapshot, words) for words in about]
    changes = journal.append(library.journal, body, now, subjects=subjects, by=by, name=name)
    refuse_secrets(changes)
    advice: list[Problem] = []
    for subject in subjects:
        article = library.articles.at(subject)
        values = lost_values(body, article) if article else []
        if article and values:
            advice.append(lost_problem(article, "the entry", values))
    return Written(tuple(changes), changes[0].path.rpartition("/")[2], changes[0].path, tuple(advice))


def describe_area(
    snapshot: Snapshot,
    kind: AreaKind,
    title: str,
    summary: str,
    *,
    parent: str = "",
    prefixes: Sequence[str] = (),
    seeds: Sequence[str] = (),
    status: AreaStatus = "proposed",
) -> Written:
    """A new domain or initiative.

    Raises:
        RecordError: it is there already, its parent is not, or it says not why it exists.
    """
    changes = describe(
        kind,
        title,
        summary,
        snapshot.state.today,
        parent=parent,
        prefixes=prefixes,
        seeds=seeds,
        status=status,
    )
    path = changes[0].path
    if snapshot.library.page(path) is not None:
        raise RecordError(f"{path} is there already; edit it, it is a page of Markdown")
    if parent:
        find_area(snapshot, kind, parent)
    refuse_secrets(changes)
    return Written(tuple(changes), path.rpartition("/")[2].removesuffix(".md"), path)


def find_area(snapshot: Snapshot, kind: AreaKind, slug: str) -> Area:
    """The domain or initiative of that name.

    Raises:
        RecordError: there is none; the message says which there are.
    """
    areas = snapshot.library.areas
    known = areas.domains if kind == "domain" else areas.initiatives
    if slug not in known:
        raise RecordError(f"no {kind} is called {slug}; there are: {', '.join(known) or 'none yet'}")
    return known[slug]


def decide_area(snapshot: Snapshot, kind: AreaKind, slug: str, status: AreaStatus) -> Written:
    """A domain or initiative with another state.

    Raises:
        RecordError: there is none of that name.
    """
    area = find_area(snapshot, kind, slug)
    return Written(tuple(set_area_status(area, status)), area.slug, area.path)
