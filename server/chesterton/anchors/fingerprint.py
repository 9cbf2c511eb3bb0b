"""What a symbol looks like: several hashes of its canonical syntax, comparable across time without its
text.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

import msgspec
import tree_sitter

from chesterton.anchors.bindings import bound_names
from chesterton.anchors.canon import Walk
from chesterton.anchors.normalise import CLOSE, NAME, SELF, TOKEN, Normalisation, Rules, Stream, compile_rules
from chesterton.base.ids import content_hash
from chesterton.base.spans import Span
from chesterton.code.languages import Language
from chesterton.code.model import Symbol

_T = TypeVar("_T")

VERSION = 3
"""Raised whenever the same syntax would hash differently."""

SHORT = 8
"""Hexadecimal digits of a hash on a record's anchor line."""

_SKETCH = 48
_VALUES: frozenset[str] = frozenset(("constant", "variable", "field", "property", "enum_member", "key"))
_MARKS = b"*/#!\"'`-"


class Fingerprint(msgspec.Struct, frozen=True):
    """A symbol at one moment. Hashes are 16 hexadecimal digits; `doc` is "" without documentation.

    `text` covers every byte, `code` the canonical syntax, `body` and `signature` its two parts, `doc` the
    words of the documentation, `shape` the syntax with names numbered by first use (a consistent renaming
    keeps it). `tokens` counts the leaves. `sketch` holds the smallest hashes of three-token shingles,
    base64, and estimates similarity when only fingerprints are left.
    """

    version: int
    text: str
    code: str
    body: str
    signature: str
    doc: str
    shape: str
    tokens: int
    sketch: str


class Canonical(msgspec.Struct, frozen=True):
    """The stream of a symbol and which part of it is the body: `stream[body_start:body_end]`."""

    stream: list[bytes]
    body_start: int
    body_end: int

    @property
    def tokens(self) -> list[bytes]:
        """The leaves in order; the symbol's own name is hidden."""
        return [element for element in self.stream if element[0] > CLOSE[0]]

    def hiding(self, name: str) -> "Canonical":
        """The same form with one more name hidden: what the symbol would look like, still called `name`."""
        element = NAME + name.encode()
        if element not in self.stream:
            return self
        hidden = [SELF if other == element else other for other in self.stream]
        return Canonical(hidden, self.body_start, self.body_end)

    def showing(self, name: str) -> "Canonical":
        """The same form with the symbol's own `name` hidden only where it is declared: what else it says of that
        name, it may have said before it was called so.
        """
        if SELF not in self.stream:
            return self
        at = self.stream.index(SELF) + 1
        rest = [NAME + name.encode() if other == SELF else other for other in self.stream[at:]]
        return Canonical(self.stream[:at] + rest, self.body_start, self.body_end)


@cache
def rules_of(language: Language) -> Rules:
    """The compiled `[normalise]` table of a language."""
    return compile_rules(language.grammar, language.table("normalise", Normalisation))


def canonical(language: Language, tree: tree_sitter.Tree, data: bytes, symbol: Symbol) -> Canonical:
    """The canonical stream of `symbol`, whose spans refer to `data` and `tree`."""
    walk = Walk(rules_of(language), data, symbol.name.encode())
    node = _node_of(tree, symbol.span)
    out: Stream = []
    if symbol.kind == "heading":
        _emit_span(walk, node, _with_blanks(symbol.span, data), out)
        return Canonical(out, _after_title(out), len(out))
    body = symbol.body
    if body is None or not symbol.span.encloses(body):
        _emit_span(walk, node, symbol.span, out)
        return Canonical(out, 0 if symbol.kind in _VALUES else len(out), len(out))
    start, end = _emit_around(walk, node, 0, symbol.span, body, out)
    return Canonical(out, start, end)


def _with_blanks(span: Span, data: bytes) -> Span:
    """`span` up to the next text: blocks of prose include the line end that a section leaves out."""
    end = span.end
    while data[end : end + 1].isspace():
        end += 1
    return Span(span.start, end)


def _after_title(stream: Stream) -> int:
    """Where the text of a section begins: its title is what a signature is to code."""
    return stream.index(CLOSE) + 1 if CLOSE in stream else 0


def without(
    language: Language, tree: tree_sitter.Tree, data: bytes, symbol: Symbol, holes: frozenset[Span]
) -> str:
    """The hash of a symbol's code without what lies in `holes`."""
    out: Stream = []
    walk = Walk(rules_of(language), data, symbol.name.encode(), holes)
    span = _with_blanks(symbol.span, data) if symbol.kind == "heading" else symbol.span
    _emit_span(walk, _node_of(tree, symbol.span), span, out)
    return _hash(out)


def of_stream(form: Canonical, symbol: Symbol, data: bytes) -> Fingerprint:
    """The fingerprint of `symbol` in `data`, given its canonical form."""
    doc = data[symbol.doc.start : symbol.doc.end] if symbol.doc else b""
    return _fingerprint(form, data[symbol.span.start : symbol.span.end], doc)


def fingerprint(language: Language | None, tree: tree_sitter.Tree | None, data: bytes) -> Fingerprint:
    """The fingerprint of a whole file; without a language every byte but the line ends counts."""
    out: Stream = []
    if language is not None and tree is not None:
        Walk(rules_of(language), data, b"").emit(tree.root_node, 0, out)
    else:
        out = [TOKEN + line for line in data.splitlines()]
    return _fingerprint(Canonical(out, 0, len(out)), data, b"")


