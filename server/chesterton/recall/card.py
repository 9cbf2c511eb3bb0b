"""What recall knows of one record: the fields that ranking and rendering read, and nothing else."""

from typing import Literal, NamedTuple

import msgspec

from chesterton.base.paths import RepoPath

Standing = Literal["in force", "proposed", "retired"]
"""Whether a record binds today, waits for a person's word, or is history."""


class Passage(NamedTuple):
    """A stretch of a record under one heading. `line` counts from 0 in the record's file."""

    heading: str
    line: int
    text: str


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One record, ready to be found and shown.

    `status` is the effective one, `standing` what it means today. `targets` are the anchors as written.
    `costs` is what the decision is paid with, `rejected` what was considered and turned down, `source` how a
    fact is known. Dates are ISO dates or empty.
    """

    id: str
    path: RepoPath
    kind: str
    status: str
    standing: Standing
    title: str
    statement: str
    passages: tuple[Passage, ...] = ()
    number: int | None = None
    aliases: tuple[str, ...] = ()
    date: str = ""
    confirmed: str = ""
    context: str = ""
    consequences: str = ""
    costs: str = ""
    rejected: str = ""
    targets: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    domain: str = ""
    initiative: str = ""
    source: str = ""
    sensitivity: str = "internal"
    namespace: str = ""
