"""`textDocument/codeLens` and `codeLens/resolve`: a line above each symbol that a record governs."""

from collections.abc import Sequence
from functools import partial

from lsprotocol import types

from chesterton.base.paths import RepoPath, repo_path
from chesterton.features.lenses import lenses
from chesterton.lsp import commands
from chesterton.lsp.convert import to_range
from chesterton.lsp.raw import text, texts
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session


async def code_lens(session: Session, params: types.CodeLensParams) -> Sequence[types.CodeLens] | None:
    uri = params.text_document.uri
    file = await session.file(uri)
    shown = session.publisher.shown
    return await shown.answer("lenses", uri, file, partial(_lenses, session, uri)) if file else None


def _lenses(session: Session, uri: str, file: File) -> list[types.CodeLens]:
    snapshot, path = file.snapshot, file.path
    source = snapshot.read(path)
    if source is None or not session.settings.lenses:
        return []
    found = [(lens.span, (lens.title, lens.paths)) for lens in lenses(snapshot, path)]
    records = (snapshot.records.at(one) for _, (_, paths) in found for one in paths)
    session.lenses.shown(snapshot, (record.id for record in records if record))
    return [
        _lens(session, uri, to_range(source, span, session.client.encoding), *shown)
        for span, shown in session.steady_lenses.answer(snapshot, path, found)
    ]


def _lens(
    session: Session, uri: str, place: types.Range, words: str, records: Sequence[RepoPath]
) -> types.CodeLens:
    if session.client.lens_lazy:
        return types.CodeLens(place, data={"uri": uri, "words": words, "records": list(records)})
    return types.CodeLens(place, commands.here(session.client, words, uri, place.start, records))


def code_lens_resolve(session: Session, lens: types.CodeLens) -> types.CodeLens:
    """The same lens with its command, from nothing but what it carries: an editor may resolve dozens."""
    uri, words = text(lens.data, "uri") or "", text(lens.data, "words") or ""
    records = [repo_path(path) for path in texts(lens.data, "records")]
    lens.command = commands.here(session.client, words, uri, lens.range.start, records)
    return lens
