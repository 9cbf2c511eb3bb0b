"""A YAML header with the place of every key and value.

libyaml parses; this module turns its node graph into small values with byte spans. Scalars stay the text
that was written: what a value means is decided by the schema of its key, never by YAML 1.1's guesses (`no`,
`1e3`, `12:30`). Nothing in a header raises: what can't be read becomes a `Flaw`, the keys around it survive.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

import yaml
from yaml.cyaml import CBaseLoader
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.model import HeaderForm

NODE_LIMIT = 20_000
DEPTH_LIMIT = 40

_FENCE = re.compile(rb"---[ \t]*(?:\r\n|\r|\n)")
_FENCE_END = re.compile(rb"^(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)", re.MULTILINE)
_COMMENT = re.compile(rb"<!--[ \t]*chesterton[ \t]*(?:\r\n|\r|\n)")
_COMMENT_END = re.compile(rb"^[ \t]*-->[ \t]*(?:\r\n|\r|\n|\Z)", re.MULTILINE)
_TOP_KEY = re.compile(r"^(?=[^\s#\-\]\}])", re.MULTILINE)


class Scalar(NamedTuple):
    """One value as written; `style` is "" for plain, or the quote or block character."""

    text: str
    span: Span
    style: str = ""


class Items(NamedTuple):
    """A list; `flow` when it is written in brackets."""

    items: tuple["Value", ...]
    span: Span
    flow: bool


class Table(NamedTuple):
    """A nested mapping."""

    entries: tuple[tuple[str, "Value"], ...]
    span: Span


Value = Scalar | Items | Table


class Entry(NamedTuple):
    """A key and its value."""

    key: str
    key_span: Span
    value: Value


class Flaw(NamedTuple):
    """A part of the header that can't be read."""

    code: Literal["yaml-syntax", "duplicate-key", "wrong-type", "yaml-limit"]
    span: Span
    message: str


class Header(NamedTuple):
    """`span` is the YAML between the fences, `outer` includes the fences."""

    form: HeaderForm
    span: Span
    outer: Span
    entries: tuple[Entry, ...]
    flaws: tuple[Flaw, ...] = ()

    def get(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key == key), None)


@lru_cache(1024)
def canonical(key: str) -> str:
    """One spelling for a key: `Superseded_By` and `superseded by` are `superseded-by`."""
    return re.sub(r"[\s_]+", "-", key.strip().lower())


def find_header(text: Text) -> Header:
    """The header of a record file: front matter on top, else the last `<!-- chesterton` block, else none."""
    data = text.data
    opening = _FENCE.match(data)
    if opening:
        closing = _FENCE_END.search(data, opening.end())
        if closing:
            return parse(data, Span(opening.end(), closing.start()), Span(0, closing.end()), "front-matter")
        flaw = Flaw("yaml-syntax", Span(0, 3), "the front matter has no closing line `---`")
        return Header("none", Span(0, 0), Span(0, 0), (), (flaw,))
    starts = list(_COMMENT.finditer(data)) if b"chesterton" in data else []
    if starts:
        start = starts[-1]
        closing = _COMMENT_END.search(data, start.end())
        if closing:
            span = Span(start.end(), closing.start())
            return parse(data, span, Span(start.start(), closing.end()), "comment")
        flaw = Flaw(
            "yaml-syntax", Span(start.start(), start.end()), "the comment block has no closing line `-->`"
        )
        return Header("none", Span(0, 0), Span(0, 0), (), (flaw,))
    return Header("none", Span(0, 0), Span(0, 0), ())


def sidecar_header(text: Text) -> Header:
    """The header of a sidecar file: all of it."""
    whole = Span(0, len(text.data))
    return parse(text.data, whole, whole, "sidecar")


def parse(data: bytes, span: Span, outer: Span, form: HeaderForm) -> Header:
    """Read the YAML mapping in `span`. A syntax error costs only the top-level keys that it touches."""
    source = data[span.start : span.end].decode(errors="replace")
    reader = _Reader(source, span.start, data)
    try:
        entries = reader.read(source, 0)
    except yaml.YAMLError:
        entries = reader.recover()
    return Header(form, span, outer, tuple(entries), tuple(reader.flaws))


