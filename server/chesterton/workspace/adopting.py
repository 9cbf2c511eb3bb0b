"""Adopting records together with the code that they name."""

from collections.abc import Iterable

from chesterton.anchors.baseline import Baseline, capture, line_of, path_of, update
from chesterton.anchors.target import Target
from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records.adoption import Mention, adopt, mentions
from chesterton.records.model import AnchorRef, Record
from chesterton.workspace.snapshot import Snapshot


def anchored(snapshot: Snapshot) -> list[FileChange]:
    """An id for every record that has none, and anchors to what it names: files that exist, symbols that are unique."""
    paths = frozenset(snapshot.paths())
    baselines: list[FileChange] = []

    def tie(record: Record, identity: str) -> list[AnchorRef]:
        if snapshot.records.retired(record):
            return []
        targets = {target for mention in mentions(record) if (target := _target(snapshot, mention, paths))}
        rows = list(_captured(snapshot, sorted(targets, key=str)))
        change = update(identity, None, rows)
        if change is not None and path_of(identity) == change.path:
            baselines.append(change)
        return [line_of(row) for row in rows]

    return [*adopt(snapshot.records, tie=tie), *baselines]


def _target(snapshot: Snapshot, mention: Mention, paths: frozenset[RepoPath]) -> Target | None:
    path = RepoPath(mention.text)
    if path in paths:
        return Target("file", path)
    if mention.kind == "path":
        return None
    name = mention.text.replace("::", ".").replace("->", ".").replace("#", ".")
    places = [
        (path, symbol.key)
        for path in snapshot.defining(name.rsplit(".", 1)[-1])
        if (facts := snapshot.facts(path))
        for symbol in facts.symbols
        if symbol.qualified == name or symbol.qualified.endswith(f".{name}")
    ]
    return Target("symbol", *places[0]) if len(places) == 1 else None


def _captured(snapshot: Snapshot, targets: Iterable[Target]) -> Iterable[Baseline]:
    commit = (snapshot.head() or "")[:12]
    day = snapshot.state.today.isoformat()
    for target in targets:
        row = capture(
            target, snapshot.now, commit="" if target.path in snapshot.uncommitted else commit, at=day
        )
        if row is not None:
            yield row
