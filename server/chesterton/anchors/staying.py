"""Which symbols plainly are where they were, so that nobody has to ask history about them."""

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.fingerprint import sample, sketch_similarity
from chesterton.anchors.now import FileView
from chesterton.anchors.replay import CERTAIN
from chesterton.anchors.takeover import WEAK
from chesterton.anchors.target import Target
from chesterton.base import git
from chesterton.base.paths import RepoPath

TextAt = Callable[[str, RepoPath], bytes | None]
"""The bytes of a file at a commit; None where they are not known."""


def in_place(baseline: Baseline, target: Target, view: FileView, text_at: TextAt) -> bool:
    """Whether a symbol is under its name in `view` and most of its code with it, or less of it in a file that has only
    grown since: no code left there, so none of it can have gone anywhere else.
    """
    symbol = view.by_key.get(target.key)
    known = baseline.fingerprint
    if symbol is None:
        return False
    if known is None or known.text == view.text_hash(symbol):
        return True
    present = view.fingerprint(symbol)
    if present is None or present.code.startswith(known.code):
        return True
    if not known.sketch or sketch_similarity(known.sketch, present.sketch) >= CERTAIN:
        return bool(known.sketch)
    then = sample(known.sketch)
    if not baseline.commit or len(then & view.shingles(symbol)) < WEAK * len(then):
        return False
    before = text_at(baseline.commit, target.path)
    return before is not None and _has_only_grown(before, view.data)


@contextmanager
def texts_at(root: Path) -> Generator[TextAt]:
    """Reads files of a repository as they were; git is started when first asked. Without it nothing is known."""
    with ExitStack() as stack:

        @cache
        def batch() -> git.Batch | None:
            return stack.enter_context(git.batch(root)) if git.top_level(root) else None

        def text_at(commit: str, path: RepoPath) -> bytes | None:
            objects = batch()
            return objects.read(f"{commit}:{git.prefix(root)}{path}") if objects else None

        yield text_at


def _has_only_grown(before: bytes, after: bytes) -> bool:
    """Whether all lines of `before` are in `after`, in their order."""
    lines = iter(after.splitlines())
    return all(line in lines for line in before.splitlines())
