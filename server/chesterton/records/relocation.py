"""Giving a record another number or another folder, with everything that refers to it following."""

import posixpath
import re
from collections.abc import Callable

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.records.houses import house_of
from chesterton.records.lifecycle import refuse_mounted
from chesterton.records.model import Record, RecordError
from chesterton.records.naming import next_number
from chesterton.records.reading import read_outline
from chesterton.records.roots import Root, beside, root_of
from chesterton.records.statuses import write_keys
from chesterton.records.store import RecordSet
from chesterton.records.wild.legacy import title_heading

_LINK = re.compile(rb"(?:\]\(\s*<?|^\[[^\]\n]+\]:[ \t]*<?|xref:|link:)(?P<to>[^)\s>#\[\]]+)", re.MULTILINE)
_NUMBER = re.compile(r"\d{1,6}")
_FILE_NUMBER = re.compile(r"^((?:[A-Za-z]{1,8}[-_ ])*)(\d{1,6})(?=[-_. ])")


def renumber(records: RecordSet, record: Record, number: int | None = None) -> list[FileChange]:
    """The record under another number, by default the next free one; the old label stays as an alias.

    Raises:
        RecordError: its name has no number, another record of the folder has the new one, or it is a log's entry.
    """
    _refuse_entry(record)
    folder, _, name = record.path.rpartition("/")
    old = _FILE_NUMBER.match(name)
    if not old or record.number is None:
        raise RecordError(f"{record.path} has no number in its name")
    siblings = [path for path in records.paths if path.rpartition("/")[0] == folder]
    wanted = next_number(siblings) if number is None else number
    taken = next(
        (other for other in records.records if other.number == wanted and other.path in siblings), None
    )
    if taken is not None:
        raise RecordError(f"{taken.path} has the number {wanted} already")
    width = len(old[2])
    path = RepoPath(f"{folder}/{old[1]}{wanted:0{width}}{name[old.end() :]}")
    label = f"ADR-{record.number:04}"
    house = house_of(root_of(record.path, records.roots) or Root(RepoPath(folder)), records.records)
    written = write_keys(record, house, {"aliases": sorted({*record.aliases, label})})
    text = written.text.apply(_title_edits(record, written.text, wanted))
    return _moved(records, record, path, text, written.sidecar)


def retitle(record: Record) -> list[FileChange]:
    """The number of the file's name in the title, where the title has another one."""
    heading = title_heading(read_outline(record))
    if heading is None or record.number is None or record.entry or record.mount:
        return []
    line = record.text.slice(heading.span)
    found = _NUMBER.search(line)
    if not found:
        return []
    at = heading.span.start + len(line[: found.start()].encode())
    text = record.text.apply([Edit(Span(at, at + len(found[0])), f"{record.number:0{len(found[0])}}")])
    return [FileChange(record.path, record.text.encode(), text.encode())]


def move(records: RecordSet, record: Record, root: Root) -> list[FileChange]:
    """The record in another folder, named as that folder's records are.

    Raises:
        RecordError: it is there already, or it is an entry of a log.
    """
    _refuse_entry(record)
    if root_of(record.path, records.roots) == root:
        raise RecordError(f"{record.path} is in {root.folder} already")
    house = house_of(root, records.records)
    on = record.date
    if on is None and house.sample is not None and house.sample.number is None:
        raise RecordError(f"{record.path} has no date, and files in {root.folder} are named by theirs")
    name = record.path.rsplit("/", 1)[-1]
    path = house.file_for(record.title, name, on, records.paths) if on else RepoPath(f"{root.folder}/{name}")
    return _moved(records, record, path, record.text, record.sidecar)


def _refuse_entry(record: Record) -> None:
    refuse_mounted(record)
    if record.entry:
        raise RecordError(
            f"{record.label} is a part of {record.file}; its number and place are changed there"
        )


def _title_edits(record: Record, text: Text, number: int) -> list[Edit]:
    """The number in the title changed, if the title has the old one."""
    heading = title_heading(read_outline(record))
    if heading is None or record.number is None:
        return []
    start = text.data.find(record.text.data[heading.span.start : heading.span.end])
    if start < 0:
        return []
    line = text.data[start : start + heading.span.end - heading.span.start].decode(errors="replace")
    found = _NUMBER.search(line)
    if not found or int(found[0]) != record.number:
        return []
    at = start + len(line[: found.start()].encode())
    return [Edit(Span(at, at + len(found[0])), f"{number:0{len(found[0])}}")]


def _moved(
    records: RecordSet, record: Record, path: RepoPath, text: Text, sidecar: Text | None
) -> list[FileChange]:
    old = record.path
    here = _relink(text, lambda target: _rebased(target, old, path))
    changes = [FileChange(path, None, here.encode()), FileChange(old, record.text.encode(), None)]
    if sidecar is not None:
        known = record.sidecar.encode() if record.sidecar is not None else None
        changes.append(FileChange(beside(path), None, sidecar.encode()))
        changes.append(FileChange(beside(old), known, None))
    texts = {other.file: other.text for other in records.documents if other.path != old}
    for file, before in texts.items():
        linked = _relink(before, lambda target, base=file: _pointed(target, base, old, path))
        if linked.data != before.data:
            changes.append(FileChange(file, before.encode(), linked.encode()))
    return changes


def _relink(text: Text, change: Callable[[str], str | None]) -> Text:
    edits: list[Edit] = []
    for match in _LINK.finditer(text.data):
        new = change(match["to"].decode(errors="replace"))
        if new is not None:
            edits.append(Edit(Span(match.start("to"), match.end("to")), new))
    return text.apply(edits) if edits else text


def _rebased(target: str, old: RepoPath, new: RepoPath) -> str | None:
    """A relative link of a moved file, seen from its new folder."""
    before, after = posixpath.dirname(old), posixpath.dirname(new)
    if before == after or "://" in target or target.startswith(("/", "#", "mailto:")):
        return None
    whole = posixpath.normpath(posixpath.join(before, target))
    return posixpath.relpath(new if whole == old else whole, after or ".")


def _pointed(target: str, base: RepoPath, old: RepoPath, new: RepoPath) -> str | None:
    """A link in another file that points at the moved one."""
    folder = posixpath.dirname(base)
    if "://" in target or posixpath.normpath(posixpath.join(folder, target)) != old:
        return None
    address = posixpath.relpath(new, folder or ".")
    return f"./{address}" if target.startswith("./") and not address.startswith("..") else address
