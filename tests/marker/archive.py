"""Marker archives: one text file a case, with the workspace, what happens to it, and what the features say.

    A sentence about the case.
    -- src/a.py --                 a file of the workspace
    -- record 0001-x.md --         a record; its anchors are confirmed on the workspace as it stands
    -- edit src/a.py --            what an editor's buffer holds now; `$0` is the cursor
    -- disk src/a.py --            what the disk holds now; empty for a deleted file
    -- expect hover --             the answer at the cursor; also lenses, findings, actions, definition,
                                   references and completion

Expected sections are rewritten by `pytest tests/marker --update-expected`.
"""

import contextlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from chesterton.base.disk import apply_changes
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.features import actions, completion, findings, hover, lenses, navigation
from chesterton.features.client import Client
from chesterton.records.model import RecordError
from chesterton.workspace import acts
from chesterton.workspace.changes import Opened, Touched
from chesterton.workspace.host import Host
from chesterton.workspace.snapshot import Snapshot

_SECTION = re.compile(r"^-- (.+?) --$", re.MULTILINE)
_CURSOR = "$0"


@dataclass
class Archive:
    """A parsed case: the words before the first section, then the sections in order."""

    words: str
    sections: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def parse(cls, source: str) -> "Archive":
        words, *rest = _SECTION.split(source)
        return cls(words, list(zip(rest[::2], (body.removeprefix("\n") for body in rest[1::2]), strict=True)))

    def render(self) -> str:
        return self.words + "".join(f"-- {name} --\n{body}" for name, body in self.sections)

    def answered(self, answers: dict[str, str]) -> "Archive":
        """The same case expecting `answers`."""
        return Archive(
            self.words,
            [(name, answers.get(name.removeprefix("expect "), body)) for name, body in self.sections],
        )

    def of(self, verb: str) -> list[tuple[str, str]]:
        return [
            (name.partition(" ")[2], body) for name, body in self.sections if name.partition(" ")[0] == verb
        ]

    @property
    def files(self) -> list[tuple[str, str]]:
        verbs = ("record", "edit", "disk", "expect")
        return [(name, body) for name, body in self.sections if name.partition(" ")[0] not in verbs]


def play(archive: Archive, root: Path) -> dict[str, str]:
    """Set the workspace up, let happen what happens, and give the answer of each expected section."""
    cursor = _set_up(archive, root)
    host = Host(root)
    try:
        for record in host.snapshot.living:
            with contextlib.suppress(RecordError):  # an anchor to nowhere has no baseline
                apply_changes(root, acts.confirm(host.snapshot, record, "Ann").changes)
        for path, body in archive.of("disk"):
            (root / path).write_text(body) if body else (root / path).unlink()
        snapshot = host.apply(Touched(None))
        for path, body in archive.of("edit"):
            if _CURSOR in body:
                cursor = RepoPath(path), body.partition(_CURSOR)[0]
            snapshot = host.apply(Opened(RepoPath(path), Text.of(body.replace(_CURSOR, "")), 1))
        snapshot.sweep()
        path, before = cursor
        offset = _offset(snapshot, path, before)
        return {name: _answer(name, snapshot, path, offset) for name, _ in archive.of("expect")}
    finally:
        host.close()


def _set_up(archive: Archive, root: Path) -> tuple[RepoPath, str]:
    """Write the files; where the cursor is, as its path and the text before it."""
    cursor = RepoPath(archive.files[0][0]), ""
    records = ((f".chesterton/records/{name}", body) for name, body in archive.of("record"))
    for path, body in (*archive.files, *records):
        if _CURSOR in body:
            cursor = RepoPath(path), body.partition(_CURSOR)[0]
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body.replace(_CURSOR, ""))
    return cursor


def _offset(snapshot: Snapshot, path: RepoPath, before: str) -> int:
    """The byte offset of the cursor: its line may have moved since, when a record was confirmed."""
    text = snapshot.read(path) or Text(b"")
    whole, line = before.encode(), before.rpartition("\n")[2].encode()
    if whole in text.data:
        return text.data.index(whole) + len(whole)
    return text.data.index(b"\n" + line) + 1 + len(line)


def _answer(name: str, snapshot: Snapshot, path: RepoPath, offset: int) -> str:
    show = {
        "hover": _hover,
        "lenses": _lenses,
        "findings": _findings,
        "actions": _actions,
        "definition": _definition,
        "references": _references,
        "completion": _completion,
    }[name]
    lines = show(snapshot, path, offset)
    return "".join(f"{line}\n" for line in lines).replace(snapshot.root.as_uri(), "file:///workspace")


def _at(snapshot: Snapshot, path: RepoPath, span: Span) -> str:
    text = snapshot.read(path)
    assert text is not None
    line, column = text.position(span.start, "utf-32")
    words = text.slice(span).partition("\n")[0]
    return f"{path}:{line + 1}:{column + 1} {words!r}"


def _hover(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    found = hover.hover(Client(), snapshot, path, offset)
    return [_at(snapshot, path, found.span), found.text] if found else ["nothing"]


def _lenses(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    return [f"{_at(snapshot, path, lens.span)}: {lens.title}" for lens in lenses.lenses(snapshot, path)]


def _findings(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    return [
        f"{_at(snapshot, one.path, one.span)}: {one.level} {one.code}: {one.message}"
        for one in findings.all_findings(snapshot)
    ]


def _actions(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    found = actions.actions(snapshot, path, Span(offset, offset))
    return [f"{one.title}{' (preferred)' if one.preferred else ''}" for one in found]


def _definition(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    return [_at(snapshot, *place) for place in navigation.definitions(snapshot, path, offset)]


def _references(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    return [_at(snapshot, *place) for place in navigation.references(snapshot, path, offset)]


def _completion(snapshot: Snapshot, path: RepoPath, offset: int) -> list[str]:
    found = completion.completions(snapshot, path, offset)
    return [f"{one.text.rstrip()} ({one.kind})" for one in found[:12]]
