"""One file's bytes to one record. Never fails: what can't be read is a problem, the rest a record."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from chesterton.base.ids import is_id
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records import meanings
from chesterton.records.fields import Fields
from chesterton.records.header import Header, find_header, sidecar_header
from chesterton.records.model import (
    KINDS,
    NOWHERE,
    SENSITIVITIES,
    Implemented,
    Problem,
    Record,
    Relation,
    Status,
    slug_of,
)
from chesterton.records.outline import Outline, first_sentence, outline
from chesterton.records.vocabulary import Declared, StatusReading, read_status
from chesterton.records.wild import legacy, outlines
from chesterton.records.wild.dates import find_day
from chesterton.records.wild.kinds import DocumentKind, document_kind, syntax_of
from chesterton.records.wild.legacy import Legacy, StatusPlace
from chesterton.records.wild.relations import Found, Verb, find_relations

SIZE_LIMIT = 2_000_000
"""Bytes above which a file is named as too large; its header and first megabyte are read all the same."""

_IMPLEMENTED: tuple[Implemented, ...] = ("no", "partly", "yes")
_CONFLICT = re.compile(rb"^(?:<{7} .*|={7}|>{7} .*)$", re.MULTILINE)
_TITLE_NUMBER = re.compile(
    r"^(?:(?:ADR|RFC|KEP|PEP|ADL|DR|AD)[-_ #]{0,3}\d+|\d{1,6}(?=\s*[.:)–—-]|\s))\s*[.:)–—-]*\s*",
    re.IGNORECASE,
)
_FILE_NUMBER = re.compile(
    r"^(?:(?:[a-z]{2,6}[-_ ]?)?0*|(?:[a-z]{1,8}[-_ ]){2,3}0+)(\d{1,5})(?=[-_. ])", re.IGNORECASE
)
_DATED = re.compile(r"^(?:[a-z]{2,6}[-_])?(?:\d{4}-\d\d-\d\d|\d{8})")


class Reading(NamedTuple):
    """A record, what is wrong with its file, and what a folder of decisions holds at that place."""

    record: Record
    problems: tuple[Problem, ...]
    kind: DocumentKind = "adr"
    declared: Declared | None = None


def read_record(
    path: RepoPath,
    raw: bytes,
    *,
    day_first: bool = True,
    sidecar: tuple[RepoPath, bytes] | None = None,
    companion: bytes | None = None,
) -> Reading:
    """Read the record file at `path`.

    `sidecar` is the file beside it that holds our keys, `companion` one that holds others' (`kep.yaml`).
    `day_first` decides what 05/01/2022 is.
    """
    text = Text.decode(raw)
    beside = Text.decode(sidecar[1]) if sidecar else None
    own = find_header(text)
    header = sidecar_header(beside) if beside else own
    header_path = sidecar[0] if sidecar else path
    fields = Fields(header, header_path)
    fields.problems += _file_problems(path, text, raw)
    if companion is not None:
        fields.add_foreign(sidecar_header(Text.decode(companion)))
    elif beside:
        fields.add_foreign(own)
    body = _body(text, own)
    shape = _outline(path, text, body)
    document = Legacy(text, body, shape, day_first)
    return _Builder(path, text, header, header_path, fields, document, beside).reading()


class _Builder:
    """Puts one record together: the header speaks first, the document's own words where it is silent."""

    def __init__(
        self,
        path: RepoPath,
        text: Text,
        header: Header,
        header_path: RepoPath,
        fields: Fields,
        document: Legacy,
        beside: Text | None,
    ) -> None:
        self.path = path
        self.text = text
        self.header = header
        self.header_path = header_path
        self.fields = fields
        self.document = document
        self.beside = beside

    def reading(self) -> Reading:
        fields = self.fields
        sections = _sections(self.document.outline)
        relations = self._relations()
        status = self._status(relations)
        title = self._title()
        spans = fields.spans
        spans.setdefault("status", status.span)
        record = Record(
            id=self._identity(),
            path=self.path,
            text=self.text,
            kind=fields.one_of("kind", KINDS) or "decision",
            status=status.reading.status or "accepted",
            status_text=status.words,
            title=title,
            number=file_number(self.path),
            aliases=fields.texts("aliases"),
            date=self._date(),
            statement=_statement(self.document.outline),
            sections=sections,
            anchors=fields.anchors(),
            supersedes=self._related(relations, "supersedes"),
            superseded_by=self._related(relations, "superseded_by"),
            amends=self._related(relations, "amends"),
            amended_by=self._related(relations, "amended_by"),
            supports=fields.relations("supports"),
            valid_from=fields.day("valid-from"),
            valid_to=fields.day("valid-to"),
            review_by=fields.day("review-by"),
            implemented=fields.one_of("implemented", _IMPLEMENTED) or status.reading.implemented,
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
            spans=spans,
            header=self.header.form,
            header_path=self.header_path,
            sidecar=self.beside,
        )
        decides = "decision" in sections
        tells = (
            decides or bool(status.words) or bool(sections.keys() & {"context", "consequences", "options"})
        )
        kind = document_kind(self.path, title, decides=decides, tells=tells)
        return Reading(record, tuple(fields.problems), kind, status.reading.declared)

    def _identity(self) -> str:
        written = self.fields.text("id")
        if is_id(written):
            return written.upper()
        if self.fields.own("id"):
            self.fields.report(
                "bad-id",
                "error",
                self.fields.span("id"),
                "the id is no ULID (26 letters and digits)",
            )
        return self.path

    def _title(self) -> str:
        found = legacy.title_of(self.document, has_header=self.header.form == "front-matter")
        if not found:
            found = self.fields.text("title")
        return strip_number(found) or slug_of(self.path)

    def _date(self) -> date | None:
        words = self.fields.text("date")
        day = find_day(words, self.document.day_first) if words else None
        if words and day is None and self.header.form != "none" and words.strip("{}[]<> "):
            self.fields.report(
                "bad-date", "warning", self.fields.span("date"), "`date` is no day; write it as 2026-11-30"
            )
        if day is None:
            day = legacy.day_of(self.document, self.path)
        return day or find_day(self.fields.text("updated"), self.document.day_first)

    def _status(self, relations: tuple[Found, ...]) -> StatusPlace:
        words = self.fields.text("status")
        if words:
            place = StatusPlace(words, self.fields.span("status"), read_status(words))
        else:
            place = legacy.status_of(self.document) or StatusPlace("", NOWHERE, StatusReading(None, None))
        if place.reading.placeholder:
            self.fields.report(
                "placeholder-status", "warning", place.span, "the status is still the template's choice"
            )
        elif place.words and place.reading.declared is None:
            self.fields.report(
                "unknown-status",
                "error" if self.header.form != "none" else "warning",
                place.span,
                f"`{place.words[:40]}` is no status we know; the record counts as proposed. "
                "Use proposed, accepted, rejected, deprecated, superseded or withdrawn",
            )
            proposed: Status = "proposed"
            place = place._replace(reading=StatusReading(None, place.reading.implemented, False, proposed))
        if self._retired(relations, place.reading):
            place = place._replace(reading=place.reading._replace(declared="superseded"))
        return place

    def _retired(self, relations: tuple[Found, ...], reading: StatusReading) -> bool:
        """A successor pointer anywhere beats a word that says the record still holds."""
        named = any(found.verb == "superseded_by" and not found.relation.partial for found in relations)
        return (named or self.fields.has("superseded-by")) and reading.declared in (
            None, "accepted", "implemented", "deprecated", "proposed", "draft",
        )  # fmt: skip

    def _relations(self) -> tuple[Found, ...]:
        words = self.fields.text("status")
        said = find_relations(words, self.fields.span("status").start) if words else ()
        has_header = self.header.form == "front-matter"
        return (*said, *legacy.relations_of(self.document, has_header=has_header))

    def _related(self, relations: tuple[Found, ...], verb: Verb) -> tuple[Relation, ...]:
        written = self.fields.relations(verb.replace("_", "-"))
        found = {relation.target: relation for relation in written}
        for item in relations:
            if item.verb == verb:
                found.setdefault(item.relation.target, item.relation)
        return tuple(found.values())


