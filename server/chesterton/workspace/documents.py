"""One version of one file as the workspace sees it: its text, and what is derived from it when asked."""

from collections.abc import Sequence
from functools import partial

from tree_sitter import Point, Tree

from chesterton.base.lazy import Lazy
from chesterton.base.paths import RepoPath
from chesterton.base.text import Edit, Text
from chesterton.code import languages, parsing, symbols
from chesterton.code.languages import Language, UnusableGrammarError
from chesterton.code.model import FileFacts, Problem
from chesterton.workspace.aside import Aside


class Document:
    """An immutable version of a file. The tree is parsed when first needed, from the last version's if there is one.

    With `aside` the process has an event loop: parsing lets it have its turn, and what can't is done elsewhere.
    """

    def __init__(
        self,
        path: RepoPath,
        text: Text,
        version: int | None = None,
        *,
        aside: Aside | None = None,
        reusable: Tree | None = None,
    ) -> None:
        self.path = path
        self.text = text
        self.version = version
        self._aside = aside
        self._language = Lazy(partial(languages.for_path, path, text.data))
        self._parsed = Lazy(partial(self._parse, reusable))
        self._facts = Lazy(self._read)

    @property
    def language(self) -> Language | None:
        return self._language()

    @property
    def tree(self) -> Tree | None:
        """The syntax tree, or None where no grammar knows the file or there is a `problem`."""
        parsed = self._parsed()
        return parsed if isinstance(parsed, Tree) else None

    @property
    def problem(self) -> Problem | None:
        """Why a file in a known language has no tree."""
        parsed = self._parsed()
        return parsed if isinstance(parsed, Problem) else None

    @property
    def facts(self) -> FileFacts | None:
        return self._facts()

    def edited(self, edits: Sequence[Edit], version: int | None) -> "Document":
        """The next version. A tree that exists is reused, so that a keystroke costs a keystroke's parse.

        Raises:
            ValueError: two edits overlap or one lies outside the text.
        """
        text = self.text.apply(edits)
        tree = self._parsed.known
        if not isinstance(tree, Tree):
            return Document(self.path, text, version, aside=self._aside)
        reusable = tree.copy()
        for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
            _shift(reusable, self.text, edit)
        return Document(self.path, text, version, aside=self._aside, reusable=reusable)

    def _parse(self, reusable: Tree | None) -> Tree | Problem | None:
        if self.language is None:
            return None
        elsewhere = self._read_aside(self.language)
        try:
            return parsing.parse(
                self.language,
                self.text.data,
                reusable,
                watched=self._aside is not None,
                matched=not elsewhere,
            )
        except parsing.NotParsedError as error:
            return error.problem
        except UnusableGrammarError as error:
            return Problem("failed", str(error))

    def _read(self) -> FileFacts | None:
        if self.language is None:
            return None
        if self._aside is not None and self._read_aside(self.language):
            found = self._aside.read(self.language, self.text.data)
            return None if found.problems else found
        return symbols.outline(self.language, self.tree, self.text.data) if self.tree else None

    def _read_aside(self, language: Language) -> bool:
        return self._aside is not None and self._aside.suits(language, self.text.data)


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
