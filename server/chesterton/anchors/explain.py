"""Why a verdict is what it is: the smallest runs of tokens that differ, and names that changed throughout."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.fingerprint import Canonical
from chesterton.anchors.normalise import LITERAL, NAME, SELF
from chesterton.anchors.now import FileView
from chesterton.anchors.target import TargetError, parse_target
from chesterton.anchors.views import view_of
from chesterton.base import git
from chesterton.code.model import Symbol

_LONGEST = 6_000
_CONTEXT = 2


class Hunk(NamedTuple):
    """Tokens that were replaced, in the words of the code; "" on one side for what was added or removed.

    `around` are the tokens before it, which say where that is.
    """

    before: str
    after: str
    around: str = ""


def token_diff(old: Canonical, new: Canonical, name: str = "", limit: int = 5) -> tuple[Hunk, ...]:
    """The first `limit` differences of two canonical forms; `name` is what stands for the symbol's own
    name.
    """
    left, right = old.tokens, new.tokens
    if max(len(left), len(right)) > _LONGEST:
        return ()
    hunks: list[Hunk] = []
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        around = _words(left[max(0, a - _CONTEXT) : a], name)
        hunk = Hunk(_words(left[a:b], name), _words(right[c:d], name), around)
        if not any((hunk.before, hunk.after) == (other.before, other.after) for other in hunks):
            hunks.append(hunk)
    return tuple(hunks[:limit])


def baseline_view(root: Path, baseline: Baseline) -> tuple[FileView, Symbol] | None:
    """The symbol as it was at its baseline, read from git; None when git has no such state."""
    try:
        target = parse_target(baseline.target)
        raw = git.blob(root, baseline.commit, target.path)
    except (TargetError, git.GitError):
        return None
    view = view_of(target.path, raw)
    symbol = view.by_key.get(target.key)
    known = baseline.fingerprint
    if symbol is None or known is None:
        return None
    then = view.fingerprint(symbol)
    return (view, symbol) if then is not None and then.code.startswith(known.code) else None


def explain(root: Path, baseline: Baseline, view: FileView, symbol: Symbol) -> tuple[Hunk, ...]:
    """What changed in a symbol since its baseline; empty when nothing did or git can't show the baseline."""
    found = baseline_view(root, baseline) if baseline.commit else None
    if found is None:
        return ()
    old, before = found
    left, right = old.form(before), view.form(symbol)
    if left is None or right is None:
        return ()
    return token_diff(left, right.hiding(before.name), symbol.name)


def _words(tokens: Sequence[bytes], name: str) -> str:
    return " ".join(_word(token, name) for token in tokens)


def _word(token: bytes, name: str) -> str:
    if token == SELF:
        return name
    text = token[1:].decode(errors="replace")
    if token[:1] == LITERAL:
        return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
    return text if token[:1] == NAME else text.strip()
