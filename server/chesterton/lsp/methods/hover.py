"""`textDocument/hover`: the why of what is under the cursor."""

from lsprotocol import types

from chesterton.features.hover import Hover, hover
from chesterton.lsp.convert import to_offset, to_range
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session


async def answer_hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    file = await session.file(params.text_document.uri, params.position)
    return await session.compute(_hover, session, file, params.position) if file else None


def _hover(session: Session, file: File, position: types.Position) -> types.Hover | None:
    text = file.snapshot.read(file.path)
    if text is None:
        return None
    encoding = session.client.encoding
    found: Hover | None = hover(session.taste, file.snapshot, file.path, to_offset(text, position, encoding))
    if found is None:
        return None
    session.hovers.shown(file.snapshot, found.records)
    kind = types.MarkupKind.Markdown if session.taste.markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, found.text), to_range(text, found.span, encoding))
