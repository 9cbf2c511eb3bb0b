"""Every way a record changes, as pure functions from a `RecordSet` to the files to write.

The body of a record is never edited: an action changes status lines and our own header keys, nothing else. Only
withdrawing takes the content away and leaves a tombstone.
"""

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from chesterton.base.disk import FileChange, joined
from chesterton.base.text import Edit
from chesterton.records.drafts import Draft, anchor_lines, render, united
from chesterton.records.editing import NewValue
from chesterton.records.guard import refuse_conflicts
from chesterton.records.houses import House, house_of
from chesterton.records.model import Act, AnchorRef, Record, RecordError, Status
from chesterton.records.roots import RECORDS, Root, beside, root_of
from chesterton.records.statuses import Written, write_keys, write_status
from chesterton.records.store import RecordSet
from chesterton.records.transitions import Action, IllegalTransitionError, after

__all__ = ["Draft"]


def create(records: RecordSet, draft: Draft, root: Root | None = None) -> list[FileChange]:
    """The file of a new record, first in the list, in `root` or where the project keeps records of its kind.

    Decisions go to the project's own folder of decisions, everything else to ours. A draft that begins as accepted
    also marks what it supersedes, where the folder's people write that.

    Raises:
        RecordError: the draft has no title, or begins in a state that only an action can give.
    """
    if not draft.title.strip():
        raise RecordError("a record needs a title: one line that says what holds")
    if draft.status not in ("proposed", "accepted"):
        raise RecordError(f"a record begins as proposed or accepted, not as {draft.status}")
    house = house_of(root or home_of(records, draft), records.records)
    old = [records.find(reference) for reference in draft.supersedes]
    path = house.file_for(draft.title, draft.id, draft.date, records.paths, draft.least)
    changes = render(draft, house, path, old)
    if draft.status == "accepted" and old:
        records = records.update({change.path: change.after for change in changes})
        changes += _mark_superseded(records, records.find(draft.id))
    return changes


def home_of(records: RecordSet, draft: Draft) -> Root:
    """The folder for a new record: the one of the records that it supersedes, else the project's own one.

    A decision log is none: two branches that each append to one file conflict.
    """
    for reference in (*draft.supersedes, *draft.amends):
        old = records.find(reference)
        if (root := root_of(old.path, records.roots)) and not root.log:
            return root
    own = next((root for root in records.roots if root.folder == RECORDS), Root(RECORDS))
    others = [root for root in records.roots if not (root.own or root.mount or root.log)]
    return others[0] if draft.kind == "decision" and len(others) == 1 else own


def supersede(
    records: RecordSet, old: Sequence[Record], draft: Draft, *, again: bool = False
) -> list[FileChange]:
    """A new record in place of `old` ones: it names them, and takes over their anchors unless it has its own.

    Raises:
        IllegalTransitionError: one of them can't be superseded, or was and nobody asked to do it `again`.
    """
    for record in old:
        _after(records, record, "supersede")
        following = [new for new in records.successors(record) if records.status(new) == "accepted"]
        if records.status(record) == "superseded" and following and not again:
            names = " and ".join(f"{new.label} “{new.title}” ({new.id})" for new in following)
            raise IllegalTransitionError(_name(record), "superseded", "supersede", f"superseding {names}")
    anchors = draft.anchors or united(anchor for record in old for anchor in record.anchors)
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
    """A proposal becomes accepted; what it supersedes is marked where the folder's people write that.

    Raises:
        IllegalTransitionError: it is no proposal.
    """
    changes = _decide(records, record, "ratify", Act(on, by))
    after_it = records.update({change.path: change.after for change in changes})
    ratified = after_it.at(record.path)
    return changes + (_mark_superseded(after_it, ratified) if ratified else [])


def reject(records: RecordSet, record: Record, by: str, on: date) -> list[FileChange]:
    """A proposal is turned down; it stays readable for the next one who has the idea."""
    return _decide(records, record, "reject", Act(on, by))


def deprecate(records: RecordSet, record: Record) -> list[FileChange]:
    """An accepted record stops to hold, with nothing in its place."""
    status = _after(records, record, "deprecate")
    return _changes(record, write_status(record, _house(records, record), status))


