"""The part of the SCIP schema (Semantic Code Intelligence Protocol, Apache-2.0) that an export fills in.

Field numbers and enum values are the protocol's. A message leaves out what equals its default, as proto3 says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Annotated

from pure_protobuf.annotations import Field
from pure_protobuf.message import BaseMessage

from chesterton.code.model import SymbolKind


class Role(IntFlag):
    """What an occurrence does with its symbol."""

    READ = 0
    DEFINITION = 1
    IMPORT = 2
    TEST = 32


class Encoding(IntEnum):
    """UTF-8, as `TextEncoding` and as `PositionEncoding`: characters of a range count bytes."""

    UTF8 = 1


KINDS: Mapping[SymbolKind, int] = {
    "class": 7, "interface": 21, "trait": 53, "enum": 11, "struct": 49, "union": 59, "type": 54,
    "function": 17, "method": 26, "constructor": 9, "property": 41,
    "field": 15, "constant": 8, "variable": 61, "enum_member": 12,
    "namespace": 30, "module": 29, "macro": 25, "key": 22,
}  # fmt: skip
"""`SymbolInformation.Kind`; a heading has none."""


@dataclass
class ToolInfo(BaseMessage):
    """Who wrote the index."""

    name: Annotated[str, Field(1)] = ""
    version: Annotated[str, Field(2)] = ""


@dataclass
class Metadata(BaseMessage):
    """What comes first in an index. `project_root`: a URI."""

    tool_info: Annotated[ToolInfo, Field(2)] = field(default_factory=ToolInfo)
    project_root: Annotated[str, Field(3)] = ""
    text_document_encoding: Annotated[Encoding, Field(4)] = Encoding.UTF8


@dataclass
class Occurrence(BaseMessage):
    """`range`: line and character of the start, then the character of the end, before it its line if another."""

    range: Annotated[list[int], Field(1)] = field(default_factory=list[int])
    symbol: Annotated[str, Field(2)] = ""
    symbol_roles: Annotated[int, Field(3)] = 0
    enclosing_range: Annotated[list[int], Field(7)] = field(default_factory=list[int])


@dataclass
class Relationship(BaseMessage):
    """What a symbol is to the one named here."""

    symbol: Annotated[str, Field(1)] = ""
    is_reference: Annotated[bool, Field(2)] = False
    is_implementation: Annotated[bool, Field(3)] = False


@dataclass
class SymbolInformation(BaseMessage):
    """A definition. `documentation`: Markdown; `kind`: one of `KINDS`."""

    symbol: Annotated[str, Field(1)] = ""
    documentation: Annotated[list[str], Field(3)] = field(default_factory=list[str])
    relationships: Annotated[list[Relationship], Field(4)] = field(default_factory=list[Relationship])
    kind: Annotated[int, Field(5)] = 0
    display_name: Annotated[str, Field(6)] = ""


@dataclass
class Document(BaseMessage):
    """One file. `relative_path` from the project's root."""

    relative_path: Annotated[str, Field(1)] = ""
    occurrences: Annotated[list[Occurrence], Field(2)] = field(default_factory=list[Occurrence])
    symbols: Annotated[list[SymbolInformation], Field(3)] = field(default_factory=list[SymbolInformation])
    language: Annotated[str, Field(4)] = ""
    position_encoding: Annotated[Encoding, Field(6)] = Encoding.UTF8


@dataclass
class Index(BaseMessage):
    """Several one after the other are read as one, so an index can be written document by document."""

    metadata: Annotated[Metadata | None, Field(1)] = None
    documents: Annotated[list[Document], Field(2)] = field(default_factory=list[Document])
