"""Which other records a text says that it replaces, amends, or is replaced by.

Only a sentence whose subject is the record itself counts: "ADR-5 was superseded by ADR-7" in a third record
says nothing about that third one. Direction matters: "Accepted. Supersedes ADR-3" is a healthy successor.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, NamedTuple

from chesterton.base.spans import Span
from chesterton.records.model import Relation

Verb = Literal["supersedes", "superseded_by", "amends", "amended_by"]
VERBS: tuple[Verb, ...] = ("supersedes", "superseded_by", "amends", "amended_by")

_DATA = tomllib.loads(files("chesterton.records.wild").joinpath("relations.toml").read_text(encoding="utf-8"))


def _any(words: list[str]) -> str:
    return "(?:" + "|".join(words) + ")"


_PATTERNS: tuple[tuple[Verb, str], ...] = tuple(
    (verb["relation"], _any(verb["words"])) for verb in _DATA["verb"]
)
_PARTIAL = re.compile(_any(_DATA["words"]["partial"]), re.IGNORECASE)
_FILLER = _any([*_DATA["words"]["partial"], *_DATA["words"]["auxiliary"]])
_SENTENCE = re.compile(
    rf"^[\W_]*(?:{_any(_DATA['words']['subject'])}[\s*_]+)?(?P<filler>(?:{_FILLER}[\s,*_-]*)*)"
    rf"(?:{'|'.join(f'(?P<{verb}>{words})' for verb, words in _PATTERNS)})(?P<rest>.*)",
    re.IGNORECASE,
)
_STEMS: tuple[str, ...] = tuple(_DATA["words"]["stems"])
_LEAD = re.compile(
    r"^[\s>*+#|_-]*(?:[^\w\s\[(]+\s*)*"
    r"(?:\d{4}[-./年 ]\s*(?:[^\W\d_]{3,9}\.?\s+)?[\d月日./-]{0,8}\s*[-–—:：]*\s*)?"
    rf"(?:\**{_any(_DATA['words']['label'])}\**\s*[:：,]?\**\s*)*",
    re.IGNORECASE,
)
_STATE_BEFORE = re.compile(
    rf"^{_any(_DATA['words']['state'])}\b[^\[\n]{{0,40}}?[,;.—–-]\s*|^[^\W\d_]{{1,14}}\s*[(（]\s*",
    re.IGNORECASE,
)
_UNLESS_OPEN = "".join(rf"(?<!\b{word})" for word in ("by", "with", "durch", "par", "por", "на"))
_SPLIT = re.compile(rf"(?<=[.;。；])\s+(?![^\[\]\n]*\])|(?<=[。；])|\s*<br\s*/?>\s*|{_UNLESS_OPEN}\n")
_LINK = r"\[(?P<label>[^\]\n]*)\](?:\((?P<url>[^)\s]*)(?:\s+\"[^\"]*\")?\)|\[(?P<ref>[^\]]*)\])?"
_NAMED = r"(?P<named>(?:ADR|RFC|KEP|PEP|AD|DR)[-_ #]?\d{1,6}|#\d{1,6}|\d{8}-[\w-]+|\d{1,5}-[\w-]+)"
_ROLE = (
    r"(?::[\w-]+:)?`(?P<role>[^`<]*?)(?:\s*<(?P<role_url>[^>]*)>)?`_?|"
    r"(?:xref|link):(?P<xref>[^\[\s]+)\[[^\]]*\]"
)
_ARTICLE = r"[:=*_(]|(?:the|by|decision|record|die|den|la|le)\b|(?:adr|rfc)\b(?!\W?\d)"
_TARGET = re.compile(
    rf"\s*(?:(?:{_ARTICLE})\s*)*[*_\"']*(?:{_LINK}|{_NAMED}|{_ROLE})",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"[*_)\"'\s]*(?:,|;|/|&|\+|、|，|\b(?:and|und|et|y|e|и)\b|と|和)+[*_(\"'\s]*", re.IGNORECASE
)
_DOCUMENT = re.compile(
    r"\.(?:md|markdown|mdx|adoc|rst|txt|html?)(?:#.*)?$|^/[\w/-]+$|^\.{0,2}/?[\w./-]+$", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")


class Found(NamedTuple):
    """One relation and the verb that names it."""

    verb: Verb
    relation: Relation


def find_relations(source: str, base: int) -> tuple[Found, ...]:
    """The relations in `source`, which begins at byte `base`; a target named twice counts once."""
    folded = source.lower()
    stems = [stem for stem in _STEMS if stem in folded]
    if not stems:
        return ()
    found: dict[tuple[Verb, str], Found] = {}
    for sentence, at in _sentences(source):
        low = sentence.lower()
        if any(stem in low for stem in stems):
            for item in _read(sentence, base + len(source[:at].encode())):
                found.setdefault((item.verb, item.relation.target), item)
    return tuple(found.values())


def _read(sentence: str, at: int) -> Iterator[Found]:
    lead = _LEAD.match(sentence)
    shift = lead.end() if lead else 0
    state = _STATE_BEFORE.match(sentence[shift:])
    shift += state.end() if state else 0
    match = _SENTENCE.match(sentence[shift:])
    if not match:
        return
    verb: Verb = next(verb for verb, _ in _PATTERNS if match[verb])
    partial = bool(_PARTIAL.search(match["filler"]))
    rest = shift + match.start("rest")
    for target, start, end in _targets(sentence, rest):
        span = Span(at + len(sentence[:start].encode()), at + len(sentence[:end].encode()))
        yield Found(verb, Relation(target, span, partial))


def _targets(sentence: str, position: int) -> Iterator[tuple[str, int, int]]:
    while match := _TARGET.match(sentence, position):
        target = _name(match)
        if target:
            yield target, match.start(), match.end()
        position = match.end()
        joined = _JOIN.match(sentence, position)
        if not joined:
            return
        position = joined.end()


def _name(match: re.Match[str]) -> str:
    """A link to a document is known by its address, any other by its words."""
    url = match["url"] or match["role_url"] or match["xref"] or ""
    if url and _DOCUMENT.search(url):
        return url.split("#")[0]
    label = match["label"] or match["ref"] or match["named"] or match["role"] or ""
    return label.strip() if _NUMBER.search(label) or url else ""


def _sentences(source: str) -> Iterator[tuple[str, int]]:
    position = 0
    for split in _SPLIT.finditer(source):
        yield source[position : split.start()], position
        position = split.end()
    yield source[position:], position
