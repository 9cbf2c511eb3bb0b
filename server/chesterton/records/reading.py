"""One file's bytes to one record. Never fails: what can't be read is a problem, the rest a record."""

import re
from datetime import date
from typing import NamedTuple

from chesterton.base.ids import is_id
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records import meanings
from chesterton.records.fields import Fields
from chesterton.records.header import Header, find_header, sidecar_header
from chesterton.records.model import KINDS, SENSITIVITIES, Fix, Implemented, Problem, Record, Status
from chesterton.records.outline import Heading, Outline, first_sentence, outline
from chesterton.records.vocabulary import StatusReading, read_status

SIZE_LIMIT = 2_000_000
"""Bytes above which a file is named as too large; its header and first megabyte are read all the same."""

_IMPLEMENTED: tuple[Implemented, ...] = ("no", "partly", "yes")
_CONFLICT = re.compile(rb"^(?:<{7} .*|={7}|>{7} .*)$", re.MULTILINE)
_TITLE_NUMBER = re.compile(
    r"^(?:(?:ADR|RFC|KEP|PEP)[-_ #]?)?0*(\d{1,6})\s*(?:[.:)–—-]|\s-)\s+", re.IGNORECASE
)
_FILE_NUMBER = re.compile(r"^(?:[a-z]{2,6}[-_ ]?)?0*(\d{1,5})(?=[-_. ])", re.IGNORECASE)


class Reading(NamedTuple):
    """A record and what is wrong with its file."""

    record: Record
    problems: tuple[Problem, ...]


def read_record(
    path: RepoPath, raw: bytes, sidecar: bytes | None = None, sidecar_path: RepoPath | None = None
) -> Reading:
    """Read the record file at `path`; `sidecar` is the file beside it that holds our keys, if any."""
    text = Text.decode(raw)
    beside = Text.decode(sidecar) if sidecar is not None else None
    own = find_header(text)
    header = sidecar_header(beside) if beside is not None else own
    header_path = sidecar_path if sidecar_path and beside is not None else path
    fields = Fields(header, header_path)
    fields.problems += _file_problems(path, text, raw)
    body = _body(text, own)
    shape = outline(text.data[body.start : body.end], body.start)
    return Reading(_record(path, text, fields, header, header_path, shape, beside), tuple(fields.problems))


def _record(
    path: RepoPath,
    text: Text,
    fields: Fields,
    header: Header,
    header_path: RepoPath,
    shape: Outline,
    beside: Text | None,
) -> Record:
    sections = _sections(shape)
    words, reading = _status(fields, text, sections)
    title = (
        fields.text("title") or _title(shape) or Record(id="", path=path, text=text, header_path=path).slug
    )
    return Record(
        id=_identity(fields, path, header),
        path=path,
        text=text,
        kind=fields.one_of("kind", KINDS) or "decision",
        status=reading.status or "accepted",
        status_text=words,
        title=title,
        number=file_number(path),
        aliases=fields.texts("aliases"),
        date=fields.day("date"),
        statement=_statement(shape),
        sections=sections,
        anchors=fields.anchors(),
        supersedes=fields.relations("supersedes"),
        superseded_by=fields.relations("superseded-by"),
        amends=fields.relations("amends"),
        amended_by=fields.relations("amended-by"),
        supports=fields.relations("supports"),
        valid_from=fields.day("valid-from"),
        valid_to=fields.day("valid-to"),
        review_by=fields.day("review-by"),
        implemented=fields.one_of("implemented", _IMPLEMENTED) or reading.implemented,
        initiative=fields.text("initiative"),
        domain=fields.text("domain"),
        sensitivity=fields.one_of("sensitivity", SENSITIVITIES) or "internal",
        acl_group=fields.text("acl-group"),
        namespace=fields.text("namespace"),
        source=fields.text("source"),
        provenance=fields.text("provenance"),
        confirmed=fields.act("confirmed"),
        ratified=fields.act("ratified"),
        tags=fields.texts("tags"),
        decision_makers=fields.texts("decision-makers"),
        spans=fields.spans,
        header=header.form,
        header_path=header_path,
        sidecar=beside,
    )


