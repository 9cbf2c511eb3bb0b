"""From a syntax tree to the facts of a file: one query pass, then one sweep over sorted byte ranges.

A language's `symbols.scm` and `references.scm` are compiled together; every pattern means one thing:

`@symbol.<kind>`  a declaration, on its whole node, with `@name`, and optionally `@body`, `@parameters` and
                  `@scope` (an extra qualifier: Go's receiver type, the `A` of C++ `A::f`, a Lua table;
                  several are joined). Matches with the same `@name` node are one symbol with the widest
                  span; all else comes from the last of those patterns in the file, so a narrower kind
                  is simply a further pattern. A name in pieces has several `@name`.
                  `@part` is what is left of the whole node when several declarations share it.
                  With `(#set! level N)` it runs up to the next of its level or a higher one. With
                  `(#set! forward)` it gives way to a full declaration of the same name and number of
                  parameters in the same file (a C prototype), and is nothing inside a function.
`@extent`         a region that qualifies what is in it with its `@scope` and is no symbol (Rust's `impl`);
                  functions in it are members.
`@section`        a label that says who may use what follows it in its type, a word of `[visibility]`.
`@wrapper`        a node around a declaration, `@inner`, which then spans all of it (an export statement).
`@decorator`      a decorator, annotation or attribute, with its bare name as `@name`. It belongs to the
                  declaration around it or right behind it, which then starts there.
`@call`, `@type`, `@base`   a used name, on the name's own node, with an optional `@receiver`.
                  Of several on one node the last pattern of the file counts; a declaration's own name
                  is none.
`@import`         an import statement with `@import.source`, `@import.name` and `@import.alias`; one match for
                  each name, or one for each part of its source; the last pattern counts.
`(#set! name "default")` says what the text doesn't: the name of an import, or of a declaration whose `@name`
is then some keyword.
A capture that starts with `_` is for predicates only. Variables and constants inside functions are local
and are left out, so patterns need not exclude them (but a query that never finds them is faster).
"""

from bisect import bisect_right
from typing import NamedTuple

import tree_sitter

from chesterton.base.spans import Span
from chesterton.code.declarations import Decorator, Found, declare
from chesterton.code.extents import Range, settle
from chesterton.code.forwards import give_way
from chesterton.code.languages import Language
from chesterton.code.model import FileFacts, Symbol
from chesterton.code.parsing import NotParsedError, parse
from chesterton.code.queries import Queries
from chesterton.code.uses import FoundImport, FoundReference, attribute_imports, attribute_references

_DEEPEST = 4000
"""No pattern starts below this depth: matching time grows with the square of it."""


def read(language: Language, data: bytes, *, references: bool = True) -> FileFacts:
    """The facts of UTF-8 text without a byte order mark; one not parsed has a problem and no symbols."""
    try:
        tree = parse(language, data)
    except NotParsedError as error:
        return FileFacts(language.name, problems=(error.problem,), has_errors=True)
    return extract(language, tree, data) if references else outline(language, tree, data)


class Matched(NamedTuple):
    """What a query finds. References are by the first byte of their name."""

    declarations: list[Found]
    decorators: list[Decorator]
    references: dict[int, FoundReference]
    imports: list[FoundImport]


def extract(language: Language, tree: tree_sitter.Tree, data: bytes) -> FileFacts:
    """Symbols, references and imports of `tree`, which is the parse of `data`."""
    return _extract(language, language.queries, tree, data)


def outline(language: Language, tree: tree_sitter.Tree, data: bytes) -> FileFacts:
    """The symbols of `tree` alone, at two thirds of the price."""
    return _extract(language, language.outline, tree, data)


def _extract(language: Language, queries: Queries, tree: tree_sitter.Tree, data: bytes) -> FileFacts:
    root = tree.root_node
    declarations, decorators, references, imports = match(queries, root, data)
    everything, found_by, regions = declare(language, queries.patterns, data, declarations, decorators)
    symbols = give_way(everything, found_by, queries.patterns) if queries.forwards else tuple(everything)
    return FileFacts(
        language.name,
        symbols,
        attribute_references(data, symbols, regions, references, language.references.builtin_types),
        attribute_imports(data, symbols, imports, language.rules.separator),
        has_errors=root.has_error,
    )


def match(queries: Queries, root: tree_sitter.Node, data: bytes, within: Span | None = None) -> Matched:
    """Run a query over a tree, or over what of it lies in a range or around it."""
    patterns, uses = queries.patterns, queries.uses
    cursor = _cursor(queries, within)
    found: dict[int, Found] = {}
    extents: list[Found] = []
    decorators: list[Decorator] = []
    references: dict[int, FoundReference] = {}
    imports: list[FoundImport] = []
    wrappers: dict[Range, Range] = {}
    for index, captures in cursor.matches(root):
        if used := uses[index]:
            node = captures[used][0]
            start = node.start_byte
            if start not in references or references[start][0] < index:
                references[start] = index, node, used, captures.get("receiver")
            continue
        role, capture, kind, _, _, unwritten = patterns[index]
        node = captures[capture][0]
        start = node.start_byte
        if role == "symbol":
            name = captures["name"][0].start_byte
            if name in found:
                found[name].merge(start, node.end_byte, index, kind, captures)
            else:
                found[name] = Found(start, node.end_byte, index, kind, captures)
        elif role == "import":
            subject = (captures.get("import.name") or captures["import.source"])[-1].start_byte
            imports.append((start, subject, index, node.end_byte, captures, unwritten))
        elif role in ("extent", "section"):
            extents.append(Found(start, node.end_byte, index, kind, captures))
        elif role == "wrapper":
            inner = captures["inner"][0]
            wrappers[inner.start_byte, inner.end_byte] = start, node.end_byte
        else:
            decorators.append(Decorator(start, node.end_byte, captures["name"][0]))
    for name in found.keys() & references.keys():
        del references[name]
    declarations = [*found.values(), *extents]
    settle(declarations, queries, wrappers, data)
    return Matched(declarations, decorators, references, imports)


def _cursor(queries: Queries, within: Span | None) -> tree_sitter.QueryCursor:
    cursor = tree_sitter.QueryCursor(queries.query)
    cursor.set_max_start_depth(_DEEPEST)
    if within is not None:
        cursor.set_byte_range(within.start, within.end)
    return cursor


def symbol_at(facts: FileFacts, offset: int) -> Symbol | None:
    """The innermost symbol at a byte offset; a symbol's doc comment counts as part of it."""
    symbols = facts.symbols
    after = bisect_right(symbols, offset, key=lambda symbol: symbol.start)
    if after < len(symbols) and (doc := symbols[after].doc) and doc.start <= offset:
        return symbols[after]
    index = after - 1
    while index >= 0 and not symbols[index].span.contains(offset):
        index = symbols[index].parent
    return symbols[index] if index >= 0 else None


def lookup(facts: FileFacts, key: str) -> Symbol | None:
    """The symbol whose `key` is the given one."""
    return next((symbol for symbol in facts.symbols if symbol.key == key), None)
