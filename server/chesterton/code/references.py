"""Every use of a name in a workspace, found when asked.

Word postings say which files hold the name. Most of its places there are symbols and references that the index
knows; for the others the innermost declaration around them is parsed, not the file.
"""

from collections.abc import Iterator
from typing import NamedTuple

import tree_sitter

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.code.extraction import read_source
from chesterton.code.index import CodeIndex
from chesterton.code.languages import Language, UnusableGrammarError, for_path
from chesterton.code.model import FileFacts, Problem
from chesterton.code.parsing import NotParsedError, parse
from chesterton.code.words import occurrences

_PROSE = ("comment", "string", "content", "text", "heredoc", "inline", "pipe_table_cell")


class NameUse(NamedTuple):
    """A place where a name stands as code."""

    path: RepoPath
    span: Span


def references(index: CodeIndex, name: str) -> Iterator[NameUse]:
    """The uses and declarations of a name, file by file as they are found; comments and strings are not code."""
    size = len(name.encode())
    for path in index.mentioning(name):
        found = read_source(index.root, path)
        status, raw = found if found else (None, None)
        if status is None or raw is None or isinstance(raw, Problem):
            continue
        data = Text.decode(raw).data
        places = occurrences(name, data)
        language = for_path(path, raw) if places else None
        if language is None:
            continue
        facts = index.facts_of(path, status)
        known = _known(facts, name) if facts else frozenset[int]()
        code = _Code(language, data, facts)
        for start in places:
            if start in known or code.has(start, start + size):
                yield NameUse(path, Span(start, start + size))


def _known(facts: FileFacts, name: str) -> frozenset[int]:
    """Where a file declares or references a name."""
    return frozenset(
        (
            *(one.start for one in facts.uses.of(lambda use: use.name == name)),
            *(one.name_start for one in facts.symbols if one.name == name),
        )
    )


class _Code:
    """Tells code from comments and strings in one file, parsing as little of it as it can."""

    def __init__(self, language: Language, data: bytes, facts: FileFacts | None) -> None:
        self._language = language
        self._data = data
        self._facts = facts
        self._whole = Span(0, len(data))
        self._parsed: dict[Span, tree_sitter.Node | None] = {}

    def has(self, start: int, end: int) -> bool:
        """Whether what stands from `start` to `end` is code."""
        for around in self._around(start):
            root = self._root(around)
            if root is not None:
                return _is_code(root.descendant_for_byte_range(start - around.start, end - around.start))
        return False

    def _around(self, offset: int) -> Iterator[Span]:
        """The statements and declarations around a place, the innermost first; at last the file."""
        if self._facts is not None:
            yield from (one.span for one in self._facts.imports if one.start <= offset < one.end)
            around = [one.span for one in self._facts.symbols if one.start <= offset < one.end]
            yield from reversed(around)
        yield self._whole

    def _root(self, span: Span) -> tree_sitter.Node | None:
        """The syntax of a part of the file; None where the part can't be understood alone."""
        if span not in self._parsed:
            self._parsed[span] = self._parse(span)
        return self._parsed[span]

    def _parse(self, span: Span) -> tree_sitter.Node | None:
        try:
            root = parse(self._language, self._data[span.start : span.end]).root_node
        except (NotParsedError, UnusableGrammarError):
            return None
        # PHP outside its tags is text without an error.
        alone = span == self._whole or (not root.has_error and _is_code(root.descendant_for_byte_range(0, 1)))
        return root if alone else None


def _is_code(node: tree_sitter.Node | None) -> bool:
    return node is not None and not any(word in node.type for word in _PROSE)
