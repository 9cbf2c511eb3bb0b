"""A language's query files compiled into one query, with what each of its patterns finds."""

import re
from typing import Literal, NamedTuple, cast, get_args

import tree_sitter

from chesterton.code.model import SymbolKind

PatternRole = Literal["symbol", "extent", "section", "wrapper", "decorator", "reference", "import"]

_ASIDE = re.compile(rb'"(?:\\.|[^"\\])*"|;[^\n]*')
_CAPTURE = re.compile(rb"@([\w.]+)")
_REFERENCES = ("call", "type", "base")


class QueryFileError(ValueError):
    """A pattern of a query file that breaks the conventions of `symbols.py`."""


class Pattern(NamedTuple):
    """What a match of a pattern means: `capture` is the node it is about, `kind` the symbol or role.

    `level`, `forward` and `name` (what to call something whose name isn't written) are what it sets.
    """

    role: PatternRole
    capture: str
    kind: str
    level: int = 0
    forward: bool = False
    name: str = ""


class Queries(NamedTuple):
    """The compiled query and, by pattern index, the meaning of a match.

    `uses` has the capture of each pattern that finds a reference, "" for the others. `levels` and `forwards` say
    whether any pattern sets these, `parts` whether any has a `@part`, `sections` whether any finds one.
    """

    query: tree_sitter.Query
    patterns: tuple[Pattern, ...]
    uses: tuple[str, ...]
    levels: bool
    forwards: bool
    parts: bool
    sections: bool


def compile_queries(language: str, grammar: tree_sitter.Language, source: str) -> Queries:
    """Compile `source`, the texts of a language's query files in order of inheritance.

    Raises:
        QueryFileError: the grammar doesn't know a node, or a pattern has not exactly one meaning.
    """
    try:
        query = tree_sitter.Query(grammar, source)
    except tree_sitter.QueryError as error:
        raise QueryFileError(f"grammars/{language}: {error}") from error
    data = source.encode()
    patterns = tuple(
        _meaning(
            language,
            data[query.start_byte_for_pattern(i) : query.end_byte_for_pattern(i)],
            query.pattern_settings(i),
        )
        for i in range(query.pattern_count)
    )
    return Queries(
        query,
        patterns,
        tuple(pattern.capture if pattern.role == "reference" else "" for pattern in patterns),
        levels=any(pattern.level for pattern in patterns),
        forwards=any(pattern.forward for pattern in patterns),
        parts=any(query.capture_name(i) == "part" for i in range(query.capture_count)),
        sections=any(pattern.role == "section" for pattern in patterns),
    )


def _meaning(language: str, pattern: bytes, settings: dict[str, str | None]) -> Pattern:
    captures = dict.fromkeys(found.decode() for found in _CAPTURE.findall(_ASIDE.sub(b"", pattern)))
    meanings = [meaning for capture in captures if (meaning := _of_capture(capture))]
    if len(meanings) != 1:
        raise QueryFileError(
            f"grammars/{language}: a pattern needs exactly one of @symbol.<kind>, @extent, @section, @wrapper, "
            f"@decorator, @import, @call, @type and @base: {pattern.decode().strip()}"
        )
    return meanings[0]._replace(
        level=int(settings.get("level") or 0),
        forward="forward" in settings,
        name=settings.get("name") or "",
    )


def _of_capture(capture: str) -> Pattern | None:
    head, _, kind = capture.partition(".")
    if head == "symbol" and kind in get_args(SymbolKind):
        return Pattern("symbol", capture, kind)
    if capture in ("extent", "section", "wrapper", "decorator", "import"):
        return Pattern(cast("PatternRole", capture), capture, capture)
    return Pattern("reference", capture, capture) if capture in _REFERENCES else None
