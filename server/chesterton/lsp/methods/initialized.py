"""`initialized`: work begins."""

import logging
from pathlib import Path

from chesterton.base.paths import path_to_uri
from chesterton.lsp.methods.configuration import register_configuration
from chesterton.lsp.methods.watched_files import register_watchers
from chesterton.lsp.raw import JsonObject, as_list, text
from chesterton.lsp.session import Session

_log = logging.getLogger(__name__)


def initialized(session: Session, params: JsonObject) -> None:
    """Open the folders of `initialize`, whose parameters these are, and ask to be kept informed."""
    _log.info(
        "serving %s %s, positions in %s", session.client.name, session.client.version, session.client.encoding
    )
    for uri in _folders(params):
        session.roots.add_folder(uri)
    session.start(register_watchers(session))
    session.start(register_configuration(session))
    session.start(session.configure())


def _folders(params: JsonObject) -> list[str]:
    """The folders the client works in, from whichever of three fields it fills; Helix fills none."""
    found = [uri for folder in as_list(params.get("workspaceFolders")) if (uri := text(folder, "uri"))]
    if found:
        return found
    root = text(params, "rootUri")
    path = text(params, "rootPath")
    if root:
        return [root]
    return [path_to_uri(Path(path))] if path else []
