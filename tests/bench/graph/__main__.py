"""`make bench-graph`: the tables of the code graph's cost, all in one run, side by side. Nothing is judged."""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench.graph import corpora
from tests.bench.graph.measure import Cost, cost, python
from tests.bench.graph.stages import STAGES

_HERE = "tests.bench.graph"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="take the medians of this many runs")
    parser.add_argument("--peers", help="a folder with the programs graphify and ast-grep")
    parser.add_argument("--only", nargs="*", default=list(corpora.CORPORA), help="which corpora")
    parser.add_argument("--tables", nargs="*", default=list(_TABLES), choices=list(_TABLES))
    arguments = parser.parse_args()
    for table in arguments.tables:
        _TABLES[table](arguments)


def cold(arguments: argparse.Namespace) -> None:
    print("\nCold: CPU seconds (peak MB of the largest process); floor = read and parse only")
    print(
        "corpus | files | MB | floor | graph | graph/floor | 2 workers: wall | wall/floor wall | index/source"
    )
    floors = graphs = 0.0
    for name in arguments.only:
        root = str(corpora.corpus(name))
        floor = cost(python(f"{_HERE}.floor", root), arguments.runs)
        graph = cost(python(f"{_HERE}.cold", root, "0"), arguments.runs)
        pair = cost(python(f"{_HERE}.cold", root, "2"), arguments.runs)
        source, built = json.loads(floor.output), json.loads(graph.output)
        floors, graphs = floors + floor.cpu, graphs + graph.cpu
        print(
            f"{name} | {source['files']:,} | {source['bytes'] / 1e6:.1f} | {_cpu(floor)} | {_cpu(graph)} "
            f"| {graph.cpu / floor.cpu:.2f} | {pair.wall:.2f} | {pair.wall / floor.wall:.2f} "
            f"| {built['disk'] / source['bytes']:.2f}",
            flush=True,
        )
    if floors:
        print(f"together | | | {floors:.2f} | {graphs:.2f} | {graphs / floors:.2f} | | |")


def stages(arguments: argparse.Namespace) -> None:
    print("\nStages of a cold graph in one process, as parts of the floor (CPU)")
    print(f"corpus | {' | '.join(STAGES)}")
    for name in arguments.only:
        row = cost(python(f"{_HERE}.stages", str(corpora.corpus(name)))).output.decode()
        print(f"{name} | {row}", end="", flush=True)


def peers(arguments: argparse.Namespace) -> None:
    print("\nPeers: CPU seconds (peak MB); graphify is its AST-only mode without clustering")
    print(
        "corpus | graph | graphify | graphify/graph | ast-grep outline | graph/ast-grep | ctags | graph/ctags"
    )
    for name in arguments.only:
        root = str(corpora.corpus(name))
        graph = cost(python(f"{_HERE}.cold", root, "0"), arguments.runs)
        others = {peer: _peer(peer, root, arguments) for peer in ("graphify", "ast-grep", "ctags")}
        graphify, outline, tags = others.values()
        print(
            f"{name} | {_cpu(graph)} | {_cpu(graphify)} | {_ratio(graphify, graph)} "
            f"| {_cpu(outline)} | {_ratio(graph, outline)} | {_cpu(tags)} | {_ratio(graph, tags)}",
            flush=True,
        )


def _peer(peer: str, root: str, arguments: argparse.Namespace) -> Cost | None:
    program = shutil.which(peer, path=arguments.peers) or shutil.which(peer)
    if program is None:
        return None
    out = tempfile.mkdtemp(prefix="bench-graph-")
    commands = {
        "graphify": [
            program,
            "extract",
            root,
            "--code-only",
            "--no-cluster",
            "--max-workers",
            "1",
            "--out",
            out,
        ],
        "ast-grep": [program, "outline", "--items", "all", "--json", root],
        "ctags": [program, "-R", "-f", f"{out}/tags", root],
    }
    try:
        return cost(commands[peer], 1 if peer == "graphify" else arguments.runs)
    except RuntimeError as error:
        print(f"  {error}", file=sys.stderr)
        return None
    finally:
        shutil.rmtree(out)


def daily(arguments: argparse.Namespace) -> None:
    for name in arguments.only:
        print(cost(python(f"{_HERE}.daily", str(corpora.corpus(name)))).output.decode(), end="", flush=True)


def scaling(arguments: argparse.Namespace) -> None:
    print("\nScaling: CPU seconds of the cold graph of Django, 1, 2, 4 and 8 times")
    with tempfile.TemporaryDirectory() as folder:
        base = 0.0
        for copies in (1, 2, 4, 8):
            root = Path(folder) / f"times{copies}"
            for copy in range(copies):
                shutil.copytree(corpora.corpus("django"), root / f"copy{copy}", symlinks=True)
                _distinguish(root / f"copy{copy}", copy)
            spent = cost(python(f"{_HERE}.cold", str(root), "0"), max(1, arguments.runs // 2)).cpu
            base = base or spent
            print(f"{copies} times | {spent:.2f} | {spent / base / copies:.2f} of linear", flush=True)
            shutil.rmtree(root)


def _distinguish(root: Path, copy: int) -> None:
    """Make each copy's contents its own, else each is parsed once."""
    for path in root.rglob("*.py"):
        with path.open("a") as file:
            file.write(f"\n# {copy}\n")


def _cpu(one: Cost | None) -> str:
    return f"{one.cpu:.2f} ({one.peak:.0f})" if one else "-"


def _ratio(one: Cost | None, other: Cost | None) -> str:
    return f"{one.cpu / other.cpu:.1f}" if one and other else "-"


_TABLES: dict[str, Callable[[argparse.Namespace], None]] = {
    "cold": cold,
    "stages": stages,
    "peers": peers,
    "daily": daily,
    "scaling": scaling,
}

if __name__ == "__main__":
    main()
