"""Every use of a name in a workspace, found when asked: word postings say where, the syntax tree what."""

from collections.abc import Iterator
from typing import NamedTuple

import tree_sitter

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.code.extraction import read_source
from chesterton.code.index import CodeIndex
from chesterton.code.languages import for_path
from chesterton.code.model import Problem
from chesterton.code.parsing import NotParsedError, parse
from chesterton.code.words import occurrences

_PROSE = ("comment", "string", "content", "text", "heredoc")


class NameUse(NamedTuple):
    """A place where a name stands as code."""

    path: RepoPath
    span: Span


def references(index: CodeIndex, name: str) -> Iterator[NameUse]:
    """The uses and declarations of a name, file by file as they are found; comments and strings are not code."""
    for path in index.mentioning(name):
        found = read_source(index.root, path)
        if found is None or isinstance(found[1], Problem):
            continue
        raw = found[1]
        language = for_path(path, raw)
        data = Text.decode(raw).data
        places = occurrences(name, data)
        if language is None or not places:
            continue
        try:
            root = parse(language, data).root_node
        except NotParsedError:
            continue
        for start in places:
            end = start + len(name.encode())
            if _is_code(root.descendant_for_byte_range(start, end)):
                yield NameUse(path, Span(start, end))


def _is_code(node: tree_sitter.Node | None) -> bool:
    return node is not None and not any(word in node.type for word in _PROSE)
