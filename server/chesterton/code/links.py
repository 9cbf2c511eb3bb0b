"""What resolution needs of one file: its names, arranged for lookup, and its imports by local name."""

from typing import NamedTuple

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.code.imports import ImportRules
from chesterton.code.languages import Language
from chesterton.code.model import TYPE_KINDS, FileFacts, Import, SymbolKind

CALLABLE_KINDS: frozenset[SymbolKind] = frozenset(("function", "method", "constructor", "macro"))
_OPEN_KINDS: frozenset[SymbolKind] = frozenset(("namespace",))


class ScopeRules(msgspec.Struct, frozen=True):
    """How names are seen in a language (`[scope]` in its language.toml).

    `own` and `bases` are receivers that mean the enclosing type and those it extends. With `members` a bare
    name may be a member of the enclosing type. `unit`: bare names see the top level of the file, the folder,
    or every file. Languages of one `family` see each other's names. `tests` are patterns of paths that hold
    tests.
    """

    own: tuple[str, ...] = ("self", "this", "cls")
    bases: tuple[str, ...] = ("super", "super()", "base", "parent")
    members: bool = False
    unit: str = "file"
    family: str = ""
    tests: tuple[str, ...] = ()


class Use(NamedTuple):
    """Something named in a file: a call, a type or a base. `owner` is the index of the symbol it is in, or -1."""

    role: str
    name: str
    receiver: str | None
    owner: int


class Links:
    """The linkable content of one file. Symbols are meant by their index in `FileFacts.symbols`."""

    __slots__ = ("bases", "by_qualified", "imports", "kinds", "language", "main", "names", "open", "parents", "path", "private", "qualified", "uses")

    def __init__(self, path: RepoPath, language: Language, rules: ImportRules, facts: FileFacts) -> None:
        symbols = facts.symbols
        self.path = path
        self.language = language
        self.main = rules.main
        self.names = [symbol.name for symbol in symbols]
        self.qualified = [symbol.qualified for symbol in symbols]
        self.kinds = [symbol.kind for symbol in symbols]
        self.parents = [symbol.parent for symbol in symbols]
        self.private = frozenset(i for i, symbol in enumerate(symbols) if symbol.visibility == "private")
        self.by_qualified: dict[str, int] = {}
        for index, qualified in enumerate(self.qualified):
            self.by_qualified.setdefault(qualified, index)
        self._open_namespaces()
        self.imports: dict[str, list[Import]] = {}
        self.open: list[Import] = []
        for one in facts.imports:
            self._bind(one, rules)
        self.uses = list(dict.fromkeys(Use(r.role, r.name, r.receiver, r.owner) for r in facts.references))
        self.bases: dict[int, list[Use]] = {}
        for use in self.uses:
            if use.role == "base":
                self.bases.setdefault(use.owner, []).append(use)

    def _open_namespaces(self) -> None:
        """What stands directly in a namespace is found by its bare name too."""
        if not _OPEN_KINDS.isdisjoint(self.kinds):
            for index, parent in enumerate(self.parents):
                if parent >= 0 and self.kinds[parent] in _OPEN_KINDS:
                    self.by_qualified.setdefault(self.names[index], index)

    def _bind(self, one: Import, rules: ImportRules) -> None:
        if one.name == "*" and not one.alias:
            self.open.append(one)
            return
        if one.alias:
            local = one.alias
        elif one.name:
            local = one.name.replace("\\", ".").replace("::", ".").rpartition(".")[2]
        elif rules.opens:
            self.open.append(one)
            return
        elif rules.whole:
            local = one.source
        else:
            local = one.source.rstrip(rules.separator).rpartition(rules.separator)[2]
        self.imports.setdefault(local, []).append(one)

    def enclosing_type(self, index: int) -> int:
        """The innermost type around a symbol (itself when it is one), or -1."""
        while index >= 0 and self.kinds[index] not in TYPE_KINDS:
            index = self.parents[index]
        return index

    def type_name(self, index: int) -> str:
        """The qualified name of the type whose member a symbol is, "" for none.

        Go's receivers and Rust's impl blocks qualify their functions without enclosing them.
        """
        while index >= 0:
            if self.kinds[index] in TYPE_KINDS:
                return self.qualified[index]
            parent = self.parents[index]
            outer = self.qualified[index].rpartition(".")[0]
            if outer and (parent < 0 or self.qualified[parent] != outer):
                return outer
            index = parent
        return ""
