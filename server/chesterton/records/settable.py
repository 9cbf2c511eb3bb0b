"""The keys of a header that a person sets by hand, and what each may say."""

from collections.abc import Iterable

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records.editing import NewValue
from chesterton.records.lifecycle import set_header
from chesterton.records.model import SENSITIVITIES, Problem, Record, RecordError
from chesterton.records.store import RecordSet

SETTABLE: dict[str, str] = {
    "valid-from": "a day, 2026-11-30",
    "valid-to": "a day, 2026-11-30",
    "review-by": "a day, 2026-11-30",
    "implemented": "no, partly or yes",
    "domain": "the slug of a domain",
    "initiative": "the slug of an initiative",
    "sensitivity": ", ".join(SENSITIVITIES),
    "acl-group": "a word",
    "namespace": "a word",
    "tags": "words, divided by commas",
    "decision-makers": "names, divided by commas",
    "supports": "records, divided by commas",
    "amends": "records, divided by commas",
    "source": "how we know, for a fact",
    "provenance": "a person, an agent with its name, or an import",
}
"""What each key takes."""

_LISTS = frozenset({"tags", "decision-makers", "supports", "amends"})
_REFERENCES = frozenset({"supports", "amends"})
_SETTLED = frozenset({"source", "provenance"})
"""What a record that was decided says of itself for good."""


def read_settings(records: RecordSet, words: Iterable[str]) -> dict[str, NewValue]:
    """The header keys in words such as `review-by=2027-01-01`; an empty value takes the key away.

    Raises:
        RecordError: a key can't be set, or a record that is named does not exist.
    """
    found: dict[str, NewValue] = {}
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals or key not in SETTABLE:
            raise RecordError(f"`{word}` sets nothing; write KEY=VALUE with one of {', '.join(SETTABLE)}")
        if not value:
            found[key] = None
        elif key in _LISTS:
            items = [item.strip() for item in value.split(",") if item.strip()]
            found[key] = [records.find(item).id for item in items] if key in _REFERENCES else items
        else:
            found[key] = value
    return found


def set_fields(records: RecordSet, record: Record, fields: dict[str, NewValue]) -> list[FileChange]:
    """The record with other values for some keys.

    Raises:
        RecordError: a value does not fit its key, or the record was decided and the key is settled with it.
    """
    if records.status(record) == "withdrawn":
        raise RecordError(f"{record.label} is withdrawn; nothing of it can be set")
    settled = [key for key in fields if key in _SETTLED and getattr(record, key)]
    if settled and records.status(record) != "proposed":
        raise RecordError(f"{record.label} was decided; its {' and '.join(settled)} can't change any more")
    changes = set_header(records, record, fields)
    refuse_misfits(records, changes)
    return changes


def refuse_misfits(records: RecordSet, changes: Iterable[FileChange]) -> None:
    """Let no header pass with a value that reading it would complain about.

    Raises:
        RecordError: the value does not fit its key.
    """
    made = tuple(changes)
    after_all = records.update({change.path: change.after for change in made})
    for change in made:
        known = {(problem.code, problem.message) for problem in _problems(records, change.path)}
        for problem in _problems(after_all, change.path):
            if (problem.code, problem.message) not in known:
                raise RecordError(f"{problem.message}; nothing was written")


def _problems(records: RecordSet, path: RepoPath) -> Iterable[Problem]:
    return (problem for reading in records.readings_in(path) for problem in reading.problems)
