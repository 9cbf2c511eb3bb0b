"""What history says about a place: the records that the commits which changed it cite.

A commit that says «as of ADR 12» ties the record to the files that it changed, although nobody anchored them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Card
from chesterton.recall.clip import clip
from chesterton.recall.place import Place
from chesterton.recall.words import fold

CITING = r"(adrs?|rfcs?|keps?|peps?|decisions?|records?|gotchas?|lessons?|constraints?)[-_ #/]*[0-9]"
"""What a message that cites a record by number contains, as an extended regular expression without case."""

_NUMBER = re.compile(rf"\b{CITING.replace('[0-9]', '0*([0-9]{1,5})')}(?![\d.])", re.IGNORECASE)
_WORD = re.compile(r"[\w./-]{6,}")
_MOST_FILES = 40
"""Files of a commit that still speaks of something in particular."""
_NEAR_ENOUGH = 0.5
_NAMESAKE = 0.9
_TEST = re.compile(r"^test_|[._-](?:test|spec)$")


class Commit(NamedTuple):
    """A commit as history lists it."""

    id: str
    message: str
    files: tuple[RepoPath, ...]


class Cited(NamedTuple):
    """A commit that cites records: its subject, the ids of the records, and the other files that it changed."""

    id: str
    subject: str
    cards: frozenset[str]
    files: tuple[RepoPath, ...]


class Evidence(NamedTuple):
    """How strongly (0..1) history ties a record to a place; `here` when a commit changed the very file."""

    strength: float
    here: bool
    reason: str


class History:
    """The commits that cite records, looked up by the files that they changed."""

    def __init__(self, commits: Iterable[Cited] = ()) -> None:
        """`commits` are listed newest first."""
        self._of_file: defaultdict[RepoPath, list[Cited]] = defaultdict(list)
        self._by_stem: defaultdict[str, set[RepoPath]] = defaultdict(set)
        self._below: defaultdict[str, set[RepoPath]] = defaultdict(set)
        for commit in commits:
            for path in commit.files if len(commit.files) <= _MOST_FILES else ():
                self._of_file[path].append(commit)
        for path in self._of_file:
            self._by_stem[_stem(path)].add(path)
            self._below[path.rpartition("/")[0]].add(path)

    def of(self, place: Place) -> dict[str, Evidence]:
        """The records that history ties to a file: those of its own commits, then those of files beside it."""
        if place.is_directory or not self._of_file:
            return {}
        found: dict[str, Evidence] = {}
        for path, nearness in self._around(place.path):
            here = path == place.path
            for card, (strength, commit) in self._shares(path).items():
                best = found.get(card)
                if best is None or (here, strength * nearness) > (best.here, best.strength):
                    where = "this file" if here else path
                    reason = f"cited by {commit.id[:10]} «{clip(commit.subject, 60)}», which changed {where}"
                    found[card] = Evidence(strength * nearness, here, reason)
        return found

    def _around(self, path: RepoPath) -> Iterable[tuple[RepoPath, float]]:
        """The file itself, its namesakes (a test, a header) and the files of its folder, each with its nearness."""
        near: dict[RepoPath, float] = {}
        for other in self._below.get(path.rpartition("/")[0], ()):
            near[other] = _NEAR_ENOUGH
        for other in self._by_stem.get(_stem(path), ()):
            near[other] = _NAMESAKE
        near[path] = 1.0
        return near.items()

    def _shares(self, path: RepoPath) -> Mapping[str, tuple[float, Cited]]:
        """For each record the part of the file's citing commits that is its own, and the newest of them.

        A commit that changes many files, or cites many records, says less of each.
        """
        weights: Counter[str] = Counter()
        newest: dict[str, Cited] = {}
        for commit in self._of_file.get(path, ()):
            for card in commit.cards:
                weights[card] += 1 / (len(commit.cards) * len(commit.files) ** 0.5)
                newest.setdefault(card, commit)
        most = max(weights.values(), default=1.0)
        return {card: ((1 + weight / most) / 2, newest[card]) for card, weight in weights.items()}


def cited(cards: Iterable[Card], commits: Iterable[Commit]) -> Iterator[Cited]:
    """The commits that cite any of the records."""
    names = _Names(cards)
    for commit in commits:
        found = names.cited(commit)
        if found:
            files = tuple(path for path in commit.files if path not in names.paths)
            yield Cited(commit.id, commit.message.partition("\n")[0], found, files)


class _Names:
    """What commits may call the records."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.paths: dict[str, str] = {}
        self._called: dict[str, str] = {}
        numbers: defaultdict[int, list[str]] = defaultdict(list)
        for card in cards:
            self.paths[card.path] = card.id
            stem = card.path.rpartition("/")[2].rpartition(".")[0]
            self._called |= {fold(name): card.id for name in (card.id, stem, *card.aliases) if len(name) > 5}
            if card.number is not None:
                numbers[card.number].append(card.id)
        self._numbers = {number: ids[0] for number, ids in numbers.items() if len(ids) == 1}

    def cited(self, commit: Commit) -> frozenset[str]:
        """The records that a commit's message names, by number, id or file, or whose files it wrote."""
        found = {self._numbers.get(int(match[2])) for match in _NUMBER.finditer(commit.message)}
        for word in _WORD.findall(commit.message):
            name = word.rpartition("/")[2].rstrip(".-")
            found.add(self._called.get(fold(name.removesuffix(".md"))))
        found |= {self.paths.get(path) for path in commit.files}
        return frozenset(one for one in found if one is not None)


def _stem(path: str) -> str:
    name = path.rpartition("/")[2].partition(".")[0].lower()
    return _TEST.sub("", name)
