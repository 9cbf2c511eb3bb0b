"""The one JSON object that a command takes, read by hand: unknown keys are ignored, wrong ones explained."""

from dataclasses import dataclass
from typing import cast, get_args

from lsprotocol import types

from chesterton.lsp.commands import VERSION
from chesterton.lsp.protocol import invalid
from chesterton.lsp.raw import JsonObject, as_list, at, integer, text, texts
from chesterton.records.model import Kind

_MOST = 1 << 31
"""Lines and characters are 31 bits wide."""


@dataclass(frozen=True)
class Arguments:
    """What a command was given; everything is optional here, a command says what it can't do without."""

    uri: str | None = None
    position: types.Position | None = None
    ids: tuple[str, ...] = ()
    """The records meant: any reference that a record answers to."""
    anchor: str | None = None
    """One anchor of the record, by its target."""
    target: str | None = None
    """A place, as anchors write it."""
    kind: Kind | None = None
    title: str = ""
    body: str = ""
    accept: bool = True
    seeds: tuple[str, ...] = ()
    """Places and names that a task is about."""
    structure: int | None = None
    memory: int | None = None
    """Budgets in characters."""
    code: str = ""
    """The kind of problem to be repaired."""
    question: str = ""
    """What is asked of the code graph."""
    act: str = "opened"
    """What happened to a place in a conversation."""
    conversation: str = "default"
    """Which conversation."""

    @property
    def place(self) -> tuple[str, types.Position | None] | None:
        """The file that was given, and where in it; without a position the file as a whole is meant."""
        return (self.uri, self.position) if self.uri is not None else None


def read_arguments(command: str, values: object) -> Arguments:
    """The arguments of an `executeCommand` request.

    Raises:
        JsonRpcException: there are several, it is no object, of another version, or its place makes no sense.
    """
    given = as_list(values)
    objects = [cast("JsonObject", one) for one in given if isinstance(one, dict)]
    if len(given) > 1 or len(objects) < len(given):
        raise invalid(f"{command} takes one JSON object")
    fields = objects[0] if objects else {}
    version = fields.get("v", VERSION)
    if version != VERSION:
        raise invalid(f"{command} understands arguments of version {VERSION}, not {version!r}")
    single = text(fields, "id")
    return Arguments(
        uri=_uri(command, fields),
        position=_position(command, fields),
        ids=(single,) if single else texts(fields, "records"),
        anchor=text(fields, "anchor"),
        target=text(fields, "target"),
        kind=_kind(command, fields),
        title=text(fields, "title") or "",
        body=text(fields, "text") or "",
        accept=fields.get("accept") is not False,
        seeds=texts(fields, "seeds"),
        structure=integer(fields, "structure"),
        memory=integer(fields, "memory"),
        code=text(fields, "code") or "",
        question=text(fields, "question") or "",
        act=text(fields, "act") or "opened",
        conversation=text(fields, "conversation") or "default",
    )


def _uri(command: str, fields: JsonObject) -> str | None:
    uri = at(fields, "uri")
    if uri is not None and not isinstance(uri, str):
        raise invalid(f"{command}: {uri!r} is no uri")
    return uri


def _position(command: str, fields: JsonObject) -> types.Position | None:
    if (position := at(fields, "position")) is None:
        return None
    line, character = integer(position, "line"), integer(position, "character")
    if line is None or character is None or not (0 <= line < _MOST and 0 <= character < _MOST):
        raise invalid(f"{command}: {position!r} is no position; its line and character count from 0")
    if at(fields, "uri") is None:
        raise invalid(f"{command}: a position needs the uri of its file")
    return types.Position(line, character)


def _kind(command: str, fields: JsonObject) -> Kind | None:
    kind = at(fields, "kind")
    if kind is not None and kind not in get_args(Kind):
        raise invalid(f"{command}: {kind!r} is no kind of record; there are {', '.join(get_args(Kind))}")
    return cast("Kind | None", kind)
