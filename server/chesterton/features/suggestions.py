"""Domains that the code calls for, and making one of them a domain of the store."""

from chesterton.code.graph import CodeGraph
from chesterton.code.index import CodeIndex
from chesterton.code.whole import areas
from chesterton.features.surroundings import domains
from chesterton.recall.domains import Suggestion, suggest
from chesterton.records.model import RecordError
from chesterton.workspace.page_acts import Written, describe_area
from chesterton.workspace.snapshot import Snapshot


def suggested(index: CodeIndex, snapshot: Snapshot) -> list[Suggestion]:
    """Areas of the code that could be domains. Reads the whole index: ask on a worker thread."""
    communities = {area.label: area.files for area in areas(CodeGraph(index, whole=True))}
    return suggest(communities, domains(snapshot))


def adopt(index: CodeIndex, snapshot: Snapshot, slug: str, summary: str, title: str = "") -> Written:
    """A suggested domain as an accepted one of the store; `summary` says why it exists, which no graph knows.

    Raises:
        RecordError: nothing of that name is suggested, or it says not why it exists.
    """
    found = {one.slug: one for one in suggested(index, snapshot)}
    if slug not in found:
        raise RecordError(f"no domain {slug} is suggested; there are: {', '.join(found) or 'none'}")
    return describe_area(
        snapshot,
        "domain",
        title or slug.replace("-", " ").capitalize(),
        summary,
        prefixes=found[slug].prefixes,
        status="accepted",
    )
