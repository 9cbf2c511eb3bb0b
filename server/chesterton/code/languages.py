"""The languages Chesterton knows: one folder of data each under `grammars/`.

A folder holds `language.toml` (facts), `symbols.scm` and `references.scm` (queries, see `symbols.py`). A
folder whose facts name no `[grammar]` is a base for others to inherit from. Grammar wheels are imported
and queries compiled when the first file of a language is parsed, once a process.
"""

import importlib
import re
import tomllib
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import tree_sitter

from chesterton.code.comments import CommentRules, Comments
from chesterton.code.model import SymbolKind
from chesterton.code.queries import Queries, compile_queries
from chesterton.code.visibility import Visibilities, VisibilityRules

_T = TypeVar("_T")
_PACKAGED = Path(__file__).parent.parent / "grammars"
_CHECKOUT = Path(__file__).parents[3] / "grammars"
_SHEBANG = re.compile(rb"^#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?(?:\S*/)?([A-Za-z]+)")
_OWN = ("name", "extensions", "filenames", "shebangs", "shared", "family", "inherits")
_START = 65_536


class UnusableGrammarError(Exception):
    """A grammar's package is missing or doesn't fit; the message says which and what to do."""


class GrammarFacts(msgspec.Struct, frozen=True):
    """Where the parser comes from: `function` of the Python `module` returns the grammar."""

    module: str
    function: str = "language"


class SymbolRules(msgspec.Struct, frozen=True):
    """Facts about declarations that a query can't say.

    `members` renames kinds directly inside a type, `decorated` by the last part of a decorator's name;
    methods called one of `constructors` are constructors; `hoisted` kinds belong to the type around their
    constructor, and only the first of a name counts; with `upper_case_constants` a variable in capitals is
    a constant. `transparent` kinds don't qualify what is in them. `separator` is how a qualified name is
    written in this language; what matches `noise` is no part of a name.
    """

    members: dict[SymbolKind, SymbolKind] = {}
    decorated: dict[str, SymbolKind] = {}
    constructors: tuple[str, ...] = ()
    hoisted: tuple[SymbolKind, ...] = ()
    upper_case_constants: bool = False
    transparent: tuple[SymbolKind, ...] = ()
    separator: str = "."
    noise: str = ""

    def name(self, text: str) -> str:
        """`text` without noise."""
        return text if not self.noise or text.isidentifier() else re.sub(self.noise, "", text)


class ReferenceRules(msgspec.Struct, frozen=True):
    """`builtin_types`: types of the language itself, which no reference is made of."""

    builtin_types: frozenset[str] = frozenset()


class Limits(msgspec.Struct, frozen=True):
    """`size` is the largest file that is parsed, in bytes; above `watched` bytes it is done under a deadline.

    Watching costs a twelfth of a parse, and a grammar that takes seconds to get over garbage needs it early.
    A `heavy` grammar is one whose queries take more than 2 ms to compile, which nothing can interrupt.
    """

    size: int = 1_000_000
    watched: int = 262_144
    heavy: bool = False


