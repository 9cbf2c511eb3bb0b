"""What a source file says about itself: symbols, references, imports.

Offsets are bytes of the file's UTF-8 text. The values hold no syntax nodes, so they outlive the tree and
travel between processes.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import msgspec

from chesterton.base.spans import Span

SymbolKind = Literal[
    "class", "interface", "trait", "enum", "struct", "union", "type",
    "function", "method", "constructor", "property",
    "field", "constant", "variable", "enum_member",
    "namespace", "module", "macro", "heading", "key",
]  # fmt: skip

Visibility = Literal["public", "protected", "internal", "private"]

Role = Literal["call", "type", "base"]

TYPE_KINDS: frozenset[SymbolKind] = frozenset(
    ("class", "interface", "trait", "enum", "enum_member", "struct", "union", "type")
)
"""Kinds whose functions are methods."""

FUNCTION_KINDS: frozenset[SymbolKind] = frozenset(("function", "method", "constructor", "property"))
"""Kinds whose variables are local, which no symbol is."""


class Symbol(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A declaration.

    `span` covers decorators, modifiers and an export keyword; `doc` is the doc comment before it or the
    docstring inside. `qualified` joins the names of what encloses it with "." in every language. `ordinal`
    counts the declarations of one file that share `qualified`, from 0 in source order. `parent` indexes
    the symbol that encloses this one in `FileFacts.symbols`, or is -1.

    A workspace has millions of offsets, so they are plain numbers (-1 for what is missing), and a `Span` is
    made when it is asked for.
    """

    kind: SymbolKind
    name: str
    qualified: str
    ordinal: int
    start: int
    end: int
    name_start: int
    name_end: int
    body_start: int
    body_end: int
    parameters_start: int
    parameters_end: int
    doc_start: int
    doc_end: int
    parent: int
    visibility: Visibility
    decorators: tuple[str, ...]

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def name_span(self) -> Span:
        return Span(self.name_start, self.name_end)

    @property
    def body(self) -> Span | None:
        return Span(self.body_start, self.body_end) if self.body_start >= 0 else None

    @property
    def parameters(self) -> Span | None:
        return Span(self.parameters_start, self.parameters_end) if self.parameters_start >= 0 else None

    @property
    def doc(self) -> Span | None:
        return Span(self.doc_start, self.doc_end) if self.doc_start >= 0 else None

    @property
    def key(self) -> str:
        """Its name in an anchor: `Outer.inner`, and `Outer.inner~2` for the second of that name."""
        return f"{self.qualified}~{self.ordinal + 1}" if self.ordinal else self.qualified

    @property
    def signature(self) -> Span:
        """From the first decorator up to the body."""
        return Span(self.start, self.body_start if self.body_start >= 0 else self.end)


class Use(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a reference says: a call, a type, or a base in an inheritance list, and its name.

    `receiver` is the text before the dot, "" for an expression too involved to name, None without one.
    """

    role: Role
    name: str
    receiver: str | None


class Reference(NamedTuple):
    """A use of a name, which starts at byte `start`. `owner` indexes the innermost symbol it stands in, or is -1."""

    use: Use
    start: int
    owner: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.use.name.encode()))


class Uses(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The references of a file in source order, packed: a workspace has millions, two thirds of which say the same.

    `distinct` are the different uses. `numbers` and `starts` hold four bytes for each reference: the index of its
    use, and where its name starts. `runs` holds eight for each stretch of references in one symbol: that symbol,
    -1 for none, and how many there are up to the end of the stretch.
    """

    distinct: tuple[Use, ...] = ()
    numbers: bytes = b""
    starts: bytes = b""
    runs: bytes = b""

    def __iter__(self) -> Iterator[Reference]:
        return self.of(lambda use: True)

    def columns(self) -> "tuple[array[int], array[int]]":
        """The use and the start of each reference."""
        return array("I", self.numbers), array("I", self.starts)

    def stretches(self) -> Iterator[tuple[int, int, int]]:
        """A symbol, and the first and the end of the references that stand in it; once for each such stretch."""
        first = 0
        runs = array("i", self.runs)
        for owner, last in zip(runs[::2], runs[1::2], strict=True):
            yield owner, first, last
            first = last

    def of(self, wanted: Callable[[Use], bool]) -> Iterator[Reference]:
        """The references whose use is wanted; each use is asked about once."""
        numbers = {number for number, use in enumerate(self.distinct) if wanted(use)}
        if not numbers:
            return
        which, starts = self.columns()
        stretches = self.stretches()
        owner, last = -1, 0
        for place in [place for place, number in enumerate(which) if number in numbers]:
            while place >= last:
                owner, _, last = next(stretches)
            yield Reference(self.distinct[which[place]], starts[place], owner)


class Import(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One name an import statement brings in.

    `source` is the module as written (without quotes), `name` what is taken from it ("" for the module
    itself, "*" for everything), `alias` the local name when it differs ("" otherwise). `span` is that of
    the statement, `owner` as in `Reference`.
    """

    source: str
    name: str
    alias: str
    start: int
    end: int
    owner: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Problem(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Why the facts of a file are missing or incomplete, in words for its author."""

    code: Literal["binary", "too-large", "too-slow", "unreadable", "failed"]
    message: str


class FileFacts(msgspec.Struct, frozen=True, array_like=True):
    """Everything extracted from one file. Symbols stand in source order, parents before their children."""

    language: str
    symbols: tuple[Symbol, ...] = ()
    uses: Uses = Uses()
    imports: tuple[Import, ...] = ()
    problems: tuple[Problem, ...] = ()
    has_errors: bool = False
