"""`workspace/didChangeWorkspaceFolders`: the editor works in other folders now."""

from lsprotocol import types

from chesterton.lsp.session import Session


def did_change_workspace_folders(session: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    for folder in params.event.removed:
        session.roots.remove_folder(folder.uri)
    for folder in params.event.added:
        session.roots.add_folder(folder.uri)
