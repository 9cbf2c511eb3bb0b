"""Rules about articles: capsule, address, size, links, what an edit lost, and the store's own contract."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from chesterton.base.spans import Span
from chesterton.records.addresses import Assets, contain, without_extension
from chesterton.records.articles import LINK, Article
from chesterton.records.library import Library
from chesterton.records.lint.laundering import laundered
from chesterton.records.lint.rules import RULES, LintConfig
from chesterton.records.lint.schema import Contract, broken
from chesterton.records.model import NOWHERE, Problem
from chesterton.records.reading import body_span

_EVENT = re.compile(
    r"^(?:added|updated|fixed|changed|implemented|removed|refactored|renamed|migrated|verified|moved|hinzugefügt|behoben|"
    r"geändert|entfernt|ajouté|corrigé|modifié|añadido|corregido|adicionado|corrigido|добавлен|исправлен|添加|修复|追加|修正)",
    re.IGNORECASE,
)
_JOURNAL_PART = re.compile(
    r"^(?:logs?|journals?|sessions?|standups?|meetings?|.*\d{4}-\d\d-\d\d.*)$", re.IGNORECASE
)
_RULE = re.compile(r"\b(?:must|never|always|only|do not|don't)\b", re.IGNORECASE)
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_NARRATED = re.compile(
    r"\b(?:previously|used to|was changed|since then|now also|in \d{4}|on \d{4}-\d\d-\d\d|früher|auparavant)\b",
    re.I,
)
_VALUES = re.compile(
    r"`([^`\n]{2,60})`|\"([^\"\n]{2,60})\"|\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b|\b([a-z]+(?:-[a-z0-9]+)+)\b|"
    r"(?<![\w.-])(\d[\d.,]*(?:\s?(?:%|ms|s|min|h|d|kB|KB|MB|GB|TB|Hz|px|em|rem|x|req/s))?)(?![\w-])"
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOST = 6


class Shelf(NamedTuple):
    """What the rules about an article may look at besides it."""

    library: Library
    assets: Assets
    contracts: Callable[[str], Contract]
    config: LintConfig


def check(article: Article, shelf: Shelf) -> Iterator[Problem]:
    """The problems of one article."""
    yield from _capsule(article, shelf.config)
    yield from _address(article, shelf)
    yield from _size(article, shelf)
    yield from _links(article, shelf)
    yield from _lost(article, shelf)
    for message in broken(article, shelf.contracts(article.folder)):
        yield _problem(article, "schema", message)


def check_edit(before: Article, after: Article) -> Iterator[Problem]:
    """What an edit took away from an article's rules, and whether it grew by telling history."""
    start = body_span(after.text).start
    shift = after.text.data.find(after.body.encode()[:40] if after.body else b"", start)
    for item in laundered(before.body, after.body):
        span = Span(item.span.start + shift, item.span.end + shift) if item.new else NOWHERE
        now = f", now `{item.new}`" if item.new else ""
        yield Problem(
            "laundering", RULES["laundering"].severity, after.path, span,
            f"a rule was {item.change}: `{item.old}`{now}; journal what changed it",
        )  # fmt: skip
    grown = len(after.body.encode()) - len(before.body.encode())
    if grown > 0 and len(_NARRATED.findall(after.body)) > len(_NARRATED.findall(before.body)):
        yield _problem(
            after,
            "article-growth",
            f"the article grew by {grown} bytes and tells what was; that belongs in the journal",
        )


def lost_values(entry: str, article: Article) -> list[str]:
    """The values that a journal entry's text holds and the article does not, the longest first."""
    held = f"{article.capsule}\n{article.body}".casefold()
    found: dict[str, str] = {}
    for match in _VALUES.finditer(entry):
        value = next(group for group in match.groups() if group).strip(".,")
        if value and not _DAY.search(value) and not _holds(held, value.casefold()):
            found.setdefault(value.casefold(), value)
    return sorted(found.values(), key=len, reverse=True)


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(value)}(?![a-z0-9])", text) is not None


