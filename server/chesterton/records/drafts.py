"""A new record's text, in front matter of our own or as its neighbours write theirs."""

import posixpath
from collections.abc import Iterable, Mapping
from datetime import date

import msgspec

from chesterton.base.disk import FileChange
from chesterton.base.ids import new_id
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.records.editing import NewValue, entry_lines, set_keys
from chesterton.records.houses import House
from chesterton.records.model import Act, AnchorRef, Kind, Record, Sensitivity, Status
from chesterton.records.roots import beside
from chesterton.records.schema import GROUPS
from chesterton.records.titles import file_number
from chesterton.records.wild.kinds import syntax_of

_BLANK: dict[Kind, tuple[str, ...]] = {
    "decision": ("context", "decision", "consequences"),
    "constraint": ("Rule", "Why"),
    "gotcha": ("What happens", "What to do"),
    "lesson": ("What happened", "What we learned"),
    "fact": ("Statement", "Source"),
}
"""The sections of a record that nobody has written anything in yet: meanings for a decision, else headings."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What a person or an agent says about a new record. `body` is the Markdown below the title."""

    title: str
    date: date
    kind: Kind = "decision"
    body: str = ""
    status: Status = "proposed"
    anchors: tuple[AnchorRef, ...] = ()
    supersedes: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    source: str = ""
    provenance: str = ""
    initiative: str = ""
    domain: str = ""
    sensitivity: Sensitivity | None = None
    tags: tuple[str, ...] = ()
    decision_makers: tuple[str, ...] = ()
    ratified: Act | None = None
    fields: Mapping[str, NewValue] = {}
    """Other keys of the header, as `settable` checks them."""
    least: int = 0
    """The least number that its file may have: those below are taken, though not all by files that were read."""
    id: str = msgspec.field(default_factory=new_id)


def render(draft: Draft, house: House, path: RepoPath, old: Iterable[Record]) -> list[FileChange]:
    """The new files of a draft at `path`; `old` are the records that it supersedes."""
    keys = _keys(draft)
    number = file_number(path)
    title = house.heading_for(draft.title, number)
    sections = _sections(draft, house)
    mark = {"asciidoc": "=", "rst": ""}.get(syntax_of(path), "#")
    heading = f"{mark} {title}" if mark else f"{title}\n{'=' * len(title)}"
    if house.form == "front-matter":
        status = {"status": house.word_for(draft.status)} if house.place == "header" else {}
        return [
            FileChange(path, None, f"---\n{_header(keys | status)}---\n\n{heading}\n\n{sections}".encode())
        ]
    text = f"{heading}\n\n{_preamble(draft, house, path, old)}{sections}"
    own = {key: value for key, value in keys.items() if key not in ("status", "date")}
    if house.form == "comment":
        return [FileChange(path, None, set_keys(Text.of(text), "comment", own).encode())]
    side = Text.of(_header(keys))
    return [
        FileChange(path, None, f"{heading}\n\n{sections}".encode()),
        FileChange(beside(path), None, side.encode()),
    ]


def _preamble(draft: Draft, house: House, path: RepoPath, old: Iterable[Record]) -> str:
    """State and day in the house's way: lines of a list, or a line and a section."""
    word = house.word_for(draft.status)
    label = house.headings["status"]
    if house.place == "line":
        return f"- {label}: {word}\n- {house.date_label}: {draft.date.isoformat()}\n\n"
    links = "".join(f"\nSupersedes {_link(record, path)}\n" for record in old)
    return f"{house.date_label}: {draft.date.isoformat()}\n\n## {label}\n\n{word}\n{links}\n"


def _link(record: Record, path: RepoPath) -> str:
    name = f"{record.number}. {record.title}" if record.number is not None else record.title
    return f"[{name}]({posixpath.relpath(record.path, posixpath.dirname(path) or '.')})"


def _sections(draft: Draft, house: House) -> str:
    if draft.body.strip():
        return draft.body.strip() + "\n"
    return "\n\n".join(f"## {house.headings.get(name, name)}" for name in _BLANK[draft.kind]) + "\n"


def _keys(draft: Draft) -> dict[str, NewValue]:
    return {
        "status": draft.status,
        "date": draft.date.isoformat(),
        "id": draft.id,
        "kind": draft.kind,
        "initiative": draft.initiative,
        "domain": draft.domain,
        "tags": draft.tags,
        "decision-makers": draft.decision_makers,
        "source": draft.source,
        "provenance": draft.provenance,
        "sensitivity": draft.sensitivity,
        "supersedes": draft.supersedes,
        "amends": draft.amends,
        "supports": draft.supports,
        "anchors": anchor_lines(draft.anchors),
        "ratified": draft.ratified.line if draft.ratified else None,
        **draft.fields,
    }


def _header(values: Mapping[str, NewValue]) -> str:
    groups = [
        "".join(entry_lines(key, value, "\n") for key in keys if (value := values.get(key)))
        for keys in GROUPS
    ]
    return "\n".join(filter(None, groups))


def anchor_lines(anchors: Iterable[AnchorRef]) -> list[str]:
    """The lines of anchors, one a target; of two with one target the later counts."""
    return list({anchor.target: anchor.line for anchor in anchors}.values())


def united(anchors: Iterable[AnchorRef]) -> tuple[AnchorRef, ...]:
    """Anchors without repeated targets."""
    return tuple({anchor.target: anchor for anchor in anchors}.values())
