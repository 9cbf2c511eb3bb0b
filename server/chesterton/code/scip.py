"""The graph as a SCIP index, which code hosts and search engines read: definitions, uses, relationships.

Only what is sure is written: a SCIP occurrence has no way to say "perhaps". A reader takes one that names a symbol
for the truth.
"""

import re
from collections.abc import Iterator

from chesterton import __version__
from chesterton.base.disk import UnreadableError, read
from chesterton.base.paths import RepoPath, path_to_uri
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.code.graph import CodeGraph
from chesterton.code.model import TYPE_KINDS, FileFacts, Symbol
from chesterton.code.nodes import Certainty, Node
from chesterton.code.scip_schema import (
    KINDS,
    Document,
    Index,
    Metadata,
    Occurrence,
    Relationship,
    Role,
    SymbolInformation,
    ToolInfo,
)

_SCHEME = "chesterton . . . "
"""Scheme, package manager, package and version: names are unique inside the workspace and nowhere else."""

_SIMPLE = re.compile(r"[\w+$-]+", re.ASCII)
_NAMES = {
    "bash": "ShellScript", "cpp": "CPP", "csharp": "CSharp", "javascript": "JavaScript", "json": "JSON",
    "php": "PHP", "toml": "TOML", "tsx": "TypeScriptReact", "typescript": "TypeScript", "yaml": "YAML",
}  # fmt: skip
"""What SCIP calls languages whose names are not ours with a capital letter."""


def scip(graph: CodeGraph) -> Iterator[bytes]:
    """The index, document by document. Files that can't be read any more are left out."""
    tool = ToolInfo("chesterton", __version__)
    yield bytes(Index(Metadata(tool, path_to_uri(graph.index.root))))
    for path in sorted(graph.index.indexed):
        facts = graph.facts(path)
        text = _text(graph, path)
        if facts is not None and text is not None:
            yield bytes(Index(documents=[_document(graph, path, facts, text)]))


def _text(graph: CodeGraph, path: RepoPath) -> Text | None:
    try:
        return Text.decode(read(graph.index.root / path))
    except UnreadableError:
        return None


def _document(graph: CodeGraph, path: RepoPath, facts: FileFacts, text: Text) -> Document:
    test = Role.TEST if graph.is_test(path) else Role.READ
    names = [_named(path, facts, index) for index in range(len(facts.symbols))]
    occurrences = [
        Occurrence(_range(text, one.name_span), name, Role.DEFINITION | test, _range(text, one.span))
        for one, name in zip(facts.symbols, names, strict=True)
    ]
    occurrences += [
        Occurrence(_range(text, reference.span), _name(graph, node), test)
        for reference, means in graph.resolved(path)
        if means.certainty is not Certainty.AMBIGUOUS
        for node in means.nodes
    ]
    occurrences += [
        Occurrence(
            _range(text, _within(text, edge.span, symbol.name)), _name(graph, edge.target), Role.IMPORT | test
        )
        for edge in graph.imports(path)
        if (symbol := graph.symbol(edge.target))
    ]
    symbols = [
        SymbolInformation(
            name,
            [text.slice(one.doc)] if one.doc else [],
            list(_relationships(graph, path, facts, index)),
            KINDS.get(one.kind, 0),
            one.name,
        )
        for index, (one, name) in enumerate(zip(facts.symbols, names, strict=True))
    ]
    language = _NAMES.get(facts.language, facts.language.capitalize())
    return Document(path, occurrences, symbols, language)


def _relationships(graph: CodeGraph, path: RepoPath, facts: FileFacts, index: int) -> Iterator[Relationship]:
    """What a type extends, and what a member overrides in the types that its own one names as bases."""
    symbol = facts.symbols[index]
    if symbol.kind in TYPE_KINDS:
        for base in _bases(graph, Node(path, index)):
            yield Relationship(_name(graph, base), is_implementation=True)
    elif symbol.parent >= 0 and facts.symbols[symbol.parent].kind in TYPE_KINDS:
        for base in _bases(graph, Node(path, symbol.parent)):
            around = graph.facts(base.path)
            for number, other in enumerate(around.symbols if around else ()):
                if other.parent == base.symbol and other.name == symbol.name:
                    name = _name(graph, Node(base.path, number))
                    yield Relationship(name, is_reference=True, is_implementation=True)


def _bases(graph: CodeGraph, node: Node) -> Iterator[Node]:
    for edge in graph.bases(node):
        if edge.certainty is not Certainty.AMBIGUOUS and edge.target.symbol >= 0:
            yield edge.target


def _within(text: Text, statement: Span, name: str) -> Span:
    """Where a name stands in an import statement; all of it when the name is not written there."""
    found = re.search(rf"\b{re.escape(name)}\b".encode(), text.data[statement.start : statement.end])
    return Span(statement.start + found.start(), statement.start + found.end()) if found else statement


def _range(text: Text, span: Span) -> list[int]:
    start, end = text.position(span.start, "utf-8"), text.position(span.end, "utf-8")
    if start.line == end.line:
        return [start.line, start.character, end.character]
    return [start.line, start.character, end.line, end.character]


def _name(graph: CodeGraph, node: Node) -> str:
    facts = graph.facts(node.path)
    if facts is None or node.symbol < 0:
        return _SCHEME + _file(node.path)
    return _named(node.path, facts, node.symbol)


def _named(path: RepoPath, facts: FileFacts, index: int) -> str:
    """The name of a symbol: a descriptor for each folder, the file, and what is around it in the file."""
    line: list[str] = []
    while index >= 0:
        symbol = facts.symbols[index]
        around = facts.symbols[symbol.parent].qualified + "." if symbol.parent >= 0 else ""
        owner = symbol.qualified.removeprefix(around).removesuffix(symbol.name).rstrip(".")
        line.append((f"{_word(owner)}#" if owner else "") + _descriptor(symbol))
        index = symbol.parent
    return _SCHEME + _file(path) + "".join(reversed(line))


def _file(path: RepoPath) -> str:
    return "".join(f"{_word(part)}/" for part in path.split("/"))


def _descriptor(symbol: Symbol) -> str:
    if symbol.kind in ("function", "method", "constructor"):
        return f"{_word(symbol.name)}({f'+{symbol.ordinal}' if symbol.ordinal else ''})."
    word = _word(f"{symbol.name}~{symbol.ordinal + 1}" if symbol.ordinal else symbol.name)
    if symbol.kind in TYPE_KINDS and symbol.kind != "enum_member":
        return f"{word}#"
    suffixes = {"namespace": "/", "module": "/", "macro": "!", "heading": ":", "key": ":"}
    return word + suffixes.get(symbol.kind, ".")


def _word(name: str) -> str:
    return name if _SIMPLE.fullmatch(name) else f"`{name.replace('`', '``')}`"
