"""Where an anchored symbol is now, given its baseline and the present.

This looks at one moment only: key, fingerprint, and what an editor or git said about renamed files. What a
change did to a whole set of symbols is `match`'s business; its answers arrive here as a `Trail`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.division import taken_in
from chesterton.anchors.drift import State
from chesterton.anchors.fingerprint import Fingerprint, sketch_similarity
from chesterton.anchors.now import Candidate, FileView, Now, Place, Step
from chesterton.anchors.target import Target, parse_target
from chesterton.base.paths import RepoPath
from chesterton.code.model import Symbol

ENOUGH = 16
"""Tokens from which identical syntax is evidence without a name (twins: 19 % at 16 to 23 tokens, 8 % at 24
to 39).
"""

ALONE = 24
"""Tokens from which identical syntax is evidence against a name that still exists."""

NAMED, PLACED = 0.2, 0.1
"""What the same name, and the same neighbours, add to the similarity of a candidate."""

ALIKE = 0.8
"""Similarity from which what is left of two declarations is the anchored one."""

WORTH_SHOWING = 0.5
"""Similarity from which a symbol is shown as a candidate."""


class Resolution(NamedTuple):
    """Where a symbol is. `evidence` says in words what the answer rests on."""

    state: State
    place: Place | None
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    shim: Place | None = None
    parts: tuple[Place, ...] = ()
    merged: bool = False


def resolve(baseline: Baseline, target: Target, now: Now) -> Resolution:
    """Find the symbol of `target`; never raises, never answers without a confidence."""
    step = now.trail.get((baseline.target, baseline.commit))
    if step is not None and not _untouched(baseline.fingerprint, now.view(target.path), target):
        found = _follow(step, target, now)
        if found is not None:
            return found
    return look(baseline, target, now)


def look(baseline: Baseline, target: Target, now: Now) -> Resolution:
    """Where the present alone says that a symbol is."""
    known = baseline.fingerprint
    view = now.view(target.path)
    moved_to: RepoPath | None = None
    if view is None:
        moved_to = now.source.renamed(target.path)
        view = now.view(moved_to) if moved_to else None
    holder = view.by_key.get(target.key) if view else None
    if view is not None and holder is not None:
        taken = _takeover(known, holder, view, target, now)
        if taken is not None:
            return _doubted(taken) if now.is_far(baseline.confirmed_at) else taken
        twin = _other_declaration(baseline, holder, view, target)
        if twin is not None:
            return twin
        if moved_to:
            return Resolution("moved", view.place(holder), 1.0, (f"the file was renamed to {moved_to}",))
        return Resolution("live", view.place(holder), 1.0, ("same file and name",))
    found = _search(baseline, view, target, now)
    return _doubted(found) if now.is_far(baseline.confirmed_at) else found


def _doubted(found: Resolution) -> Resolution:
    """A move that only likeness speaks for, after so long a time that a person has to say so."""
    if found.state != "moved" or found.place is None:
        return found
    likeliest = Candidate(found.place, found.confidence, found.evidence)
    return found._replace(state="ambiguous", place=None, candidates=(likeliest, *found.candidates), shim=None)


def _untouched(known: Fingerprint | None, view: FileView | None, target: Target) -> bool:
    """Whether the anchored code stands where the target says: what was learnt of its travels is out of
    date.
    """
    holder = view.by_key.get(target.key) if view else None
    return bool(view and holder and known and known.text and view.text_hash(holder) == known.text)


def _follow(step: Step, target: Target, now: Now) -> Resolution | None:
    parts = tuple(_standing(step.parts, now))
    if step.gone and (step.merged or len(parts) > 1):
        candidates = step.candidates or tuple(
            Candidate(part, step.confidence, ("has some of its code",)) for part in parts
        )
        return Resolution(
            "ambiguous", None, step.confidence, step.evidence, candidates, None, parts, step.merged
        )
    if step.gone:
        return Resolution("gone", None, step.confidence, step.evidence, step.candidates)
    view = now.view(step.path)
    symbol = view.by_key.get(step.key) if view else None
    if view is None or symbol is None:
        return None
    here = (step.path, step.key) == (target.path, target.key)
    holder = now.view(target.path) if not here else None
    shim = holder.by_key.get(target.key) if holder else None
    place = view.place(symbol)
    if step.doubtful:
        likeliest = Candidate(place, step.confidence, step.evidence)
        others = [other for other in step.candidates if other.place != place]
        divided = tuple(dict.fromkeys((place, *parts))) if parts else ()
        return Resolution(
            "ambiguous",
            None,
            step.confidence,
            step.evidence,
            (likeliest, *others),
            None,
            divided,
            step.merged,
        )
    return Resolution(
        "live" if here else "moved",
        place,
        step.confidence,
        step.evidence,
        step.candidates,
        holder.place(shim) if holder and shim and step.is_shim else None,
        parts,
        step.merged,
    )


def _standing(parts: Iterable[str], now: Now) -> Iterable[Place]:
    """The parts that are still there."""
    for part in parts:
        target = parse_target(part)
        view = now.view(target.path)
        symbol = view.by_key.get(target.key) if view else None
        if view and symbol:
            yield view.place(symbol)


def _takeover(
    known: Fingerprint | None, holder: Symbol, view: FileView, target: Target, now: Now
) -> Resolution | None:
    """The symbol that has the anchored code, when the one that has its name holds other code."""
    if known is None or known.tokens < ALONE or view.text_hash(holder) == known.text:
        return None
    present = view.fingerprint(holder)
    if present is None or present.code == known.code or _similarity(known, present) >= WORTH_SHOWING:
        return None
    views = [view, *(other for other in now.added() if other is not view)]
    twins = [place for place in _identical(known, target, views) if place.symbol != holder]
    if len(twins) != 1:
        return None
    return Resolution(
        "moved",
        twins[0],
        0.95,
        (f"{target.key} now holds other code; {twins[0]} has the anchored code",),
        shim=view.place(holder),
    )


def _other_declaration(
    baseline: Baseline, holder: Symbol, view: FileView, target: Target
) -> Resolution | None:
    """What to say when one of several declarations of a name went, and another one stands in its place."""
    known = baseline.fingerprint
    present = view.fingerprint(holder) if known and view.text_hash(holder) != known.text else None
    if known is None or present is None or present.code.startswith(known.code):
        return None
    siblings = [symbol for symbol in view.symbols if symbol.qualified == target.qualified]
    same = [one for one in siblings if (form := view.fingerprint(one)) and form.code.startswith(known.code)]
    if len(same) == 1:
        words = ("same name and identical code, now in another order",)
        return Resolution("moved", view.place(same[0]), 0.99, words)
    had_twin = any(
        target.at(target.path, key).qualified == target.qualified for key in (baseline.before, baseline.after)
    )
    if not had_twin or len(siblings) > 1 or _similarity(known, present) >= ALIKE:
        return None
    here = Candidate(view.place(holder), _similarity(known, present), ("same name, other code",))
    words = ("one of two declarations of this name is gone, and the one that is left holds other code",)
    return Resolution("ambiguous", None, 0.5, words, (here,))


def _search(baseline: Baseline, view: FileView | None, target: Target, now: Now) -> Resolution:
    """Look for a symbol whose name is gone from its file."""
    known = baseline.fingerprint
    if view is not None:
        siblings = [symbol for symbol in view.symbols if symbol.qualified == target.qualified]
        if siblings:
            return _among_overloads(known, siblings, view)
    if known is None:
        return Resolution("gone", None, 1.0, ("no such symbol, and no baseline to look for it",))
    views = list(_unique((*((view,) if view else ()), *now.added(), *now.defining(target.name))))
    twins = _identical(known, target, views)
    named = [place for place in twins if place.symbol and place.symbol.name == target.name]
    if len(named) == 1:
        return Resolution("moved", named[0], 0.99, ("same name and identical code",))
    if not named and len(twins) == 1 and known.tokens >= ENOUGH:
        return Resolution("moved", twins[0], 0.97, (f"identical code, now called {twins[0].key}",))
    candidates = similar(baseline, known, target, views)
    merged = taken_in(known, views)
    if merged is not None and (not candidates or candidates[0].score < merged.score):
        others = tuple(one for one in candidates if one.place != merged.place)
        words = (f"{target.key} is gone; {merged.score:.0%} of its code stands in {merged.place}",)
        return Resolution("ambiguous", None, merged.score, words, (merged, *others), merged=True)
    if candidates:
        return Resolution(
            "ambiguous",
            None,
            candidates[0].score,
            (f"{target.key} is gone; similar code exists",),
            candidates,
        )
    return Resolution("gone", None, 1.0, (f"{target.key} is gone and nothing is like it",))


def _among_overloads(known: Fingerprint | None, siblings: list[Symbol], view: FileView) -> Resolution:
    """The declaration of the same qualified name that is most like the anchored one."""
    if len(siblings) == 1:
        return Resolution("moved", view.place(siblings[0]), 0.99, ("the only declaration left of this name",))
    scored = [
        (_similarity(known, present) if known and (present := view.fingerprint(symbol)) else 0.0, symbol)
        for symbol in siblings
    ]
    scored.sort(key=lambda pair: -pair[0])
    candidates = tuple(Candidate(view.place(symbol), score, ("same name",)) for score, symbol in scored)
    if scored[0][0] > scored[1][0] and scored[0][0] == 1.0:
        return Resolution("moved", view.place(scored[0][1]), 0.99, ("same name and identical code",))
    return Resolution("ambiguous", None, scored[0][0], ("several declarations have this name",), candidates)


def _identical(known: Fingerprint, target: Target, views: Iterable[FileView]) -> list[Place]:
    return [
        view.place(symbol)
        for view in views
        for symbol in view.symbols
        if (present := view.fingerprint(symbol, target.name, known.code)) is not None
        and present.code.startswith(known.code)
    ]


def similar(
    baseline: Baseline, known: Fingerprint, target: Target, views: Iterable[FileView]
) -> tuple[Candidate, ...]:
    """The three symbols of `views` most like the anchored one, the likeliest first, if they are worth showing."""
    found: list[Candidate] = []
    for view in views:
        for symbol in view.symbols:
            present = view.fingerprint(symbol, target.name)
            if present is None:
                continue
            score = alike = _similarity(known, present)
            hints = (
                (symbol.name == target.name, NAMED, "same name"),
                (view.neighbours(symbol) == (baseline.before, baseline.after), PLACED, "in its place"),
            )
            score += sum(worth for holds, worth, _ in hints if holds)
            if score >= WORTH_SHOWING:
                words = (f"{alike:.0%} of the code is alike", *(words for holds, _, words in hints if holds))
                found.append(Candidate(view.place(symbol), score, words))
    found = [one._replace(score=min(1.0, one.score)) for one in sorted(found, key=lambda one: -one.score)[:3]]
    return tuple(found)


def _similarity(then: Fingerprint, now: Fingerprint) -> float:
    if then.code and now.code.startswith(then.code):
        return 1.0
    return sketch_similarity(then.sketch, now.sketch) if then.sketch else 0.0


def _unique(views: Iterable[FileView]) -> Iterable[FileView]:
    seen: set[RepoPath] = set()
    for view in views:
        if view.path not in seen:
            seen.add(view.path)
            yield view
