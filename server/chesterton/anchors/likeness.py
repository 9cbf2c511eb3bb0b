"""How alike two symbols are: code, name, parameters and surroundings, each from 0 to 1."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from rapidfuzz.distance import JaroWinkler

from chesterton.anchors.fingerprint import Canonical, dice
from chesterton.anchors.normalise import NAME
from chesterton.anchors.now import FileView, Place
from chesterton.base.ids import content_hash
from chesterton.base.paths import RepoPath
from chesterton.code.model import FUNCTION_KINDS, TYPE_KINDS, Symbol

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_EMPTY = Canonical([], 0, 0)


class Item:
    """One symbol of one side of a change, with what comparing it needs, computed on demand."""

    def __init__(self, view: FileView, index: int, parent: "Item | None") -> None:
        self.view = view
        self.index = index
        self.symbol: Symbol = view.symbols[index]
        self.parent = parent
        self.name = self.symbol.name
        self.family = family(self.symbol)
        self.likeness: dict[Item, float] = {}

    def __repr__(self) -> str:
        return f"{self.view.path}#{self.symbol.key}"

    @property
    def path(self) -> RepoPath:
        return self.view.path

    @property
    def place(self) -> Place:
        return self.view.place(self.symbol)

    @property
    def text(self) -> bytes:
        return self.view.data[self.symbol.span.start : self.symbol.span.end]

    @cached_property
    def form(self) -> Canonical:
        return self.view.form(self.symbol) or _EMPTY

    @cached_property
    def code(self) -> str:
        return content_hash(b"\0".join(self.form.stream))

    @cached_property
    def tokens(self) -> list[bytes]:
        return self.form.tokens

    @cached_property
    def size(self) -> int:
        return len(self.tokens)

    @cached_property
    def counts(self) -> Counter[bytes]:
        return Counter(self.tokens)

    @cached_property
    def shingles(self) -> Counter[tuple[bytes, ...]]:
        tokens = self.tokens
        if len(tokens) < 3:
            return Counter((tuple(tokens),))
        return Counter(zip(tokens, tokens[1:], tokens[2:], strict=False))

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The words of the parameter list that are names."""
        span = self.symbol.parameters
        if span is None:
            return frozenset()
        text = self.view.data[span.start : span.end].decode(errors="replace")
        return frozenset(re.findall(r"[^\W\d]\w*", text)) - {"self", "cls"}

    def mentions(self, name: str) -> bool:
        """Whether the code uses `name`."""
        return NAME + name.encode() in self.counts


def family(symbol: Symbol) -> str:
    """Kinds that a symbol keeps to when it moves: a function may become a method, never a constant."""
    if symbol.kind in TYPE_KINDS:
        return "type"
    if symbol.kind in FUNCTION_KINDS or symbol.kind == "macro":
        return "function"
    if symbol.kind in ("namespace", "module"):
        return "module"
    return symbol.kind if symbol.kind in ("heading", "key") else "value"


def is_same_text(old: Item, new: Item) -> bool:
    """Whether two symbols of one name are the same to the byte, which is known without looking at their syntax."""
    return old.name == new.name and old.text == new.text


def same_code(old: Item, new: Item) -> bool:
    """Whether two symbols have the same canonical code, their own names aside."""
    if is_same_text(old, new) or old.code == new.code:
        return True
    if old.name == new.name or old.size != new.size:
        return False
    if not (old.mentions(new.name) or new.mentions(old.name)):
        return False
    return old.form.hiding(new.name).stream == new.form.hiding(old.name).stream


def most_alike(old: Item, new: Item) -> float:
    """An upper bound of `body_likeness`, from the sizes alone."""
    return 2 * min(old.size, new.size) / max(1, old.size + new.size)


def body_likeness(old: Item, new: Item) -> float:
    """Half the shared tokens, half the shared shingles of three."""
    known = old.likeness.get(new)
    if known is None:
        known = (dice(old.counts, new.counts) + dice(old.shingles, new.shingles)) / 2
        old.likeness[new] = known
    return known


@lru_cache(maxsize=65_536)
def name_likeness(old: str, new: str) -> float:
    """Shared words of two identifiers, or closeness of spelling, whichever says more."""
    if old == new:
        return 1.0
    words = dice(Counter(_words(old)), Counter(_words(new)))
    return max(0.95 * words, 0.80 * JaroWinkler.similarity(old, new))


def parameter_likeness(old: Item, new: Item) -> float | None:
    """Shared parameter words; None when neither has parameters."""
    if not old.parameters and not new.parameters:
        return None
    return 2 * len(old.parameters & new.parameters) / (len(old.parameters) + len(new.parameters))


def path_likeness(old: RepoPath, new: RepoPath) -> float:
    """The share of path parts that two files have in common, from both ends."""
    if old == new:
        return 1.0
    left, right = PurePosixPath(old).parts, PurePosixPath(new).parts
    head = _common(left, right)
    tail = _common(left[head:][::-1], right[head:][::-1])
    return min(0.9, (head + tail) / max(len(left), len(right)))


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)] or [name]
