"""A workspace in memory for tests: texts by path, read through the real parser and queries."""

from collections.abc import Iterable, Mapping

import tree_sitter

from chesterton.anchors.baseline import Baseline, capture
from chesterton.anchors.drift import Judgement
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now
from chesterton.anchors.target import parse_target
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code import languages, parsing, symbols
from chesterton.code.model import FileFacts


class Memory:
    """A `Source` over strings; `renamed` is what git would say."""

    def __init__(self, files: Mapping[str, str], renamed: Mapping[str, str] | None = None) -> None:
        self._texts = {RepoPath(path): Text.of(text) for path, text in files.items()}
        self._renamed = renamed or {}

    def read(self, path: RepoPath) -> Text | None:
        return self._texts.get(path)

    def facts(self, path: RepoPath) -> FileFacts | None:
        tree, language = self.tree(path), languages.for_path(path)
        return symbols.extract(language, tree, self._texts[path].data) if tree and language else None

    def tree(self, path: RepoPath) -> tree_sitter.Tree | None:
        text, language = self._texts.get(path), languages.for_path(path)
        return parsing.parse(language, text.data) if text and language else None

    def paths(self) -> Iterable[RepoPath]:
        return sorted(self._texts)

    def head(self) -> str | None:
        return None

    def defining(self, name: str) -> Iterable[RepoPath]:
        return [
            path
            for path in self.paths()
            if (facts := self.facts(path)) and any(symbol.name == name for symbol in facts.symbols)
        ]

    def renamed(self, path: RepoPath) -> RepoPath | None:
        target = self._renamed.get(path)
        return RepoPath(target) if target else None

    def added(self) -> Iterable[RepoPath]:
        return self.paths()


def baseline(files: Mapping[str, str], target: str) -> Baseline:
    found = capture(parse_target(target), Now(Memory(files)))
    assert found is not None, target
    return found


def judged(
    before: Mapping[str, str], after: Mapping[str, str], target: str, renamed: Mapping[str, str] | None = None
) -> Judgement:
    """The verdict on `target`, captured in `before` and looked at in `after`."""
    return judge(baseline(before, target), Now(Memory(after, renamed)))
