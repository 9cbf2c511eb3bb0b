"""`textDocument/didChange`: the buffer has other text."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    change = session.documents.change(params.text_document, params.content_changes)
    if change is None:
        return
    file = session.roots.edited(change)
    if file is not None:
        session.changed(file.root, everywhere=file.shows_elsewhere)
