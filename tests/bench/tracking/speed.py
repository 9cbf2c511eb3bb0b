"""How fast anchors are judged: many anchors over many changed files, cold and warm, and one keystroke.

    python tests/bench/tracking/speed.py FOLDER [--files 2000] [--anchors 10000]

FOLDER holds source files. Every file is changed (a comment on top, and a statement in every tenth
anchored symbol), then all anchors are judged: cold by two processes that have nothing but the texts, warm
in one process that judged them before, and after one more edit of one file.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import tree_sitter

from chesterton.anchors.baseline import Baseline, capture
from chesterton.anchors.judge import judge
from chesterton.anchors.now import Now
from chesterton.anchors.target import Target
from chesterton.base.paths import RepoPath
from chesterton.base.text import Text
from chesterton.code import languages, parsing, symbols
from chesterton.code.model import FileFacts


class Memory:
    """A source over texts, parsed once each."""

    def __init__(self, texts: Mapping[RepoPath, Text]) -> None:
        self._texts = texts
        self._trees: dict[RepoPath, tree_sitter.Tree] = {}
        self._facts: dict[RepoPath, FileFacts | None] = {}

    def read(self, path: RepoPath) -> Text | None:
        return self._texts.get(path)

    def tree(self, path: RepoPath) -> tree_sitter.Tree | None:
        language = languages.for_path(path)
        if path not in self._trees and language is not None:
            self._trees[path] = parsing.parse(language, self._texts[path].data)
        return self._trees.get(path)

    def facts(self, path: RepoPath) -> FileFacts | None:
        if path not in self._facts:
            tree, language = self.tree(path), languages.for_path(path)
            data = self._texts[path].data
            self._facts[path] = symbols.outline(language, tree, data) if tree and language else None
        return self._facts[path]

    def paths(self) -> Iterable[RepoPath]:
        return self._texts

    def head(self) -> str | None:
        return None

    def defining(self, name: str) -> Iterable[RepoPath]:
        return ()

    def renamed(self, path: RepoPath) -> RepoPath | None:
        return None

    def added(self) -> Iterable[RepoPath]:
        return ()


def judge_share(share: tuple[dict[RepoPath, bytes], list[Baseline]]) -> int:
    texts, rows = share
    now = Now(Memory({path: Text(data) for path, data in texts.items()}))
    return sum(judge(row, now).verdict == "body" for row in rows)


def warm_up(_: int) -> None:
    for language in languages.languages():
        if language.name == "python":
            assert language.outline


def changed(data: bytes, rows: list[Baseline], now: Now) -> bytes:
    """The file with a comment on top and a statement more in every tenth anchored function."""
    for row in rows[::10]:
        view = now.view(row.place.path)
        symbol = view.by_key[row.place.key] if view else None
        if symbol and symbol.body and row.kind in ("function", "method"):
            line = data.rfind(b"\n", 0, symbol.body.start) + 1
            indent = data[line : symbol.body.start]
            if not indent.strip():
                data = data[: symbol.body.start] + b"audit(1)\n" + indent + data[symbol.body.start :]
            break
    return b"# one more line\n" + data


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--files", type=int, default=2000)
    options.add_argument("--anchors", type=int, default=10_000)
    given = options.parse_args()
    found = [path for path in sorted(given.folder.rglob("*.py")) if 500 < path.stat().st_size < 200_000]
    texts = {
        RepoPath(path.relative_to(given.folder).as_posix()): Text.decode(path.read_bytes())
        for path in found[:: max(1, len(found) // given.files)]
    }
    now = Now(Memory(texts))
    rows: dict[RepoPath, list[Baseline]] = {}
    total = 0
    for path in list(texts)[: given.files]:
        view = now.view(path)
        wanted = [one for one in view.symbols if one.kind in ("function", "method", "class")] if view else []
        share = -(-(given.anchors - total) // max(1, given.files - len(rows)))
        mine = [capture(Target("symbol", path, one.key), now) for one in wanted[:share]]
        rows[path] = [row for row in mine if row is not None]
        total += len(rows[path])
    edited = {path: changed(texts[path].data, mine, now) for path, mine in rows.items()}
    paths = list(rows)
    halves = [
        ({path: edited[path] for path in part}, [row for path in part for row in rows[path]])
        for part in (paths[::2], paths[1::2])
    ]
    size = sum(map(len, edited.values()))
    print(f"{total} anchors over {len(rows)} changed files, {size / 1e6:.1f} MB")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(warm_up, range(4))
        began = time.perf_counter()
        drifted = sum(pool.map(judge_share, halves))
        print(f"cold, two processes: {time.perf_counter() - began:.2f} s, {drifted} drifted")
    source = Memory({path: Text(data) for path, data in edited.items()})
    began = time.process_time()
    first = Now(source)
    everything = [row for mine in rows.values() for row in mine]
    for row in everything:
        judge(row, first)
    print(f"cold, one process: {time.process_time() - began:.2f} s CPU")
    began = time.process_time()
    again = Now(source, first)
    for row in everything:
        judge(row, again)
    print(f"warm: {time.process_time() - began:.3f} s CPU")
    path = max(rows, key=lambda one: len(rows[one]))
    typed = edited[path].replace(b"audit(1)", b"audit(12)") + b"\n"
    texts_now = {**{one: Text(data) for one, data in edited.items()}, path: Text(typed)}
    after = Memory(texts_now)
    after.facts(path)
    began = time.process_time()
    last = Now(after, again)
    for row in rows[path]:
        judge(row, last)
    spent = (time.process_time() - began) * 1e3
    print(f"keystroke: {spent:.2f} ms CPU for {len(rows[path])} anchors, {len(typed)} bytes")


if __name__ == "__main__":
    main()
