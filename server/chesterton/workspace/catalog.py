"""Which anchors speak of which file, without looking at any code."""

from collections import defaultdict
from collections.abc import Iterator

from chesterton.anchors.baseline import members
from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base.paths import RepoPath, literal_path, split_fragment
from chesterton.records.model import AnchorRef, Record
from chesterton.records.store import RecordSet

AnchorKey = tuple[RepoPath, str]
"""The record's path and the anchor's target: an anchor's identity inside one workspace."""

Anchored = tuple[Record, AnchorRef]


class Catalog:
    """The anchors of all records that are not history, by the path they name."""

    def __init__(self, records: RecordSet) -> None:
        self._by_path: dict[RepoPath, list[Anchored]] = defaultdict(list)
        self._folders: dict[RepoPath, list[Anchored]] = defaultdict(list)
        self._globs: list[tuple[Target, Anchored]] = []
        self._by_key: dict[AnchorKey, Anchored] = {}
        for record in records.records:
            if not records.retired(record):
                for ref in record.anchors:
                    self._add(record, ref)

    def _add(self, record: Record, ref: AnchorRef) -> None:
        self._by_key[record.path, ref.target] = (record, ref)
        try:
            target = parse_target(ref.target)
        except TargetError:
            return
        if target.kind == "glob":
            self._globs.append((target, (record, ref)))
        elif target.kind == "directory":
            self._folders[target.path].append((record, ref))
        else:
            self._by_path[target.path].append((record, ref))

    def get(self, key: AnchorKey) -> Anchored | None:
        return self._by_key.get(key)

    def at(self, path: RepoPath) -> Iterator[Anchored]:
        """The anchors that name the file or folder at `path`, a glob that matches it, or a folder around it."""
        yield from self._by_path.get(path, ())
        parts = path.split("/")
        for depth in range(len(parts) + 1):
            yield from self._folders.get(RepoPath("/".join(parts[:depth])), ())
        for target, anchored in self._globs:
            if members(target, (path,)):
                yield anchored

    def has(self, target: str) -> bool:
        """Whether an anchor names exactly this target."""
        path = RepoPath(literal_path(split_fragment(target)[0]))
        return any(ref.target == target for _, ref in self._by_path.get(path, ()))
