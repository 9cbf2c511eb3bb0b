"""What is to be said about a file: drift on the symbols of code, mistakes and lost anchors in record files."""

from collections.abc import Iterator
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.features.place import name_span
from chesterton.features.wording import drift_words, headline, shown_verdict
from chesterton.records.library import is_page
from chesterton.records.lint.rules import Level
from chesterton.records.model import Problem, Record
from chesterton.workspace.carried import Placed
from chesterton.workspace.config import CONFIG_PATH, Surface
from chesterton.workspace.pages import lint_page, lint_pages
from chesterton.workspace.snapshot import Snapshot


class Related(NamedTuple):
    """Another place that a finding speaks of."""

    path: RepoPath
    span: Span
    message: str


class Finding(NamedTuple):
    """One thing to know, at bytes of a file. `record` and `target` say which anchor it is about, for the actions."""

    code: str
    level: Level
    path: RepoPath
    span: Span
    message: str
    record: RepoPath | None = None
    target: str = ""
    related: tuple[Related, ...] = ()


def findings(snapshot: Snapshot, path: RepoPath) -> tuple[Finding, ...]:
    """Everything to say about one file, by place."""
    if path == CONFIG_PATH:
        found = _config_findings(snapshot)
    elif path in snapshot.record_files:
        found = _record_findings(snapshot, path)
    elif is_page(path):
        found = map(problem_finding, lint_page(snapshot, path))
    else:
        found = _code_findings(snapshot, path)
    return tuple(sorted(found, key=lambda finding: (finding.span, finding.code, finding.message)))


def all_findings(snapshot: Snapshot, surface: Surface = "diagnostic") -> tuple[Finding, ...]:
    """Everything to say about the workspace; judges every anchor."""
    placed = snapshot.sweep()
    drifted = (finding for one in placed if (finding := drift_finding(snapshot, one, surface)) is not None)
    mistakes = (
        *_config_findings(snapshot),
        *map(problem_finding, (*snapshot.problems, *lint_pages(snapshot))),
    )
    return tuple(
        sorted((*drifted, *mistakes), key=lambda finding: (finding.path, finding.span, finding.code))
    )


DRIFT_CODES = frozenset({"drift", "moved", "gone", "ambiguous"})


def drift_finding(snapshot: Snapshot, placed: Placed, surface: Surface = "diagnostic") -> Finding | None:
    """What to say about one anchor where its code is, or on its line in the record when the code is nowhere."""
    level = _level(snapshot, placed, surface)
    if level == "off":
        return None
    place = placed.judgement.place
    nowhere = place is None or placed.judgement.state == "ambiguous"
    return Finding(
        code=_code(placed),
        level=level,
        path=placed.record.header_path if nowhere or place is None else place.path,
        span=placed.ref.span if nowhere else name_span(placed),
        message=_message(placed),
        record=placed.record.path,
        target=placed.ref.target,
        related=(Related(placed.record.header_path, placed.ref.span, _name(placed.record)),),
    )


def _code_findings(snapshot: Snapshot, path: RepoPath) -> Iterator[Finding]:
    for placed in snapshot.placed(path):
        if not snapshot.shown(placed.record):
            continue
        finding = drift_finding(snapshot, placed)
        if finding is not None and finding.path == path:
            yield finding


def _record_findings(snapshot: Snapshot, path: RepoPath) -> Iterator[Finding]:
    yield from map(problem_finding, snapshot.problems_of(path))
    for record in snapshot.records.in_file(path):
        if path == record.header_path and snapshot.shown(record):
            yield from _anchor_findings(snapshot, record)


def _anchor_findings(snapshot: Snapshot, record: Record) -> Iterator[Finding]:
    for placed in snapshot.judgements(record):
        level = _level(snapshot, placed)
        if level != "off":
            yield Finding(
                code=_code(placed),
                level=level,
                path=record.header_path,
                span=placed.ref.span,
                message=_message(placed),
                record=record.path,
                target=placed.ref.target,
            )


def _config_findings(snapshot: Snapshot) -> Iterator[Finding]:
    yield from map(problem_finding, snapshot.state.config_problems)


def problem_finding(problem: Problem) -> Finding:
    """What to say about a mistake in a file."""
    return Finding(problem.code, problem.severity, problem.path, problem.span, problem.message)


def _level(snapshot: Snapshot, placed: Placed, surface: Surface = "diagnostic") -> Level:
    judgement = placed.judgement
    if judgement.state == "planned" or placed.target is None:
        return "off"  # lint has its own words for a target that names no place
    verdict = shown_verdict(placed)
    return snapshot.config.drift.level(verdict) if snapshot.config.drift.shows(verdict, surface) else "off"


def _code(placed: Placed) -> str:
    if placed.judgement.provisional:
        return "unparsed"
    if placed.judgement.state == "ambiguous":
        return "ambiguous"
    if placed.judgement.verdict in ("moved", "renamed"):
        return "moved"
    return "gone" if placed.judgement.verdict == "gone" else "drift"


def _name(record: Record) -> str:
    """What the record is called; what it says stands in the finding already."""
    return f"{record.kind} {record.label} {record.title}".rstrip()


def _message(placed: Placed) -> str:
    record = placed.record
    note = f" {placed.judgement.note}" if placed.judgement.note else ""
    where = f"{placed.ref.target}: " if placed.judgement.place is None else ""
    return f"{headline(record)} [{record.kind} {record.label}: {where}{drift_words(placed)}.{note}]"
