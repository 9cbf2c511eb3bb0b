"""Writing a state where the people of a folder write it, and touching no other line."""

import posixpath
from collections.abc import Iterable
from typing import NamedTuple

from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.records.editing import NewValue, set_keys
from chesterton.records.header import sidecar_header
from chesterton.records.houses import House, status_place
from chesterton.records.model import HeaderForm, Record, Status


class Written(NamedTuple):
    """The two texts of a record after a change; `sidecar` is None where there is none."""

    text: Text
    sidecar: Text | None


def header_form(record: Record, house: House) -> HeaderForm:
    """Where the record's keys are, or will be."""
    return house.form if record.header == "none" or house.form == "sidecar" else record.header


def write_keys(record: Record, house: House, keys: dict[str, NewValue]) -> Written:
    """The record's texts with header keys changed."""
    form = header_form(record, house)
    if form == "sidecar":
        return Written(record.text, set_keys(record.sidecar or Text.of(""), "sidecar", keys))
    return Written(set_keys(record.text, form, keys), record.sidecar)


def write_status(record: Record, house: House, status: Status, successors: Iterable[Record] = ()) -> Written:
    """The record's texts with its state changed; `successors` are named as the folder names them."""
    words = house.word_for(status)
    following = tuple(successors)
    if house.form == "sidecar" and not _said_in_log(record):
        return write_keys(record, house, {"status": status})
    place = "section" if record.entry else status_place(record) if record.status_text else house.place
    if following and not house.root.own:
        links = ", ".join(_link(record, successor, place) for successor in following)
        words = f"{words} by {links}"
    if place == "header":
        return write_keys(record, house, {"status": words})
    span = record.spans.get("status")
    if span is None or not record.status_text:
        return write_keys(record, house, {"status": status})
    if record.entry:
        words = words.replace("|", r"\|")  # it may be the cell of a table
    return Written(record.text.apply([Edit(_words_of(record, span), words)]), record.sidecar)


def _said_in_log(record: Record) -> bool:
    """Whether an entry of a log says its status in the log itself, where people look for it."""
    if not record.entry or not record.status_text:
        return False
    return record.sidecar is None or sidecar_header(record.sidecar).get("status") is None


def _words_of(record: Record, span: Span) -> Span:
    """The status words inside the span where they were found: emphasis and the like around them stay."""
    at = record.text.data.find(record.status_text.encode(), span.start, span.end)
    return Span(at, at + len(record.status_text.encode())) if at >= 0 else span


def _link(record: Record, successor: Record, place: str) -> str:
    address = posixpath.relpath(successor.path, posixpath.dirname(record.file) or ".")
    name = successor.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if place == "line":  # log4brains stops unless the text of the link is the file's name
        return f"[{name}]({address})"
    if place == "header" and successor.number is not None:
        return f"[ADR-{successor.number:04}]({address})"
    title = f"{successor.number}. {successor.title}" if successor.number is not None else successor.title
    return f"[{title}]({address})"
