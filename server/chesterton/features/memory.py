"""Recall over one workspace: the one answer that every face shares."""

import sqlite3
import threading
from collections.abc import Sequence
from datetime import date

from chesterton.base.paths import RepoPath
from chesterton.code.graph import CodeGraph
from chesterton.features.surroundings import Around, Known, Shelf
from chesterton.features.ties import cards, drifted, ties
from chesterton.recall.card import Card
from chesterton.recall.context import Task, TaskContext, Workplace, task_context
from chesterton.recall.evidence import Commit, History, cited
from chesterton.recall.memory_index.build import publish
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.mentions import Mentions
from chesterton.recall.place import Place, Tie, View
from chesterton.recall.place_recall import PlaceAnswer, PlaceRecall
from chesterton.recall.query import Query
from chesterton.recall.search import SearchAnswer, search
from chesterton.records.model import Sensitivity
from chesterton.records.store import RecordSet
from chesterton.workspace.citations import citing
from chesterton.workspace.host import Host
from chesterton.workspace.root import STORE
from chesterton.workspace.snapshot import Snapshot


class Memory:
    """What is asked here is answered from the host's present snapshot; only what changed is built anew.

    May be asked from any thread, one question at a time.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._lock = threading.Lock()
        self._known_by: tuple[RecordSet, date, Sensitivity] | None = None
        self._cards: tuple[Card, ...] = ()
        self._mentions = Mentions(())
        self._reader: Reader | None = None
        self._known: Known | None = None
        self._known_paths: Sequence[RepoPath] = ()
        self._recall = PlaceRecall((), ())
        self._tied: tuple[Tie, ...] = ()
        self._head: str | None = None
        self._commits: tuple[Commit, ...] = ()
        self._snapshot: Snapshot | None = None
        self._workplace: Workplace | None = None

    def here(self, places: Sequence[Place], words: bool = False) -> PlaceAnswer:
        """What governs places and what is near them, ranked; with `words`, also what only shares words with them."""
        with self._lock:
            work = self._present()
            return work.recall.at(places, work.view, work.reader, words=words)

    def context(self, task: Task) -> TaskContext:
        """The memory for a task."""
        with self._lock:
            return task_context(task, self._present())

    def search(self, query: Query | str, limit: int = 10) -> SearchAnswer:
        with self._lock:
            self._learn(self._host.snapshot)
            return search(self._index(), query, limit)

    @property
    def catalogue(self) -> Known:
        """What exists in the workspace, by every name that a seed may use."""
        with self._lock:
            return self._catalogue()

    def _catalogue(self) -> Known:
        paths = self._host.index.paths
        if self._known is None or self._known_paths is not paths:
            self._known, self._known_paths = Known(self._host.index), paths
        return self._known

    @property
    def workplace(self) -> Workplace:
        """All that a task is answered from, as of now."""
        with self._lock:
            return self._present()

    def _present(self) -> Workplace:
        snapshot = self._host.snapshot
        if self._workplace is None or self._snapshot is not snapshot:
            index = self._host.index
            around = Around(snapshot, CodeGraph(index)) if index.paths else Shelf(snapshot)
            self._workplace = Workplace(
                recall=self._recalled(snapshot),
                reader=self._index(),
                catalogue=self._catalogue(),
                view=View(snapshot.state.today, around, drifted(snapshot)),
                root=str(self._host.root),
                worktrees=snapshot.worktrees,
            )
            self._snapshot = snapshot
        return self._workplace

    def _recalled(self, snapshot: Snapshot) -> PlaceRecall:
        """The records with their ties, built anew only when a record, an anchor's place or the commit has changed."""
        known, head = self._known_by, snapshot.head()
        self._learn(snapshot)
        found = ties(snapshot)
        if known != self._known_by or found != self._tied or self._head != head:
            history = self._past(head)
            self._recall = PlaceRecall(self._cards, found, self._mentions, history=history)
            self._tied = found
        return self._recall

    def _past(self, head: str | None) -> History:
        """The commits that cite a record, read once for each commit that is checked out."""
        if self._head != head:
            self._commits = citing(self._host.root, head) if head else ()
            self._head = head
        return History(cited(self._cards, self._commits))

    def _learn(self, snapshot: Snapshot) -> None:
        """Read the records, unless they are those that are known."""
        seen = (snapshot.records, snapshot.state.today, snapshot.config.records.ceiling)
        if self._known_by is None or seen[0] is not self._known_by[0] or seen[1:] != self._known_by[1:]:
            self._cards = cards(snapshot)
            self._mentions = Mentions(self._cards)
            self._reader = None
            self._known_by = seen

    def _index(self) -> Reader:
        """The memory index: published in the store's cache, or in memory without a store."""
        if self._reader is None:
            self._reader = self._published() or Reader.of(self._cards)
        return self._reader

    def _published(self) -> Reader | None:
        store = self._host.root / STORE
        if not store.is_dir():
            return None
        directory = store / "cache" / "memory"
        try:
            publish(directory, self._cards)
        except (OSError, sqlite3.Error):
            return None  # a store that can't be written is still searched
        return Reader.open(directory)
