"""Header values as typed fields: each reader takes an entry and reports what does not fit."""

from collections.abc import Iterable
from datetime import date
from typing import TypeVar

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.records.header import Entry, Header, Items, Scalar, Table, Value
from chesterton.records.model import NOWHERE, Act, AnchorRef, Problem, Relation, Severity
from chesterton.records.schema import field_of

T = TypeVar("T", bound=str)


class Fields:
    """The typed view of one header. Reading never fails: a value of the wrong type is a problem."""

    def __init__(self, header: Header, path: RepoPath) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._entries: dict[str, Entry] = {}
        self._foreign: set[str] = set()
        for entry in header.entries:
            self._entries.setdefault(field_of(entry.key), entry)
        for flaw in header.flaws:
            self.report(flaw.code, "error", flaw.span, flaw.message)

    def add_foreign(self, header: Header) -> None:
        """Let the header of another file speak where this one is silent; its places are not in this file."""
        for entry in header.entries:
            key = field_of(entry.key)
            if key not in self._entries:
                self._entries[key] = entry
                self._foreign.add(key)

    @property
    def spans(self) -> dict[str, Span]:
        return {key: entry.value.span for key, entry in self._entries.items() if key not in self._foreign}

    def span(self, key: str) -> Span:
        entry = self._entries.get(key)
        return entry.value.span if entry and key not in self._foreign else NOWHERE

    def has(self, key: str) -> bool:
        """Whether the key is given and not empty."""
        return bool(self.text(key))

    def own(self, key: str) -> bool:
        """Whether the file itself gives the key."""
        return key in self._entries and key not in self._foreign

    def text(self, key: str) -> str:
        """One value as text; "" when it is absent or empty."""
        entry = self._entries.get(key)
        if entry is None:
            return ""
        if isinstance(entry.value, Scalar):
            return entry.value.text.strip()
        if isinstance(entry.value, Items) and all(isinstance(item, Scalar) for item in entry.value.items):
            return ", ".join(_scalars(entry.value.items))
        if isinstance(entry.value, Table) and _is_braced(entry.value):
            return ", ".join(key for key, _ in entry.value.entries)
        self._wrong(entry, "one value")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; one line with commas is a list too."""
        entry = self._entries.get(key)
        if entry is None:
            return ()
        if isinstance(entry.value, Scalar):
            return tuple(part.strip() for part in entry.value.text.split(",") if part.strip())
        return tuple(item.text.strip() for item in self._items(entry, "texts") if item.text.strip())

    def relations(self, key: str) -> tuple[Relation, ...]:
        """A list of references to records; a single one needs no list."""
        entry = self._entries.get(key)
        if entry is None:
            return ()
        items = (entry.value,) if isinstance(entry.value, Scalar) else self._items(entry, "records")
        return tuple(Relation(item.text.strip(), item.span) for item in items if item.text.strip())

    def anchors(self) -> tuple[AnchorRef, ...]:
        entry = self._entries.get("anchors")
        if entry is None:
            return ()
        items = (entry.value,) if isinstance(entry.value, Scalar) else self._items(entry, "anchors")
        return tuple(AnchorRef.parse(item.text, item.span) for item in items if item.text.strip())

    def day(self, key: str) -> date | None:
        """A calendar day, `YYYY-MM-DD`; a time behind it is ignored."""
        words = self.text(key)
        if not words:
            return None
        try:
            return date.fromisoformat(words[:10].replace("/", "-"))
        except ValueError:
            self.report("bad-date", "warning", self.span(key), f"`{key}` is no day; write it as 2026-11-30")
            return None

    def act(self, key: str) -> Act | None:
        words = self.text(key)
        return Act.parse(words) if words else None

    def one_of(self, key: str, allowed: Iterable[T]) -> T | None:
        """A word out of a fixed set."""
        words = self.text(key).lower()
        if not words:
            return None
        choices = tuple(allowed)
        for choice in choices:
            if choice == words:
                return choice
        self.report(
            f"unknown-{key}",
            "error",
            self.span(key),
            f"`{words}` is no {key}; it is one of {', '.join(choices)}",
        )
        return None

    def report(self, code: str, severity: Severity, span: Span, message: str) -> None:
        self.problems.append(Problem(code, severity, self._path, span, message))

    def _items(self, entry: Entry, what: str) -> list[Scalar]:
        value = entry.value
        if isinstance(value, Table):
            self._wrong(entry, f"a list of {what}")
            return []
        items = value.items if isinstance(value, Items) else (value,)
        good = [item for item in items if isinstance(item, Scalar)]
        for item in items:
            if not isinstance(item, Scalar):
                self.report(
                    "wrong-type",
                    "error",
                    item.span,
                    f"an item of `{entry.key}` must be one text; put it in quotes",
                )
        return good

    def _wrong(self, entry: Entry, wanted: str) -> None:
        self.report("wrong-type", "error", entry.value.span, f"`{entry.key}` must be {wanted}")


def _is_braced(table: Table) -> bool:
    """Whether a mapping is only a template's `{words}` that somebody filled in and left the braces."""
    return all(isinstance(value, Scalar) and not value.text for _, value in table.entries)


def _scalars(items: Iterable[Value]) -> list[str]:
    return [item.text.strip() for item in items if isinstance(item, Scalar)]
