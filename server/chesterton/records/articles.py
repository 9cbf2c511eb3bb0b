"""Articles: one page of current truth about an asset, at an address computed from its path.

Articles are rewritten, not appended to. A write says what it saw, an empty field leaves what is stored, and one that
changes nothing writes nothing and moves no date.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from chesterton.base.disk import FileChange
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.records.addresses import NOTHING, Assets, above, settle
from chesterton.records.damage import conflict_markers
from chesterton.records.editing import NewValue, set_keys
from chesterton.records.fields import Fields
from chesterton.records.guard import refuse_conflicts
from chesterton.records.header import find_header
from chesterton.records.model import Problem, RecordError
from chesterton.records.mounts import Mounts, store_of
from chesterton.records.reading import body_span

ARTICLES = ".chesterton/articles/"
"""Where the articles of a workspace are; those of a mount lie in the same place below its folder."""

LINK = re.compile(r"\[\[([^\]|#\n]+)(?:[|#][^\]\n]*)?\]\]")
"""A link to another article, `[[address]]` or `[[address|words]]`; the first group is the address."""

Scope = Literal["", "rule", "asset"]


class Article(NamedTuple):
    """One article. `mount` names the store that it belongs to, "" for the workspace's; `folder` is where that is.

    `scope` is "rule" for one that governs no single asset, `formerly` are the names that it had before it was moved.
    `hash` is what a writer says it has seen.
    """

    address: str
    mount: str
    folder: str
    path: RepoPath
    capsule: str
    updated: date | None
    scope: str
    formerly: tuple[str, ...]
    body: str
    text: Text
    spans: Mapping[str, Span]

    @property
    def name(self) -> str:
        """The address with its mount."""
        return f"{self.mount}:{self.address}" if self.mount else self.address

    @property
    def hash(self) -> str:
        return content_hash(self.text.encode())


class Governing(NamedTuple):
    """The article that governs an asset, and how many steps above it stands."""

    article: Article
    altitude: int


class ConflictError(RecordError):
    """An article changed since its writer read it; nothing was written."""


def read_article(path: RepoPath, raw: bytes) -> tuple[Article, tuple[Problem, ...]]:
    """Read the article file at `path`. Never fails."""
    text = Text.decode(raw)
    fields = Fields(find_header(text), path)
    place = store_of(path)
    article = Article(
        address=place.inner.removeprefix("articles/").removesuffix(".md"),
        mount=place.folder,
        folder=place.folder,
        path=path,
        capsule=" ".join(fields.text("capsule").split()),
        updated=fields.day("updated"),
        scope=fields.text("scope"),
        formerly=fields.texts("formerly"),
        body=text.slice(body_span(text)).strip(),
        text=text,
        spans=fields.spans,
    )
    return article, (*fields.problems, *conflict_markers(path, text.data))


class ArticleSet:
    """All articles of a workspace and of its mounts."""

    def __init__(self, articles: Iterable[Article] = (), mounts: Mounts | None = None) -> None:
        self.mounts = mounts or Mounts()
        named = (article._replace(mount=self.mounts.name_of(article.folder)) for article in articles)
        self.articles = tuple(sorted(named, key=lambda article: article.path))

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, str], Article]:
        return {(article.folder, article.address): article for article in self.articles}

    @cached_property
    def _addresses(self) -> Mapping[str, Set[str]]:
        stored: dict[str, set[str]] = defaultdict(set)
        for folder, address in self._by_place:
            stored[folder].add(address)
        return stored

    def at(self, name: str) -> Article | None:
        """The article at exactly this address, `mount:address` for one of a mount."""
        return self._by_place.get(self.mounts.split(name))

    def name_for(self, asset: str, assets: Assets = NOTHING) -> str:
        """The name under which an article about an asset is stored; inside a mount, in the mount's own store.

        Raises:
            RecordError: the asset is the workspace itself, or lies outside of it.
        """
        if posixpath.normpath(asset).split("/")[0] == "..":
            raise RecordError(f"{asset} lies outside the workspace, and articles are about what is in it")
        folder, inner = self.mounts.split(asset)
        if not folder and (around := self.mounts.around(asset)):
            folder, inner = around[0], asset[len(around[0]) + 1 :]
        within = assets.within(folder) if folder else assets
        address = settle(inner, self._addresses.get(folder, frozenset()), within)
        if not address:
            raise RecordError("an article is about a file or a folder below the workspace; name one")
        return f"{self.mounts.name_of(folder)}:{address}" if folder else address

    def governing(self, asset: str, assets: Assets = NOTHING) -> Governing | None:
        """The nearest article at or above an asset; inside a mount, the mount's own articles first."""
        folder, inner = self.mounts.split(asset)
        if folder:
            return self._nearest(folder, inner, assets.within(folder))
        for mount in self.mounts.around(asset):
            found = self._nearest(mount, asset[len(mount) + 1 :], assets.within(mount))
            if found is not None:
                return found
        return self._nearest("", asset, assets)

    def _nearest(self, folder: str, asset: str, assets: Assets) -> Governing | None:
        for address, altitude in above(asset, self._addresses.get(folder, frozenset()), assets):
            if article := self._by_place.get((folder, address)):
                return Governing(article, altitude)
        return None


