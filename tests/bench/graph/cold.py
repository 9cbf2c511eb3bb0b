"""The whole of Chesterton's graph from nothing: index, store and every edge resolved. `cold.py ROOT WORKERS`."""

import gc
import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from chesterton.base.collector import no_collection
from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex
from chesterton.code.nodes import Certainty
from chesterton.code.workers import Workers


def count(graph: CodeGraph) -> tuple[dict[str, int], int]:
    """How many references and imports mean something, by certainty; how many symbols there are."""
    edges: Counter[int] = Counter()
    symbols = 0
    for path in graph.index.indexed:
        for means in graph.meanings(path):
            if means.nodes:
                edges[means.certainty] += 1
        edges[Certainty.RESOLVED] += len(graph.imports(path))
        facts = graph.facts(path)
        symbols += len(facts.symbols) if facts else 0
    return {Certainty(one).name.lower(): number for one, number in edges.items()}, symbols


def main() -> None:
    gc.freeze()
    root, workers_count = Path(sys.argv[1]), int(sys.argv[2])
    folder = Path(tempfile.mkdtemp(prefix="bench-graph-"))
    workers = Workers(workers_count) if workers_count else None
    try:
        index = CodeIndex(root, cache=folder, executor=workers)
        index.refresh()
        graph = CodeGraph(index, whole=True)
        with no_collection():
            edges, symbols = count(graph)
        index.close()
        disk = sum(file.stat().st_size for file in folder.iterdir())
    finally:
        if workers:
            workers.shutdown()
        shutil.rmtree(folder)
    print(json.dumps({"symbols": symbols, "edges": edges, "disk": disk, "problems": len(index.problems)}))


if __name__ == "__main__":
    main()
