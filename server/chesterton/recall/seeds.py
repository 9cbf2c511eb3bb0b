"""Seeds of a task, read forgivingly: what is not literal is said, what is ambiguous lists its choices."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from rapidfuzz import process
from rapidfuzz.distance import OSA

from chesterton.base.paths import RepoPath
from chesterton.recall.clip import clip
from chesterton.recall.place import Place

MOST_CANDIDATES = 5
_ABSOLUTE = re.compile(r"/|[A-Za-z]:/")
_LINE = re.compile(r":(\d+)(?::\d+)?$")
_LONGEST_SEED = 400
_NEAR_ENOUGH = 2

How = Literal["as written", "normalised", "other worktree", "line", "letter case", "end of the path", "name"]


class Reading(NamedTuple):
    """How a seed was understood. `place` is None when that is unclear; `candidates` says what it may mean."""

    seed: str
    place: Place | None
    how: How | None = None
    candidates: tuple[Place, ...] = ()
    problem: str = ""

    @property
    def echo(self) -> str:
        """One line for the reader; empty when the seed was taken as written."""
        shown = clip(self.seed, 120)
        if self.place is not None:
            return "" if self.how == "as written" else f"«{shown}» was read as {self.place} ({self.how})"
        if self.candidates:
            choices = ", ".join(str(place) for place in self.candidates[:MOST_CANDIDATES])
            more = len(self.candidates) - MOST_CANDIDATES
            return f"«{shown}» {self.problem}: {choices}" + (f" and {more} more" if more > 0 else "")
        return f"«{shown}» {self.problem}"


class Catalogue(Protocol):
    """What exists in the workspace, by every name that a seed may use."""

    def holds(self, path: RepoPath) -> bool:
        """Whether a file, or (with a final `/`) a directory with files, is in the workspace."""
        ...

    def paths_named(self, name: str) -> Sequence[RepoPath]:
        """Files and directories (with a final `/`) whose last part is `name`, whatever its case."""
        ...

    def symbols_named(self, name: str) -> Sequence[Place]:
        """Symbols whose own name is `name`, whatever its case."""
        ...

    def symbols_in(self, path: RepoPath) -> Sequence[str]:
        """The keys of a file's symbols, in source order."""
        ...

    def symbol_at(self, path: RepoPath, line: int) -> str:
        """The key of the innermost symbol at a line that counts from 1; empty outside any."""
        ...


class Listed:
    """A catalogue made of lists: paths, and for each path its symbols with the line (from 1) of each."""

    def __init__(
        self, paths: Iterable[RepoPath], symbols: Mapping[RepoPath, Sequence[tuple[str, int]]] | None = None
    ) -> None:
        self._symbols = symbols or {}
        self._paths: set[str] = {""}
        self._by_name: defaultdict[str, list[RepoPath]] = defaultdict(list)
        self._by_symbol: defaultdict[str, list[Place]] = defaultdict(list)
        for path in paths:
            for one in (path, *Place(path).directories[:-1]):
                if one not in self._paths:
                    self._paths.add(one)
                    self._by_name[_last(one)].append(one)
        for path, keys in self._symbols.items():
            for key, _ in keys:
                self._by_symbol[_own_name(key)].append(Place(path, key))

    def holds(self, path: RepoPath) -> bool:
        return path in self._paths

    def paths_named(self, name: str) -> Sequence[RepoPath]:
        return self._by_name.get(name.casefold(), ())

    def symbols_named(self, name: str) -> Sequence[Place]:
        return self._by_symbol.get(name.casefold(), ())

    def symbols_in(self, path: RepoPath) -> Sequence[str]:
        return [key for key, _ in self._symbols.get(path, ())]

    def symbol_at(self, path: RepoPath, line: int) -> str:
        begun = [(start, key) for key, start in self._symbols.get(path, ()) if start <= line]
        return max(begun, default=(0, ""))[1]


