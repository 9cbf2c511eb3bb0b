"""The files on disk as documents, each read and parsed once for as long as it stays the same."""

import threading
from collections import OrderedDict
from pathlib import Path

from chesterton.base import disk
from chesterton.base.paths import OutsideRootError, RepoPath, inside
from chesterton.base.text import Text
from chesterton.code import scan
from chesterton.code.scan import Status
from chesterton.workspace.aside import Aside
from chesterton.workspace.documents import Document

READ_LIMIT = 50_000_000
"""Bytes; no editor sends larger files and no anchor needs one."""

_KEPT = 512
"""Documents kept parsed; a tree costs about ten times its text."""


class FileCache:
    """Documents of files on disk, kept while size, time and inode stay the same. Safe to use from several threads."""

    def __init__(self, root: Path, aside: Aside | None = None) -> None:
        self.root = root
        self._aside = aside
        self._documents: OrderedDict[RepoPath, tuple[Status, Document]] = OrderedDict()
        self._lock = threading.Lock()

    def document(self, path: RepoPath) -> Document | None:
        """The file as it is now; None for one that is missing, unreadable, too large or outside the workspace."""
        status = scan.status(self.root, path)
        if status is None:
            return None
        with self._lock:
            known = self._documents.get(path)
            if known is not None and known[0] == status:
                self._documents.move_to_end(path)
                return known[1]
        text = read_text(self.root, path)
        if text is None:
            return None
        document = Document(path, text, aside=self._aside)
        with self._lock:
            self._documents[path] = (status, document)
            while len(self._documents) > _KEPT:
                self._documents.popitem(last=False)
        return document


def read_text(root: Path, path: RepoPath) -> Text | None:
    """The text of a file on disk; None for one that is missing, unreadable, too large or outside the workspace."""
    try:
        return Text.decode(disk.read(inside(root, path), READ_LIMIT))
    except (disk.UnreadableError, OutsideRootError):
        return None