def _outline(path: RepoPath, text: Text, body: Span) -> Outline:
    data = text.data[body.start : body.end]
    syntax = syntax_of(path)
    if syntax == "asciidoc":
        return outlines.asciidoc(data, body.start)
    return outlines.rst(data, body.start) if syntax == "rst" else outline(data, body.start)


def _file_problems(path: RepoPath, text: Text, raw: bytes) -> list[Problem]:
    found: list[Problem] = []

    def report(code: str, span: Span, message: str) -> None:
        found.append(Problem(code, "error", path, span, message))

    if len(raw) > SIZE_LIMIT:
        report("too-large", NOWHERE, f"{len(raw):,} bytes is no record; only its beginning is read")
    if text.charset != "utf-8":
        report("encoding", NOWHERE, f"the file is {text.charset}, not UTF-8; save it as UTF-8")
    nul = text.data.find(b"\0")
    if nul >= 0:
        report("nul-byte", Span(nul, nul + 1), "the file holds a NUL byte; it may be no text")
    return [*found, *conflict_markers(path, text.data)]


def conflict_markers(path: RepoPath, data: bytes) -> Iterator[Problem]:
    """Where a merge left its marks, if it did."""
    if b"<<<<<<< " not in data:
        return
    marks = list(_CONFLICT.finditer(data))
    if len(marks) >= 2:
        span = Span(*marks[0].span())
        yield Problem("conflict-markers", "error", path, span, "an unresolved merge conflict begins here")


