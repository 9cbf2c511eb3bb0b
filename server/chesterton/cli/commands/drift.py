"""`chesterton drift`."""

import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import click

from chesterton.anchors.life import first_drift
from chesterton.base.git import GitError
from chesterton.cli.output import FAILING, FINDINGS, json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import opened
from chesterton.features.findings import Finding, drift_finding
from chesterton.features.report import anchor_entry
from chesterton.features.wording import counted, difference, drift_words, headline
from chesterton.workspace.carried import Placed
from chesterton.workspace.snapshot import Snapshot


@click.command()
@click.option("--all", "everything", is_flag=True, help="Also anchors that hold and verdicts that are quiet.")
@workspace_option
@json_option
@reports_errors
def drift(everything: bool, root: Path | None, as_json: bool) -> None:
    """List the records that the code has left behind. Leaves with 1 when one is a warning or worse."""
    with opened(root) as host:
        snapshot = host.snapshot
        placed = snapshot.sweep()
        found = [(one, finding) for one in placed if (finding := drift_finding(snapshot, one, "check"))]
        loud = [one for one, _ in found]
        failing = any(finding.level in FAILING for _, finding in found)
        shown = placed if everything else loud
        if as_json:
            print_json([anchor_entry(snapshot, one) for one in shown])
        else:
            for one in shown:
                words = drift_words(one) or "holds"
                click.echo(f"{one.ref.target}: {words}\n  {one.record.label} {headline(one.record)}")
                if one.judgement.note:
                    click.echo(f"  {one.judgement.note}")
                for line in _choices(one):
                    click.echo(f"    {line}")
                for line in _why(snapshot, one):
                    click.echo(f"    {line}")
            click.echo(_summary(len(placed), found))
    if failing:
        sys.exit(FINDINGS)


def _choices(one: Placed) -> Iterator[str]:
    """Where the code may be, with the evidence and how to say that it is."""
    judgement = one.judgement
    if judgement.place is not None and judgement.state != "ambiguous":
        return
    for candidate in judgement.candidates:
        yield f"{candidate.score:.0%} {candidate.place}: {', '.join(candidate.evidence)}"
    if judgement.candidates:
        to = judgement.candidates[0].place
        yield f"chesterton reanchor {one.record.label} {shlex.quote(one.ref.target)} --to {shlex.quote(str(to))}"


def _why(snapshot: Snapshot, one: Placed) -> Iterator[str]:
    """What changed, token by token, and the commit that first did it, as far as git can tell."""
    place = one.judgement.place
    changes = difference(snapshot, one)
    if place is None or not changes:
        return
    yield from changes
    with suppress(GitError):
        commit = first_drift(snapshot.root, one.baseline, place.path, place.key)
        if commit is not None:
            yield f"since {commit.id[:8]} of {commit.date}, {commit.author}: {commit.subject}"


def _summary(anchors: int, found: Sequence[tuple[Placed, Finding]]) -> str:
    if not anchors:
        return "no anchors yet"
    counts = Counter(_sort(one, finding) for one, finding in found)
    words = [f"{counts['drifted']} of {counted(anchors, 'anchor')} drifted"]
    words += [f"{counts[sort]} {told}" for sort, told in _SORTS.items() if counts[sort]]
    return ", ".join(words)


_SORTS = {
    "unparsed": "not judged, since a file does not parse",
    "moved": "moved or renamed (`chesterton check --fix` re-anchors)",
    "members": "with other members (`chesterton confirm` takes them as they are)",
    "quiet": "changed in what is only worth a note",
}
"""What is counted besides drift, and in which words."""


def _sort(one: Placed, finding: Finding) -> str:
    if one.judgement.provisional:
        return "unparsed"
    if finding.level in FAILING:
        return "drifted"
    if one.judgement.state == "moved":
        return "moved"
    return "members" if one.judgement.verdict == "members" else "quiet"
