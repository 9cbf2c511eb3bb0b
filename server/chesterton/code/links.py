"""What resolution needs of one file: its names, arranged for lookup, and its imports by local name."""

from functools import cached_property
from typing import Literal

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.code.imports import ImportRules
from chesterton.code.languages import Language
from chesterton.code.model import TYPE_KINDS, FileFacts, Import, SymbolKind, Use

CALLABLE_KINDS: frozenset[SymbolKind] = frozenset(("function", "method", "constructor", "macro"))
_OPEN_KINDS: frozenset[SymbolKind] = frozenset(("namespace",))


class ScopeRules(msgspec.Struct, frozen=True):
    """How names are seen in a language (`[scope]` in its resolve.toml).

    `own` and `bases` are receivers that mean the enclosing type and those it extends. With `members` a bare
    name may be a member of the enclosing type. `unit`: bare names see the top level of the file, the folder,
    or every file. Members may be `scattered` over files. A symbol without a body `declares` one
    that has it. Languages of one `family` see each other's names. `tests` are patterns of paths that hold
    tests.
    """

    own: tuple[str, ...] = ("self", "this", "cls")
    bases: tuple[str, ...] = ("super", "super()", "base", "parent")
    members: bool = False
    unit: Literal["file", "folder", "workspace"] = "file"
    scattered: bool = False
    declares: bool = False
    family: str = ""
    tests: tuple[str, ...] = ()


class Links:
    """The linkable content of one file. Symbols are meant by their index in `FileFacts.symbols`.

    `by_qualified` holds the first symbol of each qualified name, `by_name` those that have a name. `imports` are
    by local name, `open` those that bring in all names. `types` has for each symbol, and at -1 for the file, the
    innermost type around it; symbols with the same of `seats` see the same members. `inner` are the names whose
    meaning depends on the very symbol that uses them. `bases` are by type.
    """

    def __init__(
        self, path: RepoPath, language: Language, rules: ImportRules, scope: ScopeRules, facts: FileFacts
    ) -> None:
        symbols = facts.symbols
        self.path = path
        self.language = language
        self.scope = scope
        self.family = scope.family or language.name
        self.main = rules.main
        self.opens = rules.opens
        self.names = [symbol.name for symbol in symbols]
        self.qualified = [symbol.qualified for symbol in symbols]
        self.kinds = [symbol.kind for symbol in symbols]
        self.parents = [symbol.parent for symbol in symbols]
        self._symbols = symbols
        self.types: list[int] = []
        self.seats: list[int] = []
        self.inner: set[str] = set()
        self._place()
        last = len(symbols) - 1
        self.by_qualified = dict(zip(reversed(self.qualified), range(last, -1, -1), strict=True))
        self.by_name: dict[str, list[int]] = {}
        for index in self.by_qualified.values():
            self.by_name.setdefault(self.names[index], []).append(index)
        self._type_names: dict[int, str] = {}
        self._open_namespaces()
        self.imports: dict[str, list[Import]] = {}
        self.open: list[Import] = []
        for one in facts.imports:
            self._bind(one, rules)
        self.dotted_imports = frozenset(local.partition(".")[0] for local in self.imports if "." in local)
        self.bases: dict[int, list[Use]] = {}
        for reference in facts.uses.of(lambda use: use.role == "base"):
            self.bases.setdefault(reference.owner, []).append(reference.use)

    def _place(self) -> None:
        """Find what is around each symbol.

        The seat of one stands for all of the same type that are inside it or qualified by its name.
        """
        kinds, qualified, types, seats = self.kinds, self.qualified, self.types, self.seats
        apart: dict[tuple[int, str], int] = {}
        members = self.scope.members
        for index, (kind, name, full, parent) in enumerate(
            zip(kinds, self.names, qualified, self.parents, strict=True)
        ):
            nested = parent >= 0
            if kind in TYPE_KINDS:
                types.append(index)
                seats.append(index)
            else:
                around = types[parent] if nested else -1
                types.append(around)
                if len(full) == len(name) + (len(qualified[parent]) + 1 if nested else 0):
                    seats.append(seats[parent] if nested else -1)
                else:
                    seats.append(apart.setdefault((around, full.rpartition(".")[0]), index))
            if nested and not (members and kinds[parent] in TYPE_KINDS):
                self.inner.add(name)
        types.append(-1)
        seats.append(-1)

    @cached_property
    def private(self) -> frozenset[int]:
        """The symbols that only their own file may use."""
        return frozenset(i for i, symbol in enumerate(self._symbols) if symbol.visibility == "private")

    @cached_property
    def last_parts(self) -> frozenset[str]:
        """What qualified names end in."""
        return frozenset([name.rpartition(".")[2] for name in self.by_qualified])

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
            if local == "self":  # Rust: the module itself
                local = one.source.rpartition(rules.separator)[2]
        elif rules.opens:
            self.open.append(one)
            return
        elif rules.whole:
            local = one.source
        else:
            local = one.source.rstrip(rules.separator).rpartition(rules.separator)[2]
        self.imports.setdefault(local, []).append(one)

    def defines(self, index: int) -> bool:
        return self.kinds[index] not in CALLABLE_KINDS or self._symbols[index].body_start >= 0

    def type_name(self, index: int) -> str:
        """The qualified name of the type whose member a symbol is, "" for none.

        Go's receivers and Rust's impl blocks qualify their functions without enclosing them.
        """
        if index not in self._type_names:
            self._type_names[index] = self._find_type_name(index)
        return self._type_names[index]

    def _find_type_name(self, index: int) -> str:
        while index >= 0:
            if self.kinds[index] in TYPE_KINDS:
                return self.qualified[index]
            parent = self.parents[index]
            outer = self.qualified[index].rpartition(".")[0]
            if outer and (parent < 0 or self.qualified[parent] != outer):
                return outer
            index = parent
        return ""
