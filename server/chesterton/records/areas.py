"""Domains and initiatives: named areas of the system, and named efforts that group records."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.base.text import Text
from chesterton.records.damage import conflict_markers
from chesterton.records.editing import NewValue, set_keys
from chesterton.records.fields import Fields
from chesterton.records.guard import refuse_conflicts
from chesterton.records.header import find_header
from chesterton.records.model import NOWHERE, Problem, Record, RecordError
from chesterton.records.naming import slug
from chesterton.records.outline import first_sentence, outline
from chesterton.records.reading import body_span

AreaKind = Literal["domain", "initiative"]
AreaStatus = Literal["proposed", "accepted", "superseded", "dropped"]
FOLDERS: dict[AreaKind, str] = {"domain": ".chesterton/domains/", "initiative": ".chesterton/initiatives/"}
_A: dict[AreaKind, str] = {"domain": "a domain", "initiative": "an initiative"}
_STATUSES: tuple[AreaStatus, ...] = ("proposed", "accepted", "superseded", "dropped")


class Area(NamedTuple):
    """A domain or an initiative; `summary` says why it exists. An initiative has no parent, paths or seeds."""

    kind: AreaKind
    slug: str
    path: RepoPath
    title: str
    summary: str
    status: AreaStatus
    parent: str
    prefixes: tuple[str, ...]
    seeds: tuple[str, ...]
    tags: tuple[str, ...]
    text: Text
    spans: Mapping[str, Span]

    def holds(self, target: str) -> bool:
        """Whether a path, or an anchor's target, lies below the area's paths."""
        return any(lies_in(target.partition("#")[0].rstrip("/"), prefix) for prefix in self.prefixes)


def lies_in(path: str, prefix: str) -> bool:
    """Whether a path is the file or the folder at `prefix`, or lies below it; everything lies below ""."""
    return not prefix or path == prefix or path.startswith(f"{prefix}/")


def read_area(kind: AreaKind, path: RepoPath, raw: bytes) -> tuple[Area, tuple[Problem, ...]]:
    """Read the file of a domain or an initiative. Never fails."""
    text = Text.decode(raw)
    fields = Fields(find_header(text), path)
    body = body_span(text)
    shape = outline(text.data[body.start : body.end], body.start)
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    heading = next((heading for heading in shape.headings if heading.level == 1), None)
    lead = next((heading.lead for heading in shape.headings if heading.lead), shape.lead)
    area = Area(
        kind=kind,
        slug=name,
        path=path,
        title=heading.text if heading else name,
        summary=first_sentence(lead),
        status=fields.one_of("status", _STATUSES) or "accepted",
        parent=fields.text("parent"),
        prefixes=tuple(prefix.removeprefix("./").rstrip("/") for prefix in fields.texts("paths")),
        seeds=fields.texts("seeds"),
        tags=fields.texts("tags"),
        text=text,
        spans=fields.spans,
    )
    return area, (*fields.problems, *conflict_markers(path, text.data))


class AreaSet:
    """The domains and initiatives of a workspace."""

    def __init__(self, areas: Iterable[Area] = ()) -> None:
        self.areas = tuple(sorted(areas, key=lambda area: (area.kind, area.slug)))

    @cached_property
    def domains(self) -> Mapping[str, Area]:
        return {area.slug: area for area in self.areas if area.kind == "domain"}

    @cached_property
    def initiatives(self) -> Mapping[str, Area]:
        return {area.slug: area for area in self.areas if area.kind == "initiative"}

    def covering(self, path: str) -> tuple[Area, ...]:
        """The living domains that cover a path, the narrowest first, each followed by its parents."""
        found: dict[str, Area] = {}
        holding = [
            (len(prefix), area)
            for area in self.domains.values()
            if area.status == "accepted"
            for prefix in area.prefixes
            if lies_in(path, prefix)
        ]
        for _, area in sorted(holding, key=lambda item: -item[0]):
            for one in (area, *self.parents(area)):
                found.setdefault(one.slug, one)
        return tuple(found.values())

    def members(self, area: Area, records: Iterable[Record]) -> tuple[Record, ...]:
        """The records of an area: those that name it, and for a domain those that are anchored below its paths."""
        if area.kind == "initiative":
            return tuple(record for record in records if record.initiative == area.slug)
        return tuple(
            record
            for record in records
            if record.domain == area.slug
            or (not record.domain and any(area.holds(anchor.target) for anchor in record.anchors))
        )

    def parents(self, area: Area) -> tuple[Area, ...]:
        """The domains above one, nearest first; a circle ends where it would begin again."""
        chain: dict[str, Area] = {}
        step = self.domains.get(area.parent)
        while step is not None and step.slug not in chain and step.slug != area.slug:
            chain[step.slug] = step
            step = self.domains.get(step.parent)
        return tuple(chain.values())


def describe(
    kind: AreaKind,
    title: str,
    summary: str,
    today: date,
    *,
    parent: str = "",
    prefixes: Iterable[str] = (),
    seeds: Iterable[str] = (),
    status: AreaStatus = "proposed",
) -> list[FileChange]:
    """The file of a new domain or initiative.

    Raises:
        RecordError: it says not why it exists.
    """
    if not title.strip() or not summary.strip():
        raise RecordError(f"{_A[kind]} needs a title and a sentence that says why it exists")
    path = RepoPath(f"{FOLDERS[kind]}{slug(title, kind)}.md")
    keys: dict[str, NewValue] = {
        "status": status,
        "date": today.isoformat(),
        "parent": parent or None,
        "paths": sorted(prefixes),
        "seeds": sorted(seeds),
    }
    text = set_keys(Text.of(f"\n# {' '.join(title.split())}\n\n{summary.strip()}\n"), "front-matter", keys)
    return [FileChange(path, None, text.encode())]


def set_area_status(area: Area, status: AreaStatus) -> list[FileChange]:
    """A domain or initiative that a person ratified or dropped.

    Raises:
        RecordError: a merge left its marks in the file.
    """
    after = set_keys(area.text, "front-matter", {"status": status})
    if after.data == area.text.data:
        return []
    change = FileChange(area.path, area.text.encode(), after.encode())
    refuse_conflicts([change])
    return [change]


def check_areas(areas: AreaSet, records: Iterable[Record]) -> Iterator[Problem]:
    """Circles of parents, and areas that nobody described."""
    for area in areas.domains.values():
        if area.parent and area.parent not in areas.domains:
            yield Problem(
                "unknown-domain", "warning", area.path, area.spans.get("parent", NOWHERE),
                f"there is no domain {area.parent}",
            )  # fmt: skip
        top = (area, *areas.parents(area))[-1]
        if top.parent in {area.slug, *(one.slug for one in areas.parents(area))}:
            yield Problem(
                "domain-cycle", "error", area.path, area.spans.get("parent", NOWHERE),
                f"{area.slug} is among its own parents",
            )  # fmt: skip
    for record in records:
        for name, known in (("domain", areas.domains), ("initiative", areas.initiatives)):
            said: str = getattr(record, name)
            if said and said not in known:
                yield Problem(
                    "unknown-domain", "warning", record.header_path, record.spans.get(name, NOWHERE),
                    f"there is no {name} {said}",
                )  # fmt: skip
