"""From what an import statement says to the files of the workspace it means.

One resolver for all languages; how a language spells modules is data (`[imports]` in its resolve.toml). A
source that leads to no file of the workspace is external.
"""

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

import msgspec

from chesterton.base.paths import RepoPath


class Naming(msgspec.Struct, frozen=True):
    """Files that give their folder a module name: `file`'s name, and a pattern whose first group is the name.

    A second group, or else `inside`, is the folder below that the module's parts are in.
    """

    file: str
    pattern: str
    inside: str = ""


class ImportRules(msgspec.Struct, frozen=True):
    """How a language's imports find files.

    `separator` stands between the parts of a module. `relative`: "dots" climb a folder each after the first
    (Python), "path" is `./` and `../`, "module" is Rust's `self`, `super` and `crate`. With `beside` any source
    may be relative to the importing file. `anywhere`: a module may lie in any folder of that trailing path.
    `index`: stems of the files that stand for their folder. `folder`: a module is all files of a folder.
    `marker`: a folder with this file is itself part of a module. `opens`: an import without a name brings in
    all names. `whole`: without an alias the local name is all of the source, else its last part. `main`: a
    module is its symbol of the same name. `tails`: module parts may lack leading parts on disk (PSR-4).
    """

    separator: str = "."
    relative: Literal["none", "dots", "path", "module"] = "none"
    beside: bool = False
    anywhere: bool = False
    index: tuple[str, ...] = ()
    folder: bool = False
    marker: str = ""
    opens: bool = False
    whole: bool = False
    main: bool = False
    tails: bool = False
    endings: tuple[str, ...] = ()
    naming: tuple[Naming, ...] = ()


class Target(NamedTuple):
    """The files of a module, and the names still to be looked up in them."""

    files: tuple[RepoPath, ...]
    rest: tuple[str, ...]


class Files:
    """The paths of a workspace, arranged for looking modules up."""

    def __init__(self, paths: Iterable[RepoPath], read: Callable[[RepoPath], bytes | None]) -> None:
        self._paths = frozenset(paths)
        self._read = read
        self._names: dict[tuple[Naming, ...], dict[str, str]] = {}

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    @cached_property
    def by_stem(self) -> dict[str, list[RepoPath]]:
        """Files by their name up to the first dot; nearest the root first."""
        stems: dict[str, list[RepoPath]] = defaultdict(list)
        for path in sorted(self._paths, key=lambda path: (path.count("/"), path)):
            stems[path.rpartition("/")[2].partition(".")[0]].append(path)
        return dict(stems)

    @cached_property
    def folders(self) -> dict[str, list[RepoPath]]:
        """The files directly in each folder."""
        folders: dict[str, list[RepoPath]] = defaultdict(list)
        for path in sorted(self._paths):
            folders[path.rpartition("/")[0]].append(path)
        return dict(folders)

    @cached_property
    def folders_by_name(self) -> dict[str, list[str]]:
        """Every folder with files anywhere below it, by the last part of its path."""
        names: dict[str, set[str]] = defaultdict(set)
        for folder in self.folders:
            while folder:
                head, _, name = folder.rpartition("/")
                names[name].add(folder)
                folder = head
        return {
            name: sorted(found, key=lambda path: (path.count("/"), path)) for name, found in names.items()
        }

    def named_folders(self, naming: tuple[Naming, ...]) -> dict[str, str]:
        """Module names that files like go.mod or package.json give to folders."""
        if naming not in self._names:
            self._names[naming] = {}
            for rule in naming:
                for path in self.by_stem.get(rule.file.partition(".")[0], ()):
                    if path.rpartition("/")[2] == rule.file:
                        self._names[naming].update(self._names_in(path, rule))
        return self._names[naming]

    def _names_in(self, path: RepoPath, rule: Naming) -> Iterator[tuple[str, str]]:
        text = (self._read(path) or b"").decode("utf-8", "replace")
        for found in re.finditer(rule.pattern, text):
            below = found[2] if found.re.groups > 1 else rule.inside
            folder = posixpath.normpath(posixpath.join(path.rpartition("/")[0], below)).removeprefix(".")
            yield found[1], folder
            yield found[1].replace("-", "_"), folder  # Rust writes a crate's name so


