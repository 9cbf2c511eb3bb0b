"""One version of one file as the workspace sees it: its text, and what is derived from it when asked."""

from collections.abc import Sequence
from functools import partial

from tree_sitter import Point, Tree

from chesterton.base.lazy import Lazy
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.code import languages, parsing, symbols
from chesterton.code.languages import Language, UnusableGrammarError
from chesterton.code.model import FileFacts, Problem
from chesterton.code.partial import Changed, outline_again
from chesterton.workspace.aside import Aside

LONG = 2_000
"""Lines; shorter files are extracted whole within 3 ms."""


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
        changed: Changed | None = None,
    ) -> None:
        """`reusable`: the tree of an earlier version with all edits since; `changed`: its facts and those edits."""
        self.path = path
        self.text = text
        self.version = version
        self._aside = aside
        self._reusable = reusable
        self._changed = changed
        self._language = Lazy(partial(languages.for_path, path, text.data))
        self._parsed = Lazy(self._parse)
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
        tree = self._parsed.known if isinstance(self._parsed.known, Tree) else self._reusable
        if tree is None:
            return Document(self.path, text, version, aside=self._aside)
        reusable = tree.copy()
        changed = self._since_facts()
        if (facts := self._facts.known) is not None and edits:
            first = edits[0].span.start
            changed = Changed(facts, Span(first, first), 0)
        for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
            _shift(reusable, self.text, edit)
            changed = changed.edited(edit.span, len(edit.new.encode())) if changed else None
        return Document(self.path, text, version, aside=self._aside, reusable=reusable, changed=changed)

    def _since_facts(self) -> Changed | None:
        """What changed since facts were last extracted, where the syntax changed included."""
        tree = self._parsed.known
        if self._changed is None or self._reusable is None or not isinstance(tree, Tree):
            return self._changed
        ranges = self._reusable.changed_ranges(tree)
        return self._changed.widened([Span(one.start_byte, one.end_byte) for one in ranges])

    def _parse(self) -> Tree | Problem | None:
        if self.language is None:
            return None
        elsewhere = self._read_aside(self.language)
        try:
            return parsing.parse(
                self.language,
                self.text.data,
                self._reusable,
                watched=self._aside is not None,
                matched=not elsewhere or self._is_long_and_changed,
            )
        except parsing.NotParsedError as error:
            return error.problem
        except UnusableGrammarError as error:
            return Problem("failed", str(error))

    def _read(self) -> FileFacts | None:
        if self.language is None:
            return None
        if self._is_long_and_changed and self.tree is not None and (changed := self._since_facts()):
            again = outline_again(self.language, self.tree, self.text.data, changed)
            if again is not None:
                return again
        if self._aside is not None and self._read_aside(self.language):
            found = self._aside.read(self.language, self.text.data)
            return None if found.problems else found
        return symbols.outline(self.language, self.tree, self.text.data) if self.tree else None

    @property
    def _is_long_and_changed(self) -> bool:
        return self._changed is not None and self.text.data.count(b"\n") > LONG

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
