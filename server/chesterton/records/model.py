"""What a record is: plain immutable values shared by every layer above."""

import re
from datetime import date as Day  # noqa: N812 - a record has a field of the name `date`
from typing import Literal, NamedTuple

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text

Kind = Literal["decision", "constraint", "gotcha", "lesson", "fact"]
KINDS: tuple[Kind, ...] = ("decision", "constraint", "gotcha", "lesson", "fact")
MISTAKES: frozenset[Kind] = frozenset({"constraint", "gotcha", "lesson"})
"""The kinds that are always shown before decisions."""

Status = Literal["proposed", "accepted", "rejected", "deprecated", "superseded", "withdrawn"]
STATUSES: tuple[Status, ...] = (
    "proposed", "accepted", "rejected", "deprecated", "superseded", "withdrawn",
)  # fmt: skip
RETIRED: frozenset[Status] = frozenset({"rejected", "deprecated", "superseded", "withdrawn"})
"""The states that never come back into force and whose anchors never drift."""

Implemented = Literal["no", "partly", "yes"]
Sensitivity = Literal["public", "internal", "confidential", "restricted"]
SENSITIVITIES: tuple[Sensitivity, ...] = ("public", "internal", "confidential", "restricted")
"""From the least to the most sensitive."""

Severity = Literal["error", "warning", "info", "hint"]
HeaderForm = Literal["front-matter", "comment", "sidecar", "none"]
"""Where a file keeps our keys: on top, in one HTML comment at the end, in a file beside it, or nowhere."""

NOWHERE = Span(0, 0)

_HASH = r"[0-9a-f]{6,64}"
_MARK = re.compile(
    rf"\s+(?:code:(?P<code>{_HASH})|sig:(?P<sig>{_HASH})|@(?P<commit>{_HASH})|(?P<planned>planned))$"
)


class AnchorRef(NamedTuple):
    """One tie from a record to code, as its line in the record says it.

    `target` is a directory (`src/`), a glob, a file, `path#Qualified.Name`, `docs/x.md#Heading`, or any of
    the last three followed by a quoted text. `code` and `signature` are short hashes of the baseline,
    `commit` is where it was taken; all three are absent before the first baseline.
    """

    target: str
    code: str | None = None
    signature: str | None = None
    commit: str | None = None
    planned: bool = False
    span: Span = Span(0, 0)

    @classmethod
    def parse(cls, line: str, span: Span = NOWHERE) -> "AnchorRef":
        """Read `TARGET [code:HEX] [sig:HEX] [@COMMIT] [planned]`; what is no mark belongs to the target."""
        marks: dict[str, str] = {}
        rest = line.strip()
        while found := _MARK.search(rest):
            name = found.lastgroup or ""
            if name in marks:
                break
            marks[name] = found[name]
            rest = rest[: found.start()].rstrip()
        return cls(rest, marks.get("code"), marks.get("sig"), marks.get("commit"), "planned" in marks, span)

    @property
    def line(self) -> str:
        """The text of the anchor's line in a record."""
        marks = (
            f"code:{self.code}" if self.code else "",
            f"sig:{self.signature}" if self.signature else "",
            f"@{self.commit}" if self.commit else "",
            "planned" if self.planned else "",
        )
        return " ".join((self.target, *filter(None, marks)))


class Relation(NamedTuple):
    """A reference to another record, as written: an id, alias, number, slug, file name or path.

    `partial` when only a part of the other record is meant; such a relation never retires it.
    """

    target: str
    span: Span = NOWHERE
    partial: bool = False


class Act(NamedTuple):
    """Who did something to a record, and when; either may be unknown."""

    on: Day | None = None
    by: str = ""

    @classmethod
    def parse(cls, words: str) -> "Act":
        """Read `2026-11-30 Ann`, `2026-11-30` or `Ann`."""
        first, _, rest = words.strip().partition(" ")
        try:
            return cls(Day.fromisoformat(first), rest.strip())
        except ValueError:
            return cls(None, words.strip())

    @property
    def line(self) -> str:
        return " ".join(filter(None, (self.on.isoformat() if self.on else "", self.by)))


class Problem(NamedTuple):
    """Something wrong with a file, at a place in it."""

    code: str
    severity: Severity
    path: RepoPath
    span: Span
    message: str


_NUMBERED = re.compile(r"ADR-(\d+)")
"""The alias under which a record is still found by a number."""


