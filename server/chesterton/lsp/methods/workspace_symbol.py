"""`workspace/symbol`: records by name."""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.features.navigation import workspace_symbols
from chesterton.lsp.convert import to_range
from chesterton.lsp.roots import Root
from chesterton.lsp.session import Session

_LIMIT = 128
_KINDS = {
    "decision": types.SymbolKind.Interface,
    "constraint": types.SymbolKind.Constant,
    "gotcha": types.SymbolKind.Event,
    "lesson": types.SymbolKind.Event,
    "fact": types.SymbolKind.String,
}


async def workspace_symbol(
    session: Session, params: types.WorkspaceSymbolParams
) -> Sequence[types.WorkspaceSymbol]:
    found = [
        symbol
        for root in await session.roots.settled()
        for symbol in await session.compute(_symbols, session, root, params.query)
    ]
    return found[:_LIMIT]


def _symbols(session: Session, root: Root, query: str) -> list[types.WorkspaceSymbol]:
    snapshot = root.snapshot
    return [
        types.WorkspaceSymbol(
            location=types.Location(
                root.uri(record.location.path),
                to_range(text, record.location.span, session.client.encoding),
            ),
            name=record.name,
            kind=_KINDS.get(record.kind, types.SymbolKind.Object),
            container_name=record.container,
        )
        for record in workspace_symbols(snapshot, query, _LIMIT)
        if (text := snapshot.read(record.location.path)) is not None
    ]
