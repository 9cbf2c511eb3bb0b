"""What a language's layout can't change: the `[normalise]` table of its `language.toml`, compiled.

A kind is a node type of the grammar, or `parent>kind` for one that counts only directly below `parent`.
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Literal, NamedTuple

import msgspec
import tree_sitter

StringStyle = Literal["python", "c", "raw", "single-raw"]
"""How a literal's text stands for its value: Python's prefixes and escapes; C-like escapes; none; C-like
escapes except between single quotes."""

NumberStyle = Literal["plain", "float"]
"""`plain` keeps 1.0 and 1 apart; `float` is for languages with one number type."""


class Normalisation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The `[normalise]` table. Every list names kinds; a kind the grammar lacks is an error of the folder."""

    skip: tuple[str, ...] = ()
    """Comments and other nodes without meaning."""
    skip_empty: tuple[str, ...] = ()
    """Meaningless when nothing is inside: the parentheses of `class A():`."""
    skip_blank: tuple[str, ...] = ()
    """Meaningless when nothing but a blank string is inside: `{" "}` in JSX."""
    skip_default: dict[str, str] = {}
    """The same when it is this text: what may be left out because it is meant anyway."""
    unwrap: tuple[str, ...] = ()
    """Equal to their only named child: redundant parentheses."""
    unwrap_lone: tuple[str, ...] = ()
    """The same, unless a comma makes them a tuple of one."""
    unwrap_around: tuple[str, ...] = ()
    """`outer>inner`: an outer node that means nothing around such an inner one."""
    associative: dict[str, tuple[str, ...]] = {}
    """Binary expressions and those of their operators for which `a op (b op c)` is `a op b op c`."""
    concatenations: tuple[str, ...] = ()
    """Binary expressions whose `+` makes one string of neighbouring literals, however long lines are cut."""
    overtaken: tuple[str, ...] = ()
    """`outer>inner`: an outer expression belongs to the end of a bare inner one on its left, which the
    grammar closes too early."""
    inline: tuple[str, ...] = ()
    """Nodes that only group: their children stand for them."""
    alias: dict[str, str] = {}
    """Kinds that are spellings of one thing, each with the name they share."""
    text: tuple[str, ...] = ()
    """Free text whose white space may flow."""
    verbatim: tuple[str, ...] = ()
    """Nodes with text of their own between or without children, every line of which counts."""
    strings: dict[str, StringStyle] = {}
    interpolations: tuple[str, ...] = ()
    """What is code inside a string."""
    joined: tuple[str, ...] = ()
    """Adjacent string literals that are one string."""
    keys: tuple[str, ...] = ()
    """Places where a quoted word is the same as the bare word."""
    numbers: dict[str, NumberStyle] = {}
    sort: tuple[str, ...] = ()
    """Kinds whose children have no order."""
    runs: tuple[str, ...] = ()
    """Imports: statements without an order among neighbours of these kinds, nor among the names they list."""
    identifiers: tuple[str, ...] = ()
    """Leaves that are names beside those whose kind ends in `identifier`."""
    drop: tuple[str, ...] = ()
    """Tokens that only separate, beside the usual brackets, commas and semicolons."""
    docstring: tuple[str, ...] = ()
    """Statements that document when they come first in their block."""


class Rule(IntEnum):
    """What the canonical walk does at a node."""

    NODE = 0
    NAME = 1
    PUNCTUATION = 2
    SKIP = 3
    SKIP_EMPTY = 4
    SKIP_BLANK = 5
    UNWRAP = 6
    UNWRAP_LONE = 7
    TEXT = 8
    STRING = 9
    JOINED = 10
    KEY = 11
    NUMBER = 12
    SORT = 13
    RUN = 14
    DOCSTRING = 15
    UNWRAP_AROUND = 16
    INLINE = 17
    ASSOCIATIVE = 18
    VERBATIM = 19
    CONCATENATION = 20
    OVERTAKEN = 21
    SKIP_DEFAULT = 22


class UnknownKindError(ValueError):
    """A `[normalise]` table names a node type that its grammar does not have."""


class Rules(NamedTuple):
    """A compiled table, indexed by tree-sitter's kind ids."""

    plain: tuple[Rule, ...]
    """The rule of a kind wherever it stands."""
    below: dict[tuple[int, int], Rule]
    """The rule of (parent, kind) where it differs."""
    conditional: frozenset[int]
    """Kinds that occur in `below`."""
    opening: tuple[bytes, ...]
    """The stream element that opens an inner node."""
    token: tuple[bytes | None, ...]
    """The text of a keyword or operator."""
    string_style: dict[int, StringStyle]
    number_style: dict[int, NumberStyle]
    interpolations: frozenset[int]
    associative: frozenset[tuple[int, bytes]]
    """(kind, operator) of `associative`."""
    vanishing: frozenset[tuple[int, int]]
    """(outer, inner) of `unwrap_around`."""
    overtaken: frozenset[tuple[int, int]]
    """(outer, inner) of `overtaken`."""
    defaults: frozenset[tuple[int, bytes]]
    """(kind, text) of `skip_default`."""


