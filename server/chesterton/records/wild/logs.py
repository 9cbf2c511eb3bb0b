"""Decision logs: where in one file its several decisions are, each a row of a table or a section.

A file is looked at only if its name says that it is a log. An entry is a section whose heading begins with a label, a
day or a number, or whose text has labelled parts of a decision; or a row of a table whose head names a decision and
what goes with one. Sections that show a template, and rows that only lead to a file of their own, are none.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from importlib.resources import files
from typing import Any, NamedTuple, cast

import pyromark

from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.header import find_header
from chesterton.records.meanings import whole_meaning
from chesterton.records.model import slug_of
from chesterton.records.outline import PSEUDO_LEVEL, Heading, Outline
from chesterton.records.wild.dates import find_day
from chesterton.records.wild.lines import clean, field_of_line
from chesterton.records.wild.outlines import outline_of

_DATA: dict[str, list[str]] = tomllib.loads(
    files("chesterton.records.wild").joinpath("logs.toml").read_text(encoding="utf-8")
)
_NAMES = frozenset(_DATA.pop("names"))
_LIKELY = re.compile("de.{0,2}ci|adr|ents?ch|реш|决|決|設計", re.IGNORECASE)
"""What every such name holds: most files of a workspace are no logs, and are asked no more."""

_ABOUT = re.compile(rf"^\W*(?:\d+[.)]?\s*)?(?:{'|'.join(_DATA.pop('about'))})\b|\btemplate\b", re.IGNORECASE)
_NUMBERED = "|".join(_DATA.pop("numbered"))
_WORDS: dict[str, str] = {word: part for part, words in _DATA.items() for word in words}

_LABEL = re.compile(
    r"^[\[(*`~]*(?P<label>(?i:" + _NUMBERED + r")[-_ #.]{0,2}\d{1,6}"
    r"|(?!(?:[VQ]|KW|CW|MVP|PR|US)[-_#]?\d)(?:(?:[A-Z]{2,8}-)?[A-Z]{2,8}[-_#]?|[A-Z]-|D#?)\d{1,6}|#\d{1,6})"
    r"(?![\w.]\w)[\])*`~]*\s*[-–—:：.·|]*\s*"
)
_NUMBER = re.compile(r"^(?P<number>\d{1,4})(?:[.):：]|\s+[-–—])\s*")
_DAY = re.compile(
    r"^[\[(*`]*(?P<day>\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[./]\d\d?[./]\d{4})[\])*`]*\s*[-–—:：.·|]*\s*"
)
_UNFILLED = re.compile(
    r"^\W*$|^[\s*_`]*[<{\[(][^\n]*[>}\])][\s*_`]*$|YYYY|\bX{2,}\b|\bN{3,}\b|^(?:TBD|TODO)\b"
)
_LINE_LABEL = re.compile(
    rb"^[ \t]*(?:[-*+>][ \t]+)?(?:(?:\*\*|__)(?P<strong>[^*_\n:]{1,40}?)(?::|\xef\xbc\x9a)?[ \t]*(?:\*\*|__)[ \t]*"
    rb"(?::|\xef\xbc\x9a)?|(?P<plain>[^\s:*_|#`][^\n:*_|`]{0,30}?)[ \t]*(?::|\xef\xbc\x9a))[ \t]*",
    re.MULTILINE,
)
_COLON = (b":", "：".encode())
_DOCUMENT = re.compile(r"\]\((?!https?:)[^)\s#]+\.(?:md|markdown|adoc|rst|html)[^)]*\)")
_PROSE = frozenset({"decision", "context", "rationale", "options", "consequences"})
_TELLING = _PROSE | {"status", "date"}


class LogEntry(NamedTuple):
    """One decision of a log. `parts` are the bytes of what its labels or columns name, by meaning."""

    label: str
    number: int | None
    title: str
    date: date | None
    span: Span
    parts: Mapping[str, Span]
    heading: Heading | None = None


def is_log_name(path: str) -> bool:
    """Whether a file's name says that it holds several decisions."""
    if not _LIKELY.search(path, path.rfind("/") + 1):
        return False
    name = slug_of(path).casefold()
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", re.sub(r"[-_. ']+", "-", bare)) in _NAMES


def holds_entries(path: str, raw: bytes) -> bool:
    """Whether a file is a log with at least one decision."""
    return bool(find_entries(path, Text.decode(raw).data))


def find_entries(path: str, data: bytes, *, day_first: bool = True) -> tuple[LogEntry, ...]:
    """The decisions of a log, in its order; none for a text that holds no log."""
    header = find_header(Text(data)) if data.startswith(b"---") else None
    start = header.outer.end if header and header.form == "front-matter" else 0
    shape = outline_of(path, data[start:], start)
    sections = _sections(data, shape, day_first)
    told = [Span(heading.span.start, heading.content.end) for heading in shape.headings if _is_about(heading)]
    taken = [*told, *(entry.span for entry in sections)]
    known = {entry.label.casefold() for entry in sections if entry.label}
    rows = [
        row
        for row in _rows(data, day_first)
        if not any(span.encloses(row.span) for span in taken) and row.label.casefold() not in known
    ]
    return tuple(sorted((*sections, *rows), key=lambda entry: entry.span))


def _sections(data: bytes, shape: Outline, day_first: bool) -> list[LogEntry]:
    """The sections of the one level of headings that has the most entries."""
    about = [Span(one.span.start, one.content.end) for one in shape.headings if _is_about(one)]
    levels: dict[int, list[LogEntry]] = {}
    strong: Counter[int] = Counter()
    for heading in shape.headings:
        if heading.level >= PSEUDO_LEVEL or any(span.encloses(heading.span) for span in about):
            continue
        entry = _section(data, heading, day_first)
        told = len(_TELLING & entry.parts.keys()) + _subsections(shape, heading)
        named = bool(entry.label or (entry.date and entry.title))
        if (named or entry.number is not None or told > 1) and not _UNFILLED.search(entry.title):
            levels.setdefault(heading.level, []).append(entry)
            strong[heading.level] += named or told > 1
    if len(levels.get(1, ())) == 1:  # the title of a document that tells one decision
        del levels[1]
    if not levels:
        return []
    level = max(levels, key=lambda one: (strong[one] + len(levels[one]), -one))
    return levels[level] if strong[level] or len(levels[level]) > 1 else []


def _is_about(heading: Heading) -> bool:
    return bool(_ABOUT.search(heading.text)) and not _LABEL.match(heading.text)


def _subsections(shape: Outline, heading: Heading) -> int:
    """How many kinds of a decision's sections are directly below a heading."""
    below = (one for one in shape.headings if heading.content.encloses(one.span))
    return len({name for one in below if (name := whole_meaning(one.text)) in _TELLING})


def _section(data: bytes, heading: Heading, day_first: bool) -> LogEntry:
    label, number, day, title = _named(heading.text, day_first)
    if title == label and b"<" in data[heading.span.start : heading.span.end]:
        title = "<>"  # Markdown takes `<Short title>` for a tag
    if whole_meaning(title or heading.text) and not label and day is None:
        number = None  # `1. Context` is a part of something
    span = Span(heading.span.start, heading.content.end)
    parts = dict(labelled(data, heading.content)) if not whole_meaning(heading.text) else {}
    return LogEntry(label, number, title, day, span, parts, heading)


def _named(words: str, day_first: bool) -> tuple[str, int | None, date | None, str]:
    """The label, number and day before a title, and the title."""
    rest, label, number, day = words.strip(), "", None, None
    if found := _DAY.match(rest):
        day, rest = find_day(found["day"], day_first), rest[found.end() :]
    if found := _LABEL.match(rest):
        label, rest = found["label"].strip(), rest[found.end() :]
        number = int(re.sub(r"\D", "", label.rsplit("-", 1)[-1]) or 0) or None
    elif found := _NUMBER.match(rest):
        number, rest = int(found["number"]), rest[found.end() :]
    if day is None and (found := _DAY.match(rest)):
        day, rest = find_day(found["day"], day_first), rest[found.end() :]
    return label, number, day, clean(rest).strip("~ ") or label


def labelled(data: bytes, span: Span) -> Iterator[tuple[str, Span]]:
    """The parts of a text that a line such as `Decision:` or `- **Why:**` begins, the first of each meaning."""
    marks: list[tuple[str, int, int]] = []
    for match in _LINE_LABEL.finditer(data, span.start, span.end):
        name = (match["strong"] or match["plain"]).decode(errors="replace")
        meaning = _part(name)
        if meaning or (match["strong"] and any(colon in match[0] for colon in _COLON)):
            marks.append((meaning, match.start(), match.end()))
    seen: set[str] = set()
    for index, (meaning, _, start) in enumerate(marks):
        end = marks[index + 1][1] if index + 1 < len(marks) else span.end
        cut = data.find(b"\n#", start, end)
        if meaning and meaning not in seen:
            seen.add(meaning)
            told = data[start : cut if cut >= 0 else end].rstrip()
            yield meaning, Span(start, start + len(told))


def prose_start(data: bytes, span: Span) -> int:
    """Where the prose of a section begins, behind lines such as `Status: accepted`."""
    start = span.start
    while start < span.end:
        end = data.find(b"\n", start, span.end) + 1 or span.end
        line = _LINE_LABEL.match(data, start, end)
        name = (line["strong"] or line["plain"]).decode(errors="replace") if line else ""
        if data[start:end].strip() and (not name or (_part(name) or "decision") in _PROSE):
            break
        start = end
    return start


def _part(name: str) -> str:
    """What a label or the head of a column names; "" for nothing that we know."""
    words = " ".join(name.casefold().split()).strip("*_:： ")
    return _WORDS.get(words) or whole_meaning(words) or field_of_line(words) or ""


def _rows(data: bytes, day_first: bool) -> Iterator[LogEntry]:
    for head, rows in _tables(data):
        columns = [_part(data[cell.start : cell.end].decode(errors="replace")) for cell in head]
        has = set(columns)
        decides = "decision" in has and has & {"label", "date", "status", "rationale", "context", "number"}
        titled = "title" in has and "label" in has and has & {"status", "rationale", "date"}
        if not (decides or titled):
            continue
        for span, cells in rows:
            parts: dict[str, Span] = {}
            for name, cell in zip(columns, cells, strict=False):
                if name and cell.end > cell.start:
                    parts.setdefault(name, cell)
            entry = _row(data, span, parts, day_first)
            if entry is not None:
                yield entry


def _row(data: bytes, span: Span, parts: Mapping[str, Span], day_first: bool) -> LogEntry | None:
    def words(name: str) -> str:
        return (
            data[parts[name].start : parts[name].end].decode(errors="replace").strip()
            if name in parts
            else ""
        )

    called = words("title") or words("decision")
    whole = data[span.start : span.end].decode(errors="replace")
    if _UNFILLED.search(clean(called)) or _DOCUMENT.search(f"{words('label')} {called}") or "{{" in whole:
        return None
    label, number, day, title = _named(called, day_first)
    if words("label"):
        label, number, day, _ = _named(words("label"), day_first)
        label = label or (str(number) if number is not None else clean(words("label")))
        number = int(label) if label.isdigit() else number
    return LogEntry(label, number, title, day or find_day(words("date"), day_first), span, parts)


def _tables(data: bytes) -> Iterator[tuple[list[Span], list[tuple[Span, list[Span]]]]]:
    """Every table: the cells of its head, and each row with its cells."""
    source = data.decode(errors="replace")
    if "|" not in source or len(source.encode()) != len(data):
        return
    events = cast(
        "Iterable[tuple[Any, dict[str, int]]]",
        pyromark.events_with_range(source, options=pyromark.Options.ENABLE_TABLES),
    )
    head: list[Span] = []
    rows: list[tuple[Span, list[Span]]] = []
    cells: list[Span] = []
    for event, place in events:
        if isinstance(event, str):
            continue
        begun, ended = event.get("Start"), event.get("End")
        span = Span(place["start"], place["end"])
        if begun == "TableCell":
            cells.append(_trimmed(data, span))
        elif ended == "TableHead":
            head, cells = cells, []
        elif ended == "TableRow":
            rows.append((span, cells))
            cells = []
        elif ended == "Table" or (isinstance(ended, dict) and "Table" in ended):
            yield head, rows
            head, rows, cells = [], [], []


def _trimmed(data: bytes, span: Span) -> Span:
    raw = data[span.start : span.end]
    start = span.start + len(raw) - len(raw.lstrip())
    return Span(start, start + len(raw.strip()))


def keys_of(entries: Sequence[LogEntry], slug: Mapping[int, str]) -> list[str]:
    """The address of each entry inside its file: its label, else its day and words; repeated ones are counted."""
    seen: Counter[str] = Counter()
    found: list[str] = []
    for index, entry in enumerate(entries):
        day = f"{entry.date.isoformat()}-" if entry.date and not entry.label else ""
        name = re.sub(r"[^\w.-]+", "-", entry.label).strip("-") or f"{day}{slug[index]}"
        seen[name.casefold()] += 1
        found.append(name if seen[name.casefold()] == 1 else f"{name}-{seen[name.casefold()]}")
    return found
