"""A decision log's bytes to its records: one an entry, each with an address in the file and a side file of its own.

The log itself is written by people. Our keys (id, anchors, confirmed, …) lie in
`<log>.chesterton/<key>.chesterton.yaml`, one file an entry, so that two branches which confirm two entries merge.
"""

import re
from collections.abc import Mapping
from datetime import date

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.damage import file_problems
from chesterton.records.fields import Fields
from chesterton.records.header import Header, sidecar_header
from chesterton.records.model import NOWHERE, Record
from chesterton.records.naming import slug
from chesterton.records.outline import Outline, first_sentence, outline
from chesterton.records.reading import Builder, Reading
from chesterton.records.roots import beside
from chesterton.records.titles import strip_number
from chesterton.records.vocabulary import read_status
from chesterton.records.wild import legacy
from chesterton.records.wild.kinds import DocumentKind
from chesterton.records.wild.legacy import Legacy, StatusPlace
from chesterton.records.wild.lines import clean
from chesterton.records.wild.logs import LogEntry, find_entries, keys_of, prose_start
from chesterton.records.wild.outlines import outline_of
from chesterton.records.wild.relations import VERBS, Found, find_relations

_FIELDS = frozenset({"label", "title", "date", "updated", "people", "tags", *VERBS})
"""Columns and labels that are no sections of a text."""

_REMARK = re.compile(r"\s*[(\[（]([^()\[\]（）\n]{3,60})[)\]）]\W*$")
"""A remark in brackets at the end of a title."""


def read_log(
    path: RepoPath, raw: bytes, files: Mapping[RepoPath, bytes], *, day_first: bool = True
) -> list[Reading]:
    """The entries of the log at `path`; `files` are those that may hold the keys of one."""
    text = Text.decode(raw)
    entries = find_entries(path, text.data, day_first=day_first)
    slugs = {index: slug(entry.title, f"entry-{index + 1}") for index, entry in enumerate(entries)}
    problems = file_problems(path, text, raw)
    found: list[Reading] = []
    for key, entry in zip(keys_of(entries, slugs), entries, strict=True):
        reading = _read_entry(RepoPath(f"{path}#{key}"), key, text, entry, files, day_first=day_first)
        found.append(reading if found else reading._replace(problems=(*problems, *reading.problems)))
    return found


def _read_entry(
    path: RepoPath,
    key: str,
    text: Text,
    entry: LogEntry,
    files: Mapping[RepoPath, bytes],
    *,
    day_first: bool,
) -> Reading:
    log = RepoPath(path[: -len(key) - 1])
    side = beside(log, key)
    own = Text.decode(files[side]) if side in files else None
    header = sidecar_header(own) if own else Header("none", NOWHERE, NOWHERE, ())
    header_path = side if own else log
    fields = Fields(header, header_path)
    document = Legacy(text, entry.span, _outline(log, text, entry), day_first)
    return _EntryBuilder(path, header, header_path, fields, document, own, key, entry).reading()


def _outline(path: RepoPath, text: Text, entry: LogEntry) -> Outline:
    """The headings of an entry, its own one on top of them."""
    if entry.heading is None:
        return Outline((), "")
    shape = outline_of(path, text.data[entry.span.start : entry.span.end], entry.span.start)
    shift = entry.heading.level - 1
    return Outline(tuple(one._replace(level=one.level - shift) for one in shape.headings), shape.lead)


class _EntryBuilder(Builder):
    """The labels and columns of an entry speak before its text does."""

    def __init__(
        self,
        path: RepoPath,
        header: Header,
        header_path: RepoPath,
        fields: Fields,
        document: Legacy,
        beside: Text | None,
        key: str,
        entry: LogEntry,
    ) -> None:
        super().__init__(path, header, header_path, fields, document, beside, key)
        self.log = entry

    def kind_of(self, record: Record) -> DocumentKind:
        return "adr"

    def title(self) -> str:
        words = self.log.title
        remark = _REMARK.search(words)
        if remark and read_status(remark[1]).declared:
            words = words[: remark.start()].strip() or words
        return strip_number(words if self.log.heading else first_sentence(words))

    def number(self) -> int | None:
        return self.log.number

    def aliases(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*filter(None, (self.log.label,)), *super().aliases())))

    def day(self) -> date | None:
        return self.log.date or legacy.day_of(self.document, "")

    def sections(self) -> dict[str, Span]:
        told = {name: span for name, span in self.log.parts.items() if name not in _FIELDS}
        return told | super().sections() if self.log.heading else told

    def statement(self) -> str:
        for name in ("decision", "context", "rationale"):
            if span := self.log.parts.get(name):
                return first_sentence(self._plain(span).split("\n\n")[0])
        return self._first_words() if self.log.heading else self.log.title

    def _first_words(self) -> str:
        for heading in self.document.outline.headings[:1]:
            start = prose_start(self.text.data, heading.content)
            lead = outline(self.text.data[start : heading.content.end], start).lead
            if start > heading.content.start and lead:
                return first_sentence(lead)
        return super().statement()

    def state(self) -> StatusPlace | None:
        span = self.log.parts.get("status")
        if span:
            words = clean(self._plain(span).split("\n", 1)[0])
            return StatusPlace(words, span, read_status(words)) if words else None
        return super().state() or self._state_in_title()

    def _state_in_title(self) -> StatusPlace | None:
        """The remark in brackets at the end of a heading, if it is a state."""
        line = self.text.line_span(self.text.line_at(self.log.span.start))
        found = _REMARK.search(self.text.slice(line))
        reading = read_status(found[1]) if found and self.log.heading else None
        if found is None or reading is None or reading.declared is None:
            return None
        start = line.start + len(self.text.slice(line)[: found.start(1)].encode())
        return StatusPlace(found[1], Span(start, start + len(found[1].encode())), reading)

    def stated(self) -> tuple[Found, ...]:
        if self.log.heading:
            return super().stated()
        return tuple(
            found for name, span in self.log.parts.items() for found in self._relations_in(name, span)
        )

    def _relations_in(self, name: str, span: Span) -> tuple[Found, ...]:
        words = self._plain(span)
        said = find_relations(words, span.start)
        column = find_relations(f"{name.replace('_', ' ')} {words}", span.start) if name in VERBS else ()
        return (*said, *(found._replace(relation=found.relation._replace(span=span)) for found in column))

    def _plain(self, span: Span) -> str:
        return self.text.slice(span).strip()
