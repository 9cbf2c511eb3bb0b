"""`textDocument/documentSymbol`: what a record governs, as its outline."""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.features.navigation import document_symbols
from chesterton.lsp.convert import to_range
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session

Symbols = Sequence[types.DocumentSymbol] | Sequence[types.SymbolInformation]


async def document_symbol(session: Session, params: types.DocumentSymbolParams) -> Symbols:
    file = await session.file(params.text_document.uri)
    return await session.compute(_symbols, session, file, params.text_document.uri) if file else ()


def _symbols(session: Session, file: File, uri: str) -> Symbols:
    source = file.snapshot.read(file.path)
    found = document_symbols(file.snapshot, file.path) if source else ()
    if source is None:
        return ()
    ranges = [to_range(source, symbol.location.span, session.client.encoding) for symbol in found]
    if session.client.symbol_hierarchy:
        return [
            types.DocumentSymbol(symbol.name, types.SymbolKind.Key, place, place, detail=symbol.container)
            for symbol, place in zip(found, ranges, strict=True)
        ]
    return [
        types.SymbolInformation(types.Location(uri, place), symbol.name, types.SymbolKind.Key)
        for symbol, place in zip(found, ranges, strict=True)
    ]