class Record(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One piece of decision memory: one file, read, or one entry of a decision log.

    `mount` names the store that it belongs to and `home` is its folder, both "" for the workspace's; the anchors are
    paths of the workspace all the same. `path` is the file, for an entry followed by `#` and its key `entry`. `id` is
    the ULID in it, or the path while nobody has given it one. `text` is all of the file, `body` what of it is the
    record's prose. `status` is normalised from `status_text`, what the file says; whether another record supersedes
    this one is known only to a `RecordSet`. `sections` maps a meaning (context, decision, consequences, options, …) to
    the bytes of the section's content in `text`. `spans` maps a header key to the bytes of its value, in `header_text`.
    """

    id: str
    path: RepoPath
    text: Text
    body: Span = NOWHERE
    entry: str = ""
    kind: Kind = "decision"
    status: Status = "accepted"
    status_text: str = ""
    title: str = ""
    number: int | None = None
    aliases: tuple[str, ...] = ()
    date: Day | None = None
    statement: str = ""
    sections: dict[str, Span] = {}
    anchors: tuple[AnchorRef, ...] = ()
    supersedes: tuple[Relation, ...] = ()
    superseded_by: tuple[Relation, ...] = ()
    amends: tuple[Relation, ...] = ()
    amended_by: tuple[Relation, ...] = ()
    supports: tuple[Relation, ...] = ()
    valid_from: Day | None = None
    valid_to: Day | None = None
    review_by: Day | None = None
    implemented: Implemented | None = None
    initiative: str = ""
    domain: str = ""
    sensitivity: Sensitivity = "internal"
    acl_group: str = ""
    namespace: str = ""
    source: str = ""
    provenance: str = ""
    confirmed: Act | None = None
    ratified: Act | None = None
    tags: tuple[str, ...] = ()
    decision_makers: tuple[str, ...] = ()
    spans: dict[str, Span] = {}
    header: HeaderForm = "none"
    header_path: RepoPath
    sidecar: Text | None = None
    mount: str = ""
    home: str = ""

    def __hash__(self) -> int:
        return hash((self.path, self.text.data))

    @property
    def has_id(self) -> bool:
        """Whether the file itself carries the id."""
        return self.id != self.path

    @property
    def slug(self) -> str:
        """The file name without number, date and extension; of an entry its key."""
        return self.entry or slug_of(self.path)

    @property
    def file(self) -> RepoPath:
        """The file that holds the record."""
        return RepoPath(self.path[: -len(self.entry) - 1]) if self.entry else self.path

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def start(self) -> Span:
        """The empty span at which the record begins in its file, for what has no narrower place."""
        return Span(self.body.start, self.body.start) if self.entry else NOWHERE

    @property
    def prose(self) -> str:
        """What the record says, without its header."""
        return self.text.slice(self.body)

    @property
    def label(self) -> str:
        """How people call it: its first alias, its number, or the end of its id; behind the name of its mount. An alias
        that is a number it had before is not how it is called now.
        """
        prefix = f"{self.mount}:" if self.mount else ""
        called = next((alias for alias in self.aliases if not self._is_former(alias)), None)
        if called is not None:
            return prefix + called
        if self.number is not None:
            return f"{prefix}{self.number:04}"
        return prefix + (self.id[-6:] if self.has_id else self.slug)

    def _is_former(self, alias: str) -> bool:
        numbered = _NUMBERED.fullmatch(alias)
        return numbered is not None and self.number is not None and int(numbered[1]) != self.number

    @property
    def header_text(self) -> Text:
        """The text that `spans` refer to."""
        return self.sidecar if self.sidecar is not None else self.text

    def section(self, name: str) -> str:
        """The content of a section, stripped; empty when there is none."""
        span = self.sections.get(name)
        return self.text.slice(span).strip() if span else ""


class RecordError(Exception):
    """A request about records that can't be met; the message says why and what can be done."""


class UnknownRecordError(RecordError):
    """No record answers to a reference."""

    def __init__(self, reference: str) -> None:
        super().__init__(f"no record answers to {reference!r}; `chesterton search` finds records by words")
        self.reference = reference


class AmbiguousRecordError(RecordError):
    """Several records answer to a reference; `candidates` lists them all."""

    def __init__(self, reference: str, candidates: tuple[Record, ...]) -> None:
        names = ", ".join(f"{record.id} ({record.path})" for record in candidates)
        super().__init__(f"{reference!r} may be {len(candidates)} records: {names}; use one of these ids")
        self.reference = reference
        self.candidates = candidates


_PREFIX = re.compile(
    r"^(?:[a-z]{2,6}[-_ ])?(?:\d{4}-\d{2}-\d{2}(?:[-_]\d{1,4})?|\d{8}|\d{1,6})(?=[-_. ]|$)[-_. ]*",
    re.IGNORECASE,
)


def slug_of(path: str) -> str:
    """The file name without directory, extension, and a leading number or date."""
    name = path.rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
    return _PREFIX.sub("", stem) or stem
