"""One anchor judged: its place resolved, the code there compared with the baseline."""

from collections.abc import Sequence

import msgspec

from chesterton.anchors.baseline import Baseline, file_codes, files_of, inner_codes, members
from chesterton.anchors.division import parts_of
from chesterton.anchors.drift import Judgement, Part, differences, verdict_of
from chesterton.anchors.fingerprint import VERSION, Fingerprint
from chesterton.anchors.now import FileView, Now, Place
from chesterton.anchors.regions import find
from chesterton.anchors.resolve import Resolution, resolve
from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base.spans import Span
from chesterton.code.model import Symbol

_OUTDATED = (
    "The baseline was taken by another version of Chesterton and git does not have the text it was taken from: "
    "the text changed, and nobody can tell whether its meaning did. Read it and confirm the record."
)


def judge(baseline: Baseline, now: Now, *, planned: bool = False) -> Judgement:
    """The verdict on one anchor. Never raises: a target that names no place is `gone` with the reason as
    note.

    `planned` anchors wait for their place and don't drift.
    """
    try:
        target = parse_target(baseline.target)
    except TargetError as error:
        return Judgement(
            target=baseline.target, verdict="gone", state="gone", confidence=1.0, note=str(error)
        )
    if target.kind in ("directory", "glob"):
        found = _judge_members(baseline, target, now)
    elif target.kind == "file":
        found = _judge_file(baseline, target, now)
    elif target.kind == "region":
        found = _judge_region(baseline, target, now)
    else:
        found = _judge_symbol(baseline, target, now)
    if planned:
        return _as_planned(found)
    return found


def _as_planned(found: Judgement) -> Judgement:
    if found.place is None:
        return Judgement(target=found.target, verdict="none", state="planned", note="Planned: not there yet.")
    return msgspec.structs.replace(
        found, verdict="none", state="live", changed=frozenset(), note="Planned, and now it is there."
    )


def _judge_members(baseline: Baseline, target: Target, now: Now) -> Judgement:
    paths = list(now.source.paths())
    here = target
    entries = members(target, paths)
    folder = target.folder
    if not entries and folder and (moved := now.source.renamed(folder)) is not None:
        here = target.below(moved)
        entries = members(here, paths)
    if not entries:
        what = "no file matches it" if target.kind == "glob" else "the directory is gone"
        return Judgement(target=baseline.target, verdict="gone", state="gone", note=f"{target}: {what}.")
    then = {_carried(entry, target, here) for entry in baseline.entries} or set(entries)
    known = {_carried(file, target, here): code for file, code in baseline.children}
    found = file_codes(here, now, files_of(here, paths)) if known else {}
    edited = sorted(name for name, code in found.items() if known.get(name, code) != code)
    lists = {"added": sorted(set(entries) - then), "removed": sorted(then - set(entries)), "changed": edited}
    words = [f"{verb} {', '.join(names[:5])}" for verb, names in lists.items() if names]
    changed: set[Part] = {"members"} if lists["added"] or lists["removed"] else set()
    changed.update(("contents",) if edited else ())
    return Judgement(
        target=baseline.target,
        verdict=verdict_of(frozenset(changed), path=here != target),
        state="live" if here == target else "moved",
        place=Place(here.path),
        changed=frozenset(changed),
        note=f"Members {' and '.join(words)}." if words else "",
    )


def _carried(entry: str, target: Target, here: Target) -> str:
    """What a member is called when its folder was renamed: those of a glob are whole paths."""
    if here is target or target.kind == "directory":
        return entry
    return here.folder + entry.removeprefix(target.folder)


def _judge_file(baseline: Baseline, target: Target, now: Now) -> Judgement:
    view = now.view(target.path)
    moved = None
    if view is None:
        moved = now.source.renamed(target.path)
        view = now.view(moved) if moved else None
    if view is None:
        return Judgement(target=baseline.target, verdict="gone", state="gone", note=f"{target.path} is gone.")
    place = Place(view.path, None, Span(0, len(view.data)))
    changed, note = _compare(baseline.fingerprint, view.whole())
    provisional = view.has_errors and bool(changed - {"text"}) and not baseline.broken
    return Judgement(
        target=baseline.target,
        verdict=verdict_of(changed, path=moved is not None),
        state="moved" if moved else "live",
        place=place,
        changed=changed,
        provisional=provisional,
        note=_unparsed(view) if provisional else note,
    )