class Importer:
    """Finds the files that imports of one language mean."""

    def __init__(self, files: Files, rules: ImportRules, endings: tuple[str, ...]) -> None:
        self._files = files
        self._rules = rules
        self._endings = rules.endings or endings
        self._known: dict[tuple[str, str, str], tuple[Target, ...]] = {}
        self._nearby = False  # whether the importing file's place had a say in the answer being looked for
        self._absolutes: dict[tuple[str, str], str | None] = {}
        self._named_places: dict[str, str | None] = {}
        self._modules: dict[str, tuple[RepoPath, ...]] = {}
        self._nearest: dict[tuple[str, tuple[str, ...]], tuple[RepoPath, ...]] = {}
        self._roots_of: dict[tuple[str, ...], tuple[tuple[str, tuple[RepoPath, ...]], ...]] = {}

    def targets(self, importer: RepoPath, source: str, name: str) -> Iterable[Target]:
        """What `name` of module `source` may be, the likeliest first; none when it is external."""
        if (shared := self._known.get(("", source, name))) is not None:
            return shared
        key = self._here(importer), source, name
        if key not in self._known:
            self._nearby = self._rules.relative == "module" or self._rules.beside or source.startswith(".")
            found = tuple(self._targets(importer, source, name))
            if not self._nearby:
                key = "", source, name
            self._known[key] = found
        return self._known[key]

    def _targets(self, importer: RepoPath, source: str, name: str) -> Iterator[Target]:
        rest = _parts(name)
        key = self._here(importer), source
        if key not in self._absolutes:
            self._absolutes[key] = self._absolute(importer, source)
        absolute = self._absolutes[key]
        if absolute is not None:
            yield from self._under(absolute, rest)
            return
        parts = tuple(part for part in source.split(self._rules.separator) if part)
        if not parts:
            return
        if self._rules.beside:
            base = importer.rpartition("/")[0]
            found = tuple(self._under(posixpath.normpath(posixpath.join(base, *parts)), rest))
            if found:
                yield from found
                return
        if source not in self._named_places:
            self._named_places[source] = self._named(parts)
        named = self._named_places[source]
        if named is not None:
            yield from self._under(named, rest)
        if self._rules.anywhere or self._rules.marker:
            yield from self._anywhere(importer, parts, rest)

    def _here(self, importer: RepoPath) -> str:
        """What a relative source starts from: files with the same see the same modules."""
        return importer if self._rules.relative == "module" else importer.rpartition("/")[0]

    def _absolute(self, importer: RepoPath, source: str) -> str | None:
        """The path a relative source means, without its ending; None for one that is not relative."""
        folder, _, file = importer.rpartition("/")
        if self._rules.relative == "dots" and source.startswith("."):
            climbing = len(source) - len(source.lstrip(".")) - 1
            below = source.lstrip(".").replace(self._rules.separator, "/")
            return posixpath.normpath(posixpath.join(folder, *[".."] * climbing, below))
        if self._rules.relative == "path" and source.startswith("."):
            return posixpath.normpath(posixpath.join(folder, source))
        if self._rules.relative == "module":
            return self._in_crate(folder, file.partition(".")[0], source.split(self._rules.separator))
        return None

    def _in_crate(self, folder: str, stem: str, parts: list[str]) -> str | None:
        """Rust: `self` is the module of the file, `super` the one around it, `crate` the top."""
        here = folder if stem in self._rules.index else posixpath.join(folder, stem)
        if parts[0] == "crate":
            while folder and not any(f"{folder}/{top}.rs" in self._files for top in ("lib", "main")):
                folder = folder.rpartition("/")[0]
            return posixpath.join(folder, *parts[1:])
        if parts[0] not in ("self", "super"):
            return posixpath.join(here, *parts) if self.module(posixpath.join(here, parts[0])) else None
        while parts and parts[0] in ("self", "super"):
            here = here.rpartition("/")[0] if parts[0] == "super" else here
            parts = parts[1:]
        return posixpath.join(here, *parts)

    def _under(self, place: str, rest: tuple[str, ...]) -> Iterator[Target]:
        """`place/rest` as a module, else `rest` as names in module `place`, else in the modules around it."""
        place = "" if place == "." else place
        if files := self.module(place):
            yield Target(files, rest)
        if rest and (files := self.module("/".join((place, *rest) if place else rest))):
            yield Target(files, ())
        if self._rules.relative == "module":
            for _ in range(3):
                place, _, last = place.rpartition("/")
                rest = (last, *rest)
                if files := self.module(place):
                    yield Target(files, rest)
                    return

    def module(self, place: str) -> tuple[RepoPath, ...]:
        """The files of the module at a path."""
        if place not in self._modules:
            self._modules[place] = self._find_module(place)
        return self._modules[place]

    def _find_module(self, place: str) -> tuple[RepoPath, ...]:
        if self._rules.folder:
            found = tuple(path for path in self._files.folders.get(place, ()) if path.endswith(self._endings))
            if found:
                return found
        candidates = [place, *(f"{place}{ending}" for ending in self._endings)]
        stem, dot, ending = place.rpartition(".")
        if dot and f".{ending}" in (".js", ".jsx", ".mjs", ".cjs"):
            candidates += [f"{stem}{ending}" for ending in self._endings]
        candidates += [f"{place}/{index}{ending}" for index in self._rules.index for ending in self._endings]
        return next(((RepoPath(path),) for path in candidates if path in self._files), ())

    def _named(self, parts: tuple[str, ...]) -> str | None:
        """The path of a module below a folder that has a name of its own."""
        named = self._files.named_folders(self._rules.naming)
        for cut in range(len(parts), 0, -1) if named else ():
            folder = named.get(self._rules.separator.join(parts[:cut]))
            if folder is not None:
                return posixpath.join(folder, *parts[cut:])
        return None

    def _anywhere(
        self, importer: RepoPath, parts: tuple[str, ...], rest: tuple[str, ...]
    ) -> Iterator[Target]:
        if rest and (own := self._trailing(importer, parts)):
            yield Target(own, rest)
        if rest and (files := self._trailing(importer, (*parts, *rest))):
            yield Target(files, ())
            return
        for cut in range(len(parts), max(0, len(parts) - 3), -1):
            if files := self._trailing(importer, parts[:cut]):
                yield Target(files, (*parts[cut:], *rest))
                return

    def _trailing(self, importer: RepoPath, parts: tuple[str, ...]) -> tuple[RepoPath, ...]:
        """The module whose path ends in `parts`; the one nearest to the importing file when there are several."""
        if parts not in self._roots_of:
            self._roots_of[parts] = tuple(self._roots(parts))
        found = self._roots_of[parts]
        if not found:
            return ()
        self._nearby |= len(found) > 1 or (bool(self._rules.marker) and len(parts) == 1)
        key = importer.rpartition("/")[0], parts
        if key not in self._nearest:
            self._nearest[key] = self._find_nearest(importer, parts, found)
        return self._nearest[key]

    def _find_nearest(
        self, importer: RepoPath, parts: tuple[str, ...], found: tuple[tuple[str, tuple[RepoPath, ...]], ...]
    ) -> tuple[RepoPath, ...]:
        roots = {root: files for root, files in found if self._is_root(root, files, importer, parts)}
        if len(roots) < 2:
            return next(iter(roots.values()), ())
        best = max(roots, key=lambda root: (len(posixpath.commonprefix((root, importer))), -len(root)))
        return roots[best]

    def _roots(self, parts: tuple[str, ...]) -> Iterator[tuple[str, tuple[RepoPath, ...]]]:
        last = parts[-1].partition(".")[0]
        for path in self._files.by_stem.get(last, ()):
            for ending in ("", *self._endings):
                if path.endswith(ending) and (root := _before(path.removesuffix(ending), parts)) is not None:
                    yield root, (path,)
        for folder in self._files.folders_by_name.get(parts[-1], ()):
            if (root := _before(folder, parts)) is not None and (files := self.module(folder)):
                yield root, files

    def _is_root(
        self, root: str, files: tuple[RepoPath, ...], importer: RepoPath, parts: tuple[str, ...]
    ) -> bool:
        marker = self._rules.marker
        if not marker:
            return len(parts) > 1 or len(files) == 1
        if posixpath.join(root, marker) in self._files:
            return False
        is_package = files[0].rpartition("/")[2] == marker
        return is_package or len(parts) > 1 or not root or importer.startswith(f"{root}/")


def _parts(name: str) -> tuple[str, ...]:
    """The parts of an imported name that are to be looked up."""
    if name.isidentifier() and name != "self":
        return (name,)
    return tuple(part for part in re.split(r"[.:/\\]+", name) if part and part not in ("*", "self"))


def _before(path: str, parts: tuple[str, ...]) -> str | None:
    """What precedes `parts` at the end of a path."""
    tail = "/".join(parts)
    if path == tail:
        return ""
    return path[: -len(tail) - 1] if path.endswith(f"/{tail}") else None