def write(
    articles: ArticleSet,
    name: str,
    today: date,
    *,
    body: str = "",
    capsule: str = "",
    scope: Scope = "",
    seen: str | None = None,
) -> list[FileChange]:
    """The article at `name` with new fields; an empty one is left as it is, and no change writes nothing.

    `seen` is the hash of the article as its writer read it, or "" for one that was not there.

    Raises:
        ConflictError: the article is not what the writer saw.
        RecordError: there is nothing to write.
    """
    old = articles.at(name)
    if seen is not None and seen != (old.hash if old else ""):
        raise ConflictError(
            f"the article {name} has changed since you read it; read it again and merge by hand"
        )
    if old is None and not body.strip():
        raise RecordError(f"the article {name} is new and needs a body")
    folder, address = articles.mounts.split(name)
    prefix = f"{folder}/" if folder else ""
    path = old.path if old else RepoPath(f"{prefix}{ARTICLES}{address}.md")
    text = old.text if old else Text.of("")
    keys: dict[str, NewValue] = {}
    if capsule.strip():
        keys["capsule"] = " ".join(capsule.split())
    if scope:
        keys["scope"] = "rule" if scope == "rule" else None
    after = set_keys(text, "front-matter", keys)
    if body.strip() and body.strip() != (old.body if old else ""):
        after = _with_body(after, body)
    if after.data == text.data:
        return []
    after = set_keys(after, "front-matter", {"updated": today.isoformat()})
    changes = [FileChange(path, old.text.encode() if old else None, after.encode())]
    refuse_conflicts(changes)
    return changes


def move(articles: ArticleSet, name: str, to: str) -> list[FileChange]:
    """The article at another address of the same store; links of other articles follow, it remembers its old name.

    Raises:
        RecordError: there is no such article, or there is one at the new address.
    """
    article = articles.at(name)
    if article is None:
        raise RecordError(f"there is no article {name}; `chesterton article list` names them all")
    folder, address = articles.mounts.split(to)
    if folder != article.folder:
        raise RecordError(f"{name} and {to} are in different stores; write it there and delete it here")
    if taken := articles.at(to):
        raise RecordError(f"{taken.path} is at {to} already; write what is to stay into one of them")
    prefix = f"{folder}/" if folder else ""
    path = RepoPath(f"{prefix}{ARTICLES}{address}.md")
    after = set_keys(article.text, "front-matter", {"formerly": sorted({*article.formerly, article.name})})
    changes = [
        FileChange(path, None, after.encode()),
        FileChange(article.path, article.text.encode(), None),
    ]
    for other in articles.articles:
        linked = _relinked(other.text, article.name, to) if other.path != article.path else other.text
        if linked.data != other.text.data:
            changes.append(FileChange(other.path, other.text.encode(), linked.encode()))
    return changes


def _relinked(text: Text, old: str, new: str) -> Text:
    source = text.source
    edits: list[Edit] = []
    for found in LINK.finditer(source):
        written = found[1].strip()
        if written in (old, f"{old}.md"):
            start = len(source[: found.start(1)].encode()) + found[1].index(written)
            edits.append(Edit(Span(start, start + len(written.encode())), new))
    return text.apply(edits) if edits else text


def _with_body(text: Text, body: str) -> Text:
    """A text with another body; a header that was pasted along with it is dropped."""
    pasted = Text.of(body.strip() + "\n")
    if find_header(pasted).entries:
        body = pasted.slice(body_span(pasted))
    lines = body.strip().replace("\r\n", "\n").replace("\n", text.eol)
    gap = text.eol if find_header(text).form != "none" else ""
    return text.apply([Edit(body_span(text), f"{gap}{lines}{text.eol}")])
