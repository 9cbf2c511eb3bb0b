"""One version of one file as the workspace sees it: its text, and what is derived from it when asked."""

from collections.abc import Sequence
from functools import cached_property

from tree_sitter import Point, Tree

from chesterton.base.paths import RepoPath
from chesterton.base.text import Edit, Text
from chesterton.code import languages, parsing, symbols
from chesterton.code.languages import Language, UnusableGrammarError
from chesterton.code.model import FileFacts, Problem


class Document:
    """An immutable version of a file. The tree is parsed when first needed, from the last version's if there is one."""

    def __init__(
        self, path: RepoPath, text: Text, version: int | None = None, reusable: Tree | None = None
    ) -> None:
        self.path = path
        self.text = text
        self.version = version
        self._reusable = reusable
        self._problem: Problem | None = None

    @cached_property
    def language(self) -> Language | None:
        return languages.for_path(self.path, self.text.data)

    @cached_property
    def tree(self) -> Tree | None:
        """The syntax tree, or None where no grammar knows the file or there is a `problem`."""
        if self.language is None:
            return None
        try:
            return parsing.parse(self.language, self.text.data, self._reusable)
        except parsing.NotParsedError as error:
            self._problem = error.problem
        except UnusableGrammarError as error:
            self._problem = Problem("failed", str(error))
        return None

    @property
    def problem(self) -> Problem | None:
        """Why a file in a known language has no tree."""
        return self._problem if self.tree is None else None

    @cached_property
    def facts(self) -> FileFacts | None:
        if self.language is None or self.tree is None:
            return None
        return symbols.outline(self.language, self.tree, self.text.data)

    def edited(self, edits: Sequence[Edit], version: int | None) -> "Document":
        """The next version. A tree that exists is reused, so that a keystroke costs a keystroke's parse.

        Raises:
            ValueError: two edits overlap or one lies outside the text.
        """
        text = self.text.apply(edits)
        tree = self.__dict__.get("tree")
        if not isinstance(tree, Tree):
            return Document(self.path, text, version)
        reusable = tree.copy()
        for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
            _shift(reusable, self.text, edit)
        return Document(self.path, text, version, reusable)


def _shift(tree: Tree, before: Text, edit: Edit) -> None:
    new = edit.new.encode()
    after = before.data[: edit.span.start] + new
    tree.edit(
        start_byte=edit.span.start,
        old_end_byte=edit.span.end,
        new_end_byte=len(after),
        start_point=_point(before.data, edit.span.start),
        old_end_point=_point(before.data, edit.span.end),
        new_end_point=_point(after, len(after)),
    )


def _point(data: bytes, offset: int) -> Point:
    """Tree-sitter's own count of lines: only `\\n` ends one."""
    return Point(data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1))