class Language:
    """One language: its facts, and its grammar and queries on demand."""

    def __init__(self, folders: tuple[Path, ...], facts: dict[str, Any]) -> None:
        self.name: str = facts["name"]
        self.extensions: tuple[str, ...] = tuple(facts.get("extensions", ()))
        self.filenames: tuple[str, ...] = tuple(facts.get("filenames", ()))
        self.shebangs: tuple[str, ...] = tuple(facts.get("shebangs", ()))
        self.shared: dict[str, str] = facts.get("shared", {})
        self.folders = folders
        self._facts = facts

    def __repr__(self) -> str:
        return f"Language({self.name!r})"

    @property
    def folder(self) -> Path:
        return self.folders[-1]

    @property
    def family(self) -> str:
        """Symbols may move between files of one family: the stated one, else the language at the root of this."""
        return self._facts.get("family", self.folders[0].name)

    @property
    def module(self) -> str:
        """The Python module that holds the grammar."""
        return self.table("grammar", GrammarFacts).module

    def table(self, name: str, shape: type[_T]) -> _T:
        """One table of language.toml as a typed value; a missing table takes the defaults of `shape`."""
        return msgspec.convert(self._facts.get(name, {}), shape)

    @cached_property
    def rules(self) -> SymbolRules:
        return self.table("symbols", SymbolRules)

    @cached_property
    def comments(self) -> Comments:
        return Comments(self.table("comments", CommentRules))

    @cached_property
    def visibilities(self) -> Visibilities:
        return Visibilities(self.table("visibility", VisibilityRules))

    @cached_property
    def references(self) -> ReferenceRules:
        return self.table("references", ReferenceRules)

    @cached_property
    def limits(self) -> Limits:
        return self.table("limits", Limits)

    @cached_property
    def grammar(self) -> tree_sitter.Language:
        """The parse tables.

        Raises:
            UnusableGrammarError: the package is missing or was built for another tree-sitter.
        """
        facts = self.table("grammar", GrammarFacts)
        try:
            module = importlib.import_module(facts.module)
            tables: object = getattr(module, facts.function)()
            return tree_sitter.Language(tables)
        except (ImportError, AttributeError, ValueError) as error:
            package = facts.module.replace("_", "-")
            raise UnusableGrammarError(
                f"The grammar for {self.name} can't be used ({error}). Reinstall the package {package}."
            ) from error

    @cached_property
    def queries(self) -> Queries:
        """The symbols and references queries of this language and those it inherits, as one."""
        return self._compiled("symbols.scm", "references.scm")

    @cached_property
    def outline(self) -> Queries:
        """The symbols queries alone: faster for who doesn't ask what a file uses."""
        return self._compiled("symbols.scm")

    def _compiled(self, *parts: str) -> Queries:
        sources = [
            (folder / part).read_text("utf-8")
            for part in parts
            for folder in self.folders
            if (folder / part).exists()
        ]
        return compile_queries(self.name, self.grammar, "\n".join(sources))


def grammars_folder() -> Path:
    """Where the language folders are: inside an installed package, or at the top of a checkout."""
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


@cache
def languages() -> tuple[Language, ...]:
    """Every language that has a grammar, by name."""
    written = {
        file.parent.name: tomllib.loads(file.read_text("utf-8"))
        for file in sorted(grammars_folder().glob("*/language.toml"))
    }
    return tuple(_language(name, written) for name, facts in written.items() if "grammar" in facts)


def _language(folder: str, written: dict[str, dict[str, Any]]) -> Language:
    line = [folder]
    while base := written[line[0]].get("inherits"):
        line.insert(0, base)
    facts: dict[str, Any] = {}
    for ancestor in line:
        for key, value in written[ancestor].items():
            if isinstance(value, dict):
                facts[key] = facts.get(key, {}) | value
            elif key not in _OWN or ancestor == folder:
                facts[key] = value
    return Language(tuple(grammars_folder() / ancestor for ancestor in line), facts)


@cache
def _by(attribute: str) -> dict[str, Language]:
    return {key: language for language in languages() for key in getattr(language, attribute)}


@cache
def _shared() -> dict[str, list[tuple[re.Pattern[bytes], Language]]]:
    patterns: dict[str, list[tuple[re.Pattern[bytes], Language]]] = {}
    for language in languages():
        for extension, pattern in language.shared.items():
            patterns.setdefault(extension, []).append((re.compile(pattern.encode()), language))
    return patterns


def _by_text(extension: str, data: bytes) -> Language | None:
    claims = _shared().get(extension, ())
    return next((language for pattern, language in claims if pattern.search(data, 0, _START)), None)


def by_name(name: str) -> Language | None:
    return next((language for language in languages() if language.name == name), None)


def has_language(name: str) -> bool:
    """Whether the name of a file alone, without its folder, tells that it has a language."""
    return name in _by("filenames") or _ends_as_code(name.partition(".")[2])


@lru_cache(4096)
def _ends_as_code(ending: str) -> bool:
    return for_path(f"x.{ending}") is not None


def for_path(path: str, data: bytes = b"") -> Language | None:
    """The language of a file by its name, its longest known extension, or a `#!` line.

    `data` is the file's text; only its start is looked at. An extension that several languages share goes to
    the one whose `[shared]` pattern is in there.
    """
    name = path.replace("\\", "/").rpartition("/")[2]  # pathlib is ten times slower
    if language := _by("filenames").get(name):
        return language
    extensions = _by("extensions")
    for spelling in (name, name.lower()):
        rest = spelling
        while "." in rest:
            rest = rest.partition(".")[2]
            if language := extensions.get(rest):
                return _by_text(rest, data) or language
    if data.startswith(b"#!") and (interpreter := _SHEBANG.match(data)):
        return _by("shebangs").get(interpreter[1].decode())
    return None
