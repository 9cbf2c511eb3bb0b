"""The workspace as resolution sees it, made from facts that are loaded when they are needed."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.code.imports import Files, Importer, ImportRules, Target
from chesterton.code.languages import Language, by_name
from chesterton.code.links import Links, ScopeRules
from chesterton.code.model import FileFacts
from chesterton.code.nodes import Node, Vocabulary

_WORD = re.compile(r"\w+")


class ResolveRules(msgspec.Struct, frozen=True):
    """The resolve.toml of a language."""

    imports: ImportRules = ImportRules()
    scope: ScopeRules = ScopeRules()


@cache
def resolve_rules(language: Language) -> ResolveRules:
    """How a language's names are resolved; where it has no resolve.toml, as its base language or the default."""
    for folder in reversed(language.folders):
        if (file := folder / "resolve.toml").exists():
            return msgspec.toml.decode(file.read_bytes(), type=ResolveRules)
    return ResolveRules()


class LazyWorld:
    """One state of a workspace. `facts` and `files_declaring` are asked at most once for each argument.

    `vocabulary` is given when all facts are at hand.
    """

    def __init__(
        self,
        files: Files,
        facts: Callable[[RepoPath], FileFacts | None],
        files_declaring: Callable[[str], Iterable[RepoPath]],
        vocabulary: Vocabulary | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self._files = files
        self._facts = facts
        self._files_declaring = files_declaring
        self._links: dict[RepoPath, Links | None] = {}
        self._declaring: dict[str, tuple[Node, ...]] = {}
        self._importers: dict[Language, Importer] = {}
        self._neighbours: dict[tuple[str, str], tuple[RepoPath, ...]] = {}

    def links(self, path: RepoPath) -> Links | None:
        if path not in self._links:
            self._links[path] = make_links(path, self._facts(path))
        return self._links[path]

    def declaring(self, name: str) -> Sequence[Node]:
        if name not in self._declaring:
            self._declaring[name] = tuple(
                Node(path, index)
                for path in self._files_declaring(name)
                if (links := self.links(path))
                for index in links.by_name.get(name, ())
            )
        return self._declaring[name]

    def imported(self, importer: Links, source: str, name: str) -> Iterable[Target]:
        return self._importer(importer.language).targets(importer.path, source, name)

    def submodule(self, links: Links, name: str) -> tuple[Node, ...]:
        folder, _, file = links.path.rpartition("/")
        if file.partition(".")[0] not in resolve_rules(links.language).imports.index:
            return ()
        files = self._importer(links.language).module(posixpath.join(folder, name))
        return tuple(Node(path, -1) for path in files)

    def neighbours(self, links: Links) -> tuple[RepoPath, ...]:
        if links.scope.unit != "folder":
            return ()
        folder = links.path.rpartition("/")[0]
        endings = links.language.extensions
        key = folder, links.language.name
        if key not in self._neighbours:
            self._neighbours[key] = tuple(
                path for path in self._files.folders.get(folder, ()) if path.rpartition(".")[2] in endings
            )
        return self._neighbours[key]

    def _importer(self, language: Language) -> Importer:
        if language not in self._importers:
            endings = tuple(f".{extension}" for extension in language.extensions)
            self._importers[language] = Importer(self._files, resolve_rules(language).imports, endings)
        return self._importers[language]


def make_links(path: RepoPath, facts: FileFacts | None) -> Links | None:
    language = by_name(facts.language) if facts and facts.language else None
    if language is None or facts is None:
        return None
    rules = resolve_rules(language)
    return Links(path, language, rules.imports, rules.scope, facts)


def declaring_files(facts: Iterable[tuple[RepoPath, FileFacts]]) -> dict[str, list[RepoPath]]:
    """Which files declare each name, for when all facts are at hand."""
    names: dict[str, list[RepoPath]] = defaultdict(list)
    for path, one in facts:
        for name in {symbol.name for symbol in one.symbols}:
            names[name].append(path)
    return dict(names)


def make_vocabulary(paths: Iterable[RepoPath], facts: Iterable[FileFacts]) -> Vocabulary:
    """The words that all symbols, imports and paths of a workspace consist of."""
    top: set[str] = set()
    members: set[str] = set()
    texts: set[str] = set(paths)
    for one in facts:
        for symbol in one.symbols:
            (top if symbol.name == symbol.qualified else members).add(symbol.name)
        for statement in one.imports:
            top.add(statement.name)
            top.add(statement.alias)
            texts.add(statement.source)
    involved = [name for name in members if not name.isidentifier()]
    members.update(_WORD.findall("\n".join(involved)))
    texts.update(name for name in top if not name.isidentifier())
    return Vocabulary(frozenset(top.union(members, _WORD.findall("\n".join(texts)))), frozenset(members))
