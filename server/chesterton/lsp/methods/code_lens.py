"""`textDocument/codeLens` and `codeLens/resolve`: a line above each symbol that a record governs."""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.base.spans import Span
from chesterton.features.lenses import Lens, lenses, title
from chesterton.lsp import commands
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.raw import integer, text
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session


async def code_lens(session: Session, params: types.CodeLensParams) -> Sequence[types.CodeLens] | None:
    file = await session.file(params.text_document.uri) if session.settings.lenses else None
    return await session.compute(_lenses, session, file, params.text_document.uri) if file else None


def _lenses(session: Session, file: File, uri: str) -> list[types.CodeLens]:
    source = file.snapshot.read(file.path)
    if source is None:
        return []
    found: list[types.CodeLens] = []
    for lens in lenses(file.snapshot, file.path):
        place = to_range(source, lens.span, session.client.encoding)
        if session.client.lens_lazy:
            data = {"uri": uri, "start": lens.span.start, "end": lens.span.end}
            found.append(types.CodeLens(place, data=data))
        else:
            found.append(types.CodeLens(place, _command(session, file, uri, place, lens)))
    return found


async def code_lens_resolve(session: Session, lens: types.CodeLens) -> types.CodeLens:
    """The same lens with its words, which may have become none since it was asked for."""
    uri = text(lens.data, "uri") or ""
    file = await session.file(uri)
    if file is not None:
        lens.command = await session.compute(_resolved, session, file, uri, lens)
    return lens


def _resolved(session: Session, file: File, uri: str, lens: types.CodeLens) -> types.Command:
    span = Span(integer(lens.data, "start") or 0, integer(lens.data, "end") or 0)
    now = {current.span: current for current in lenses(file.snapshot, file.path)}
    current = now.get(span)
    if current is None:
        source = file.snapshot.read(file.path)
        offset = to_offset(source, lens.range.start, session.client.encoding) if source else 0
        current = next((one for one in now.values() if one.span.start == offset), Lens(span, ()))
    return _command(session, file, uri, lens.range, current)


def _command(session: Session, file: File, uri: str, place: types.Range, lens: Lens) -> types.Command:
    words = title(file.snapshot, file.path, lens.span) or "no record any more"
    return commands.here(session.client, words, uri, place.start, lens.paths)
