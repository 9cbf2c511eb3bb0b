"""What the layer above provides: the files of one moment, and what version control knows about them."""

from collections.abc import Iterable
from typing import Protocol

import tree_sitter

from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code.model import FileFacts


class Source(Protocol):
    """The state of a workspace at one moment. Every method answers from the same moment; none raises."""

    def read(self, path: RepoPath) -> Text | None:
        """The text of a file: the open buffer's, else the disk's; None when there is none to read."""
        ...

    def facts(self, path: RepoPath) -> FileFacts | None:
        """The symbols of `read(path)`; None for a missing file or an unknown language."""
        ...

    def tree(self, path: RepoPath) -> tree_sitter.Tree | None:
        """The syntax tree of `read(path)`."""
        ...

    def paths(self) -> Iterable[RepoPath]:
        """Every file of the workspace that git does not ignore."""
        ...

    def head(self) -> str | None:
        """The checked-out commit."""
        ...

    def defining(self, name: str) -> Iterable[RepoPath]:
        """The files that declare a symbol with this bare name, as far as they are indexed."""
        ...

    def renamed(self, path: RepoPath) -> RepoPath | None:
        """Where a vanished file went, when an editor or git said so."""
        ...

    def added(self) -> Iterable[RepoPath]:
        """The files that a vanished symbol may have moved to: new or changed since HEAD, or since the
        index last saw the symbol. Empty when nobody knows.
        """
        ...
