"""What one keystroke costs in a large file: `python -m tests.bench.graph.keystroke FILE ... [--lines 1000 10000]`.

Each FILE is cut or repeated to about that many lines. An identifier in the middle grows by a letter at 15 random
places, one after the other. Prints CPU milliseconds: reparse, then the symbols, beside reading the whole file.
"""

import argparse
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Text
from chesterton.workspace.documents import Document

_PLACES = 15
_IDENTIFIER = re.compile(rb"\b[a-z_]{5,}\b")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--lines", nargs="*", type=int, default=[1_000, 10_000])
    given = parser.parse_args()
    print(
        "file | lines | whole: parse + symbols ms | keystroke: reparse ms | its symbols ms | both, median | most"
    )
    for file in given.files:
        for lines in given.lines:
            _measure(file, _sized(file.read_bytes(), lines))


def _sized(data: bytes, lines: int) -> bytes:
    own = data.count(b"\n")
    return data * max(1, round(lines / own))


def _measure(file: Path, data: bytes) -> None:
    chance = random.Random(7)
    path = RepoPath(file.name)
    document = Document(path, Text(data))
    whole = _read(document)
    each: list[tuple[float, float]] = []
    for _ in range(_PLACES):
        words = [found.end() for found in _IDENTIFIER.finditer(document.text.data)]
        at = chance.choice(words)
        document = document.edited((Edit(Span(at, at), "x"),), None)
        each.append(_read(document))
    parse, symbols = (median(values) for values in zip(*each, strict=True))
    both = [sum(one) for one in each]
    print(
        f"{file.name} | {data.count(10):,} | {whole[0]:.1f} + {whole[1]:.1f} | {parse:.1f} | {symbols:.1f} "
        f"| {median(both):.1f} | {max(both):.1f}",
        flush=True,
    )


def _read(document: Document) -> tuple[float, float]:
    return _spent(lambda: document.tree), _spent(lambda: document.facts)


def _spent(action: Callable[[], object]) -> float:
    begun = time.process_time()
    action()
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
