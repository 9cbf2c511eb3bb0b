"""Finding one's way in a store: its table of contents, one domain, the life of a place, what nobody wrote about."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card
from chesterton.recall.domains import Domain, holding
from chesterton.recall.place import Place, Tie
from chesterton.recall.place_recall import MISTAKES

_MOST_MEMBERS = 20


class Chapter(msgspec.Struct, frozen=True):
    """A domain or an initiative in the table of contents. One that only records name has no title of its own."""

    slug: str
    title: str
    summary: str
    mistakes: int
    records: int
    subdomains: tuple[str, ...]


class Contents(msgspec.Struct, frozen=True):
    """What a store holds: its domains and initiatives, what binds everywhere, and what waits for a person."""

    domains: tuple[Chapter, ...]
    initiatives: tuple[Chapter, ...]
    elsewhere: int
    everywhere: tuple[Card, ...]
    proposals: tuple[Card, ...]
    drifted: tuple[tuple[Card, str], ...]


class AreaPage(msgspec.Struct, frozen=True):
    """One domain or initiative: where it lies (the places with most records first) and its records, mistakes first."""

    area: Domain
    subdomains: tuple[str, ...]
    members: tuple[str, ...]
    records: tuple[Card, ...]


class Moment(msgspec.Struct, frozen=True):
    """Something that happened to a place. `id` is a record's or a commit's."""

    date: str
    what: Literal["record", "commit"]
    id: str
    title: str
    note: str


class Uncovered(msgspec.Struct, frozen=True):
    """A file with how often it changed and how many records govern it."""

    path: RepoPath
    changes: int
    records: int


def contents(
    cards: Sequence[Card],
    ties: Sequence[Tie],
    domains: Sequence[Domain],
    initiatives: Sequence[Domain],
    drift: Callable[[str], str],
) -> Contents:
    """The table of contents. An initiative is an area without paths: its records name it."""
    members = _members(cards, ties, domains)
    everywhere = {tie.card for tie in ties if not tie.pattern and tie.place == Place(RepoPath(""))}
    binding = [card for card in cards if card.standing == "in force"]
    drifted = [(card, drift(card.id)) for card in binding]
    placed = {identity for ids in members.values() for identity in ids}
    return Contents(
        domains=tuple(_chapter(domain, members, cards, domains) for domain in _all_domains(cards, domains)),
        initiatives=tuple(
            _chapter(one, _of_initiatives(cards), cards, ()) for one in _all_initiatives(cards, initiatives)
        ),
        elsewhere=sum(card.id not in placed for card in binding),
        everywhere=_mistakes_first(card for card in binding if card.id in everywhere),
        proposals=tuple(sorted((c for c in cards if c.standing == "proposed"), key=lambda card: card.date)),
        drifted=tuple((card, verdict) for card, verdict in drifted if verdict != "none"),
    )


def area_page(
    slug: str,
    cards: Sequence[Card],
    ties: Sequence[Tie],
    domains: Sequence[Domain],
    initiatives: Sequence[Domain],
) -> AreaPage | tuple[str, ...]:
    """One domain or else initiative, or the slugs there are when none is called `slug`."""
    known = {one.slug: one for one in _all_domains(cards, domains)}
    efforts = {one.slug: one for one in _all_initiatives(cards, initiatives)}
    if slug not in known and slug not in efforts:
        return (*known, *efforts)
    mine = _members(cards, ties, domains)[slug] if slug in known else _of_initiatives(cards)[slug]
    places = Counter(str(tie.place) for tie in ties if tie.card in mine and tie.place.path)
    return AreaPage(
        area=known.get(slug) or efforts[slug],
        subdomains=tuple(domain.slug for domain in domains if domain.parent == slug),
        members=tuple(place for place, _ in places.most_common(_MOST_MEMBERS)),
        records=_mistakes_first(card for card in cards if card.id in mine and card.standing == "in force"),
    )


def timeline(
    cards: Mapping[str, Card], governing: Iterable[Card], commits: Iterable[Moment]
) -> tuple[Moment, ...]:
    """The life of a place, oldest first: its records with all that they replaced, and the commits that changed it."""
    seen: dict[str, Card] = {}
    queue = list(governing)
    while queue:
        card = queue.pop()
        if card.id not in seen:
            seen[card.id] = card
            linked = (*card.supersedes, *card.superseded_by)
            queue += [cards[identity] for identity in linked if identity in cards]
    records = (Moment(card.date, "record", card.id, card.title, _fate(card)) for card in seen.values())
    return tuple(sorted((*records, *commits), key=lambda moment: (moment.date, moment.what, moment.id)))


def coverage(
    changes: Mapping[RepoPath, int], records_at: Callable[[RepoPath], int], most: int
) -> tuple[Uncovered, ...]:
    """The files that change most, those without a record first among equals in heat."""
    hottest = sorted(changes, key=lambda path: (-changes[path], path))[:most]
    rows = [Uncovered(path, changes[path], records_at(path)) for path in hottest]
    return tuple(sorted(rows, key=lambda row: (row.records > 0, -row.changes, row.path)))


def _all_domains(cards: Iterable[Card], domains: Sequence[Domain]) -> list[Domain]:
    """The described domains, then those that records name though nobody described them."""
    described = {domain.slug for domain in domains}
    named = sorted({card.domain for card in cards if card.domain} - described)
    return [*domains, *(Domain(slug, "") for slug in named)]


def _all_initiatives(cards: Iterable[Card], initiatives: Sequence[Domain]) -> list[Domain]:
    """The described initiatives, then those that records name though nobody described them."""
    named = sorted({card.initiative for card in cards if card.initiative} - {one.slug for one in initiatives})
    return [*initiatives, *(Domain(slug, "") for slug in named)]


def _of_initiatives(cards: Iterable[Card]) -> Mapping[str, frozenset[str]]:
    """The records of each initiative."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for card in cards:
        if card.initiative:
            found[card.initiative].add(card.id)
    return defaultdict(frozenset, {slug: frozenset(ids) for slug, ids in found.items()})


def _members(
    cards: Iterable[Card], ties: Iterable[Tie], domains: Sequence[Domain]
) -> dict[str, frozenset[str]]:
    """The records of each domain: those that name it, and those tied to a place in it."""
    found: dict[str, set[str]] = {domain.slug: set() for domain in domains}
    for card in cards:
        if card.domain:
            found.setdefault(card.domain, set()).add(card.id)
    for tie in ties:
        for domain in holding(domains, tie.place) if tie.place.path else ():
            found[domain.slug].add(tie.card)
    return {slug: frozenset(ids) for slug, ids in found.items()}


def _chapter(
    domain: Domain, members: Mapping[str, frozenset[str]], cards: Iterable[Card], domains: Iterable[Domain]
) -> Chapter:
    mine = [card for card in cards if card.id in members[domain.slug] and card.standing == "in force"]
    return Chapter(
        slug=domain.slug,
        title=domain.title,
        summary=domain.summary,
        mistakes=sum(card.kind in MISTAKES for card in mine),
        records=len(mine),
        subdomains=tuple(other.slug for other in domains if other.parent == domain.slug),
    )


def _mistakes_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    newest_first = sorted(cards, key=lambda card: card.date, reverse=True)
    return tuple(sorted(newest_first, key=lambda card: card.kind not in MISTAKES))


def _fate(card: Card) -> str:
    if card.superseded_by:
        return f"{card.status} by {', '.join(card.superseded_by)}"
    return f"{card.kind}, {card.status}"
