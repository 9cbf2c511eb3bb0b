"""The keys of a record's header: their order on disk and their groups (a blank line between groups)."""

from typing import NamedTuple

GROUPS: tuple[tuple[str, ...], ...] = (
    ("title",),
    ("status",),
    ("ratified",),
    ("date",),
    ("id", "kind", "aliases"),
    ("initiative", "domain", "tags"),
    ("decision-makers", "consulted", "informed"),
    ("source", "provenance"),
    ("sensitivity", "acl-group", "namespace"),
    ("supersedes",),
    ("superseded-by",),
    ("amends",),
    ("supports",),
    ("valid-from", "valid-to"),
    ("review-by",),
    ("implemented",),
    ("confirmed",),
    ("anchors",),
)
"""Keys that change on their own branch of history stand alone in a group, so that git merges them apart. The list
that grows at its end is the last one: nothing is inserted where it grows.
"""

BLOCK_LISTS = frozenset({"supersedes", "amends", "supports", "anchors", "aliases"})
"""Written one item a line and sorted."""

SYNONYMS = {
    "deciders": "decision-makers",
    "decision-maker": "decision-makers",
    "authors": "decision-makers",
    "author": "decision-makers",
    "supersede": "supersedes",
    "supercedes": "supersedes",
    "replaces": "supersedes",
    "supercededby": "superseded-by",
    "supersededby": "superseded-by",
    "superceded-by": "superseded-by",
    "replaced-by": "superseded-by",
    "amended-by": "amended-by",
    "keywords": "tags",
    "created": "date",
    "creation-date": "date",
    "last-update": "updated",
    "last-updated": "updated",
}
"""Other tools' names for our keys; read, never written."""


class _Place(NamedTuple):
    group: int
    order: int


_PLACES = {
    key: _Place(group, order)
    for order, (group, key) in enumerate((group, key) for group, keys in enumerate(GROUPS) for key in keys)
}


def field_of(key: str) -> str:
    """Our name for a canonical key."""
    return SYNONYMS.get(key, key)


def group_of(key: str) -> int:
    """The group of a key; keys that aren't ours share one at the end."""
    place = _PLACES.get(field_of(key))
    return place.group if place else len(GROUPS)


def order_of(key: str) -> int:
    """Where a key stands among the others."""
    place = _PLACES.get(field_of(key))
    return place.order if place else len(_PLACES)
