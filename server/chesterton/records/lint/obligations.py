"""What a store's contract asks of its records: required parts refuse a decision that lacks them, bounds warn.

A proposal may be incomplete: it is held to the contract when it is accepted. Later only a write that touches a part
answers for it, so that old records stay as they are.
"""

from collections.abc import Collection, Iterator
from datetime import date

from chesterton.records.lint.schema import Contract, RecordField
from chesterton.records.model import Record

_SECTIONS = frozenset({"context", "decision", "rationale", "options", "consequences"})


def refused(record: Record, contract: Contract, touched: Collection[str] | None = None) -> Iterator[str]:
    """Why a record may not be accepted, or a write to its `touched` parts not land."""
    for field, bounds in contract.record.items():
        asked = bounds.required and (not bounds.kinds or record.kind in bounds.kinds)
        if asked and (touched is None or field in touched) and not _measure(record, field):
            yield f"{field} is required{bounds.because}"


def broken(record: Record, contract: Contract) -> Iterator[str]:
    """Where a record is outside the contract."""
    for field, bounds in contract.record.items():
        if bounds.kinds and record.kind not in bounds.kinds:
            continue
        yield from bounds.broken_by(field, _measure(record, field))


def _measure(record: Record, field: RecordField) -> int:
    """Letters of a text, members of a list, 1 for anything else that is there."""
    if field in _SECTIONS:
        return len(record.section(field))
    if field == "body":
        return len(record.prose.strip())
    value: str | tuple[object, ...] | date | None = getattr(record, field.replace("-", "_"))
    return int(value is not None) if value is None or isinstance(value, date) else len(value)
