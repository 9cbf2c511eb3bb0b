"""One file's bytes to one record. Never fails: what can't be read is a problem, the rest a record."""

from datetime import date
from typing import NamedTuple

from chesterton.base.ids import is_id
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records import meanings
from chesterton.records.damage import file_problems
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
    Severity,
    Status,
    slug_of,
)
from chesterton.records.outline import Outline, first_sentence
from chesterton.records.titles import file_number, strip_number
from chesterton.records.vocabulary import Declared, StatusReading, read_status
from chesterton.records.wild import legacy
from chesterton.records.wild.dates import find_day
from chesterton.records.wild.kinds import DocumentKind, document_kind
from chesterton.records.wild.legacy import Legacy, StatusPlace
from chesterton.records.wild.lines import meta_lines
from chesterton.records.wild.outlines import outline_of
from chesterton.records.wild.relations import Found, Verb, find_relations

_IMPLEMENTED: tuple[Implemented, ...] = ("no", "partly", "yes")


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
    fields.problems += file_problems(path, text, raw)
    if companion is not None:
        fields.add_foreign(sidecar_header(Text.decode(companion)))
    elif beside:
        fields.add_foreign(own)
    body = _body(text, own)
    shape = outline_of(path, text.data[body.start : body.end], body.start)
    document = Legacy(text, body, shape, day_first)
    return Builder(path, header, header_path, fields, document, beside).reading()


