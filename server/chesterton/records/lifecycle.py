"""Every way a record changes, as pure functions from a `RecordSet` to the files to write.

The body of a record is never edited: an action changes status lines and our own header keys, nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import msgspec

from chesterton.base.disk import FileChange
from chesterton.base.ids import new_id
from chesterton.base.paths import RepoPath
from chesterton.records.editing import NewValue, entry_lines, set_keys
from chesterton.records.model import Act, AnchorRef, Kind, Record, RecordError, Sensitivity, Status
from chesterton.records.naming import next_number, slug
from chesterton.records.roots import RECORDS
from chesterton.records.schema import GROUPS
from chesterton.records.store import RecordSet
from chesterton.records.transitions import Action, after

_BLANK: dict[Kind, str] = {
    "decision": "## Context\n\n## Decision\n\n## Consequences\n",
    "constraint": "## Rule\n\n## Why\n",
    "gotcha": "## What happens\n\n## What to do\n",
    "lesson": "## What happened\n\n## What we learned\n",
    "fact": "## Statement\n\n## Source\n",
}


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
    id: str = msgspec.field(default_factory=new_id)


def create(records: RecordSet, draft: Draft) -> list[FileChange]:
    """The file of a new record, first in the list.

    Raises:
        RecordError: the draft has no title, or begins in a state that only an action can give.
    """
    if not draft.title.strip():
        raise RecordError("a record needs a title: one line that says what holds")
    if draft.status not in ("proposed", "accepted"):
        raise RecordError(f"a record begins as proposed or accepted, not as {draft.status}")
    number = next_number(record.path for record in records.records)
    path = RepoPath(f"{RECORDS}/{number:04}-{slug(draft.title, draft.id)}.md")
    return [FileChange(path, None, _render(draft).encode())]


def supersede(records: RecordSet, old: Sequence[Record], draft: Draft) -> list[FileChange]:
    """A new record in place of `old` ones: it names them, and takes over their anchors unless it has its own.

    Raises:
        IllegalTransitionError: one of them can't be superseded.
    """
    for record in old:
        _after(records, record, "supersede")
    anchors = draft.anchors or _united(anchor for record in old for anchor in record.anchors)
    names = tuple(dict.fromkeys((*draft.supersedes, *(record.id for record in old))))
    return create(records, msgspec.structs.replace(draft, supersedes=names, anchors=anchors))


def amend(records: RecordSet, old: Record, draft: Draft) -> list[FileChange]:
    """A new record that changes part of `old`, which stays in force.

    Raises:
        IllegalTransitionError: the old one is not accepted.
    """
    _after(records, old, "amend")
    return create(records, msgspec.structs.replace(draft, amends=(*draft.amends, old.id)))


def ratify(records: RecordSet, record: Record, by: str, on: date) -> list[FileChange]:
    """A proposal becomes accepted.

    Raises:
        IllegalTransitionError: it is no proposal.
    """
    status = _after(records, record, "ratify")
    return _change(record, {"status": status, "ratified": Act(on, by).line})


def reject(records: RecordSet, record: Record, by: str, on: date) -> list[FileChange]:
    """A proposal is turned down; it stays readable for the next one who has the idea."""
    return _change(record, {"status": _after(records, record, "reject"), "ratified": Act(on, by).line})


def deprecate(records: RecordSet, record: Record) -> list[FileChange]:
    """An accepted record stops to hold, with nothing in its place."""
    return _change(record, {"status": _after(records, record, "deprecate")})


def confirm(
    records: RecordSet, record: Record, anchors: Iterable[AnchorRef], by: str, on: date
) -> list[FileChange]:
    """A person says "still true": `anchors` carry the new baseline.

    Raises:
        IllegalTransitionError: the record is not accepted.
    """
    _after(records, record, "confirm")
    return _change(record, {"anchors": _lines(anchors), "confirmed": Act(on, by).line})


def set_anchors(records: RecordSet, record: Record, anchors: Iterable[AnchorRef]) -> list[FileChange]:
    """The record tied to exactly these places."""
    _after(records, record, "edit")
    return _change(record, {"anchors": _lines(anchors)})


def replace_anchor(records: RecordSet, record: Record, target: str, new: AnchorRef) -> list[FileChange]:
    """One anchor moved to another place, the others untouched.

    Raises:
        RecordError: the record has no anchor at `target`.
    """
    if target not in {anchor.target for anchor in record.anchors}:
        raise RecordError(f"{record.label} has no anchor {target!r}")
    return set_anchors(
        records, record, [new if anchor.target == target else anchor for anchor in record.anchors]
    )


def add_id(record: Record, identity: str) -> list[FileChange]:
    """An id for a record whose file has none."""
    return [] if record.has_id else _change(record, {"id": identity})


def _change(record: Record, keys: Mapping[str, NewValue]) -> list[FileChange]:
    text = record.header_text
    form = "front-matter" if record.header == "none" else record.header
    changed = set_keys(text, form, keys)
    if changed.data == text.data:
        return []
    return [FileChange(record.header_path, text.encode(), changed.encode())]


def _after(records: RecordSet, record: Record, action: Action) -> Status:
    return after(f"{record.label} “{record.title}”", records.status(record), action)


def _render(draft: Draft) -> str:
    values: dict[str, NewValue] = {
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
        "anchors": _lines(draft.anchors),
        "ratified": draft.ratified.line if draft.ratified else None,
    }
    groups = [
        "".join(entry_lines(key, value, "\n") for key in keys if (value := values.get(key)))
        for keys in GROUPS
    ]
    header = "\n".join(filter(None, groups))
    title = " ".join(draft.title.split())
    body = draft.body.strip() + "\n" if draft.body.strip() else _BLANK[draft.kind]
    return f"---\n{header}---\n\n# {title}\n\n{body}"


def _lines(anchors: Iterable[AnchorRef]) -> list[str]:
    return [anchor.line for anchor in _united(anchors)]


def _united(anchors: Iterable[AnchorRef]) -> tuple[AnchorRef, ...]:
    return tuple({anchor.target: anchor for anchor in anchors}.values())
