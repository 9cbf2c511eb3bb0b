"""One immutable moment of a workspace: files, records, and where each anchor is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import tree_sitter

from chesterton.anchors.baseline import Baseline, choose, path_of, read_rows
from chesterton.anchors.drift import Judgement, settled
from chesterton.anchors.follow import follow
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now
from chesterton.anchors.renew import renew
from chesterton.anchors.target import Target, TargetError, parse_target
from chesterton.base.disk import UnreadableError, read_if_present
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code.model import FileFacts
from chesterton.code.scan import Status
from chesterton.records.addresses import Assets
from chesterton.records.articles import Governing
from chesterton.records.library import Library
from chesterton.records.lint.rules import Context
from chesterton.records.lint.run import lint
from chesterton.records.lint.schema import SCHEMA, Contract, read_contract
from chesterton.records.model import NOWHERE, AnchorRef, Problem, Record
from chesterton.records.store import RecordSet
from chesterton.workspace.carried import Carried, Placed
from chesterton.workspace.catalog import Catalog
from chesterton.workspace.config import Config
from chesterton.workspace.documents import Document
from chesterton.workspace.files import FileCache
from chesterton.workspace.listing import Listing
from chesterton.workspace.state import State
from chesterton.workspace.sweeper import Sweeper
from chesterton.workspace.worktree import WorkTree


class Snapshot:
    """Everything the faces ask about, computed when first asked for. It is the `Source` that anchors look at."""

    def __init__(
        self,
        state: State,
        files: FileCache,
        listing: Listing,
        worktree: WorkTree,
        sweeper: Sweeper,
        previous: "Snapshot | None" = None,
        edited: frozenset[RepoPath] | None = None,
    ) -> None:
        """`edited` are the buffers in which alone this moment differs from the `previous` one; None if in more."""
        self.state = state
        self._files = files
        self._listing = listing
        self._worktree = worktree
        self._sweeper = sweeper
        self._statuses: dict[RepoPath, Status | None] = {}
        self._documents: dict[RepoPath, Document | None] = {}
        self._contracts: dict[str, tuple[Contract, tuple[Problem, ...]]] = {}
        self._placed: dict[tuple[RepoPath, str], Placed] = {}
        self._rows: dict[RepoPath, Mapping[str, Baseline]] = {}
        self.now = Now(self, previous.now if previous else None, state.today)
        self.now.learn(listing.trail)
        same = previous is not None and previous.records is state.records
        self._former_catalog: Catalog | None = (
            previous.__dict__.get("_catalog") if previous and same else None
        )
        self._history = (listing.trail, listing.renewed)
        self._carried = previous._outlive(self, edited) if previous and edited is not None else Carried()

    def _outlive(self, later: "Snapshot", edited: frozenset[RepoPath]) -> Carried:
        """The verdicts of this moment and those before it that a later one may rely on."""
        mine, its = self.state, later.state
        same = mine.records is its.records and mine.moves is its.moves and mine.today == its.today
        if not same or any(
            left is not right for left, right in zip(self._history, later._history, strict=True)
        ):
            return Carried()
        return Carried({**self._carried.placed, **self._placed}, self._carried.edited | edited)

    @cached_property
    def _catalog(self) -> Catalog:
        return self._former_catalog or Catalog(self.records)

    @property
    def root(self) -> Path:
        return self.state.root

    @property
    def config(self) -> Config:
        return self.state.config

    @property
    def records(self) -> RecordSet:
        return self.state.records

    @property
    def library(self) -> Library:
        """Articles, journal, domains and initiatives. The first to ask reads them: ask on a worker thread."""
        return self.state.shelves.library

    @cached_property
    def assets(self) -> Assets:
        """The files that articles may be about."""
        return Assets(self._listing.paths)

    def article_for(self, path: RepoPath) -> Governing | None:
        """The article that governs a file or folder: its own, or the nearest above, with how far above that is."""
        return self.library.articles.governing(path, self.assets)

    def document(self, path: RepoPath) -> Document | None:
        """The open buffer, else the file on disk, read at most once a snapshot."""
        opened = self.state.open.get(path)
        if opened is not None:
            return opened
        if path not in self._documents:
            self._documents[path] = self._files.document(path)
        return self._documents[path]

    def read(self, path: RepoPath) -> Text | None:
        document = self.document(path)
        return document.text if document else None

    def facts(self, path: RepoPath) -> FileFacts | None:
        document = self.document(path)
        return document.facts if document else None

    def tree(self, path: RepoPath) -> tree_sitter.Tree | None:
        document = self.document(path)
        return document.tree if document else None

    def paths(self) -> Iterable[RepoPath]:
        return self._listing.paths

    def head(self) -> str | None:
        return self._worktree.head

    def worktrees(self) -> tuple[str, ...]:
        """Where this workspace lies in the other work trees of its repository; none without git."""
        return self._worktree.others

    @property
    def uncommitted(self) -> frozenset[RepoPath]:
        """Files that differ from the last commit, open buffers with changes included; everything without git."""
        return self._worktree.changed | frozenset(self.state.open)

    def defining(self, name: str) -> Iterable[RepoPath]:
        return self._listing.defining(name)

    def renamed(self, path: RepoPath) -> RepoPath | None:
        current, seen = path, {path}
        while (following := self._announced(current)) is not None and following not in seen:
            seen.add(following)
            current = following
        return current if current != path else self._worktree.renamed(path)

    def _announced(self, path: RepoPath) -> RepoPath | None:
        """Where the editor said that a file, or a folder around it, went."""
        moves = self.state.moves
        if path in moves:
            return moves[path]
        for cut in (at for at in range(len(path) - 1, 0, -1) if path[at] == "/"):
            folder = moves.get(RepoPath(path[:cut]))
            if folder is not None:
                return RepoPath(folder + path[cut:])
        return None

    def added(self) -> Iterable[RepoPath]:
        return sorted(self.uncommitted)

    def placed(self, path: RepoPath) -> tuple[Placed, ...]:
        """The anchors that govern something in the file at `path` now, by place; retired records are left out.

        Anchors whose file or symbol went elsewhere are found here once `sweep` has seen them.
        """
        found = {(placed.record.path, placed.ref.target): placed for placed in self._candidates(path)}
        here = (placed for placed in found.values() if _touches(placed, path))
        return tuple(sorted(here, key=_by_place))

    def _candidates(self, path: RepoPath) -> Iterator[Placed]:
        for record, ref in self._catalog.at(path):
            yield self.judged(record, ref)
        for key in self._listing.strays(path):
            pair = self._catalog.get(key)
            if pair is not None:
                yield self.judged(*pair)

    def judgements(self, record: Record) -> tuple[Placed, ...]:
        """Every anchor of one record."""
        return tuple(self.judged(record, ref) for ref in record.anchors)

    def judged(self, record: Record, ref: AnchorRef) -> Placed:
        """One anchor with its verdict."""
        key = (record.path, ref.target)
        if key not in self._placed and (carried := self._carried.get(record, ref)):
            self._placed[key] = carried
        if key not in self._placed:
            baseline = self._baseline(record, ref)
            try:
                target = parse_target(ref.target)
            except TargetError:
                target = None
            found = self._known(ref, target, baseline) or judge(baseline, self.now, planned=ref.planned)
            self._placed[key] = Placed(record, ref, target, baseline, settled(found, self._catalog.has))
        return self._placed[key]

    def _known(self, ref: AnchorRef, target: Target | None, baseline: Baseline) -> Judgement | None:
        """What the last sweep learnt from the file alone, if that is on disk as it was then."""
        if target is None or not self._is_of_one_file(ref, target):
            return None
        if target.path not in self._statuses:
            self._statuses[target.path] = self._sweeper.status(target.path)
        return self._sweeper.answer(target.path, self._statuses[target.path], baseline)

    def _is_of_one_file(self, ref: AnchorRef, target: Target) -> bool:
        return (
            not ref.planned
            and target.kind not in ("directory", "glob")
            and target.path not in self.state.open
        )

    def _baseline(self, record: Record, ref: AnchorRef) -> Baseline:
        stored = choose(ref, self.baselines(record))
        return self._listing.renewed.get(stored, stored)

    def baselines(self, record: Record) -> Mapping[str, Baseline]:
        """The stored fingerprints of a record's anchors, by target."""
        base = f"{record.home}/" if record.home else ""
        path = RepoPath(base + path_of(self.records.written_id(record)))
        if path not in self._rows:
            text = self.read(path)
            self._rows[path] = read_rows(text.data, record.anchors, base) if text else {}
        return self._rows[path]

    def shown(self, record: Record) -> bool:
        """Whether a record is shown without being asked for."""
        window = self.config.records.proposal_window
        return self.records.visible(record, self.state.today, None if window == "off" else window)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record files themselves, by all rules."""
        return lint(self.records, self.lint_context, self._exists)

    def problems_of(self, path: RepoPath) -> tuple[Problem, ...]:
        """What is wrong with one record file."""
        found = lint(self.records, self.lint_context, self._exists, only=(path,))
        return tuple(problem for problem in found if problem.path == path)

    @property
    def lint_context(self) -> Context:
        """The day and the settings that the rules of lint go by."""
        return Context(self.state.today, self.config.lint, self.asked)

    def asked(self, folder: str) -> Contract:
        """What the store of a folder, "" for the workspace's, asks of its articles and records."""
        return self.contract(folder)[0]

    def contract(self, folder: str = "") -> tuple[Contract, tuple[Problem, ...]]:
        """What a store asks, and why that can't be read if it can't."""
        if folder not in self._contracts:
            path = RepoPath(f"{folder}/{SCHEMA}" if folder else SCHEMA)
            self._contracts[folder] = self._read_contract(path)
        return self._contracts[folder]

    def _read_contract(self, path: RepoPath) -> tuple[Contract, tuple[Problem, ...]]:
        opened = self.state.open.get(path)
        if opened is not None:
            return read_contract(opened.text.encode(), path)
        try:
            return read_contract(read_if_present(self.root / path), path)
        except UnreadableError as error:
            return Contract(), (Problem("bad-schema", "error", path, NOWHERE, str(error)),)

    def _exists(self, path: RepoPath) -> bool:
        return path in self.state.open or (self.root / path).exists()

    @cached_property
    def record_files(self) -> frozenset[RepoPath]:
        """The files that records are made of, those that could not be read included."""
        mine = {path for record in self.records.records for path in (record.file, record.header_path)}
        return frozenset(mine | {problem.path for problem in self.records.problems})

    @cached_property
    def living(self) -> tuple[Record, ...]:
        """The records that are shown, by path."""
        return tuple(record for record in self.records.records if self.shown(record))

    def sweep(self) -> tuple[Placed, ...]:
        """Judge every anchor of every living record, with history's help for those that are not in their place.

        Remembers for later snapshots which anchors strayed where. May take seconds on a large store, so it belongs
        on a worker thread.
        """
        anchored = [(record, ref) for record in self.living for ref in record.anchors]
        self._listing.renewed = renew(
            self.root,
            (choose(ref, self.baselines(record)) for record, ref in anchored),
            self._sweeper.view_of,
        )
        strayed = self._look_at_files(anchored)
        self._listing.trail = follow(self.root, self.now, strayed, self._sweeper.view_of)
        self.now.learn(self._listing.trail)
        self._history = (self._listing.trail, self._listing.renewed)
        self._carried = Carried()
        self._placed.clear()
        everything = tuple(self.judged(record, ref) for record, ref in anchored)
        self._listing.remember_strays(
            ((placed.record.path, placed.ref.target), placed.judgement.place.path)
            for placed in everything
            if placed.judgement.place is not None
            and placed.target is not None
            and placed.judgement.place.path != placed.target.path
        )
        return everything

    def _look_at_files(self, anchored: Iterable[tuple[Record, AnchorRef]]) -> list[Baseline]:
        """Let the files that answer by themselves do so; returns the baselines of the other anchors."""
        by_file: dict[RepoPath, list[tuple[AnchorRef, Target, Baseline]]] = defaultdict(list)
        others: list[Baseline] = []
        for record, ref in anchored:
            baseline = self._baseline(record, ref)
            try:
                target = parse_target(ref.target)
            except TargetError:
                continue
            if self._is_of_one_file(ref, target):
                by_file[target.path].append((ref, target, baseline))
            else:
                others.append(baseline)
        self._statuses = self._sweeper.ask({path: [one[2] for one in mine] for path, mine in by_file.items()})
        unknown = (one for mine in by_file.values() for one in mine if self._known(*one) is None)
        return [*others, *(baseline for _, _, baseline in unknown)]


def _touches(placed: Placed, path: RepoPath) -> bool:
    place = placed.judgement.place
    if place is not None and placed.judgement.state != "ambiguous":
        if placed.target is not None and placed.target.kind in ("directory", "glob"):
            return True
        return place.path == path
    return placed.target is not None and placed.target.path == path


def _by_place(placed: Placed) -> tuple[int, RepoPath, str]:
    place = placed.judgement.place
    return (place.span.start if place else -1, placed.record.path, placed.ref.target)