def _identity(fields: Fields, path: RepoPath, header: Header) -> str:
    written = fields.text("id")
    if is_id(written):
        return written.upper()
    if fields.has("id") and header.form != "none":
        fields.report(
            "bad-id",
            "error",
            fields.span("id"),
            "the id is no ULID (26 letters and digits)",
            Fix("assign-id"),
        )
    return path


def _status(fields: Fields, text: Text, sections: dict[str, Span]) -> tuple[str, StatusReading]:
    words = fields.text("status")
    if not words and "status" in sections:
        words = next(
            (line.strip() for line in text.slice(sections["status"]).splitlines() if line.strip()), ""
        )
    reading = read_status(words)
    if words and reading.placeholder:
        fields.report(
            "placeholder-status",
            "warning",
            fields.span("status"),
            "the status is still the template's choice",
        )
    elif words and reading.declared is None:
        fields.report(
            "unknown-status",
            "error",
            fields.span("status"),
            f"`{words[:40]}` is no status we know; the record counts as proposed. "
            "Use proposed, accepted, rejected, deprecated, superseded or withdrawn",
        )
        proposed: Status = "proposed"
        return words, StatusReading(proposed, None)
    return words, reading


def _file_problems(path: RepoPath, text: Text, raw: bytes) -> list[Problem]:
    found: list[Problem] = []

    def report(code: str, span: Span, message: str) -> None:
        found.append(Problem(code, "error", path, span, message))

    if len(raw) > SIZE_LIMIT:
        report("too-large", Span(0, 0), f"{len(raw):,} bytes is no record; only its beginning is read")
    if text.charset != "utf-8":
        report("encoding", Span(0, 0), f"the file is {text.charset}, not UTF-8; save it as UTF-8")
    nul = text.data.find(b"\0")
    if nul >= 0:
        report("nul-byte", Span(nul, nul + 1), "the file holds a NUL byte; it may be no text")
    if b"<<<<<<< " in text.data:
        marks = list(_CONFLICT.finditer(text.data))
        if len(marks) >= 2:
            first = marks[0]
            report(
                "conflict-markers",
                Span(first.start(), first.end()),
                "an unresolved merge conflict begins here",
            )
    return found


def body_span(text: Text) -> Span:
    """The bytes of a record file that are prose: all but the header."""
    return _body(text, find_header(text))


def _body(text: Text, header: Header) -> Span:
    if header.form == "front-matter":
        return Span(header.outer.end, len(text.data))
    if header.form == "comment":
        return Span(0, header.outer.start)
    return Span(0, len(text.data))


def _sections(shape: Outline) -> dict[str, Span]:
    sections: dict[str, Span] = {}
    for heading in shape.headings:
        name = meanings.meaning(heading.text)
        if name and name not in sections:
            sections[name] = heading.content
    return sections


def _title(shape: Outline) -> str:
    first = next((heading for heading in shape.headings if heading.level == 1), None)
    if first is None or meanings.meaning(first.text) == "decision":
        return ""
    return strip_number(first.text)


def strip_number(title: str) -> str:
    """A title without its leading `12.`, `ADR-12:` or the like."""
    return _TITLE_NUMBER.sub("", title).strip()


def file_number(path: str) -> int | None:
    """The number that a file name begins with; a date is none."""
    name = path.rsplit("/", 1)[-1]
    if re.match(r"\d{4}-\d{2}-\d{2}|\d{8}", name):
        return None
    found = _FILE_NUMBER.match(name)
    return int(found[1]) if found else None


def _statement(shape: Outline) -> str:
    wanted: list[Heading] = [
        heading for heading in shape.headings if meanings.meaning(heading.text) == "decision" and heading.lead
    ]
    if wanted:
        return first_sentence(wanted[0].lead)
    if shape.lead:
        return first_sentence(shape.lead)
    return next((first_sentence(heading.lead) for heading in shape.headings if heading.lead), "")


def in_window(record: Record, today: date) -> bool:
    """Whether `today` lies inside the record's validity window."""
    after_start = record.valid_from is None or record.valid_from <= today
    return after_start and (record.valid_to is None or today <= record.valid_to)
