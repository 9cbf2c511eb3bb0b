"""The canonical stream of a piece of syntax: what is left when everything that layout can change is gone.

A stream is a list of byte strings. The first byte of each says what it is (`normalise.OPEN` and so on); the
nesting of node kinds is kept, so that dropped parentheses never make `(a+b)*c` equal `a+b*c`.
"""

import re
from collections.abc import Sequence

import tree_sitter

from chesterton.anchors import chains, literals
from chesterton.anchors.normalise import CLOSE, LITERAL, NAME, SELF, TOKEN, Rule, Rules, Stream
from chesterton.anchors.pieces import counts, string_pieces
from chesterton.base.spans import Span

_DEEPEST = 300
_CONTINUATION = re.compile(rb"\\\r?\n")
_WORD = re.compile(rb"\w+|[^\w\s]")
_BARE = re.compile(rb"[A-Za-z_$][\w$]*")


class Walk:
    """Canonical streams of nodes of one tree; `own_name` is hidden, since a rename is not a change. Nodes
    that lie in one of `holes` are left out.
    """

    def __init__(
        self, rules: Rules, data: bytes, own_name: bytes, holes: frozenset[Span] = frozenset()
    ) -> None:
        self.rules = rules
        self._holes = holes
        self._data = data
        self._own = own_name
        self._depth = 0

    def emit(self, node: tree_sitter.Node, parent: int, out: Stream) -> None:
        """Append the stream of `node`, whose parent has the kind id `parent`."""
        kind = node.kind_id
        rules = self.rules
        rule = rules.plain[kind] if kind < len(rules.plain) else Rule.NODE
        if kind in rules.conditional:
            rule = rules.below.get((parent, kind), rule)
        if rule is Rule.PUNCTUATION or rule is Rule.SKIP:
            return
        if rule is Rule.NODE:
            self.plain(node, kind, out)
        elif rule is Rule.NAME:
            self._name(node, kind, out)
        elif self._depth >= _DEEPEST:
            self._flat(node, out)
        else:
            self._depth += 1
            self._special(node, kind, rule, out)
            self._depth -= 1

    def children(self, node: tree_sitter.Node, kind: int, out: Stream, within: Span | None = None) -> None:
        """Append the streams of the children of `node`, those inside `within` only."""
        rules = self.rules
        nodes: Sequence[tree_sitter.Node] = node.children
        if within is not None:
            nodes = [child for child in nodes if _inside(child, within)]
        run: list[Stream] = []
        documented = False
        for child in nodes:
            child_kind = child.kind_id
            rule = rules.plain[child_kind] if child_kind < len(rules.plain) else Rule.NODE
            if rule is Rule.PUNCTUATION or rule is Rule.SKIP:
                continue
            if self._holes and any(_inside(child, hole) for hole in self._holes):
                continue
            if rule is Rule.RUN:
                run += self._imports(child, child_kind)
                continue
            if run:
                _extend_sorted(out, run)
                run = []
            if not documented and child_kind in rules.conditional:
                documented = True
                if rules.below.get((kind, child_kind)) is Rule.DOCSTRING and self._is_docstring(child):
                    continue
            documented = True
            self.emit(child, kind, out)
        if run:
            _extend_sorted(out, run)

    def plain(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        if node.child_count == 0:
            self._leaf(node, kind, out)
            return
        if self._depth >= _DEEPEST:
            self._flat(node, out)
            return
        self._depth += 1
        rules = self.rules
        out.append(rules.opening[kind] if kind < len(rules.opening) else b"\x01ERROR")
        self.children(node, kind, out)
        out.append(CLOSE)
        self._depth -= 1

    def _leaf(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        token = self.rules.token[kind] if kind < len(self.rules.token) else None
        if token is not None:
            out.append(token)
            return
        text = self._data[node.start_byte : node.end_byte].strip().replace(b"\r\n", b"\n")
        if text:
            out.append(TOKEN + text)

    def _name(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        if node.child_count:
            self.plain(node, kind, out)
            return
        text = self._data[node.start_byte : node.end_byte]
        out.append(SELF if text == self._own else NAME + text)

    def _special(self, node: tree_sitter.Node, kind: int, rule: Rule, out: Stream) -> None:
        match rule:
            case Rule.UNWRAP | Rule.UNWRAP_LONE | Rule.UNWRAP_AROUND:
                self._unwrap(node, kind, rule, out)
            case Rule.STRING | Rule.JOINED:
                self._string(node, kind, out)
            case Rule.NUMBER:
                text = self._data[node.start_byte : node.end_byte]
                out.append(TOKEN + literals.number(text, self.rules.number_style[kind]))
            case Rule.ASSOCIATIVE | Rule.CONCATENATION | Rule.OVERTAKEN:
                self._chain(node, kind, rule, out)
            case Rule.INLINE:
                chains.inline(self, node, kind, out)
            case Rule.KEY:
                self._key(node, kind, out)
            case Rule.TEXT | Rule.VERBATIM:
                self._text(node, rule, out)
            case Rule.SORT:
                self._sorted(node, kind, out)
            case _:
                if not self._is_void(node, rule):
                    self.plain(node, kind, out)

    def _text(self, node: tree_sitter.Node, rule: Rule, out: Stream) -> None:
        text = self._data[node.start_byte : node.end_byte]
        if rule is Rule.VERBATIM:
            out.append(LITERAL + literals.verbatim(text))
        elif text.strip() == self._own:
            out.append(SELF)
        else:
            out.extend(LITERAL + word for word in _WORD.findall(_CONTINUATION.sub(b" ", text)))

    def _is_void(self, node: tree_sitter.Node, rule: Rule) -> bool:
        if rule is Rule.SKIP_EMPTY:
            return not any(counts(self.rules, child) for child in node.children)
        if rule is Rule.SKIP_DEFAULT:
            written = self._data[node.start_byte : node.end_byte]
            return (node.kind_id, written) in self.rules.defaults
        return rule is Rule.SKIP_BLANK and self._is_blank(node)

    def _unwrap(self, node: tree_sitter.Node, kind: int, rule: Rule, out: Stream) -> None:
        inner = [child for child in node.children if child.is_named and counts(self.rules, child)]
        if len(inner) != 1:
            transparent = False
        elif rule is Rule.UNWRAP_AROUND:
            transparent = (kind, inner[0].kind_id) in self.rules.vanishing
        else:
            transparent = rule is Rule.UNWRAP or not any(child.type == "," for child in node.children)
        if transparent:
            self.emit(inner[0], kind, out)
        else:
            self.plain(node, kind, out)

    def _chain(self, node: tree_sitter.Node, kind: int, rule: Rule, out: Stream) -> None:
        if self._depth >= _DEEPEST:
            self._flat(node, out)
            return
        self._depth += 1
        chains.chain(self, node, kind, rule, out)
        self._depth -= 1

    def _string(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        pieces = string_pieces(self.rules, self._data, node, kind)
        if len(pieces) > 1:
            out.append(b"\x01string")
        for piece in pieces:
            if isinstance(piece, bytes):
                out.append(LITERAL + piece)
            else:
                self.emit(piece, kind, out)
        if len(pieces) > 1:
            out.append(CLOSE)

    def _key(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        word = self._data[node.start_byte : node.end_byte].strip(b"\"'")
        before = node.prev_sibling
        is_value = before is not None and before.type in (":", "=")
        if not is_value and _BARE.fullmatch(word):
            out.append(SELF if word == self._own else NAME + word)
        elif not is_value and word.isdigit():
            out.append(TOKEN + word)
        elif kind in self.rules.string_style:
            self._string(node, kind, out)
        elif not node.named_child_count:
            out.append(TOKEN + word)
        else:
            self.plain(node, kind, out)

    def _sorted(self, node: tree_sitter.Node, kind: int, out: Stream) -> None:
        if self._depth >= _DEEPEST:
            self._flat(node, out)
            return
        self._depth += 1
        pieces: list[Stream] = []
        for child in node.children:
            piece: Stream = []
            self.emit(child, kind, piece)
            pieces.append(piece)
        out.append(self.rules.opening[kind])
        _extend_sorted(out, pieces)
        out.append(CLOSE)
        self._depth -= 1

    def _imports(self, node: tree_sitter.Node, kind: int) -> list[Stream]:
        """One statement for each name that an import lists last: `from a import c, b` is two."""
        pieces: list[Stream] = []
        last = 0
        for child in node.children:
            piece: Stream = []
            self.emit(child, kind, piece)
            if piece:
                pieces.append(piece)
                last = last if child.is_named else len(pieces)
        head = [self.rules.opening[kind], *(element for piece in pieces[:last] for element in piece)]
        return [[*head, *name, CLOSE] for name in pieces[last:] or [[]]]

    def _flat(self, node: tree_sitter.Node, out: Stream) -> None:
        """The leaves of syntax nested too deep to keep its structure."""
        cursor = node.walk()
        rules = self.rules
        while True:
            here = cursor.node
            assert here is not None
            kind = here.kind_id
            rule = rules.plain[kind] if kind < len(rules.plain) else Rule.NODE
            skipped = rule is Rule.PUNCTUATION or rule is Rule.SKIP
            if not skipped and cursor.goto_first_child():
                continue
            if not skipped:
                if rule is Rule.NAME:
                    self._name(here, kind, out)
                else:
                    self._leaf(here, kind, out)
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return

    def _is_blank(self, node: tree_sitter.Node) -> bool:
        inner = self._data[node.start_byte : node.end_byte].strip(b"{} \t\r\n")
        return inner[:1] in (b'"', b"'") and not inner.strip(b"\"' \t")

    def _is_docstring(self, statement: tree_sitter.Node) -> bool:
        rules = self.rules
        inner = [child for child in statement.children if counts(self.rules, child)]
        if len(inner) != 1:
            return False
        kind = inner[0].kind_id
        return kind in rules.string_style or rules.plain[kind] is Rule.JOINED


def _extend_sorted(out: Stream, pieces: list[Stream]) -> None:
    pieces.sort()
    for piece in pieces:
        out.extend(piece)


def _inside(node: tree_sitter.Node, span: Span) -> bool:
    return span.start <= node.start_byte and node.end_byte <= span.end