class _Parser(CBaseLoader):
    """libyaml's parser without tag resolution: every scalar is text."""

    def resolve(self, kind: type[Node], value: object, implicit: object) -> str:
        return ""

    def descend_resolver(self, current_node: object, current_index: object) -> None: ...

    def ascend_resolver(self) -> None: ...


class _Reader:
    def __init__(self, source: str, base: int, data: bytes) -> None:
        self.source = source
        self.flaws: list[Flaw] = []
        self._data = data
        self._seen: set[str] = set()
        self._budget = NODE_LIMIT
        self._offset: Callable[[int], int]
        if source.isascii():
            self._offset = lambda index: base + index
        else:
            sizes = list(accumulate((len(letter.encode()) for letter in source), initial=base))
            self._offset = lambda index: sizes[min(index, len(sizes) - 1)]

    def read(self, source: str, shift: int) -> list[Entry]:
        """The entries of one YAML document that begins `shift` characters into the header.

        Raises:
            yaml.YAMLError: it is no YAML.
        """
        root: Node | None = _Parser(source).get_single_node()
        if root is None:
            return []
        if not isinstance(root, MappingNode):
            self._flaw(
                "wrong-type", self._span(root, shift), "the header must be a list of `key: value` lines"
            )
            return []
        entries: list[Entry] = []
        for key, value in root.value:
            entry = self._entry(key, value, shift)
            if entry is not None:
                entries.append(entry)
        return entries

    def recover(self) -> list[Entry]:
        """Read a broken header key by key and name the broken ones."""
        starts = [match.start() for match in _TOP_KEY.finditer(self.source)] or [0]
        self.flaws.clear()
        self._seen.clear()
        entries: list[Entry] = []
        for start, end in zip(starts, [*starts[1:], len(self.source)], strict=True):
            chunk = self.source[start:end]
            try:
                entries += self.read(chunk, start)
            except yaml.YAMLError as error:
                self._syntax(error, start, chunk)
        return entries

    def _syntax(self, error: yaml.YAMLError, start: int, chunk: str) -> None:
        words = getattr(error, "problem", None) or getattr(error, "reason", None) or "no valid YAML"
        first = chunk.strip().split("\n", 1)[0][:60]
        span = Span(self._offset(start), self._offset(start + len(chunk.rstrip())))
        self._flaw("yaml-syntax", span, f"{words}; the entry `{first}` can't be read")

    def _entry(self, key: Node, value: Node, shift: int) -> Entry | None:
        key_span = self._span(key, shift)
        if not isinstance(key, ScalarNode):
            self._flaw("wrong-type", key_span, "a key must be a single word")
            return None
        name = canonical(key.value)
        if name in self._seen:
            self._flaw("duplicate-key", key_span, f"`{key.value}` is given twice; the first one counts")
            return None
        self._seen.add(name)
        read = self._value(value, shift, 0)
        if read is None:
            self._flaw("yaml-limit", key_span, f"`{key.value}` is nested too deeply or holds too many values")
            return None
        return Entry(name, key_span, read)

    def _value(self, node: Node, shift: int, depth: int) -> Value | None:
        self._budget -= 1
        if self._budget < 0 or depth > DEPTH_LIMIT:
            return None
        span = self._span(node, shift)
        if isinstance(node, ScalarNode):
            return Scalar(node.value, span, node.style or "")
        if isinstance(node, SequenceNode):
            items: list[Value] = []
            for child in node.value:
                item = self._value(child, shift, depth + 1)
                if item is None:
                    return None
                items.append(item)
            return Items(tuple(items), span, bool(node.flow_style))
        entries: list[tuple[str, Value]] = []
        for key, child in node.value:
            item = self._value(child, shift, depth + 1)
            if item is None:
                return None
            entries.append((str(key.value), item))
        return Table(tuple(entries), span)

    def _span(self, node: Node, shift: int) -> Span:
        start = self._offset(shift + node.start_mark.index)
        end = self._offset(shift + node.end_mark.index)
        if not isinstance(node, ScalarNode) or node.style in ("|", ">"):  # ends where the next token begins
            end = start + len(self._data[start:end].rstrip())
        return Span(start, max(start, end))

    def _flaw(
        self,
        code: Literal["yaml-syntax", "duplicate-key", "wrong-type", "yaml-limit"],
        span: Span,
        message: str,
    ) -> None:
        self.flaws.append(Flaw(code, span, message))
