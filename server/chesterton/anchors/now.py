"""The present, looked at through memory: symbols by key and fingerprints by text, each computed once."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

import tree_sitter

from chesterton.anchors.fingerprint import (
    Canonical,
    Fingerprint,
    canonical,
    fingerprint,
    of_stream,
    shingle_hashes,
    without,
)
from chesterton.anchors.normalise import SELF
from chesterton.anchors.source import Source
from chesterton.anchors.target import written
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.code import languages, parsing
from chesterton.code.model import FileFacts, Symbol


class Place(NamedTuple):
    """Somewhere in the workspace. `symbol` is None for files, directories, globs; `span` is in bytes."""

    path: RepoPath
    symbol: Symbol | None = None
    span: Span = Span(0, 0)

    @property
    def key(self) -> str:
        return self.symbol.key if self.symbol else ""

    def __str__(self) -> str:
        return written(self.path, self.key) if self.symbol else str(self.path)


class Candidate(NamedTuple):
    """A place that may be the anchored one: how sure, 0 to 1, and why in words."""

    place: Place
    score: float
    evidence: tuple[str, ...]


class Step(NamedTuple):
    """What a replayed history or a matched change says about where a symbol went.

    A `doubtful` step is for a person to decide. `is_shim` says that what has the old name now only
    forwards. `parts` are places that took some of its code; a `merged` symbol became one with others.
    """

    path: RepoPath
    key: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    gone: bool = False
    doubtful: bool = False
    is_shim: bool = False
    parts: tuple[str, ...] = ()
    merged: bool = False


FAR = 365
"""Days beyond which a place that no step of history leads to is a question (one comparison over years: 47 %
right, 32 % wrong).
"""

Trail = Mapping[tuple[str, str], Step]
"""Steps by target and the commit of its baseline."""


class FileView:
    """One file of one moment. A view outlives its snapshot as long as the file's text stays the same."""

    def __init__(
        self, path: RepoPath, data: bytes, facts: FileFacts | None, tree: tree_sitter.Tree | None
    ) -> None:
        self.path = path
        self.data = data
        self.facts = facts
        self.symbols: tuple[Symbol, ...] = facts.symbols if facts else ()
        self.by_key: Mapping[str, Symbol] = {symbol.key: symbol for symbol in self.symbols}
        self.has_errors = bool(facts and facts.has_errors)
        self._tree = tree
        self._texts: dict[str, str] = {}
        self._prints: dict[str, Fingerprint] = {}
        self._forms: dict[str, Canonical] = {}
        self._shingles: dict[str, frozenset[int]] = {}

    def text_hash(self, symbol: Symbol) -> str:
        """`Fingerprint.text` of a symbol without computing the rest."""
        if symbol.key not in self._texts:
            text = self.data[symbol.span.start : symbol.span.end]
            self._texts[symbol.key] = content_hash(text.replace(b"\r\n", b"\n"))
        return self._texts[symbol.key]

    @property
    def broken_line(self) -> int | None:
        """The line, from 1, of the first thing that the parser could not make sense of; None where there is none."""
        if not self.has_errors or self._tree is None:
            return None
        return parsing.broken_line(self._tree)

    def is_broken(self, symbol: Symbol) -> bool:
        """Whether the parser could not make sense of something inside a symbol."""
        if not self.has_errors or self._tree is None:
            return False
        node = self._tree.root_node.descendant_for_byte_range(*symbol.span)
        if node is None or (node.start_byte, node.end_byte) == symbol.span:
            return node is not None and node.has_error
        inside = (
            child for child in node.children if symbol.span.encloses(Span(child.start_byte, child.end_byte))
        )
        return any(child.has_error for child in inside)

    def form(self, symbol: Symbol) -> Canonical | None:
        """The canonical form of a symbol; None where there is no tree."""
        if symbol.key not in self._forms:
            language = languages.by_name(self.facts.language) if self.facts else None
            if language is None or self._tree is None:
                return None
            self._forms[symbol.key] = canonical(language, self._tree, self.data, symbol)
        return self._forms[symbol.key]

    def shingles(self, symbol: Symbol) -> frozenset[int]:
        """The hashes of all shingles of a symbol; none where there is no tree."""
        if symbol.key not in self._shingles:
            form = self.form(symbol)
            self._shingles[symbol.key] = shingle_hashes(form.tokens) if form else frozenset()
        return self._shingles[symbol.key]

    def fingerprint(self, symbol: Symbol, formerly: str = "", like: str = "") -> Fingerprint | None:
        """The fingerprint of a symbol; None where there is no tree. `formerly` is the name it may have
        had: code that mentions it (`json.load` in a method `load`) would else look changed by the
        renaming. So would code that always mentioned the new name, unless its hash was `like` this.
        """
        form = self.form(symbol)
        if form is None:
            return None
        if formerly and formerly != symbol.name:
            hidden = form.hiding(formerly)
            if like and form.stream.count(SELF) > 1:
                before = of_stream(form.showing(symbol.name).hiding(formerly), symbol, self.data)
                if before.code.startswith(like):
                    return before
            if hidden is not form:
                return of_stream(hidden, symbol, self.data)
        if symbol.key not in self._prints:
            self._prints[symbol.key] = of_stream(form, symbol, self.data)
        return self._prints[symbol.key]

    def neighbours(self, symbol: Symbol) -> tuple[str, str]:
        """The keys of the siblings before and after a symbol, "" where there is none."""
        siblings = [other for other in self.symbols if other.parent == symbol.parent]
        at = siblings.index(symbol)
        return (
            siblings[at - 1].key if at else "",
            siblings[at + 1].key if at + 1 < len(siblings) else "",
        )

    def children(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """The symbols directly inside a symbol."""
        at = self.symbols.index(symbol)
        return tuple(other for other in self.symbols if other.parent == at)

    def rest(self, symbol: Symbol) -> str:
        """The hash of a symbol's code without the symbols directly inside it; "" where there is no tree."""
        language = languages.by_name(self.facts.language) if self.facts else None
        if language is None or self._tree is None:
            return ""
        holes = frozenset(child.span for child in self.children(symbol))
        return without(language, self._tree, self.data, symbol, holes)

    def whole(self) -> Fingerprint:
        """The fingerprint of the file itself: by syntax where the language is known, else by bytes."""
        if "" not in self._prints:
            language = languages.by_name(self.facts.language) if self.facts else None
            self._prints[""] = fingerprint(language, self._tree, self.data)
        return self._prints[""]

    def place(self, symbol: Symbol) -> Place:
        return Place(self.path, symbol, symbol.span)


class Now:
    """A `Source` with memory. Give the last moment's as `previous` so that unchanged files stay known, and a file
    that was looked at already as `known`.
    """

    def __init__(
        self,
        source: Source,
        previous: "Now | None" = None,
        today: date | None = None,
        known: FileView | None = None,
    ) -> None:
        self.source = source
        self._today = today
        self._views: dict[RepoPath, FileView | None] = {known.path: known} if known else {}
        self._previous = previous._views if previous else {}
        self.trail: Trail = previous.trail if previous else {}

    def view(self, path: RepoPath) -> FileView | None:
        """One file, or None when there is none to read."""
        if path not in self._views:
            self._views[path] = self._look(path)
        return self._views[path]

    def learn(self, trail: Trail) -> None:
        """Remember where symbols went, for this moment and those after it."""
        self.trail = {**self.trail, **trail}

    def is_far(self, day: str) -> bool:
        """Whether an ISO date lies so long ago that likeness alone proves nothing."""
        try:
            return self._today is not None and (self._today - date.fromisoformat(day)).days > FAR
        except ValueError:
            return False

    def defining(self, name: str) -> Iterable[FileView]:
        """The files that declare a symbol with this bare name."""
        return self._all(self.source.defining(name))

    def added(self) -> Iterable[FileView]:
        """The files that a vanished symbol may have moved to."""
        return self._all(self.source.added())

    def _all(self, paths: Iterable[RepoPath]) -> Iterable[FileView]:
        for path in paths:
            view = self.view(path)
            if view is not None:
                yield view

    def _look(self, path: RepoPath) -> FileView | None:
        text = self.source.read(path)
        if text is None:
            return None
        before = self._previous.get(path)
        if before is not None and (before.data is text.data or before.data == text.data):
            return before
        facts = self.source.facts(path)
        return FileView(path, text.data, facts, self.source.tree(path) if facts else None)
