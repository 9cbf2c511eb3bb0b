"""Articles: one page of current truth about an asset, at an address computed from its path.

Articles are rewritten, not appended to. A write says what it saw, an empty field leaves what is stored, and one that
changes nothing writes nothing and moves no date.
"""

import posixpath
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from chesterton.base.disk import FileChange
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.records.addresses import ancestors, settle
from chesterton.records.editing import NewValue, set_keys
from chesterton.records.fields import Fields
from chesterton.records.header import find_header
from chesterton.records.model import Problem, RecordError
from chesterton.records.reading import body_span

ARTICLES = ".chesterton/articles/"

Scope = Literal["", "rule", "asset"]


class Article(NamedTuple):
    """One article. `mount` names the folder with a store of its own that it belongs to, "" for the workspace's.

    `scope` is "rule" for one that governs no single asset. `hash` is what a writer says it has seen.
    """

    address: str
    mount: str
    path: RepoPath
    capsule: str
    updated: date | None
    scope: str
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
    base, _, inner = path.rpartition(ARTICLES)
    article = Article(
        address=inner.removesuffix(".md"),
        mount=posixpath.basename(base.rstrip("/")),
        path=path,
        capsule=" ".join(fields.text("capsule").split()),
        updated=fields.day("updated"),
        scope=fields.text("scope"),
        body=text.slice(body_span(text)).strip(),
        text=text,
        spans=fields.spans,
    )
    return article, tuple(fields.problems)


class ArticleSet:
    """All articles of a workspace and of its mounts."""

    def __init__(self, articles: Iterable[Article] = ()) -> None:
        self.articles = tuple(sorted(articles, key=lambda article: article.path))

    @cached_property
    def _by_name(self) -> Mapping[str, Article]:
        return {article.name: article for article in self.articles}

    @cached_property
    def mounts(self) -> Mapping[str, str]:
        """The folder of each mount, by name."""
        return {
            article.mount: article.path.rpartition(ARTICLES)[0].rstrip("/")
            for article in self.articles
            if article.mount
        }

    def at(self, name: str) -> Article | None:
        """The article at an address, `mount:address` for one of a mount."""
        return self._by_name.get(name)

    def governing(self, asset: str, assets: Collection[str] = ()) -> Governing | None:
        """The nearest article at or above an asset; inside a mount, the mount's own articles first."""
        for mount, folder in sorted(self.mounts.items(), key=lambda item: -len(item[1])):
            if asset.startswith(f"{folder}/"):
                inner = [path[len(folder) + 1 :] for path in assets if path.startswith(f"{folder}/")]
                if found := self._nearest(mount, asset[len(folder) + 1 :], inner):
                    return found
        mount, _, rest = asset.partition(":")
        if mount in self.mounts and rest:
            return self._nearest(mount, rest, ())
        return self._nearest("", asset, assets)

    def _nearest(self, mount: str, asset: str, assets: Collection[str]) -> Governing | None:
        stored = [article.address for article in self.articles if article.mount == mount]
        prefix = f"{mount}:" if mount else ""
        for altitude, address in enumerate(ancestors(settle(asset, stored, assets))):
            if article := self._by_name.get(prefix + address):
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
    mount, _, address = name.rpartition(":")
    folder = f"{articles.mounts[mount]}/" if mount in articles.mounts else ""
    path = old.path if old else RepoPath(f"{folder}{ARTICLES}{address}.md")
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
    return [FileChange(path, old.text.encode() if old else None, after.encode())]


def _with_body(text: Text, body: str) -> Text:
    """A text with another body; a header that was pasted along with it is dropped."""
    pasted = Text.of(body.strip() + "\n")
    if find_header(pasted).entries:
        body = pasted.slice(body_span(pasted))
    lines = body.strip().replace("\r\n", "\n").replace("\n", text.eol)
    gap = text.eol if find_header(text).form != "none" else ""
    return text.apply([Edit(body_span(text), f"{gap}{lines}{text.eol}")])
