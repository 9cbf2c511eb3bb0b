"""`textDocument/didSave`: what git and the index know of the file is out of date."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    uri = params.text_document.uri
    file = session.roots.saved(uri)
    if file is None:
        session.start(_look_again(session, uri))
    else:
        session.start(session.freshness.touched(file.root, frozenset({file.path})))


async def _look_again(session: Session, uri: str) -> None:
    """The root is still being loaded, and may have read the file before it was saved."""
    file = await session.file(uri)
    if file is not None:
        await session.freshness.touch(file.root, frozenset({file.path}))
