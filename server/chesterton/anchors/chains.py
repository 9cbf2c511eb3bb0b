"""Chains of operators: the same stream whichever way parentheses, line breaks or a grammar's precedence group them."""

from typing import Protocol

import tree_sitter

from chesterton.anchors.normalise import CLOSE, LITERAL, Rule, Rules, Stream
from chesterton.anchors.pieces import PLUS, associative_operator, counts, operands, summands
from chesterton.base.spans import Span


class Walk(Protocol):
    """The walk that comes to a chain and goes on with its operands."""

    rules: Rules

    def emit(self, node: tree_sitter.Node, parent: int, out: Stream) -> None: ...

    def children(
        self, node: tree_sitter.Node, kind: int, out: Stream, within: Span | None = None
    ) -> None: ...

    def plain(self, node: tree_sitter.Node, kind: int, out: Stream) -> None: ...


def chain(walk: Walk, node: tree_sitter.Node, kind: int, rule: Rule, out: Stream) -> None:
    """Append an expression whose rule is about operators."""
    if rule is Rule.ASSOCIATIVE:
        _associative(walk, node, kind, out)
    elif rule is Rule.CONCATENATION:
        _concatenation(walk, node, kind, out)
    else:
        _overtaken(walk, node, kind, out)


def inline(walk: Walk, node: tree_sitter.Node, kind: int, out: Stream) -> None:
    """The children in place of the node. What follows an unparenthesised `a ?? b` belongs to `b`,
    though a grammar may have read `a ?? b as T` the other way round.
    """
    first = node.children[0] if node.children else None
    if (
        first is not None
        and walk.rules.plain[first.kind_id] is Rule.ASSOCIATIVE
        and associative_operator(walk.rules, first)
    ):
        walk.emit(first, kind, out)
        end = out.pop()
        walk.children(node, kind, out, Span(first.end_byte, node.end_byte))
        out.append(end)
    else:
        walk.children(node, kind, out)


def _associative(walk: Walk, node: tree_sitter.Node, kind: int, out: Stream) -> None:
    operator = associative_operator(walk.rules, node)
    if operator is None:
        walk.plain(node, kind, out)
        return
    first, *rest = operands(walk.rules, node, operator)
    out.append(walk.rules.opening[kind])
    walk.emit(first, kind, out)
    for operand in rest:
        out.append(operator)
        walk.emit(operand, kind, out)
    out.append(CLOSE)


def _concatenation(walk: Walk, node: tree_sitter.Node, kind: int, out: Stream) -> None:
    """`x + "a" + "b"` as `x + "ab"`."""
    first, *rest = summands(walk.rules, node)
    if not rest:
        walk.plain(node, kind, out)
        return
    pieces: list[Stream] = []
    for operand in (first, *rest):
        piece: Stream = []
        walk.emit(operand, kind, piece)
        if pieces and _is_literal(piece) and _is_literal(pieces[-1]):
            pieces[-1] = [pieces[-1][0] + piece[0][1:]]
        else:
            pieces.append(piece)
    out += [walk.rules.opening[kind]] * (len(pieces) - 1)
    out += pieces[0]
    for piece in pieces[1:]:
        out += (PLUS, *piece, CLOSE)


def _overtaken(walk: Walk, node: tree_sitter.Node, kind: int, out: Stream) -> None:
    """`(|| a) = b` as `|| (a = b)`."""
    first = node.children[0]
    inner = [child for child in first.children if counts(walk.rules, child)]
    if (kind, first.kind_id) not in walk.rules.overtaken or not inner:
        walk.plain(node, kind, out)
        return
    out.append(walk.rules.opening[first.kind_id])
    for child in inner[:-1]:
        walk.emit(child, first.kind_id, out)
    out.append(walk.rules.opening[kind])
    walk.emit(inner[-1], kind, out)
    walk.children(node, kind, out, Span(first.end_byte, node.end_byte))
    out += (CLOSE, CLOSE)


def _is_literal(stream: Stream) -> bool:
    return len(stream) == 1 and stream[0].startswith(LITERAL)
