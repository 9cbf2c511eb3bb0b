"""Which records a reference means: an id, the end of one, a path, a file's name, a slug, an alias, a number."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from chesterton.base.paths import RepoPath
from chesterton.records.model import Record
from chesterton.records.mounts import Mounts
from chesterton.records.roots import RECORDS

_SUFFIX = re.compile(r"^[0-9A-HJKMNP-TV-Z]{6,25}$")
_NUMBERED = re.compile(r"^(?:[a-z]{2,6}[-_ #]{0,2})?#?0*(\d{1,6})(?:[.: ].*)?$", re.IGNORECASE)


class References:
    """The names of some records, gathered when first asked for."""

    def __init__(self, records: tuple[Record, ...], mounts: Mounts) -> None:
        self._records = records
        self._mounts = mounts

    def candidates(self, reference: str, near: RepoPath | None = None) -> tuple[Record, ...]:
        """All records that answer to a reference; the strongest way of naming decides.

        A number or slug means, where there is a choice, the record in the folder of `near`.
        """
        words = reference.strip().removeprefix("./")
        folder, rest = self._mounts.split(words)
        if folder:
            inside = RepoPath(f"{folder}/{RECORDS}/{rest}")
            name = self._mounts.name_of(folder)
            return tuple(record for record in self.candidates(rest, inside) if record.mount == name)
        exact = self._by_name.get(words.casefold(), ())
        if exact:
            return _nearest(exact, near)
        upper = words.upper()
        if _SUFFIX.match(upper):
            ends = tuple(record for record in self._records if record.has_id and record.id.endswith(upper))
            if ends:
                return ends
        labelled = self._by_alias.get(words.casefold(), ())
        numbered = _NUMBERED.match(words)
        if numbered:
            labelled += tuple(
                record for record in self._by_number.get(int(numbered[1]), ()) if record not in labelled
            )
            labelled = labelled or self._by_alias.get(f"adr-{int(numbered[1]):04}", ())
        return _nearest(labelled, near)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Record, ...]]:
        """Ids and paths before file names before slugs: a stronger name hides weaker ones."""
        strong: dict[str, list[Record]] = defaultdict(list)
        files: dict[str, list[Record]] = defaultdict(list)
        slugs: dict[str, list[Record]] = defaultdict(list)
        for record in self._records:
            strong[record.id.casefold()].append(record)
            if record.has_id:
                strong[record.path.casefold()].append(record)
            for spelling in _spellings(record):
                files[spelling.casefold()].append(record)
            slugs[record.slug.casefold()].append(record)
        return {key: tuple(value) for level in (slugs, files, strong) for key, value in level.items()}

    @cached_property
    def _by_alias(self) -> Mapping[str, tuple[Record, ...]]:
        aliases: dict[str, list[Record]] = defaultdict(list)
        for record in self._records:
            for alias in set(record.aliases):
                aliases[alias.casefold()].append(record)
        return {alias: tuple(records) for alias, records in aliases.items()}

    @cached_property
    def _by_number(self) -> Mapping[int, tuple[Record, ...]]:
        numbers: dict[int, list[Record]] = defaultdict(list)
        for record in self._records:
            if record.number is not None:
                numbers[record.number].append(record)
        return {number: tuple(records) for number, records in numbers.items()}


def _spellings(record: Record) -> set[str]:
    """The names of a record's file: as it is, and without its extension."""
    name, hash_mark, key = record.name.partition("#") if record.entry else (record.name, "", "")
    return {f"{name}{hash_mark}{key}", f"{name.rsplit('.', 1)[0]}{hash_mark}{key}"}


def _nearest(found: tuple[Record, ...], near: RepoPath | None) -> tuple[Record, ...]:
    if len(found) < 2:
        return found
    if near is None:
        return tuple(record for record in found if not record.mount) or found
    log = near.partition("#")[0]
    same = tuple(record for record in found if record.entry and record.file == log)
    if same:
        return same
    folder = near.rsplit("/", 1)[0]
    close = tuple(record for record in found if record.path.rsplit("/", 1)[0] == folder)
    return close or found