class Builder:
    """Puts one record together: the header speaks first, the document's own words where it is silent."""

    def __init__(
        self,
        path: RepoPath,
        header: Header,
        header_path: RepoPath,
        fields: Fields,
        document: Legacy,
        beside: Text | None,
        entry: str = "",
    ) -> None:
        self.path = path
        self.entry = entry
        self.text = document.text
        self.header = header
        self.header_path = header_path
        self.fields = fields
        self.document = document
        self.beside = beside

    def reading(self) -> Reading:
        fields = self.fields
        sections = self.sections()
        relations = self._relations()
        status = self._status(relations)
        title = self.title()
        spans = fields.spans
        spans.setdefault("status", status.span)
        record = Record(
            id=self._identity(),
            path=self.path,
            text=self.text,
            body=self.document.body,
            entry=self.entry,
            kind=fields.one_of("kind", KINDS) or "decision",
            status=status.reading.status or "accepted",
            status_text=status.words,
            title=title,
            number=self.number(),
            aliases=self.aliases(),
            date=self._date(),
            statement=self.statement(),
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
        return Reading(record, tuple(fields.problems), self.kind_of(record), status.reading.declared)

    def kind_of(self, record: Record) -> DocumentKind:
        """What a folder of decisions holds here."""
        decides = "decision" in record.sections
        told = bool(record.status_text or record.sections.keys() & {"context", "consequences", "options"})
        return document_kind(self.path, record.title, decides=decides, tells=decides or told)

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

    def title(self) -> str:
        """The title, without a number."""
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
            day = self.day()
        return day or find_day(self.fields.text("updated"), self.document.day_first)

    def day(self) -> date | None:
        """The day that the text says."""
        return legacy.day_of(self.document, self.path)

    def number(self) -> int | None:
        """The number by which people know it."""
        return file_number(self.path)

    def aliases(self) -> tuple[str, ...]:
        """The other names that it answers to."""
        return self.fields.texts("aliases")

    def sections(self) -> dict[str, Span]:
        """The parts of the text by meaning."""
        return _sections(self.document)

    def statement(self) -> str:
        """The sentence that says what was decided."""
        return _statement(self.document)

    def state(self) -> StatusPlace | None:
        """The status that the text says, and where."""
        return legacy.status_of(self.document)

    def stated(self) -> tuple[Found, ...]:
        """The relations that the text says."""
        return legacy.relations_of(self.document, has_header=self.header.form == "front-matter")

    def _status(self, relations: tuple[Found, ...]) -> StatusPlace:
        words = self.fields.text("status")
        if words:
            place = StatusPlace(words, self.fields.span("status"), read_status(words))
        else:
            place = self.state() or StatusPlace("", NOWHERE, StatusReading(None, None))
        if place.reading.placeholder:
            self._report_state(
                place, "placeholder-status", "warning", "the status is still the template's choice"
            )
        elif place.words and place.reading.declared is None:
            self._report_state(
                place,
                "unknown-status",
                "error" if self.header.form != "none" else "warning",
                f"`{place.words[:40]}` is no status we know; the record counts as proposed. "
                "Use proposed, accepted, rejected, deprecated, superseded or withdrawn",
            )
            proposed: Status = "proposed"
            place = place._replace(reading=StatusReading(None, place.reading.implemented, False, proposed))
        if self._retired(relations, place.reading):
            place = place._replace(reading=place.reading._replace(declared="superseded"))
        return place

    def _report_state(self, place: StatusPlace, code: str, severity: Severity, message: str) -> None:
        """A problem at the words of a state, which stand in the text where the header is silent."""
        text = RepoPath(self.path[: -len(self.entry) - 1]) if self.entry else self.path
        path = self.header_path if self.fields.own("status") else text
        self.fields.problems.append(Problem(code, severity, path, place.span, message))

    def _retired(self, relations: tuple[Found, ...], reading: StatusReading) -> bool:
        """A successor pointer anywhere beats a word that says the record still holds."""
        named = any(found.verb == "superseded_by" and not found.relation.partial for found in relations)
        return (named or self.fields.has("superseded-by")) and reading.declared in (
            None, "accepted", "implemented", "deprecated", "proposed", "draft",
        )  # fmt: skip

    def _relations(self) -> tuple[Found, ...]:
        words = self.fields.text("status")
        said = find_relations(words, self.fields.span("status").start) if words else ()
        return (*said, *self.stated())

    def _related(self, relations: tuple[Found, ...], verb: Verb) -> tuple[Relation, ...]:
        written = self.fields.relations(verb.replace("_", "-"))
        found = {relation.target: relation for relation in written}
        for item in relations:
            if item.verb == verb:
                found.setdefault(item.relation.target, item.relation)
        return tuple(found.values())


def body_span(text: Text) -> Span:
    """The bytes of a record file that are prose: all but the header."""
    return _body(text, find_header(text))


def read_outline(record: Record) -> Outline:
    """The headings of a record's text."""
    body = record.body
    return outline_of(record.file, record.text.data[body.start : body.end], body.start)


def _body(text: Text, header: Header) -> Span:
    if header.form == "front-matter":
        return Span(header.outer.end, len(text.data))
    if header.form == "comment":
        return Span(0, header.outer.start)
    return Span(0, len(text.data))


def _sections(document: Legacy) -> dict[str, Span]:
    sections: dict[str, Span] = {}
    for heading in document.outline.headings:
        if heading is document.title:
            continue
        name = meanings.meaning(heading.text)
        if name and name not in sections:
            sections[name] = heading.content
    return sections


_ABOUT_THE_RECORD = frozenset({"status", "date", "changelog", "links"})
"""Sections that say nothing of what was decided."""


def _statement(document: Legacy) -> str:
    shape = document.outline
    for heading in shape.headings:
        if heading is not document.title and heading.lead and meanings.meaning(heading.text) == "decision":
            return first_sentence(heading.lead)
    leads = (
        heading.lead for heading in shape.headings if meanings.meaning(heading.text) not in _ABOUT_THE_RECORD
    )
    return next(filter(None, (first_sentence(_prose(lead)) for lead in (shape.lead, *leads))), "")


def _prose(lead: str) -> str:
    """A paragraph without its metadata lines."""
    return "\n".join(line for line in lead.splitlines() if not meta_lines(line, 0, len(line) + 1))


def in_window(record: Record, today: date) -> bool:
    """Whether `today` lies inside the record's validity window."""
    after_start = record.valid_from is None or record.valid_from <= today
    return after_start and (record.valid_to is None or today <= record.valid_to)
