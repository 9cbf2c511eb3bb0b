"""What belongs together in a node however it is laid out: operands of a chain, the text of a string."""

from collections.abc import Sequence

import tree_sitter

from chesterton.anchors import literals
from chesterton.anchors.normalise import TOKEN, Rule, Rules

PLUS = TOKEN + b"+"


def counts(rules: Rules, node: tree_sitter.Node) -> bool:
    """Whether a node is more than a separator or a comment."""
    kind = node.kind_id
    rule = rules.plain[kind] if kind < len(rules.plain) else Rule.NODE
    return rule is not Rule.PUNCTUATION and rule is not Rule.SKIP


def bare(rules: Rules, node: tree_sitter.Node) -> tree_sitter.Node:
    """What is inside redundant parentheses."""
    while node.kind_id < len(rules.plain) and rules.plain[node.kind_id] is Rule.UNWRAP:
        inner = [child for child in node.children if child.is_named and counts(rules, child)]
        if len(inner) != 1:
            break
        node = inner[0]
    return node


def associative_operator(rules: Rules, node: tree_sitter.Node) -> bytes | None:
    """The operator of a binary expression if it is an associative one."""
    for child in node.children:
        token = rules.token[child.kind_id] if child.kind_id < len(rules.token) else None
        if token is not None and (node.kind_id, token) in rules.associative:
            return token
    return None


def operands(rules: Rules, node: tree_sitter.Node, operator: bytes) -> Sequence[tree_sitter.Node]:
    """The operands of a chain of an associative operator, parentheses or not, from left to right."""
    found: list[tree_sitter.Node] = []
    waiting = [node]
    while waiting:
        here = bare(rules, waiting.pop())
        if here.kind_id == node.kind_id and associative_operator(rules, here) == operator:
            inner = [child for child in here.children if child.is_named and counts(rules, child)]
            waiting += reversed(inner)
        else:
            found.append(here)
    return found


def summands(rules: Rules, node: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """The operands of a chain of `+` from left to right; a sum in parentheses on the right is one operand."""
    found: list[tree_sitter.Node] = []
    first = node
    while first.kind_id == node.kind_id:
        parts = [child for child in first.children if counts(rules, child)]
        if len(parts) != 3 or rules.token[parts[1].kind_id] != PLUS:
            break
        found.append(parts[2])
        first = bare(rules, parts[0])
    return (first, *reversed(found))


def string_pieces(
    rules: Rules, data: bytes, node: tree_sitter.Node, kind: int
) -> list[bytes | tree_sitter.Node]:
    """The text and the code of a string, in order; a marker in front for bytes and the like."""
    pieces: list[bytes | tree_sitter.Node] = []
    _collect(rules, data, node, kind, pieces)
    merged: list[bytes | tree_sitter.Node] = []
    for piece in pieces:
        if isinstance(piece, bytes) and merged and isinstance(merged[-1], bytes):
            merged[-1] += piece
        else:
            merged.append(piece)
    return merged or [b""]


def _collect(
    rules: Rules, data: bytes, node: tree_sitter.Node, kind: int, pieces: list[bytes | tree_sitter.Node]
) -> None:
    style = rules.string_style.get(kind)
    if style is None:
        for child in node.children:
            child_kind = child.kind_id
            if child_kind in rules.string_style:
                _collect(rules, data, child, child_kind, pieces)
            elif counts(rules, child):
                pieces.append(child)
        return
    literal = data[node.start_byte : node.end_byte]
    raw = literals.cpp_raw(literal)
    if raw is not None:
        pieces.append(raw)
        return
    prefix, head = literals.opening(literal)
    mark = literals.significant_prefix(prefix)
    if mark:
        pieces.append(mark + b"\x00")
    at = node.start_byte + len(head)
    end = node.end_byte - literals.closing_length(literal, head)
    for child in node.children:
        if child.kind_id in rules.interpolations:
            pieces.append(literals.decode(data[at : child.start_byte], prefix, head, style))
            pieces.append(child)
            at = child.end_byte
    pieces.append(literals.decode(data[at:end], prefix, head, style))
