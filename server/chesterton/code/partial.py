"""The symbols of a file after a small edit: what is around the edit is extracted again, the rest is moved.

What counts as around it: the edited bytes and those whose syntax changed (an opened comment changes much), widened
to whole declarations of the file or of the type or namespace that holds them, and one neighbour on each side.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import tree_sitter

from chesterton.base.spans import Span
from chesterton.code.declarations import declare
from chesterton.code.forwards import give_way
from chesterton.code.languages import Language
from chesterton.code.model import TYPE_KINDS, FileFacts, Symbol
from chesterton.code.symbols import match
from chesterton.code.words import occurrences

_TRIES = 4


class Changed(NamedTuple):
    """Where a text differs from the one that `facts` are of: `span` of it is new, and is `grown` bytes longer."""

    facts: FileFacts
    span: Span
    grown: int

    def edited(self, span: Span, size: int) -> "Changed":
        """After a further edit put `size` bytes in place of `span`."""
        grown = size - (span.end - span.start)
        end = max(span.start + size, self.span.end + grown if self.span.end >= span.end else 0)
        return Changed(self.facts, Span(min(self.span.start, span.start), end), self.grown + grown)

    def widened(self, spans: Sequence[Span]) -> "Changed":
        """With more places whose meaning changed."""
        everywhere = (self.span, *spans)
        start, end = min(span.start for span in everywhere), max(span.end for span in everywhere)
        return self._replace(span=Span(start, end))


def outline_again(
    language: Language, tree: tree_sitter.Tree, data: bytes, changed: Changed
) -> FileFacts | None:
    """What `symbols.outline` gives for `tree`, the parse of `data`; None where only that can tell."""
    if language.outline.levels:
        return None
    part = _part(language, tree.root_node, changed)
    if part is None or part.end - part.start > len(data) // 2:
        return None
    symbols = _Joint(language, data, changed, part).symbols(tree.root_node)
    return FileFacts(language.name, symbols, has_errors=tree.root_node.has_error) if symbols else None


def _part(language: Language, root: tree_sitter.Node, changed: Changed) -> Span | None:
    """The bytes to extract again: whole declarations around the change."""
    part = changed.span
    more = 1
    for _ in range(_TRIES):
        holder = _holder(language, root, changed, part)
        if holder is None:
            return None
        part = _whole_children(holder, part, more)
        if holder.parent is not None and language.comments.inside and part.start <= holder.start_byte:
            part = Span(
                holder.start_byte, holder.end_byte
            )  # may be the documentation of what it is the body of
            continue
        straddling = _straddling(changed, part)
        if not straddling:
            return part
        more = 0
        part = Span(
            min(part.start, min(one.start for one in straddling)),
            max(part.end, max(one.end for one in straddling) + changed.grown),
        )
    return None


def _straddling(changed: Changed, part: Span) -> list[Symbol]:
    """The symbols, each with its documentation, that stand with one end inside the part."""
    old_end = part.end - changed.grown
    return [
        symbol
        for symbol in changed.facts.symbols
        if (symbol.start < old_end or -1 < symbol.doc_start <= old_end <= symbol.start)
        and symbol.end > part.start
        and not (symbol.start >= part.start and symbol.end <= old_end)
        and not (symbol.start < part.start and symbol.end >= old_end)
    ]


def _holder(
    language: Language, root: tree_sitter.Node, changed: Changed, part: Span
) -> tree_sitter.Node | None:
    """The body of the innermost declaration whose members can be looked at without it, or the file."""
    kinds = {"namespace", "module"}
    if not language.outline.sections:
        kinds |= TYPE_KINDS
    around = [
        symbol
        for symbol in changed.facts.symbols
        if symbol.kind in kinds
        and 0 <= symbol.body_start < part.start
        and part.end < symbol.body_end + changed.grown
        and part.end - changed.grown < symbol.body_end
    ]
    if not around:
        return root
    start, end = around[-1].body_start, around[-1].body_end + changed.grown
    body = root.descendant_for_byte_range(start, end)
    if body is None or (body.start_byte, body.end_byte) != (start, end):
        return None
    while (outer := body.parent) and (outer.start_byte, outer.end_byte) == (start, end):
        body = outer  # a body that is nothing but one declaration
    return body


def _whole_children(holder: tree_sitter.Node, part: Span, more: int) -> Span:
    """`part` with all of the children of `holder` that it touches, and so many more on each side."""
    cursor = holder.walk()
    if cursor.goto_first_child_for_byte(part.start) is None and not cursor.goto_last_child():
        return Span(min(part.start, holder.start_byte), max(part.end, holder.end_byte))
    start, end = part
    steps = 0
    while node := cursor.node:
        start = min(start, node.start_byte)
        if steps == more or not cursor.goto_previous_sibling():
            break
        steps += bool(cursor.node and not cursor.node.is_extra)
    cursor = holder.walk()
    if cursor.goto_first_child_for_byte(start) is None:
        cursor.goto_first_child()
    steps = 0
    while node := cursor.node:
        if node.start_byte > end:
            if steps == more:
                break
            steps += not node.is_extra
        end = max(end, node.end_byte)
        if not cursor.goto_next_sibling():
            break
    return Span(start, end)


class _Joint:
    """Old facts before and after a part, new ones in it."""

    def __init__(self, language: Language, data: bytes, changed: Changed, part: Span) -> None:
        self._language = language
        self._data = data
        self._changed = changed
        self._part = part
        self._old_end = part.end - changed.grown
        symbols = changed.facts.symbols
        self._first = bisect_left(symbols, part.start, key=_start)
        self._last = bisect_left(symbols, self._old_end, key=_start)
        self._replaced = symbols[self._first : self._last]
        self._around = [index for index in range(self._first) if symbols[index].end >= self._old_end]

    def symbols(self, root: tree_sitter.Node) -> tuple[Symbol, ...] | None:
        language, data, part = self._language, self._data, self._part
        queries = language.outline
        matched = match(queries, root, data, part)
        declarations = [
            one
            for one in matched.declarations
            if (one.start >= part.start and one.end <= part.end)
            or (one.start < part.start and one.end >= part.end)
        ]
        decorators = [one for one in matched.decorators if part.start <= one.start and one.end <= part.end]
        everything, found_by, _ = declare(language, queries.patterns, data, declarations, decorators)
        return self._joined(
            give_way(everything, found_by, queries.patterns) if queries.forwards else everything
        )

    def _joined(self, fresh: Sequence[Symbol]) -> tuple[Symbol, ...] | None:
        """All symbols of the file; None when what changed may matter elsewhere in it."""
        old = self._changed.facts.symbols
        grown = self._changed.grown
        context = [one for one in fresh if one.start < self._part.start]
        if [(one.kind, one.qualified) for one in context] != [
            (old[index].kind, old[index].qualified) for index in self._around
        ]:
            return None
        where = list(self._around)
        inside: list[Symbol] = []
        earlier = {one.qualified for one in old[: self._first]}
        for one in fresh[len(context) :]:
            if one.kind in self._language.rules.hoisted and one.qualified in earlier:
                where.append(where[one.parent] if one.parent >= 0 else -1)
            else:
                where.append(self._first + len(inside))
                inside.append(_placed(one, where[one.parent] if one.parent >= 0 else -1))
        same = [_name(one) for one in inside] == [_name(one) for one in self._replaced]
        if not self._local(inside, same):
            return None
        more = len(inside) - len(self._replaced)
        around = dict(zip(self._around, context, strict=True))
        symbols = [
            *(
                _stretched(one, grown, self._old_end, around[index]) if index in around else one
                for index, one in enumerate(old[: self._first])
            ),
            *inside,
            *(_moved(one, grown, self._last, more) for one in old[self._last :]),
        ]
        if not same:
            _count(symbols)
        elif any(one.ordinal for one in self._replaced):
            for index, one in enumerate(self._replaced, self._first):
                symbols[index] = _numbered(symbols[index], one.ordinal)
        return tuple(symbols)

    def _local(self, inside: Sequence[Symbol], same: bool) -> bool:
        """Whether what is declared outside the part is what it was."""
        edited = self._changed.span
        if self._language.outline.forwards and (
            not same or any(one.name_start <= edited.end and edited.start <= _head_end(one) for one in inside)
        ):
            return False
        hoisted = self._language.rules.hoisted
        if same or not hoisted:
            return True
        behind = self._changed.facts.symbols[self._last :]
        first_counts = {one.qualified for one in behind if one.kind in hoisted}
        if any(one.qualified in first_counts for one in (*inside, *self._replaced)):
            return False
        later = {one.qualified for one in behind}
        kept = {one.qualified for one in inside}
        fields = [one for one in (*inside, *self._replaced) if one.kind in hoisted]
        return not any(
            one.qualified in later or (one.qualified not in kept and self._elsewhere(one.name))
            for one in fields
        )

    def _elsewhere(self, name: str) -> bool:
        """Whether a word stands outside the part."""
        part = self._part
        return any(not part.start <= at < part.end for at in occurrences(name, self._data))


def _start(one: Symbol) -> int:
    return one.start


def _name(one: Symbol) -> tuple[str, str, bool]:
    """What others may depend on; a prototype is not the definition of that name."""
    return one.kind, one.qualified, one.body_start >= 0


def _head_end(one: Symbol) -> int:
    return one.body_start if one.body_start >= 0 else one.end


def _moved(one: Symbol, by: int, end: int, more: int) -> Symbol:
    """A symbol behind the part."""
    parent = one.parent if one.parent < end else one.parent + more
    if not by:
        return one if parent == one.parent else _placed(one, parent)
    return Symbol(
        one.kind, one.name, one.qualified, one.ordinal, one.start + by, one.end + by,
        one.name_start + by, one.name_end + by, *_shifted(one.body_start, one.body_end, by),
        *_shifted(one.parameters_start, one.parameters_end, by), *_shifted(one.doc_start, one.doc_end, by),
        parent, one.visibility, one.decorators,
    )  # fmt: skip


def _stretched(one: Symbol, by: int, end: int, fresh: Symbol) -> Symbol:
    """A symbol around the part, which ended at `end`; a name may stand behind its body, as in a C typedef.

    Its body is that of `fresh`, the same one as it is found now: where the syntax is broken, an edit in the head may
    have it begin elsewhere.
    """

    def at(offset: int) -> int:
        return offset + by if offset >= end else offset

    return Symbol(
        one.kind, one.name, one.qualified, one.ordinal, one.start, one.end + by,
        at(one.name_start), at(one.name_end), fresh.body_start, fresh.body_end,
        at(one.parameters_start), at(one.parameters_end), at(one.doc_start), at(one.doc_end),
        one.parent, one.visibility, one.decorators,
    )  # fmt: skip


def _placed(one: Symbol, parent: int) -> Symbol:
    return one if parent == one.parent else msgspec.structs.replace(one, parent=parent)


def _numbered(one: Symbol, ordinal: int) -> Symbol:
    return one if ordinal == one.ordinal else msgspec.structs.replace(one, ordinal=ordinal)


def _shifted(start: int, end: int, by: int) -> tuple[int, int]:
    return (start + by, end + by) if start >= 0 else (start, end)


def _count(symbols: list[Symbol]) -> None:
    """Give every symbol its ordinal."""
    used: dict[str, int] = {}
    for index, one in enumerate(symbols):
        ordinal = used.get(one.qualified, 0)
        used[one.qualified] = ordinal + 1
        symbols[index] = _numbered(one, ordinal)
