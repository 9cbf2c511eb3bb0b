"""Carrying out what a person decided: file changes go where the files are.

A file that is open is edited in the editor, where it can be undone and may hold text that no disk has
seen. Any other file is written on disk at once and atomically: as an edit it would stay an unsaved
buffer that nobody looks at, and the next commit would go without it.
"""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.base.disk import FileChange, LostRaceError, UnreadableError, apply_changes
from chesterton.base.paths import OutsideRootError
from chesterton.base.text import Text, minimal_edit
from chesterton.lsp.convert import to_edit
from chesterton.lsp.documents import Document
from chesterton.lsp.protocol import failed
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session
from chesterton.workspace.root import STORE, staging

_ARRIVAL_SECONDS = 5.0
"""How long the editor may take to report an edit that it says it has made."""


async def refuse_elsewhere(session: Session, root: Root) -> None:
    """Let nothing be written into a root that is nobody's workspace; to be asked before anything is put there.

    Raises:
        JsonRpcException: it says what would make it one.
    """
    if not await session.compute(session.roots.may_write, root):
        raise failed(
            f"{root.path} lies in no folder of this workspace, in no repository and below no {STORE} folder; "
            "nothing was written. Open a folder around it in the editor, or run `chesterton init` where records belong"
        )


async def write(session: Session, root: Root, changes: Sequence[FileChange], label: str) -> None:
    """Make `changes`, those in the editor first, since only these can be refused.

    Raises:
        JsonRpcException: the root is nobody's workspace, a file has changed meanwhile, the editor refused, or the disk.
    """
    await refuse_elsewhere(session, root)
    in_editor: list[tuple[Document, FileChange]] = []
    on_disk: list[FileChange] = []
    for change in changes:
        document = session.documents.get(root.uri(change.path))
        if document is not None and change.after is not None and session.client.applies_edits:
            in_editor.append((document, change))
        else:
            on_disk.append(change)
    if in_editor:
        await _edit(session, in_editor, label)
    try:
        await session.compute(apply_changes, root.path, on_disk, staging(root.path))
    except (LostRaceError, OutsideRootError, UnreadableError) as error:
        raise failed(str(error)) from error
    except OSError as error:
        raise failed(
            f"{error.filename or root.path}: {error.strerror or error}; nothing was written"
        ) from error
    await session.freshness.touch(root, frozenset(change.path for change in changes))


async def _edit(session: Session, changes: Sequence[tuple[Document, FileChange]], label: str) -> None:
    edits: list[types.TextDocumentEdit] = []
    for document, change in changes:
        if document.text.data != _text(change.before).data:
            raise failed(f"{change.path} has changed meanwhile; nothing was written, try again")
        edit = minimal_edit(document.text.data, _text(change.after).data)
        identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
        edits.append(
            types.TextDocumentEdit(identifier, [to_edit(document.text, edit, session.client.encoding)])
        )
    if session.client.versioned_edits:
        whole = types.WorkspaceEdit(document_changes=edits)
    else:
        plain = {edit.text_document.uri: _text_edits(edit) for edit in edits}
        whole = types.WorkspaceEdit(changes=plain)
    made = await session.editor.apply(whole, label)
    for document, change in changes:
        wanted = _lines(_text(change.after))

        def arrived(current: Document, wanted: list[bytes] = wanted) -> bool:
            return _lines(current.text) == wanted

        if not made or not await session.documents.until(document.uri, arrived, _ARRIVAL_SECONDS):
            raise failed(f"the editor did not change {change.path}; nothing else was written, try again")


def _text(data: bytes | None) -> Text:
    return Text.decode(data or b"")


def _lines(text: Text) -> list[bytes]:
    """The lines whatever ends them: an editor writes line ends as the buffer has them."""
    return text.data.splitlines()


def _text_edits(edit: types.TextDocumentEdit) -> list[types.TextEdit]:
    return [one for one in edit.edits if isinstance(one, types.TextEdit)]
