"""`chesterton graph`: questions about the code itself."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from chesterton.base.staging import replacing
from chesterton.cli.output import fail, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.code.export import graphml, json_lines
from chesterton.code.graph import CodeGraph
from chesterton.code.nodes import Certainty, Node
from chesterton.code.whole import areas, hubs
from chesterton.features.graph import (
    QUESTIONS,
    EdgeEntry,
    Question,
    UnknownSymbolError,
    entries,
    find_node,
)
from chesterton.workspace.root import STORE

_SURE = {"resolved": "", "unique_name": " (by its unique name)", "ambiguous": " (perhaps)"}


@click.group()
def graph() -> None:
    """Ask who calls, extends or imports what. SYMBOL is `PATH#NAME`, a PATH, or a name that is unique."""


@contextmanager
def _graph(root: Path | None, whole: bool = False) -> Generator[CodeGraph]:
    with opened(root) as host:
        if not (host.root / STORE).is_dir():
            click.echo(
                f"{host.root} has no {STORE} folder to keep an index in, so it is made for this answer only;"
                " `chesterton init` makes one",
                err=True,
            )
        index_with_progress(host)
        yield CodeGraph(host.index, whole)


def _command(name: str, question: Question) -> click.Command:
    """A command that lists the edges of one symbol."""

    @click.command(name, help=question.words)
    @click.argument("symbol")
    @click.option("--sure", is_flag=True, help="Leave out what several symbols of one name may mean.")
    @workspace_option
    @json_option
    @reports_errors
    def command(symbol: str, sure: bool, root: Path | None, as_json: bool) -> None:
        with _graph(root) as code:
            edges = [
                edge
                for edge in question.ask(code, _node(code, symbol))
                if not sure or edge.certainty is not Certainty.AMBIGUOUS
            ]
            _print_edges(entries(code, edges, question.answer), as_json)

    return command


for _name, _asked in QUESTIONS.items():
    graph.add_command(_command(_name, _asked))


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
        _print_edges(entries(code, found), as_json)


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
        _print_edges(entries(code, found), as_json)


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
@click.option(
    "--format", "form", type=click.Choice(["graphml", "json", "scip"]), default="json", show_default=True
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, allow_dash=True), default="-")
@workspace_option
@reports_errors
def export(form: str, output: str, root: Path | None) -> None:
    """Write the whole graph for other tools."""
    whole = click.open_file("-", "wb") if output == "-" else replacing(Path(output))
    with _graph(root, whole=True) as code, whole as file:
        file.writelines(_exported(code, form))


def _exported(code: CodeGraph, form: str) -> Iterable[bytes]:
    if form == "scip":
        from chesterton.code.scip import scip  # imported late: few commands need its library

        return scip(code)
    return (part.encode() for part in (graphml(code) if form == "graphml" else json_lines(code)))


def _node(code: CodeGraph, words: str) -> Node:
    try:
        return find_node(code, words)
    except UnknownSymbolError as error:
        fail(str(error))


def _print_edges(found: Iterable[EdgeEntry], as_json: bool) -> None:
    if as_json:
        print_json(list(found))
        return
    for edge in found:
        click.echo(f"{edge.path}:{edge.line}  {edge.relation} {edge.answer}{_SURE[edge.certainty]}")
