"""Where strayed symbols went: history replayed from each baseline to HEAD, then the uncommitted changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from chesterton.anchors.baseline import Baseline
from chesterton.anchors.elsewhere import elsewhere
from chesterton.anchors.history import revisions
from chesterton.anchors.match import match
from chesterton.anchors.now import FileView, Now, Step
from chesterton.anchors.replay import Start, Trace, divided, replay
from chesterton.anchors.staying import in_place, texts_at
from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.anchors.traffic import concerned, lost_lines
from chesterton.anchors.views import ViewOf, view_of
from chesterton.base import git
from chesterton.base.paths import RepoPath
from chesterton.code import languages

_FEW = 64
"""Changed files that are all parsed when something strayed."""


def follow(
    root: Path, now: Now, baselines: Iterable[Baseline], view_of: ViewOf = view_of
) -> dict[tuple[str, str], Step]:
    """Steps for the baselines whose symbol is not plainly in its place. Without git, or where a
    baseline's commit is not in this clone, the present alone has to do: the step is a question, or there is none.

    May take seconds after a long gap, so it belongs on a worker thread.
    """
    strayed: dict[str, dict[Start, Baseline]] = defaultdict(dict)
    with texts_at(root) as before:
        for baseline in baselines:
            target = _symbol_of(baseline)
            view = now.view(target.path) if target else None
            if target and not (view and in_place(baseline, target, view, before)):
                strayed[baseline.commit][Start(target.path, target.key)] = baseline
    found = _through_history(root, now, strayed, view_of) if strayed and now.source.head() else {}
    rest = (
        baseline
        for starts in strayed.values()
        for baseline in starts.values()
        if (baseline.target, baseline.commit) not in found
    )
    return found | elsewhere(now, rest, view_of)


def _through_history(
    root: Path, now: Now, strayed: Mapping[str, Mapping[Start, Baseline]], view_of: ViewOf
) -> dict[tuple[str, str], Step]:
    found: dict[tuple[str, str], Step] = {}
    for commit, starts in strayed.items():
        if not commit:
            continue
        try:
            traces = replay(root, commit, "HEAD", starts, view_of)
            steps = _to_worktree(root, now, traces, view_of)
        except git.GitError:
            continue
        found |= {
            (baseline.target, commit): steps[start] for start, baseline in starts.items() if start in steps
        }
    return found


def _symbol_of(baseline: Baseline) -> Target | None:
    try:
        target = parse_target(baseline.target)
    except TargetError:
        return None
    return target if target.key else None


def _to_worktree(root: Path, now: Now, traces: dict[Start, Trace], view_of: ViewOf) -> dict[Start, Step]:
    """The steps of traces that ended at HEAD, carried over the uncommitted changes."""
    dirty = {RepoPath(path) for path in now.source.added()}
    moved = {
        trace.path: target
        for trace in traces.values()
        if (target := now.source.renamed(trace.path)) is not None and target != trace.path
    }
    steps: dict[Start, Step] = {}
    open_ones: dict[Start, Trace] = {}
    for start, trace in traces.items():
        if trace.gone is None and (
            trace.path in dirty or trace.path in moved or now.view(trace.path) is None
        ):
            open_ones[start] = trace
        else:
            steps[start] = _step(trace)
    if open_ones:
        steps |= _last_change(root, now, open_ones, dirty | set(moved.values()), moved, view_of)
    return steps


def _step(trace: Trace) -> Step:
    if trace.gone is not None:
        words = f"gone since {trace.gone.id[:8]} of {trace.gone.date}" if trace.gone.date else "gone"
        evidence = tuple(filter(None, (words, trace.merged)))
        return Step(
            trace.path,
            trace.key,
            1.0,
            evidence,
            trace.doubt,
            True,
            parts=trace.parts,
            merged=bool(trace.merged),
        )
    evidence = tuple(
        f"{event.commit.id[:8]}: {'; '.join(event.evidence)}" for event in trace.events if event.evidence
    )
    return Step(
        trace.path,
        trace.key,
        trace.confidence,
        (*(evidence[-3:] or ("followed through history",)), *filter(None, (trace.merged,))),
        trace.doubt,
        doubtful=trace.doubtful,
        is_shim=True,
        parts=trace.parts,
        merged=bool(trace.merged),
    )


def _last_change(
    root: Path,
    now: Now,
    traces: dict[Start, Trace],
    dirty: set[RepoPath],
    moved: dict[RepoPath, RepoPath],
    view_of: ViewOf,
) -> dict[Start, Step]:
    steps: dict[Start, Step] = {}
    paths = {*dirty, *(trace.path for trace in traces.values())}
    if len(paths) > _FEW:
        paths = _concerned(root, now, traces.values(), paths)
    with revisions(root, view_of) as files:
        before = {path: files.view("HEAD", path) for path in paths}
        olds = [view for view in before.values() if view is not None and view.facts]
        news = [view for path in dirty & paths if (view := now.view(path)) is not None and view.facts]
        by_family: dict[str, tuple[list[FileView], list[FileView]]] = defaultdict(lambda: ([], []))
        for side, views in enumerate((olds, news)):
            for view in views:
                by_family[_family(view)][side].append(view)
        matchings = {family: match(left, right, moved) for family, (left, right) in by_family.items()}
        for start, trace in traces.items():
            old = before.get(trace.path)
            outcome = matchings[_family(old)].whole(trace.path, trace.key) if old and old.facts else None
            if outcome is None:
                continue
            trace = divided(trace, outcome)
            if outcome.place is None:
                steps[start] = Step(
                    trace.path,
                    trace.key,
                    outcome.score,
                    outcome.evidence,
                    outcome.candidates,
                    gone=True,
                    parts=trace.parts,
                    merged=bool(trace.merged),
                )
                continue
            steps[start] = Step(
                outcome.place.path,
                outcome.place.key,
                min(trace.confidence, outcome.score),
                outcome.evidence,
                (*outcome.candidates, *trace.doubt),
                doubtful=trace.doubtful or not outcome.sure,
                is_shim=True,
                parts=trace.parts,
                merged=bool(trace.merged),
            )
    return steps


def _concerned(root: Path, now: Now, traces: Iterable[Trace], paths: set[RepoPath]) -> set[RepoPath]:
    """The files of a large change that have to do with what strayed: nobody parses the others, nor even reads them
    when all that strayed is still in files that lost nothing.
    """
    strayed = {(trace.path, trace.key) for trace in traces}
    origins = {path for path, _ in strayed}
    with texts_at(root) as text_at:

        def sides(path: RepoPath) -> tuple[bytes | None, bytes | None]:
            text = now.source.read(path)
            return text_at("HEAD", path), text.data if text else None

        vanished = any((view := now.view(path)) is None or key not in view.by_key for path, key in strayed)
        if not vanished and not any(lost_lines(*sides(path)) for path in origins):
            return origins
        names = {(path, Target("symbol", path, key).name) for path, key in strayed}
        return concerned({path: sides(path) for path in paths}, names)


def _family(view: FileView) -> str:
    language = languages.by_name(view.facts.language) if view.facts else None
    return language.family if language else ""