def _problem(article: Article, code: str, message: str, span: Span = NOWHERE) -> Problem:
    return Problem(code, RULES[code].severity, article.path, span, message)


def _capsule(article: Article, config: LintConfig) -> Iterator[Problem]:
    span = article.spans.get("capsule", NOWHERE)
    if not article.capsule:
        yield _problem(
            article,
            "capsule-missing",
            "the article has no capsule: one dense line that says what holds",
            span,
        )
    elif len(article.capsule) > config.longest_capsule:
        yield _problem(
            article,
            "capsule-long",
            f"the capsule has {len(article.capsule)} letters; keep it to one line",
            span,
        )
    elif _EVENT.match(article.capsule):
        yield _problem(article, "capsule-event", "the capsule tells what happened; say what holds now", span)


def _address(article: Article, shelf: Shelf) -> Iterator[Problem]:
    if any(_JOURNAL_PART.match(part) for part in article.address.split("/")):
        yield _problem(
            article, "article-address", f"{article.address} is where a log would be; use the journal"
        )
    elif article.address != contain(article.address):
        yield _problem(article, "article-address", f"{article.address} leads out of the store")
    assets = shelf.assets.within(article.folder) if article.folder else shelf.assets
    here = assets.holds(article.address)
    parent = article.address.rpartition("/")[0]
    if article.scope != "rule" and parent and not here and assets.holds(parent):
        yield _problem(
            article, "article-orphan",
            f"nothing is at {article.address}: move the article, fold it into its parent, or declare `scope: rule`",
        )  # fmt: skip
    if article.scope not in ("", "rule"):
        yield _problem(
            article,
            "schema",
            f"scope is `{article.scope}`; the only scope is `rule`",
            article.spans.get("scope", NOWHERE),
        )
    elif article.scope == "" and here and len(_RULE.findall(article.body)) >= 3 and len(article.body) < 1500:
        yield _problem(
            article, "rule-at-asset",
            "this is more of a rule than a description; if it holds elsewhere, give it an address and `scope: rule`",
        )  # fmt: skip


def _size(article: Article, shelf: Shelf) -> Iterator[Problem]:
    size = len(article.body.encode())
    config = shelf.config
    if size > config.largest_article:
        yield _problem(article, "article-oversized", f"{size:,} bytes; split it along its assets")
    elif size > config.large_article:
        yield _problem(article, "article-oversized", f"{size:,} bytes; make it denser")
    parent = article.address.rpartition("/")[0]
    prefix = f"{article.mount}:" if article.mount else ""
    if 0 < size < config.smallest_article and parent and shelf.library.articles.at(prefix + parent):
        yield _problem(article, "article-tiny", f"{size} bytes; fold it into {parent}")


def _links(article: Article, shelf: Shelf) -> Iterator[Problem]:
    source = _CODE.sub(lambda match: " " * len(match[0]), article.text.source)
    for match in LINK.finditer(source):
        name = match[1].strip().removesuffix(".md")
        if not (shelf.library.articles.at(name) or shelf.library.articles.at(without_extension(name))):
            start = len(source[: match.start(1)].encode())
            yield _problem(
                article,
                "dead-link",
                f"there is no article {name}",
                Span(start, start + len(match[1].encode())),
            )


def _lost(article: Article, shelf: Shelf) -> Iterator[Problem]:
    entries = shelf.library.entries_of(article)
    values = lost_values(entries[-1].body, article) if entries else []
    if values:
        yield lost_problem(article, entries[-1].path.rsplit("/", 1)[-1], values)


def lost_problem(article: Article, entry: str, values: list[str]) -> Problem:
    """What there is to say when a journal entry holds values that its article does not."""
    more = f" and {len(values) - _MOST} more" if len(values) > _MOST else ""
    words = f"{entry} holds values that are not here: {', '.join(values[:_MOST])}{more}"
    return _problem(article, "lost-value", words)
