"""Bytes to a syntax tree, within limits: parsing never crashes and never runs away.

`progress_callback` is given to the parser only; passing one to a `QueryCursor` crashes tree-sitter 0.26.1.
"""

import time

import tree_sitter

from chesterton.code.languages import Language
from chesterton.code.model import Problem

_BINARY_HEAD = 8192
_CHUNK = 65_536
_SECONDS = 3.0


class NotParsedError(Exception):
    """A file that no tree is made of; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse(
    language: Language,
    data: bytes,
    old: tree_sitter.Tree | None = None,
    *,
    watched: bool = False,
    matched: bool = True,
) -> tree_sitter.Tree:
    """The tree of UTF-8 text without a byte order mark.

    `old` is the file's previous tree with the edits since applied to it (`Tree.edit`); what they left alone
    is reused. Syntax errors are nodes of the tree. `watched` lets other threads run meanwhile, whatever the
    size. A tree that is not to be `matched` with a query costs a tenth less.

    Raises:
        NotParsedError: the file is binary, larger than the language's limit, or took more than three seconds.
        UnusableGrammarError: the grammar's package is broken.
    """
    if b"\0" in data[:_BINARY_HEAD]:
        raise NotParsedError(Problem("binary", "The file is binary, so its symbols are unknown."))
    if len(data) > language.limits.size:
        raise NotParsedError(
            Problem(
                "too-large",
                f"The file has {len(data):,} bytes; {language.name} files above {language.limits.size:,} "
                "are not parsed. Anchor to the file as a whole.",
            )
        )
    parser = tree_sitter.Parser(language.grammar)
    if old is not None and old.language != language.grammar:
        old = None
    if not watched and len(data) <= language.limits.watched:
        return parser.parse(data, old) if old else parser.parse(data)
    tree = _timed(parser, data, old)
    # A query predicate that reads the text of a tree made from a callback crashes tree-sitter 0.26.1. This
    # parse reuses all of `tree`.
    return parser.parse(data, tree) if matched else tree


def broken_line(tree: tree_sitter.Tree) -> int | None:
    """The line, from 1, of the innermost first thing in a tree that is an error; None where all is well."""
    node = tree.root_node
    if not node.has_error:
        return None
    while inner := next((child for child in node.children if child.has_error or child.is_missing), None):
        node = inner
    return node.start_point.row + 1


def _timed(parser: tree_sitter.Parser, data: bytes, old: tree_sitter.Tree | None) -> tree_sitter.Tree:
    view = memoryview(data)
    deadline = time.monotonic() + _SECONDS

    # Reading by pieces lets other threads run between them, and only this form can be stopped.
    def piece(offset: int, _: object) -> memoryview:
        return view[offset : offset + _CHUNK]

    def late(_offset: int, _error: bool) -> bool:
        return time.monotonic() > deadline

    try:
        return (
            parser.parse(piece, old, progress_callback=late)
            if old
            else parser.parse(piece, progress_callback=late)
        )
    except ValueError as error:
        raise NotParsedError(
            Problem("too-slow", f"Parsing took more than {_SECONDS:.0f} seconds and was stopped.")
        ) from error
