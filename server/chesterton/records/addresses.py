"""Addresses of articles: the asset's path without its last extension, never outside the store."""

import posixpath
from collections.abc import Collection, Iterator


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


def address_of(asset: str, assets: Collection[str] = ()) -> str:
    """The address of an asset.

    `assets` are the files of the workspace: where another file or a folder would share the address, a file keeps
    its extension, so that each has its own article.
    """
    path = contain(asset)
    short = without_extension(path)
    if short == path or path not in assets:
        return short
    rivals = (other for other in assets if other != path and without_extension(other) == short)
    shared = any(other.startswith(f"{short}/") for other in assets) or next(rivals, None) is not None
    return path if shared else short


def settle(raw: str, stored: Collection[str], assets: Collection[str] = ()) -> str:
    """The address that somebody means: an exact stored one, unless a file has just that name, else the asset's."""
    exact = contain(raw)
    if exact in stored and exact not in assets:
        return exact
    return address_of(raw, assets)


def ancestors(address: str) -> Iterator[str]:
    """The address itself and everything above it, nearest first; the root has no article."""
    while address:
        yield address
        address = posixpath.dirname(address)


def is_asset(address: str, assets: Collection[str]) -> bool:
    """Whether a file or a folder of the workspace is at an address."""
    return any(
        path == address or without_extension(path) == address or path.startswith(f"{address}/")
        for path in assets
    )