def withdraw(records: RecordSet, record: Record, by: str, on: date) -> list[FileChange]:
    """A record's content is taken away; its id, title and fate stay as a tombstone.

    Raises:
        IllegalTransitionError: it is withdrawn already.
        RecordError: it is an entry of a decision log.
    """
    status = _after(records, record, "withdraw")
    stone = f"\n# {record.title}\n\nWithdrawn on {on.isoformat()}{f' by {by}' if by else ''}.\n"
    if record.entry:
        raise RecordError(
            f"{record.label} is a part of {record.file}, which people write: take its text out there, and leave a line "
            "that says so"
        )
    body = record.body
    if record.header == "comment":
        stone = stone.lstrip() + "\n"
    bare = msgspec.structs.replace(
        record, text=record.text.apply([Edit(body, stone.replace("\n", record.text.eol))]), status_text=""
    )
    keys: dict[str, NewValue] = {
        "status": status,
        "ratified": Act(on, by).line,
        "anchors": None,
        "tags": None,
    }
    return _changes(record, write_keys(bare, _house(records, record), keys))


def confirm(
    records: RecordSet, record: Record, anchors: Iterable[AnchorRef], by: str, on: date
) -> list[FileChange]:
    """A person says "still true": `anchors` carry the new baseline.

    Raises:
        IllegalTransitionError: the record is not accepted.
    """
    _after(records, record, "confirm")
    return set_header(records, record, {"anchors": anchor_lines(anchors), "confirmed": Act(on, by).line})


def set_anchors(records: RecordSet, record: Record, anchors: Iterable[AnchorRef]) -> list[FileChange]:
    """The record tied to exactly these places."""
    _after(records, record, "edit")
    return set_header(records, record, {"anchors": anchor_lines(anchors)})


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


def mark_superseded(records: RecordSet, old: Record) -> list[FileChange]:
    """The old record's own text says that it is superseded, and by what; nothing where that is only derived."""
    house = _house(records, old)
    successors = [new for new in records.successors(old) if new.status == "accepted"]
    if house.root.own or old.status == "superseded" or not successors:
        return []
    return _changes(old, write_status(old, house, "superseded", successors))


def _mark_superseded(records: RecordSet, new: Record) -> list[FileChange]:
    old = {
        record.path: record
        for relation in new.supersedes
        if not relation.partial and (record := records.resolve(relation, new))
    }
    changes: list[FileChange] = []
    for path in old:  # one after the other: several may be entries of one log
        record = records.at(path)
        more = mark_superseded(records, record) if record else []
        records = records.update({change.path: change.after for change in more})
        changes += more
    return list(joined(changes))


def _decide(records: RecordSet, record: Record, action: Action, act: Act) -> list[FileChange]:
    house = _house(records, record)
    written = write_status(record, house, _after(records, record, action))
    signed = msgspec.structs.replace(record, text=written.text, sidecar=written.sidecar)
    return _changes(record, write_keys(signed, house, {"ratified": act.line}))


def set_header(records: RecordSet, record: Record, keys: dict[str, NewValue]) -> list[FileChange]:
    """Header keys of a record changed where its folder's people keep them; its state is not looked at."""
    return _changes(record, write_keys(record, _house(records, record), keys))


def refuse_mounted(record: Record) -> None:
    """Let nobody write into a mount from outside: its anchors, baselines and contract are its own.

    Raises:
        RecordError: it says where to go.
    """
    if record.mount:
        raise RecordError(
            f"{record.label} belongs to the store of {record.home}; change it there, with --root {record.home}"
        )


def _changes(record: Record, written: Written) -> list[FileChange]:
    refuse_mounted(record)
    changes: list[FileChange] = []
    if written.text.data != record.text.data:
        changes.append(FileChange(record.file, record.text.encode(), written.text.encode()))
    if written.sidecar is not None and written.sidecar != record.sidecar:
        before = record.sidecar.encode() if record.sidecar is not None else None
        changes.append(FileChange(beside(record.file, record.entry), before, written.sidecar.encode()))
    refuse_conflicts(changes)
    return changes


def _house(records: RecordSet, record: Record) -> House:
    return house_of(root_of(record.path, records.roots) or Root(RECORDS), records.records)


def _after(records: RecordSet, record: Record, action: Action) -> Status:
    refuse_mounted(record)
    return after(_name(record), records.status(record), action)


def _name(record: Record) -> str:
    return f"{record.label} “{record.title}”"
