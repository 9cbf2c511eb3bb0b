"""How a folder's people write: learnt from its records, so that a new one looks like its neighbours."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Literal, NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.records import meanings
from chesterton.records.model import HeaderForm, Record, Status
from chesterton.records.naming import next_number, slug
from chesterton.records.reading import read_outline
from chesterton.records.roots import Root, root_of
from chesterton.records.vocabulary import read_status
from chesterton.records.wild.kinds import syntax_of

StatusPlace = Literal["header", "section", "line"]

_NUMBER_NAME = re.compile(r"^(?P<prefix>(?:[A-Za-z]{2,6}[-_ ]?)?)(?P<number>\d{1,6})(?P<gap>[-_. ])")
_DAY_NAME = re.compile(
    r"^(?P<prefix>(?:[A-Za-z]{2,6}[-_ ]?)?)(?P<day>\d{4}-\d\d-\d\d|\d{8})(?P<gap>[-_])(?P<number>\d+[-_])?"
)
_TITLE = re.compile(r"^(?P<word>(?:[A-Za-z]{2,6}[-_ ])?)(?P<number>\d{1,6})(?P<gap>\s*[.:)–—-]+\s+|\s+)")
_NAMES = re.compile(r"\[|\d")
"""What a status text holds that names a day or another record beside the state."""

_TELLING = 0.1
"""The share of records with a status below which a folder's people don't keep one in the text."""

_WORDS: dict[Status, str] = {
    "proposed": "Proposed",
    "accepted": "Accepted",
    "rejected": "Rejected",
    "deprecated": "Deprecated",
    "superseded": "Superseded",
    "withdrawn": "Withdrawn",
}
_HEADINGS = {"status": "Status", "context": "Context", "decision": "Decision", "consequences": "Consequences"}


class House(NamedTuple):
    """The style of one folder of records.

    `form` is where our keys go, `place` where people write the status, `headings` and `words` how they call
    sections and states. `sample` is a record whose file name and title are imitated.
    """

    root: Root
    form: HeaderForm
    place: StatusPlace
    headings: dict[str, str]
    words: dict[Status, str]
    date_label: str
    sample: Record | None
    sample_title: str

    def file_for(
        self, title: str, fallback: str, on: date, numbers: Iterable[RepoPath], least: int = 0
    ) -> RepoPath:
        """The file of a new record, named like its neighbours; its number is `least` or higher."""
        folder = self.root.folder
        number = max(least, next_number(path for path in numbers if path.startswith(f"{folder}/")))
        name = slug(title, fallback)
        sample = self.sample.path.rsplit("/", 1)[-1] if self.sample else "0001-"
        extension = sample.rsplit(".", 1)[-1] if self.sample else "md"
        day = _DAY_NAME.match(sample)
        if day:
            written = on.isoformat() if "-" in day["day"] else on.strftime("%Y%m%d")
            counted = f"{number:0{len(day['number']) - 1}}{day['number'][-1]}" if day["number"] else ""
            return RepoPath(f"{folder}/{day['prefix']}{written}{day['gap']}{counted}{name}.{extension}")
        numbered = _NUMBER_NAME.match(sample)
        prefix, width, gap = (
            (numbered["prefix"], len(numbered["number"]), numbered["gap"]) if numbered else ("", 4, "-")
        )
        return RepoPath(f"{folder}/{prefix}{number:0{width}}{gap if gap in '-_' else '-'}{name}.{extension}")

    def heading_for(self, title: str, number: int | None) -> str:
        """The title as this folder's people write it: with the number, or without."""
        style = _TITLE.match(self.sample_title)
        words = " ".join(title.split())
        if not style or number is None:
            return words
        width = len(style["number"]) if style["number"].startswith("0") else 0
        return f"{style['word']}{number:0{width}}{style['gap']}{words}"

    def word_for(self, status: Status) -> str:
        return self.words.get(status, _WORDS[status])


def house_of(root: Root, records: Iterable[Record]) -> House:
    """Learn the style of a folder from its records."""
    mine = [record for record in records if root_of(record.path, (root,))]
    sample = max(mine, key=lambda record: (record.number or 0, record.path), default=None)
    place = _place(mine)
    return House(
        root=root,
        form=_form(root, mine),
        place=place,
        headings=_headings(mine),
        words=_status_words(mine, lower=place != "section"),
        date_label=_date_label(mine),
        sample=sample,
        sample_title=_raw_title(sample) if sample else "",
    )


def _form(root: Root, records: list[Record]) -> HeaderForm:
    if root.log:
        return "sidecar"
    if root.own or not records:
        return "front-matter"
    if sum(syntax_of(record.path) == "markdown" for record in records) * 2 <= len(records):
        return "sidecar"
    if sum(record.header == "front-matter" for record in records) * 2 >= len(records):
        return "front-matter"
    telling = sum(bool(record.status_text) for record in records)
    return "comment" if telling > _TELLING * len(records) else "sidecar"


def _place(records: list[Record]) -> StatusPlace:
    places: Counter[StatusPlace] = Counter(status_place(record) for record in records if record.status_text)
    return places.most_common(1)[0][0] if places else "header"


def status_place(record: Record) -> StatusPlace:
    """Where the text of a record's status stands."""
    span = record.spans.get("status")
    if record.sidecar is not None or span is None or record.header == "front-matter":
        return "header"
    section = record.sections.get("status")
    return "section" if section and section.encloses(span) else "line"


def _headings(records: list[Record]) -> dict[str, str]:
    counts: dict[str, Counter[str]] = {}
    for record in records[-30:]:
        for heading in read_outline(record).headings:
            name = meanings.meaning(heading.text)
            if name in _HEADINGS and heading.level == 2:
                counts.setdefault(name, Counter())[heading.text] += 1
    found = {name: counter.most_common(1)[0][0] for name, counter in counts.items()}
    return {**_HEADINGS, **found}


def _status_words(records: list[Record], *, lower: bool) -> dict[Status, str]:
    """The shortest way in which people here write each state."""
    words: dict[Status, str] = {}
    for record in records:
        text = record.status_text
        reading = read_status(text)
        if reading.status is None or reading.placeholder or reading.implemented or _NAMES.search(text):
            continue
        if reading.status not in words or len(text) < len(words[reading.status]):
            words[reading.status] = text
    lower = all(word[:1].islower() for word in words.values()) if words else lower
    return {status: words.get(status, word.lower() if lower else word) for status, word in _WORDS.items()}


def _date_label(records: list[Record]) -> str:
    labels: Counter[str] = Counter()
    for record in records:
        found = re.search(
            rb"^[-*]?[ \t]*([^\W\d:][^:\n]{1,20}):[ \t]*\d{4}-\d\d-\d\d", record.text.data[:600], re.MULTILINE
        )
        if found:
            labels[found[1].decode(errors="replace").strip("* ")] += 1
    return labels.most_common(1)[0][0] if labels else "Date"


def _raw_title(record: Record) -> str:
    top = next((heading for heading in read_outline(record).headings if heading.level == 1), None)
    return top.text if top else ""
