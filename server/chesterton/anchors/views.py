"""Views of files as they were: bytes of any moment, decoded, parsed and searched for symbols."""

from collections.abc import Callable
from functools import lru_cache

from chesterton.anchors.now import FileView
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code import languages, parsing, symbols

ViewOf = Callable[[RepoPath, bytes], FileView]
"""What makes a view of a path and its bytes. A process with an event loop has one that leaves heavy languages to a
worker.
"""


def read_view(path: RepoPath, raw: bytes) -> FileView:
    """A view of a file's bytes; without symbols when its language is unknown or it can't be parsed."""
    data = Text.decode(raw).data
    language = languages.for_path(path, data)
    if language is not None:
        try:
            tree = parsing.parse(language, data)
            return FileView(path, data, symbols.outline(language, tree, data), tree)
        except (parsing.NotParsedError, languages.UnusableGrammarError):
            pass
    return FileView(path, data, None, None)


view_of: ViewOf = lru_cache(maxsize=2048)(read_view)
"""The same, remembered: neighbouring commits share most of their files."""
