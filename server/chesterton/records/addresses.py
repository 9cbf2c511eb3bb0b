"""Addresses of articles: the asset's path without its last extension, never outside the store."""

import posixpath
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence


class Assets:
    """The files of a workspace, or of one folder of it, looked up without walking through them."""

    def __init__(self, paths: Sequence[str] = (), below: str = "") -> None:
        """`paths` are in the order of their names; only those that begin with `below` count, seen from there."""
        self._paths = paths
        self._below = below

    @classmethod
    def of(cls, paths: Iterable[str]) -> "Assets":
        return cls(sorted(paths))

    def within(self, folder: str) -> "Assets":
        """The files of one folder, named as seen from it."""
        return Assets(self._paths, f"{self._below}{folder}/")

    def has_file(self, path: str) -> bool:
        return next(self._beginning(path), None) == path

    def has_folder(self, path: str) -> bool:
        return next(self._beginning(f"{path}/"), None) is not None

    def named(self, address: str) -> Iterator[str]:
        """The files that are called `address`, with one extension or without."""
        if self.has_file(address):
            yield address
        for path in self._beginning(f"{address}."):
            if without_extension(path) == address:
                yield path

    def holds(self, address: str) -> bool:
        """Whether a file or a folder is at an address."""
        return self.has_folder(address) or next(self.named(address), None) is not None

    def _beginning(self, start: str) -> Iterator[str]:
        whole = self._below + start
        for index in range(bisect_left(self._paths, whole), len(self._paths)):
            path = self._paths[index]
            if not path.startswith(whole):
                return
            yield path[len(self._below) :]


NOTHING = Assets()


def contain(path: str) -> str:
    """A path inside the root: empty parts and `.` go, `..` climbs, but never above the root."""
    parts: list[str] = []
    for part in path.replace("\\", "/").split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def without_extension(path: str) -> str:
    """A path without its last extension; a name that begins with its only dot keeps it."""
    folder, _, name = path.rpartition("/")
    stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
    return f"{folder}/{stem}" if folder else stem


def address_of(asset: str, assets: Assets = NOTHING) -> str:
    """The address of an asset.

    Where another file or a folder would share the address, a file keeps its extension, so that each has its own
    article. A folder keeps its whole name.
    """
    path = contain(asset)
    short = without_extension(path)
    if short == path or (assets.has_folder(path) and not assets.has_file(path)):
        return path
    if not assets.has_file(path):
        return short
    shared = assets.has_folder(short) or any(other != path for other in assets.named(short))
    return path if shared else short


def settle(raw: str, stored: Collection[str], assets: Assets = NOTHING) -> str:
    """The address that somebody means: an exact stored one, unless a file has just that name, else the asset's."""
    exact = contain(raw)
    if exact in stored and not assets.has_file(exact):
        return exact
    return address_of(raw, assets)


def above(asset: str, stored: Collection[str], assets: Assets = NOTHING) -> Iterator[tuple[str, int]]:
    """Where the article of an asset may be, with how many steps above it: its address, what encloses it, no root.

    An article at the name that several files share governs those that have none of their own.
    """
    address = settle(asset, stored, assets)
    yield address, 0
    if assets.has_file(address) and (shared := without_extension(address)) != address:
        yield shared, 0
    altitude = 1
    while address := posixpath.dirname(address):
        yield address, altitude
        altitude += 1
