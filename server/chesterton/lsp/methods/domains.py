"""The command that makes domains of what the code suggests."""

import msgspec

from chesterton.features.suggestions import adopt, suggested
from chesterton.lsp.arguments import Arguments
from chesterton.lsp.methods.questions import root_of
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.session import Session
from chesterton.lsp.writing import write


async def domain(session: Session, arguments: Arguments) -> JsonObject:
    """Adopt the suggested domain `id`, with `text` for why it exists; without an `id`, say what is suggested."""
    root = await root_of(session, arguments)
    index, snapshot = root.host.index, root.snapshot
    if not arguments.ids:
        found = await session.compute(suggested, index, snapshot)
        return {"suggestions": msgspec.to_builtins(found)}
    written = await session.compute(adopt, index, snapshot, arguments.ids[0], arguments.body, arguments.title)
    await write(session, root, written.changes, f"Adopt the domain {written.name}")
    return {"uri": root.uri(written.path), "files": [root.uri(change.path) for change in written.changes]}
