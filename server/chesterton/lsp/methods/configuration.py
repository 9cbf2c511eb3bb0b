"""`workspace/didChangeConfiguration`: a hint to ask for the settings again.

What it carries counts only for a client that can't be asked: others send an empty object (eglot) or null.
"""

from lsprotocol import types

from chesterton.lsp.raw import at
from chesterton.lsp.session import Session
from chesterton.lsp.settings import SECTION

_ID = "chesterton.configuration"


def did_change_configuration(session: Session, params: types.DidChangeConfigurationParams) -> None:
    if session.client.configuration:
        session.start(session.configure())
    else:
        session.follow(at(params.settings, SECTION))


async def register_configuration(session: Session) -> None:
    if session.client.configuration and session.client.configuration_registers:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        await session.editor.register(
            types.Registration(_ID, types.WORKSPACE_DID_CHANGE_CONFIGURATION, register_options=options)
        )