def _fingerprint(form: Canonical, text: bytes, doc: bytes) -> Fingerprint:
    stream = form.stream
    head, body, tail = (
        stream[: form.body_start],
        stream[form.body_start : form.body_end],
        stream[form.body_end :],
    )
    words = b" ".join(bare for word in doc.split() if (bare := word.strip(_MARKS)))
    tokens = form.tokens
    return Fingerprint(
        version=VERSION,
        text=content_hash(text.replace(b"\r\n", b"\n")),
        code=_hash(stream),
        body=_hash(body),
        signature=_hash((*head, b"", *tail)),
        doc=_hash((words,)) if words else "",
        shape=_hash(_numbered(stream)),
        tokens=len(tokens),
        sketch=_encode(sketch(tokens)),
    )


def sketch(tokens: Sequence[bytes]) -> tuple[int, ...]:
    """The 48 smallest 32-bit hashes of the three-token shingles; all of them for a short symbol."""
    return tuple(sorted(shingle_hashes(tokens))[:_SKETCH])


def shingle_hashes(tokens: Sequence[bytes]) -> frozenset[int]:
    """The 32-bit hashes of all three-token shingles."""
    return frozenset(
        int.from_bytes(hashlib.blake2b(b"\0".join(shingle), digest_size=4).digest())
        for shingle in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def sample(sketch: str) -> set[int]:
    """The shingle hashes that a sketch holds: a fair sample of all of them."""
    return set(_decode(sketch))


def sketch_similarity(left: str, right: str) -> float:
    """The estimated share of shingles that two sketches have in common, 0 to 1 (Dice)."""
    a, b = _decode(left), _decode(right)
    if not a or not b:
        return 1.0 if a == b else 0.0
    if len(a) >= _SKETCH or len(b) >= _SKETCH:
        limit = min(a[-1] if len(a) >= _SKETCH else 2**32, b[-1] if len(b) >= _SKETCH else 2**32)
        a, b = [x for x in a if x <= limit], [x for x in b if x <= limit]
    common = len(set(a) & set(b))
    return 2 * common / (len(a) + len(b)) if a or b else 0.0


def similarity(left: Sequence[bytes], right: Sequence[bytes]) -> float:
    """How alike two token lists are, 0 to 1: half the shared tokens, half the shared three-token shingles."""
    bag = dice(Counter(left), Counter(right))
    return (bag + dice(_shingles(left), _shingles(right))) / 2


def _shingles(tokens: Sequence[bytes]) -> Counter[tuple[bytes, ...]]:
    if len(tokens) < 3:
        return Counter((tuple(tokens),))
    return Counter(zip(tokens, tokens[1:], tokens[2:], strict=False))


def dice(left: Counter[_T], right: Counter[_T]) -> float:
    """What two bags have in common, 0 to 1; two empty ones are alike."""
    total = left.total() + right.total()
    if not total:
        return 1.0
    if len(left) > len(right):
        left, right = right, left
    return 2 * sum(min(count, right[item]) for item, count in left.items() if item in right) / total


def _numbered(stream: Sequence[bytes]) -> Iterable[bytes]:
    bound = bound_names(stream)
    numbers: dict[bytes, bytes] = {}
    for element in stream:
        if element in bound:
            yield numbers.setdefault(element, NAME + str(len(numbers)).encode())
        else:
            yield element


def _node_of(tree: tree_sitter.Tree, span: Span) -> tree_sitter.Node:
    """The smallest node that covers `span`."""
    return tree.root_node.descendant_for_byte_range(span.start, max(span.start, span.end)) or tree.root_node


def _emit_span(walk: Walk, node: tree_sitter.Node, span: Span, out: Stream) -> None:
    if (node.start_byte, node.end_byte) == span:
        walk.emit(node, 0, out)
    else:
        walk.children(node, node.kind_id, out, span)


def _emit_around(
    walk: Walk, node: tree_sitter.Node, parent: int, span: Span, body: Span, out: Stream
) -> tuple[int, int]:
    """Append the stream of what lies in `span` and say which part of it comes from `body`."""
    if (node.start_byte, node.end_byte) == body:
        start = len(out)
        walk.emit(node, parent, out)
        return start, len(out)
    inner = next(
        (one for one in node.children if one.start_byte <= body.start and body.end <= one.end_byte), None
    )
    if inner is None:
        start = len(out)
        _emit_span(walk, node, span, out)
        return start, len(out)
    kind = node.kind_id
    walk.children(node, kind, out, Span(span.start, inner.start_byte))
    start, end = _emit_around(walk, inner, kind, span, body, out)
    walk.children(node, kind, out, Span(inner.end_byte, span.end))
    return start, end


def _hash(stream: Iterable[bytes]) -> str:
    return content_hash(b"\0".join(stream))


def _encode(hashes: Sequence[int]) -> str:
    return base64.b64encode(b"".join(value.to_bytes(4) for value in hashes)).decode()


def _decode(text: str) -> list[int]:
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        return []
    return [int.from_bytes(raw[i : i + 4]) for i in range(0, len(raw) - 3, 4)]
