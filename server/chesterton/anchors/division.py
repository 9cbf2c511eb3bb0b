"""Code that was divided among several symbols, or joined another one: what tells `split` and `merged` from an edit
and from a deletion.

A baseline keeps a sample of its shingles (`Fingerprint.sketch`). What the symbol has lost of them and another symbol
that it uses now has was taken out of it; what a vanished symbol's sample is found in, inside something larger, took it
in. This needs neither git nor the old text.
"""

from collections import Counter
from collections.abc import Iterable

from chesterton.anchors.change import Change
from chesterton.anchors.fingerprint import VERSION, Fingerprint, sample
from chesterton.anchors.likeness import Item
from chesterton.anchors.normalise import NAME
from chesterton.anchors.now import Candidate, FileView, Now, Place
from chesterton.code.model import FUNCTION_KINDS, TYPE_KINDS, Symbol

ENOUGH = 12
"""Sampled shingles from which a part of them is evidence."""
LOST, PIECE, FOUND = 0.12, 6, 0.5
"""The share that must be missing before anything is called a split, the shingles that make another symbol a part
(one changed word is three), and the share of what is missing that the parts together must have.
"""
TAKEN_IN, INLINED = 0.75, 0.5
"""The share of a vanished symbol that must stand inside another one for the two to have been merged, and for one that
called it before and doesn't now.
"""
_FILES = 40


def parts_of(known: Fingerprint | None, view: FileView, symbol: Symbol, now: Now) -> tuple[Place, ...]:
    """The symbols that `symbol` uses now and that have what it lost since its baseline, the largest part first."""
    kept = _usable(known)
    lost = kept - view.shingles(symbol)
    form = view.form(symbol)
    if len(kept) < ENOUGH or len(lost) < max(PIECE, LOST * len(kept)) or form is None:
        return ()
    used = set(form.tokens)
    wanted, parts = set(lost), list[tuple[int, Place]]()
    for other_view, other in _others(view, now):
        if NAME + other.name.encode() not in used or _overlap(view, symbol, other_view, other):
            continue
        found = lost & other_view.shingles(other)
        if len(found) >= PIECE:
            parts.append((len(found), other_view.place(other)))
            wanted -= found
    if len(wanted) > (1 - FOUND) * len(lost):
        return ()
    return tuple(place for _, place in sorted(parts, key=lambda part: -part[0]))


def taken_in(known: Fingerprint, views: Iterable[FileView]) -> Candidate | None:
    """The symbol inside which nearly all of a vanished one stands now."""
    kept = _usable(known)
    if len(kept) < ENOUGH:
        return None
    best: Candidate | None = None
    for view in views:
        for symbol in view.symbols:
            form = view.form(symbol) if symbol.kind in FUNCTION_KINDS else None
            if form is None or len(form.tokens) <= known.tokens:
                continue
            share = len(kept & view.shingles(symbol)) / len(kept)
            if share >= TAKEN_IN and (best is None or share > best.score):
                best = Candidate(view.place(symbol), share, (f"{share:.0%} of the code stands in it",))
    return best


def pieces(change: Change, old: Item, new: Item | None) -> tuple[Place, ...]:
    """The symbols that one change made out of `old`, whose rest is `new`: most of their code is what it lost."""
    lost = old.shingles - new.shingles if new else old.shingles
    if lost.total() < max(PIECE, LOST * old.shingles.total()) or old.size < ENOUGH:
        return ()
    left, found = Counter(lost), list[tuple[int, Place]]()
    for fresh in change.new:
        if fresh in change.holder or fresh in change.owner or fresh.family not in ("function", "type"):
            continue
        shared = (lost & fresh.shingles).total() if fresh.size >= ENOUGH and not _is_around(fresh, new) else 0
        if shared >= max(PIECE, FOUND * fresh.shingles.total()):
            found.append((shared, fresh.place))
            left -= fresh.shingles
    if left.total() > (1 - FOUND) * lost.total() or (new is None and len(found) < 2):
        return ()
    return tuple(place for _, place in sorted(found, key=lambda piece: -piece[0]))


def absorbers(change: Change, old: Item) -> tuple[Candidate, ...]:
    """The surviving symbols that a vanished one was inlined into: they have its code now and had not before."""
    if old.size < ENOUGH or old.family != "function":
        return ()
    total = old.shingles.total()
    found: list[Candidate] = []
    for before, after in change.keyed.items():
        if before is old or before.family != "function" or after.size <= before.size:
            continue
        share = (old.shingles & (after.shingles - before.shingles)).total() / total
        called = before.mentions(old.name) and not after.mentions(old.name)
        if share >= (INLINED if called else TAKEN_IN):
            found.append(Candidate(after.place, share, (f"{share:.0%} of the code went into it",)))
    return tuple(sorted(found, key=lambda candidate: -candidate.score)[:3])


def _is_around(one: Item, other: Item | None) -> bool:
    """Whether one symbol is inside the other."""
    chain: set[Item] = set()
    for item in (one, other):
        up = item
        while up is not None:
            if up in chain and (up is one or up is other):
                return True
            chain.add(up)
            up = up.parent
    return False


def _usable(known: Fingerprint | None) -> set[int]:
    return sample(known.sketch) if known is not None and known.version == VERSION else set()


def _others(view: FileView, now: Now) -> Iterable[tuple[FileView, Symbol]]:
    """The functions and types of the file, and of what changed lately in its language."""
    language = view.facts.language if view.facts else ""
    views = [view]
    for other in now.added():
        if other is not view and other.facts and other.facts.language == language and len(views) < _FILES:
            views.append(other)
    for one in views:
        yield from ((one, symbol) for symbol in one.symbols if symbol.kind in FUNCTION_KINDS | TYPE_KINDS)


def _overlap(view: FileView, symbol: Symbol, other_view: FileView, other: Symbol) -> bool:
    return view is other_view and symbol.span.overlaps(other.span)
