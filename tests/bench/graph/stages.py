"""Where a cold index spends its time, stage by stage, in one process: `stages.py ROOT`. Prints a row."""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import tree_sitter
from tests.bench.graph.cold import count

from chesterton.base.text import Text
from chesterton.code.extraction import content_key
from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex, is_source
from chesterton.code.languages import for_path
from chesterton.code.parsing import parse
from chesterton.code.scan import ScanRules, generated, listing
from chesterton.code.symbols import extract
from chesterton.code.words import word_hashes

_T = TypeVar("_T")
STAGES = (
    "list", "read", "choose", "key", "parse", "query", "extract", "encode", "words", "index", "load", "edges",
)  # fmt: skip
"""`extract` is without its query; `index` is all of these again with the store, `load` and `edges` come after."""


class Clock:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def of(self, stage: str, work: Callable[[], _T]) -> _T:
        started = time.thread_time()
        result = work()
        self.spent[stage] += time.thread_time() - started
        return result


def files(root: Path, clock: Clock) -> None:
    encode = msgspec.msgpack.Encoder().encode
    for path in clock.of("list", lambda: listing(root, ScanRules(), is_source)).sources:
        raw = clock.of("read", (root / path).read_bytes)
        language = clock.of("choose", lambda: None if generated(path, raw) else for_path(path, raw))  # noqa: B023
        if language is None or len(raw) > language.limits.size or b"\0" in raw[:8192]:
            continue
        clock.of("key", lambda: content_key(language, raw))  # noqa: B023
        data = Text.decode(raw).data
        query = language.queries.query
        tree = clock.of("parse", lambda: parse(language, data))  # noqa: B023
        clock.of("query", lambda: tree_sitter.QueryCursor(query).matches(tree.root_node))  # noqa: B023
        facts = clock.of("extract", lambda: extract(language, tree, data))  # noqa: B023
        clock.of("encode", lambda: encode(facts))  # noqa: B023
        clock.of("words", lambda: word_hashes(data))  # noqa: B023
    clock.spent["extract"] -= clock.spent["query"]


def main() -> None:
    gc.disable()
    root, clock = Path(sys.argv[1]), Clock()
    files(root, clock)
    index = CodeIndex(root)
    clock.of("index", index.refresh)
    graph = clock.of("load", lambda: CodeGraph(index, whole=True))
    clock.of("edges", lambda: count(graph))
    floor = clock.spent["read"] + clock.spent["parse"]
    print(" | ".join(f"{clock.spent[stage] / floor:.2f}" for stage in STAGES))


if __name__ == "__main__":
    main()
