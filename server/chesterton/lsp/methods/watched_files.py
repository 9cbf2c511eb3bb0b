"""`workspace/didChangeWatchedFiles`: something happened on disk."""

from lsprotocol import types

from chesterton.lsp.session import Session

_ID = "chesterton.watched-files"


def did_change_watched_files(session: Session, params: types.DidChangeWatchedFilesParams) -> None:
    session.start(session.freshness.told([change.uri for change in params.changes]))


async def register_watchers(session: Session) -> None:
    """Ask for events about the files of record stores; code is looked at when it is opened or saved.

    Few and narrow patterns: watching everything costs file handles by the thousand on Linux. Adopted record
    folders can have any name, so Markdown files count wherever they are.
    """
    if not session.client.watches_files:
        return
    watchers = [
        types.FileSystemWatcher(glob_pattern=pattern)
        for pattern in ("**/.chesterton/**", "**/*.md", "**/.git/HEAD")
    ]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
    await session.editor.register(
        types.Registration(_ID, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, register_options=options)
    )
    for root in await session.roots.settled():
        await session.freshness.look(root)  # what happened before anybody watched
