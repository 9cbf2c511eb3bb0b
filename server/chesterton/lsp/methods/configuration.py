"""`workspace/didChangeConfiguration`: a hint to ask for the settings again; what it carries is ignored."""

from lsprotocol import types

from chesterton.lsp.session import Session
from chesterton.lsp.settings import SECTION

_ID = "chesterton.configuration"


def did_change_configuration(session: Session, _params: types.DidChangeConfigurationParams) -> None:
    session.start(session.configure())


async def register_configuration(session: Session) -> None:
    if session.client.configuration and session.client.configuration_registers:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        await session.editor.register(
            types.Registration(_ID, types.WORKSPACE_DID_CHANGE_CONFIGURATION, register_options=options)
        )
