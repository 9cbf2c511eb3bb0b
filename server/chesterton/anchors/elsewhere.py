"""Symbols of which history says nothing (a shallow clone, no git), looked for by their code in all of the workspace."""

from collections.abc import Iterable, Iterator

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.fingerprint import VERSION
from chesterton.anchors.likeness import path_likeness
from chesterton.anchors.now import FileView, Now, Step
from chesterton.anchors.resolve import ENOUGH, look, similar
from chesterton.anchors.target import Target, TargetError
from chesterton.anchors.views import ViewOf
from chesterton.base.paths import RepoPath
from chesterton.code import languages

PARSED = 2_000_000
"""Bytes of code that one search parses: some seconds' work."""

READ = 32_000_000
"""Bytes of code that are looked through for the names of neighbours."""


def elsewhere(now: Now, baselines: Iterable[Baseline], view_of: ViewOf) -> dict[tuple[str, str], Step]:
    """Questions where to find what seems gone: likeness alone never decides. What is too small to be known by its code
    stays gone, and so does what nothing resembles.
    """
    found: dict[tuple[str, str], Step] = {}
    shelf = _Shelf(now, view_of)
    for baseline in baselines:
        try:
            target = baseline.place
        except TargetError:
            continue
        if _is_known_by_its_code(baseline) and look(baseline, target, now).state == "gone":
            step = _search(baseline, target, shelf)
            if step is not None:
                found[baseline.target, baseline.commit] = step
    return found


def _is_known_by_its_code(baseline: Baseline) -> bool:
    known = baseline.fingerprint
    return known is not None and known.version == VERSION and known.tokens >= ENOUGH


def _search(baseline: Baseline, target: Target, shelf: "_Shelf") -> Step | None:
    language = languages.by_name(baseline.language)
    if language is None or baseline.fingerprint is None:
        return None
    kin, others = shelf.nearest(target, baseline, language.family)
    for paths in (kin, others):
        candidates = similar(baseline, baseline.fingerprint, target, shelf.views(paths))
        if candidates:
            break
    else:
        words = f"{target.key} is gone, and nothing is like it in the code that was searched"
        return Step(target.path, target.key, 1.0, (words,), gone=True) if shelf.is_full else None
    likeliest, *rest = candidates
    place = likeliest.place
    return Step(place.path, place.key, likeliest.score, likeliest.evidence, tuple(rest), doubtful=True)


class _Shelf:
    """The files of one search: each is parsed once, however many symbols are looked for."""

    def __init__(self, now: Now, view_of: ViewOf) -> None:
        self._now = now
        self._view_of = view_of
        self._left = PARSED
        self._views: dict[RepoPath, FileView] = {}
        self.is_full = False
        """Whether there was more than may be searched."""

    def nearest(
        self, target: Target, baseline: Baseline, family: str
    ) -> tuple[list[RepoPath], list[RepoPath]]:
        """The files of a family of languages, nearest to the target first: those that speak of what stood beside it,
        and the others.
        """
        names = [target.at(target.path, key).name for key in (baseline.before, baseline.after) if key]
        beside = [name.encode() for name in names]
        found: tuple[list[RepoPath], list[RepoPath]] = [], []
        left = READ
        for path in sorted(self._alike(family), key=lambda path: (-path_likeness(target.path, path), path)):
            text = self._now.source.read(path) if left > 0 else None
            left -= len(text.data) if text else 0
            speaks = text is not None and beside and all(name in text.data for name in beside)
            found[0 if speaks else 1].append(path)
        return found

    def views(self, paths: Iterable[RepoPath]) -> Iterator[FileView]:
        """The views of files, as far as they may be parsed."""
        for path in paths:
            view = self._views.get(path) or self._parsed(path)
            if view is not None:
                yield view

    def _alike(self, family: str) -> Iterator[RepoPath]:
        for path in self._now.source.paths():
            language = languages.for_path(path)
            if language is not None and language.family == family:
                yield path

    def _parsed(self, path: RepoPath) -> FileView | None:
        if self._left <= 0:
            self.is_full = True
            return None
        text = self._now.source.read(path)
        if text is None:
            return None
        self._left -= len(text.data)
        return self._views.setdefault(path, self._view_of(path, text.data))