def body_span(text: Text) -> Span:
    """The bytes of a record file that are prose: all but the header."""
    return _body(text, find_header(text))


def read_outline(record: Record) -> Outline:
    """The headings of a record's text."""
    return _outline(record.path, record.text, body_span(record.text))


def _body(text: Text, header: Header) -> Span:
    if header.form == "front-matter":
        return Span(header.outer.end, len(text.data))
    if header.form == "comment":
        return Span(0, header.outer.start)
    return Span(0, len(text.data))


def _sections(shape: Outline) -> dict[str, Span]:
    sections: dict[str, Span] = {}
    title = legacy.title_heading(shape)
    for heading in shape.headings:
        if heading is title:
            continue
        name = meanings.meaning(heading.text)
        if name and name not in sections:
            sections[name] = heading.content
    return sections


def strip_number(title: str) -> str:
    """A title without its leading `12.`, `ADR-12:` or the like, and without code marks around all of it."""
    text = title.strip()
    if len(text) > 2 and text.startswith("`") and text.endswith("`"):
        text = text[1:-1]
    return _TITLE_NUMBER.sub("", text).strip() or text


def file_number(path: str) -> int | None:
    """The number that a file name begins with, or that of a folder with one decision; a date is none."""
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0].lower()
    part = folders[-1] + "-" if stem in ("readme", "index") and folders else name
    dated = _DATED.match(part)
    if dated:
        behind = re.match(r"[_-](\d{1,4})[-_]", part[dated.end() :])
        return int(behind[1]) if behind else None
    found = _FILE_NUMBER.match(part)
    return int(found[1]) if found else None


def _statement(shape: Outline) -> str:
    title = legacy.title_heading(shape)
    for heading in shape.headings:
        if heading is not title and heading.lead and meanings.meaning(heading.text) == "decision":
            return first_sentence(heading.lead)
    if shape.lead:
        return first_sentence(shape.lead)
    return next((first_sentence(heading.lead) for heading in shape.headings if heading.lead), "")


def in_window(record: Record, today: date) -> bool:
    """Whether `today` lies inside the record's validity window."""
    after_start = record.valid_from is None or record.valid_from <= today
    return after_start and (record.valid_to is None or today <= record.valid_to)
