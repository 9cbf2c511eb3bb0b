"""`textDocument/didOpen`: the buffer counts from now on."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    document = session.documents.open(params.text_document)
    session.roots.opened(document)
    session.start(_show(session, document.uri))


async def _show(session: Session, uri: str) -> None:
    file = await session.file(uri)
    if file is not None:
        session.changed(file.root, everywhere=file.shows_elsewhere)
