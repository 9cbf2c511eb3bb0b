"""Mounts: folders of a workspace with a store of their own, addressed `name:path`."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

_STORE = re.compile(r"^(?:(?P<folder>.+)/)?\.chesterton/(?P<inner>.+)$", re.DOTALL)


class InStore(NamedTuple):
    """The place of a file: the folder that its store belongs to, "" for the workspace, and its path in the store."""

    folder: str
    inner: str


def store_of(path: str) -> InStore:
    """Where a file lies; `inner` is empty for one that is in no store."""
    found = _STORE.match(path)
    return InStore(found["folder"] or "", found["inner"]) if found else InStore("", "")


def mounted(paths: Iterable[str]) -> set[str]:
    """The folders below the workspace that have a store."""
    return {folder for path in paths if "/.chesterton/" in path and (folder := store_of(path).folder)}


class Mounts:
    """The mounts of a workspace. Each is called by its folder's name, by its whole path where two share the name."""

    def __init__(self, folders: Iterable[str] = ()) -> None:
        self._folders = tuple(sorted(folders))

    @cached_property
    def by_name(self) -> Mapping[str, str]:
        """The folder of each mount."""
        counts = Counter(posixpath.basename(folder) for folder in self._folders)
        return {
            name if counts[name] == 1 else folder: folder
            for folder in self._folders
            for name in (posixpath.basename(folder),)
        }

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {folder: name for name, folder in self.by_name.items()}

    def name_of(self, folder: str) -> str:
        """What the mount at a folder is called."""
        return self._names.get(folder, folder)

    def split(self, name: str) -> tuple[str, str]:
        """The folder and the rest of `mount:rest`; the workspace, "", where no mount is named."""
        mount, colon, rest = name.partition(":")
        if colon and mount in self.by_name:
            return self.by_name[mount], rest
        if colon and mount in self._names:
            return mount, rest
        return "", name

    def around(self, path: str) -> list[str]:
        """The folders of the mounts that a file lies in, the innermost first."""
        return sorted(
            (folder for folder in self._folders if path.startswith(f"{folder}/")), key=len, reverse=True
        )
