"""The verdict on an anchor: where its place is now, and what became of it since the baseline."""

from collections.abc import Callable
from typing import Literal

import msgspec

from chesterton.anchors.fingerprint import Fingerprint
from chesterton.anchors.now import Candidate, Place
from chesterton.base.paths import split_fragment

Verdict = Literal[
    "none",
    "cosmetic",
    "doc",
    "names",
    "moved",
    "renamed",
    "members",
    "body",
    "signature",
    "split",
    "merged",
    "gone",
]
"""From nothing to everything; the last that applies is the verdict."""

State = Literal["live", "moved", "ambiguous", "gone", "planned"]

Part = Literal["text", "doc", "names", "body", "signature", "members", "contents", "quote"]

LADDER: tuple[Verdict, ...] = (
    "none", "cosmetic", "doc", "names", "moved", "renamed", "members", "body", "signature", "split", "merged", "gone",
)  # fmt: skip


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about one anchor now.

    `place` is where it is, None when it is gone or nobody can tell. `confidence`, 0 to 1, is about the
    place. `changed` lists every part that differs from the baseline, `verdict` is the gravest. `shim` is
    what still answers to the old name of a symbol that moved away, `parts` are where code of a split symbol went
    besides its place. A `provisional` judgement is about
    text that does not parse: keep showing the last one. `note` is a sentence for a person.
    """

    target: str
    verdict: Verdict
    state: State
    place: Place | None = None
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    changed: frozenset[Part] = frozenset()
    inside: tuple[str, ...] = ()
    shim: Place | None = None
    parts: tuple[Place, ...] = ()
    provisional: bool = False
    note: str = ""


def differences(then: Fingerprint, now: Fingerprint) -> frozenset[Part]:
    """The parts in which two fingerprints differ. Hashes of an anchor line (short, some empty) compare by
    what they have.
    """
    parts: set[Part] = set()
    if _differ(then.text, now.text):
        parts.add("text")
    if then.version == now.version and then.doc != now.doc:
        parts.add("doc")
    if _differ(then.code, now.code):
        signature = _differ(then.signature, now.signature)
        body = _differ(then.body, now.body) if then.body else not signature
        parts.update(("names",) if then.shape and then.shape == now.shape else ())
        parts.update(("signature",) if signature else ())
        parts.update(("body",) if body or not signature else ())
    return frozenset(parts)


def verdict_of(
    changed: frozenset[Part],
    *,
    path: bool = False,
    name: bool = False,
    split: bool = False,
    merged: bool = False,
) -> Verdict:
    """The gravest verdict of what changed; `path` and `name` say that the place did, `split` and `merged` that code
    went to or came from other symbols.
    """
    gravest: tuple[tuple[bool, Verdict], ...] = (
        (merged, "merged"),
        (split, "split"),
        ("signature" in changed and "names" not in changed, "signature"),
        (bool(changed & {"body", "contents", "quote"}) and "names" not in changed, "body"),
        ("members" in changed, "members"),
        (name, "renamed"),
        (path, "moved"),
        ("names" in changed, "names"),
        ("doc" in changed, "doc"),
        ("text" in changed, "cosmetic"),
    )
    for holds, verdict in gravest:
        if holds:
            return verdict
    return "none"


def _differ(then: str, now: str) -> bool:
    return bool(then) and not now.startswith(then)


def settled(judgement: Judgement, is_anchored: Callable[[str], bool]) -> Judgement:
    """The judgement when a change inside inner symbols counts there, at the innermost, if each of them
    has an anchor of its own.
    """
    if not judgement.inside or not all(is_anchored(target) for target in judgement.inside):
        return judgement
    moved = judgement.verdict if judgement.verdict in ("moved", "renamed") else "none"
    names = ", ".join(split_fragment(target)[1] for target in judgement.inside)
    return msgspec.structs.replace(
        judgement,
        verdict=moved,
        changed=judgement.changed & {"text", "doc"},
        note=f"Changed only inside {names}, with anchors of their own.",
    )