Stream = list[bytes]
"""What is left of a piece of syntax when everything that layout can change is gone."""

OPEN, CLOSE, NAME, TOKEN, LITERAL, SELF = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06"
"""First byte of each element of a canonical stream."""

_SEPARATORS = frozenset((",", ";", "(", ")", "[", "]", "{", "}"))


def compile_rules(grammar: tree_sitter.Language, table: Normalisation) -> Rules:
    """Look every kind of `table` up in `grammar`.

    Raises:
        UnknownKindError: the grammar has no such node type.
    """
    ids = _kind_ids(grammar)
    separators = _SEPARATORS.union(table.drop)
    plain: list[Rule] = []
    opening: list[bytes] = []
    token: list[bytes | None] = []
    for kind in range(grammar.node_kind_count):
        name = grammar.node_kind_for_id(kind) or ""
        named = grammar.node_kind_is_named(kind)
        opening.append(OPEN + table.alias.get(name, name).encode())
        # A grammar may read the same `_` as an identifier or as a token of its own.
        token.append(None if named else (NAME if name == "_" else TOKEN) + name.encode())
        plain.append(_default_rule(name, named, separators))
    below: dict[tuple[int, int], Rule] = {}

    def put(rule: Rule, names: Iterable[str]) -> None:
        for name in names:
            parent, _, kind = name.rpartition(">")
            for kind_id in ids(kind):
                if not parent:
                    plain[kind_id] = rule
                else:
                    below.update({(parent_id, kind_id): rule for parent_id in ids(parent)})

    put(Rule.STRING, table.strings)
    put(Rule.NUMBER, table.numbers)
    put(Rule.NAME, table.identifiers)
    put(Rule.SKIP, table.skip)
    put(Rule.SKIP_EMPTY, table.skip_empty)
    put(Rule.SKIP_BLANK, table.skip_blank)
    put(Rule.UNWRAP, table.unwrap)
    put(Rule.UNWRAP_LONE, table.unwrap_lone)
    put(Rule.SKIP_DEFAULT, table.skip_default)
    vanishing, overtaken = _pairs(table.unwrap_around, ids), _pairs(table.overtaken, ids)
    put(Rule.UNWRAP_AROUND, (name.partition(">")[0] for name in table.unwrap_around))
    put(Rule.OVERTAKEN, (name.partition(">")[0] for name in table.overtaken))
    put(Rule.INLINE, table.inline)
    put(Rule.ASSOCIATIVE, table.associative)
    put(Rule.CONCATENATION, table.concatenations)
    put(Rule.TEXT, table.text)
    put(Rule.VERBATIM, table.verbatim)
    put(Rule.JOINED, table.joined)
    put(Rule.KEY, table.keys)
    put(Rule.SORT, table.sort)
    put(Rule.RUN, table.runs)
    put(Rule.DOCSTRING, table.docstring)
    for name in table.alias:
        ids(name)
    return Rules(
        plain=tuple(plain),
        below=below,
        conditional=frozenset(kind for _, kind in below),
        opening=tuple(opening),
        token=tuple(token),
        string_style={kind: style for name, style in table.strings.items() for kind in ids(name)},
        number_style={kind: style for name, style in table.numbers.items() for kind in ids(name)},
        interpolations=frozenset(kind for name in table.interpolations for kind in ids(name)),
        associative=frozenset(
            (kind, TOKEN + operator.encode())
            for name, operators in table.associative.items()
            for kind in ids(name)
            for operator in operators
        ),
        vanishing=vanishing,
        overtaken=overtaken,
        defaults=frozenset(
            (kind, text.encode())
            for name, text in table.skip_default.items()
            for kind in ids(name.rpartition(">")[2])
        ),
    )


def _pairs(names: Iterable[str], ids: Callable[[str], list[int]]) -> frozenset[tuple[int, int]]:
    split = [name.split(">") for name in names]
    return frozenset((a, b) for outer, inner in split for a in ids(outer) for b in ids(inner))


def _default_rule(name: str, named: bool, separators: frozenset[str]) -> Rule:
    if named:
        return Rule.NAME if name.endswith("identifier") else Rule.NODE
    return Rule.PUNCTUATION if name in separators or not name.strip() else Rule.NODE


def _kind_ids(grammar: tree_sitter.Language) -> Callable[[str], list[int]]:
    table: dict[str, list[int]] = {}
    for kind in range(grammar.node_kind_count):
        table.setdefault(grammar.node_kind_for_id(kind) or "", []).append(kind)

    def look_up(name: str) -> list[int]:
        if name not in table:
            raise UnknownKindError(f"{grammar.name} has no node type {name!r}")
        return table[name]

    return look_up
