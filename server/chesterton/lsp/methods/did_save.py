"""`textDocument/didSave`: what git and the index know of the file is out of date."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    session.start(_look_again(session, params.text_document.uri))


async def _look_again(session: Session, uri: str) -> None:
    file = await session.file(uri)
    if file is not None:
        await session.freshness.touch(file.root, frozenset({file.path}))
