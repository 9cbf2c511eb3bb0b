"""`textDocument/definition` and `references`: from an anchor to its code, from code to its records."""

from collections.abc import Callable, Sequence

from lsprotocol import types

from chesterton.base.paths import RepoPath
from chesterton.features import navigation
from chesterton.features.navigation import Location
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session
from chesterton.workspace.snapshot import Snapshot

Find = Callable[[Snapshot, RepoPath, int], Sequence[Location]]


async def definition(session: Session, params: types.DefinitionParams) -> Sequence[types.Location]:
    file = await session.file(params.text_document.uri, params.position)
    return (
        await session.compute(_find, session, file, params.position, navigation.definitions) if file else ()
    )


async def references(session: Session, params: types.ReferenceParams) -> Sequence[types.Location]:
    file = await session.file(params.text_document.uri, params.position)
    return await session.compute(_find, session, file, params.position, navigation.references) if file else ()


def _find(session: Session, file: File, position: types.Position, find: Find) -> list[types.Location]:
    source = file.snapshot.read(file.path)
    if source is None:
        return []
    offset = to_offset(source, position, session.client.encoding)
    return [
        types.Location(file.root.uri(path), to_range(text, span, session.client.encoding))
        for path, span in find(file.snapshot, file.path, offset)
        if (text := file.snapshot.read(path)) is not None
    ]
