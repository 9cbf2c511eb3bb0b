"""Domains: named areas of a system, which places they hold, and which ones could be named next."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.recall.place import Place

_FEWEST_FILES = 5
_LARGEST_SHARE = 0.6


class Domain(msgspec.Struct, frozen=True):
    """A named area. `summary` says why it exists; `prefixes` are the paths it covers (`src/auth/`, `src/x.py`)."""

    slug: str
    title: str
    summary: str = ""
    prefixes: tuple[str, ...] = ()
    parent: str = ""


class Suggestion(msgspec.Struct, frozen=True):
    """A domain that a person may ratify: where its files lie, how many there are, and how they hang together."""

    slug: str
    prefixes: tuple[str, ...]
    files: int
    reason: str


def holding(domains: Iterable[Domain], place: Place) -> list[Domain]:
    """The domains that cover a place, the narrowest first."""
    found = [
        (max(len(prefix) for prefix in matching), domain)
        for domain in domains
        if (matching := [prefix for prefix in domain.prefixes if _covers(prefix, place.path)])
    ]
    return [domain for _, domain in sorted(found, key=lambda one: (-one[0], one[1].slug))]


def suggest(
    communities: Mapping[str, Sequence[RepoPath]], known: Sequence[Domain], most: int = 10
) -> list[Suggestion]:
    """Domains that the code graph's communities call for, largest first, none that a known one covers.

    A community counts when most of its files lie below one folder; folders that hold nearly everything do not.
    """
    total = sum(len(files) for files in communities.values())
    found: dict[str, Suggestion] = {}
    for label, files in sorted(communities.items(), key=lambda one: (-len(one[1]), one[0])):
        folder, count = _folder(files)
        covered = any(_covers(prefix, folder) for domain in known for prefix in domain.prefixes)
        if len(files) < _FEWEST_FILES or not folder or covered or count > total * _LARGEST_SHARE:
            continue
        slug = folder.strip("/").rpartition("/")[2].lower().replace("_", "-")
        reason = f"{count} of the {len(files)} files of the community {label} lie here"
        found.setdefault(slug, Suggestion(slug, (folder,), count, reason))
    return list(found.values())[:most]


def _folder(files: Sequence[RepoPath]) -> tuple[str, int]:
    """The deepest folder with most of the files, and how many it has."""
    counts = Counter(folder for path in files for folder in Place(path).directories if folder)
    fitting = [folder for folder, count in counts.items() if count * 2 > len(files)]
    best = max(fitting, key=lambda folder: (folder.count("/"), counts[folder], folder), default="")
    return best, counts.get(RepoPath(best), 0)


def _covers(prefix: str, path: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")
