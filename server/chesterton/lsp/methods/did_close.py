"""`textDocument/didClose`: the file on disk counts again."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    document = session.documents.close(params.text_document.uri)
    if document is None:
        return
    session.publisher.forget(document)
    file = session.roots.closed(document)
    if file is not None:
        session.changed(file.root, everywhere=file.shows_elsewhere)
