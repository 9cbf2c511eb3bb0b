"""`textDocument/completion`: keys, values, places and records in the header of a record."""

from lsprotocol import types

from chesterton.features.completion import completions
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session

_KINDS = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "record": types.CompletionItemKind.Reference,
    "folder": types.CompletionItemKind.Folder,
    "file": types.CompletionItemKind.File,
}


async def completion(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    file = await session.file(params.text_document.uri, params.position)
    return await session.compute(_completion, session, file, params.position) if file else None


def _completion(session: Session, file: File, position: types.Position) -> types.CompletionList | None:
    source = file.snapshot.read(file.path)
    if source is None:
        return None
    encoding = session.client.encoding
    found = completions(file.snapshot, file.path, to_offset(source, position, encoding))
    if not found:  # an empty incomplete list would be asked for again at every keystroke in code
        return None
    items = [
        types.CompletionItem(
            label=f"{proposal.text} {proposal.detail}" if proposal.kind == "record" else proposal.text,
            kind=_KINDS.get(proposal.kind, types.CompletionItemKind.Value),
            detail=proposal.detail or None,
            filter_text=f"{proposal.text} {proposal.detail}".rstrip(),
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(to_range(source, proposal.span, encoding), proposal.text),
        )
        for number, proposal in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=True, items=items)
