"""Where a task takes place: its seeds as they were read, what they hold, and what is next to them."""

from collections.abc import Iterable, Sequence

from chesterton.recall.clip import clip
from chesterton.recall.page import Page
from chesterton.recall.place import Neighbour, Place, View
from chesterton.recall.room import Room
from chesterton.recall.seeds import Catalogue, Reading

_TITLE = "Places"
_READINGS = "How your seeds were read"
_CAPSULE = 240
_MOST_NAMES = 12
_MOST_NEIGHBOURS = 8
_WORDS = {
    "caller": "called by",
    "callee": "calls",
    "subclass": "extended by",
    "base": "extends",
    "user": "used as a type by",
    "used": "uses as types",
    "importer": "imported by",
    "imported": "imports",
}


def structure(readings: Sequence[Reading], catalogue: Catalogue, view: View, room: Room) -> str:
    """The places of a task in as much detail as there is room for: names first, what surrounds them after."""
    page = Page(room, (_TITLE, _READINGS))
    places = tuple(dict.fromkeys(one.place for one in readings if one.place is not None))
    for place in places:
        page.add(_TITLE, str(place), f"- {place}")
    for number, reading in enumerate(readings):
        if reading.echo:
            page.add(_READINGS, f"reading {number}", f"- {reading.echo}")
    described = {str(place): place for place in places}
    told: set[str] = set()
    for block in page.section(_TITLE):
        lines = tuple(_details(described[block.card], catalogue, view, told))
        page.grow(block, ["\n".join((block.text, *lines[:count])) for count in range(len(lines), 0, -1)], 0)
    return str(page)


def _details(place: Place, catalogue: Catalogue, view: View, told: set[str]) -> Iterable[str]:
    """Lines about a place, the most telling first; a domain in `told` is named without its summary."""
    for domain in view.around.domains(place):
        summary = "" if domain in told else clip(view.around.summary(domain), _CAPSULE)
        told.add(domain)
        yield f"  in the domain {domain}" + (f": {summary}" if summary else "")
    article = view.around.article(place)
    if article is not None:
        yield f"  article {article.address}: {clip(article.capsule, _CAPSULE)}"
    inside = _inside(place, catalogue)
    if inside:
        yield f"  holds {_listed(inside, _MOST_NAMES)}"
    near: dict[str, list[Neighbour]] = {}
    for neighbour in view.around.neighbours(place):
        near.setdefault(neighbour.relation, []).append(neighbour)
    for relation, neighbours in near.items():
        nearest = sorted(neighbours, key=lambda one: one.steps)
        yield f"  {_WORDS[relation]} {_listed([str(one.place) for one in nearest], _MOST_NEIGHBOURS)}"


def _inside(place: Place, catalogue: Catalogue) -> list[str]:
    keys = catalogue.symbols_in(place.path)
    return [key for key in keys if not place.symbol or key.startswith(f"{place.symbol}.")]


def _listed(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