def read_seeds(
    seeds: Iterable[str], catalogue: Catalogue, root: str = "", worktrees: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """Read each seed once. `root` is the workspace's absolute path, `worktrees` those of other checkouts."""
    return tuple(read_seed(seed, catalogue, root, worktrees) for seed in dict.fromkeys(seeds))


def is_absolute(seed: str) -> bool:
    """Whether a seed names a place from the root of the disk: only then other checkouts matter."""
    return bool(_ABSOLUTE.match(seed.strip().replace("\\", "/")))


def read_seed(seed: str, catalogue: Catalogue, root: str = "", worktrees: Sequence[str] = ()) -> Reading:
    """Read one seed: a path, `path:line`, `path#Symbol`, a symbol, or the end of any of these."""
    text = seed.strip().replace("\\", "/")
    if not text or len(text) > _LONGEST_SEED or any(ord(letter) < 32 for letter in text):
        return Reading(seed, None, problem="is no place: give a path, path:line, path#Symbol or a symbol")
    inside, how = _inside(text, root, worktrees)
    if inside is None:
        return Reading(seed, None, problem="lies outside the workspace")
    path, _, symbol = inside.partition("#")
    line = _LINE.search(path)
    if line:
        path = path[: line.start()]
    found, how = _find_path(path, catalogue, how)
    if len(found) > 1:
        return Reading(seed, None, None, tuple(map(Place, found)), "may be several places")
    if not found:
        return _find_symbol(seed, symbol or path, catalogue)
    if symbol:
        return _symbol_in(seed, found[0], symbol, catalogue, how)
    if line:
        return Reading(seed, Place(found[0], catalogue.symbol_at(found[0], int(line[1]))), "line")
    return Reading(seed, Place(found[0]), how)


def _inside(text: str, root: str, worktrees: Sequence[str]) -> tuple[str | None, How]:
    """The seed relative to the workspace, or None for one that is outside."""
    if is_absolute(text):
        bases: list[tuple[str, How]] = [(root, "normalised")]
        bases.extend((tree, "other worktree") for tree in worktrees)
        for base, how in bases:
            base = base.replace("\\", "/").rstrip("/")
            if base and (text == base or text.startswith(f"{base}/")):
                return text[len(base) + 1 :], how
        return None, "as written"
    parts: list[str] = []
    for part in text.split("/"):
        if part == ".." and not parts:
            return None, "as written"
        if part == "..":
            parts.pop()
        elif part != "." and (part or not parts):
            parts.append(part)
    final = "/" if text.endswith("/") and parts else ""
    inside = "/".join(part for part in parts if part) + final
    return inside, "as written" if inside == text else "normalised"


def _find_path(path: str, catalogue: Catalogue, how: How) -> tuple[list[RepoPath], How]:
    for spelling in dict.fromkeys((path, f"{path}/" if path else "", path.rstrip("/"))):
        if catalogue.holds(RepoPath(spelling)):
            return [RepoPath(spelling)], how if spelling == path else "normalised"
    parts = path.strip("/").split("/")
    named = catalogue.paths_named(parts[-1])
    same = [one for one in named if one.strip("/").casefold() == path.strip("/").casefold()]
    if same:
        return same, "letter case"
    ending = f"/{path.strip('/').casefold()}"
    ends = [one for one in named if f"/{one.strip('/').casefold()}".endswith(ending)]
    files = [one for one in ends if not one.endswith("/")]
    return files or ends, "end of the path" if len(parts) > 1 else "name"


def _symbol_in(seed: str, path: RepoPath, symbol: str, catalogue: Catalogue, how: How) -> Reading:
    keys = catalogue.symbols_in(path)
    if symbol in keys:
        return Reading(seed, Place(path, symbol), how)
    wanted = _dotted(symbol)
    found = [key for key in keys if f".{key.casefold()}".endswith(f".{wanted}")]
    if len(found) == 1:
        return Reading(seed, Place(path, found[0]), "name")
    if found:
        return Reading(seed, None, None, tuple(Place(path, key) for key in found), "may be several symbols")
    near = [
        key
        for key, distance, _ in process.extract(symbol, keys, scorer=OSA.distance, limit=3)
        if distance <= 2
    ]
    places = tuple(Place(path, key) for key in near)
    problem = f"names no symbol of {path}" + ("; it may mean" if near else "")
    return Reading(seed, None, None, places, problem)


def _find_symbol(seed: str, name: str, catalogue: Catalogue) -> Reading:
    wanted = _dotted(name)
    named = catalogue.symbols_named(wanted.rpartition(".")[2]) if wanted else ()
    found = [place for place in named if f".{place.symbol.casefold()}".endswith(f".{wanted}")]
    exact = [place for place in found if f".{place.symbol}".endswith(f".{name}")]
    found = exact or found
    if len(found) == 1:
        return Reading(seed, found[0], "name")
    if found:
        return Reading(seed, None, None, tuple(found), "may be several symbols")
    return Reading(seed, None, problem="is no file, directory or symbol of this workspace")


def _dotted(name: str) -> str:
    return re.sub(r"::|#|/", ".", name).strip(".").removesuffix("()").casefold()


def _last(path: RepoPath) -> str:
    return path.rstrip("/").rpartition("/")[2].casefold()


def _own_name(key: str) -> str:
    return key.rpartition(".")[2].partition("~")[0].casefold()
