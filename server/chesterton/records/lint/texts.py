"""Rules about one record's own text."""

import posixpath
import re
from collections.abc import Callable, Iterator
from datetime import timedelta

from chesterton.base.paths import OutsideRootError, RepoPath, literal_path, repo_path, split_fragment
from chesterton.base.spans import Span
from chesterton.records.lint.obligations import broken
from chesterton.records.lint.rules import RULES, Context
from chesterton.records.model import MISTAKES, NOWHERE, Problem, Record
from chesterton.records.reading import read_outline
from chesterton.records.roots import RECORDS
from chesterton.records.secrets import find_secrets
from chesterton.records.store import RecordSet
from chesterton.records.vocabulary import read_status
from chesterton.records.wild.legacy import Legacy, status_of, title_heading

_LINK = re.compile(rb"\]\(\s*<?(?P<to>[^)\s>]+)>?[^)]*\)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FENCE = re.compile(rb"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_TITLE_NUMBER = re.compile(r"^\W*(?:ADR|RFC|KEP|PEP)?[-_ #]*0*(\d{1,6})\s*[.:)–—-]", re.IGNORECASE)
_TEMPLATE = re.compile(
    r"^\s*(?:\{[^{}\n]{8,}\}|\[[^\[\]\n]{12,}\](?!\()|<!--[^>]*-->|"
    r"(?:TODO|TBD|FIXME)\b[^\n]{0,40}|…|\.\.\.)\s*$"
)
_SECTIONS = ("context", "decision", "consequences")


def check(records: RecordSet, record: Record, context: Context) -> Iterator[Problem]:
    """The problems of one record, seen alone."""
    yield from _identity(record)
    yield from _times(records, record, context)
    yield from _anchors(records, record, context)
    yield from _states(record)
    yield from _sections(record)
    if not records.retired(record):
        for message in broken(record, context.contracts(record.home)):
            yield _problem(record, "schema", NOWHERE, message)
    size = record.body.end - record.body.start
    if size > context.config.largest_record:
        yield _problem(
            record, "oversized", NOWHERE,
            f"{size:,} bytes; a record of one page is read, move the rest to a document and link it",
        )  # fmt: skip


def check_links(record: Record, exists: Callable[[RepoPath], bool]) -> Iterator[Problem]:
    """Relative links of a record that lead nowhere."""
    data = _FENCE.sub(lambda match: b" " * len(match[0]), record.text.data)
    folder = posixpath.dirname(record.file)
    start = record.body.start if record.entry else 0
    for match in _LINK.finditer(data, start, record.body.end):
        target = match["to"].decode(errors="replace").split("#")[0].split("?")[0]
        if not target or _SCHEME.match(target) or target.startswith(("/", "{", "$")):
            continue
        try:
            path = repo_path(posixpath.join(folder, target))
        except OutsideRootError:
            continue
        if not exists(path):
            yield _problem(record, "dead-link", Span(*match.span("to")), f"there is no file {path}")


def check_secrets(path: RepoPath, text: str) -> Iterator[Problem]:
    """Credentials in a text; a message shows at most four characters of one."""
    for secret in find_secrets(text):
        yield Problem(
            "secret", RULES["secret"].severity, path, secret.span,
            f"this looks like a credential ({secret.family}, begins with `{secret.shown}`); take it out and revoke it",
        )  # fmt: skip


def _problem(record: Record, code: str, span: Span, message: str) -> Problem:
    return Problem(
        code, RULES[code].severity, record.file, span if span != NOWHERE else record.start, message
    )


def _identity(record: Record) -> Iterator[Problem]:
    if not record.has_id and record.path.startswith(f"{RECORDS}/") and "id" not in record.spans:
        yield _problem(
            record, "missing-id", NOWHERE, "the record has no id; `chesterton adopt` gives it one",
        )  # fmt: skip
    heading = title_heading(read_outline(record)) if not record.entry else None
    number = _TITLE_NUMBER.match(heading.text) if heading else None
    if heading and number and record.number is not None and int(number[1]) != record.number:
        yield _problem(
            record,
            "title-number",
            heading.span,
            f"the title says {number[1]}, the file's name {record.number}",
        )


def _times(records: RecordSet, record: Record, context: Context) -> Iterator[Problem]:
    today = context.today
    in_force = records.in_force(record, today)
    if record.review_by and record.review_by < today and in_force:
        yield _problem(
            record, "review-overdue", record.spans.get("review-by", NOWHERE),
            f"the review was due on {record.review_by}; confirm the record or supersede it",
        )  # fmt: skip
    if record.valid_from and record.valid_to and record.valid_to < record.valid_from:
        yield _problem(
            record, "bad-window", record.spans.get("valid-to", NOWHERE), "the validity ends before it begins"
        )
    elif record.valid_to and record.valid_to < today and records.status(record) == "accepted":
        yield _problem(
            record,
            "expired",
            record.spans.get("valid-to", NOWHERE),
            f"the record has held until {record.valid_to}",
        )


def _anchors(records: RecordSet, record: Record, context: Context) -> Iterator[Problem]:
    live = [anchor for anchor in record.anchors if not anchor.planned]
    if record.kind in MISTAKES and not record.anchors and not records.retired(record):
        yield _problem(
            record,
            "missing-anchor",
            NOWHERE,
            f"a {record.kind} is shown at the code it is about; tie it to some",
        )
    seen: set[str] = set()
    for anchor in record.anchors:
        target = literal_path(split_fragment(anchor.target)[0].split('"')[0].strip())
        if anchor.target in seen:
            yield _problem(
                record,
                "duplicate-anchor",
                anchor.span,
                f"`{anchor.target}` is anchored twice",
            )
        seen.add(anchor.target)
        try:
            repo_path(target)
        except OutsideRootError:
            yield _problem(
                record,
                "bad-anchor",
                anchor.span,
                f"`{target}` lies outside the workspace; write a path inside it",
            )
    age = timedelta(weeks=context.config.weeks_in_code)
    if live and records.status(record) == "proposed" and record.date and context.today - record.date > age:
        yield _problem(
            record, "lived-in-proposal", record.spans.get("status", NOWHERE),
            f"proposed since {record.date}, and its code is there: is it decided?",
        )  # fmt: skip


def _states(record: Record) -> Iterator[Problem]:
    """Two places of one file that contradict each other; a successor beside "accepted" is no contradiction."""
    if record.header != "front-matter" or "status" not in record.spans:
        return
    said = read_status(record.status_text)
    second = status_of(Legacy(record.text, record.body, read_outline(record)))
    if second is None or second.reading.status is None or said.status is None:
        return
    if {said.status, second.reading.status} in ({"accepted", "superseded"}, {said.status}):
        return
    yield _problem(
        record, "contradicting-status", second.span,
        f"here the state is {second.reading.status}, in the header {said.status}",
    )  # fmt: skip


def _sections(record: Record) -> Iterator[Problem]:
    for name in _SECTIONS:
        span = record.sections.get(name)
        if span is None:
            continue
        lines = [line for line in record.text.slice(span).splitlines() if line.strip()]
        if all(_TEMPLATE.match(line) for line in lines):
            what = "holds its template's words" if lines else "is empty"
            yield _problem(record, "unfilled-template", span, f"the section {name} {what}")
