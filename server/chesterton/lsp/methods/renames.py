"""`workspace/didRenameFiles`: anchors follow files that the editor moves.

There is no `willRenameFiles`: what the record says is brought up to date by an action of the person,
never behind their back.
"""

import asyncio

from lsprotocol import types

from chesterton.base.paths import RepoPath, uri_to_path
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session
from chesterton.workspace.changes import Moved


def did_rename_files(session: Session, params: types.RenameFilesParams) -> None:
    session.start(_moved(session, params))


async def _moved(session: Session, params: types.RenameFilesParams) -> None:
    moves: dict[Root, list[tuple[RepoPath, RepoPath]]] = {}
    for renamed in params.files:
        new = uri_to_path(renamed.new_uri)
        root = await session.roots.of(new) if new is not None else None
        if root is None:
            continue
        before, after = root.inside(renamed.old_uri), root.inside(renamed.new_uri)
        if before is not None and after is not None:
            moves.setdefault(root, []).append((before, after))
    for root, pairs in moves.items():
        root.host.apply(Moved(tuple(pairs)))
        await session.freshness.touch(root, frozenset(path for pair in pairs for path in pair))
        await asyncio.to_thread(root.host.sweep)
        session.changed(root, everywhere=True)