def _judge_symbol(baseline: Baseline, target: Target, now: Now) -> Judgement:
    found = resolve(baseline, target, now)
    view = now.view(found.place.path) if found.place else None
    if found.place is None or view is None or found.place.symbol is None:
        return _without_place(baseline, target, now, found)
    symbol = found.place.symbol
    known = baseline.fingerprint
    if known is not None and known.version == VERSION and view.text_hash(symbol) == known.text:
        changed, note = _same_text(known, view, found.place)
    else:
        changed, note = _compare(known, view.fingerprint(symbol, target.name, known.code if known else ""))
    moved = found.state != "live"
    parts = _parts(known, view, found, changed, now)
    provisional = (
        bool(changed & {"names", "body", "signature"}) and view.is_broken(symbol) and not baseline.broken
    )
    if provisional:
        note = _unparsed(view)
    return Judgement(
        target=baseline.target,
        verdict=verdict_of(
            changed,
            path=moved and (found.place.path, found.place.key) != (target.path, target.key),
            name=moved and symbol.name != target.name,
            split=bool(parts),
            merged=found.merged,
        ),
        state=found.state,
        place=found.place,
        confidence=found.confidence,
        evidence=found.evidence,
        candidates=found.candidates,
        changed=changed,
        inside=_inside(baseline, target, view, symbol)
        if changed & {"body"} and "signature" not in changed
        else (),
        shim=found.shim,
        parts=parts,
        provisional=provisional,
        note=note or (_sentence(found.evidence[-1:]) if found.merged else ""),
    )


def _parts(
    known: Fingerprint | None, view: FileView, found: Resolution, changed: frozenset[Part], now: Now
) -> tuple[Place, ...]:
    """Where code of a symbol went whose meaning changed."""
    place = found.place
    if place is None or place.symbol is None or not changed & {"body", "signature"} or "names" in changed:
        return ()
    parts = dict.fromkeys((*parts_of(known, view, place.symbol, now), *found.parts))
    return tuple(part for part in parts if part != place)


def _inside(baseline: Baseline, target: Target, view: FileView, symbol: Symbol) -> tuple[str, ...]:
    """The targets of the inner symbols that changed, if nothing else of the symbol did."""
    if not baseline.rest or baseline.rest != view.rest(symbol):
        return ()
    then, now = dict(baseline.children), inner_codes(view, symbol)
    if then.keys() != now.keys():
        return ()
    return tuple(str(target.at(target.path, key)) for key, code in then.items() if now[key] != code)


def _same_text(known: Fingerprint, view: FileView, place: Place) -> tuple[frozenset[Part], str]:
    """Equal text: only documentation that stands outside the symbol can differ."""
    symbol = place.symbol
    if symbol is None or symbol.doc is None or symbol.span.encloses(symbol.doc):
        return (frozenset(("doc",)) if symbol and not symbol.doc and known.doc else frozenset()), ""
    return _compare(known, view.fingerprint(symbol))


def _judge_region(baseline: Baseline, target: Target, now: Now) -> Judgement:
    outer = _judge_symbol(baseline, target, now) if target.key else _judge_file(baseline, target, now)
    view = now.view(outer.place.path) if outer.place else None
    if outer.place is None or view is None:
        return outer
    matches = find(view.data, target.quote, baseline.prefix, baseline.suffix, outer.place.span)
    if not matches:
        return msgspec.structs.replace(
            outer, verdict="gone", state="gone", place=None, note="The quoted text is gone from its place."
        )
    best = matches[0]
    place = Place(view.path, outer.place.symbol, best.span)
    if best.score == 1.0:
        return msgspec.structs.replace(
            outer,
            verdict=verdict_of(frozenset(), path=outer.state == "moved"),
            place=place,
            changed=frozenset(),
            provisional=False,
            note="",
        )
    exact = len(matches) > 1
    return msgspec.structs.replace(
        outer,
        verdict="none" if exact else "body",
        state="ambiguous" if exact else outer.state,
        place=place,
        confidence=best.score,
        changed=frozenset() if exact else frozenset(("quote",)),
        note="The quoted text occurs more than once." if exact else "The quoted text has changed.",
    )


def _without_place(baseline: Baseline, target: Target, now: Now, found: Resolution) -> Judgement:
    view = now.view(target.path)
    broken = view if view is not None and view.has_errors else None
    return Judgement(
        target=baseline.target,
        verdict="merged" if found.merged else "split" if len(found.parts) > 1 else "gone",
        state=found.state,
        parts=found.parts,
        confidence=0.3 if broken else found.confidence,
        evidence=found.evidence,
        candidates=found.candidates,
        provisional=broken is not None,
        note=_unparsed(broken) if broken else _sentence(found.evidence),
    )


def _unparsed(view: FileView) -> str:
    line = view.broken_line
    return f"{view.path} does not parse{f' at line {line}' if line else ''}."


def _sentence(evidence: Sequence[str]) -> str:
    words = "; ".join(evidence)
    return f"{words}." if words else ""


def _compare(then: Fingerprint | None, now: Fingerprint | None) -> tuple[frozenset[Part], str]:
    if then is None or now is None:
        return (
            frozenset(),
            "There is no baseline yet; confirm the record to take one." if then is None else "",
        )
    if then.version not in (0, VERSION):
        if then.text == now.text:
            return frozenset(), ""
        return frozenset(("text", "body")), _OUTDATED
    return differences(then, now), ""
