"""Symbols of which history says nothing (a shallow clone, no git), looked for by their code in all of the workspace."""

from collections.abc import Iterable, Iterator, Sequence

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.fingerprint import VERSION
from chesterton.anchors.likeness import path_likeness
from chesterton.anchors.now import FileView, Now, Step
from chesterton.anchors.resolve import ENOUGH, look, similar
from chesterton.anchors.target import Target, TargetError
from chesterton.anchors.views import ViewOf
from chesterton.base.paths import RepoPath
from chesterton.code import languages

MOST = 4_000_000
"""Bytes of code that are read for one language, those nearest to the anchored file first: a few seconds' work."""


def elsewhere(now: Now, baselines: Iterable[Baseline], view_of: ViewOf) -> dict[tuple[str, str], Step]:
    """Questions where to find what seems gone: likeness alone never decides. What is too small to be known by its code
    stays gone, and so does what nothing resembles.
    """
    found: dict[tuple[str, str], Step] = {}
    for baseline in baselines:
        try:
            target = baseline.place
        except TargetError:
            continue
        if _is_known_by_its_code(baseline) and look(baseline, target, now).state == "gone":
            step = _search(baseline, target, now, view_of)
            if step is not None:
                found[baseline.target, baseline.commit] = step
    return found


def _is_known_by_its_code(baseline: Baseline) -> bool:
    known = baseline.fingerprint
    return known is not None and known.version == VERSION and known.tokens >= ENOUGH


def _search(baseline: Baseline, target: Target, now: Now, view_of: ViewOf) -> Step | None:
    language = languages.by_name(baseline.language)
    if language is None or baseline.fingerprint is None:
        return None
    paths = _nearest(target.path, language.family, now)
    candidates = similar(baseline, baseline.fingerprint, target, _views(paths, now, view_of))
    if not candidates:
        return None
    likeliest, *others = candidates
    return Step(
        likeliest.place.path,
        likeliest.place.key,
        likeliest.score,
        likeliest.evidence,
        tuple(others),
        doubtful=True,
    )


def _nearest(origin: RepoPath, family: str, now: Now) -> Sequence[RepoPath]:
    """The files of a family of languages, those nearest to `origin` first."""
    alike = (
        path
        for path in now.source.paths()
        if (language := languages.for_path(path)) is not None and language.family == family
    )
    return sorted(alike, key=lambda path: (-path_likeness(origin, path), path))


def _views(paths: Iterable[RepoPath], now: Now, view_of: ViewOf) -> Iterator[FileView]:
    """Views that nobody keeps, of as much as may be read."""
    left = MOST
    for path in paths:
        text = now.source.read(path)
        left -= len(text.data) if text else 0
        if left < 0:
            return
        if text is not None:
            yield view_of(path, text.data)
