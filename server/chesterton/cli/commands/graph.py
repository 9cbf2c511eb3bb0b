"""`chesterton graph`: questions about the code itself."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from chesterton.base.paths import OutsideRootError, RepoPath, repo_path
from chesterton.base.text import Text
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.code.export import graphml, json_lines
from chesterton.code.graph import CodeGraph, Edge
from chesterton.code.nodes import Certainty, Node
from chesterton.code.whole import areas, hubs

_SURE = {
    Certainty.RESOLVED: "",
    Certainty.UNIQUE_NAME: " (by its unique name)",
    Certainty.AMBIGUOUS: " (perhaps)",
}


@click.group()
def graph() -> None:
    """Ask who calls, extends or imports what. SYMBOL is `PATH#NAME`, a PATH, or a name that is unique."""


@contextmanager
def _graph(root: Path | None, whole: bool = False) -> Generator[CodeGraph]:
    with opened(root) as host:
        index_with_progress(host)
        yield CodeGraph(host.index, whole)


def _question(
    name: str, ask: Callable[[CodeGraph, Node], Iterable[Edge]], shown: Callable[[Edge], Node], words: str
) -> click.Command:
    """A command that lists the edges of one symbol."""

    @click.command(name, help=words)
    @click.argument("symbol")
    @click.option("--sure", is_flag=True, help="Leave out what several symbols of one name may mean.")
    @workspace_option
    @json_option
    @reports_errors
    def command(symbol: str, sure: bool, root: Path | None, as_json: bool) -> None:
        with _graph(root) as code:
            edges = [
                edge
                for edge in ask(code, _node(code, symbol))
                if not sure or edge.certainty is not Certainty.AMBIGUOUS
            ]
            _print_edges(code, edges, shown, as_json)

    return command


for _command in (
    _question("callers", CodeGraph.callers, lambda edge: edge.source, "Who calls or names SYMBOL."),
    _question("callees", CodeGraph.callees, lambda edge: edge.target, "What SYMBOL calls or names."),
    _question("subclasses", CodeGraph.subclasses, lambda edge: edge.source, "What extends SYMBOL."),
    _question("bases", CodeGraph.bases, lambda edge: edge.target, "What SYMBOL extends."),
    _question("tests", CodeGraph.tests, lambda edge: edge.source, "Which tests reach SYMBOL."),
    _question(
        "importers",
        lambda code, node: code.importers(node.path),
        lambda edge: edge.source,
        "Which files import the file of SYMBOL.",
    ),
):
    graph.add_command(_command)


@graph.command()
@click.argument("start")
@click.argument("end")
@workspace_option
@json_option
@reports_errors
def path(start: str, end: str, root: Path | None, as_json: bool) -> None:
    """The shortest way from symbol START to symbol END along calls and other uses."""
    with _graph(root) as code:
        found = code.path_between(_node(code, start), _node(code, end))
        if found is None:
            fail(f"no way leads from {start} to {end}")
        _print_edges(code, found, lambda edge: edge.target, as_json)


@graph.command()
@click.argument("symbols", nargs=-1, required=True)
@click.option("--budget", default=40, show_default=True, help="The most edges to list.")
@workspace_option
@json_option
@reports_errors
def around(symbols: Sequence[str], budget: int, root: Path | None, as_json: bool) -> None:
    """What is nearest to some symbols: the surest and closest uses first."""
    with _graph(root) as code:
        found = code.around([_node(code, symbol) for symbol in symbols], budget)
        _print_edges(code, found, lambda edge: edge.target, as_json)


@graph.command()
@workspace_option
@json_option
@reports_errors
def communities(root: Path | None, as_json: bool) -> None:
    """The areas of the code base: files that use each other more than the rest."""
    with _graph(root, whole=True) as code:
        found = areas(code)
        if as_json:
            print_json([{"label": one.label, "files": one.files} for one in found])
            return
        for one in found:
            click.echo(f"{len(one.files):6,} files  {one.label}")


@graph.command("hubs")
@click.option("--most", default=20, show_default=True, help="How many to list.")
@workspace_option
@json_option
@reports_errors
def hubs_(most: int, root: Path | None, as_json: bool) -> None:
    """The symbols that most others use."""
    with _graph(root, whole=True) as code:
        found = [(code.name(hub.node), hub.users) for hub in hubs(code, most)]
        if as_json:
            print_json([{"symbol": name, "users": users} for name, users in found])
            return
        for name, users in found:
            click.echo(f"{users:6,} users  {name}")


@graph.command()
@click.option("--format", "form", type=click.Choice(["graphml", "json"]), default="json", show_default=True)
@click.option("-o", "--output", type=click.File("w", encoding="utf-8", atomic=True), default="-")
@workspace_option
@reports_errors
def export(form: str, output: IO[str], root: Path | None) -> None:
    """Write the whole graph for other tools."""
    with _graph(root, whole=True) as code:
        output.writelines(graphml(code) if form == "graphml" else json_lines(code))


def _node(code: CodeGraph, words: str) -> Node:
    file, _, key = words.partition("#")
    try:
        node = code.node(repo_path(file), key)
    except OutsideRootError:
        node = None
    if node:
        return node
    named = [] if key else code.index.named(words.rpartition(".")[2])
    fitting = [place for place in named if f".{place.symbol.qualified}".endswith(f".{words}")]
    if len(fitting) == 1 and (found := code.node(fitting[0].path, fitting[0].symbol.key)):
        return found
    if not fitting:
        fail(f"{words}: no such symbol or file in the index")
    listed = "\n".join(f"  {place.path}#{place.symbol.key}" for place in fitting[:20])
    return fail(f"{words} may mean any of\n{listed}")


def _print_edges(code: CodeGraph, edges: list[Edge], shown: Callable[[Edge], Node], as_json: bool) -> None:
    lines = _Lines(code.index.root)
    if as_json:
        print_json([_plain(code, lines, edge) for edge in edges])
        return
    for edge in edges:
        place = f"{edge.source.path}:{lines.number(edge)}"
        click.echo(f"{place}  {edge.relation} {code.name(shown(edge))}{_SURE[edge.certainty]}")


def _plain(code: CodeGraph, lines: "_Lines", edge: Edge) -> dict[str, Any]:
    return {
        "relation": edge.relation,
        "source": code.name(edge.source),
        "target": code.name(edge.target),
        "certainty": edge.certainty.name.lower(),
        "path": edge.source.path,
        "line": lines.number(edge),
    }


class _Lines:
    """Line numbers, from 1, of the places of edges."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._texts: dict[RepoPath, Text] = {}

    def number(self, edge: Edge) -> int:
        path = edge.source.path
        if path not in self._texts:
            self._texts[path] = Text.decode((self._root / path).read_bytes())
        return self._texts[path].line_at(edge.span.start) + 1
