"""What the server tells a client that it can do; a pure function of what the client can."""

from lsprotocol import types

from chesterton.lsp import commands
from chesterton.lsp.client import Client
from chesterton.lsp.settings import Settings

COMPLETION_TRIGGERS = ("/", "#", ".", "-", '"')
"""The characters inside an anchor or a reference after which the next part can be offered."""

ACTION_KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite)

_ALL_FILES = types.FileOperationRegistrationOptions(
    filters=[types.FileOperationFilter(scheme="file", pattern=types.FileOperationPattern(glob="**/*"))]
)


def server_capabilities(client: Client, settings: Settings) -> types.ServerCapabilities:
    """The answer to `initialize`."""
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(client.encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        hover_provider=True,
        completion_provider=types.CompletionOptions(trigger_characters=COMPLETION_TRIGGERS),
        definition_provider=True,
        references_provider=True,
        document_symbol_provider=True,
        workspace_symbol_provider=True,
        code_lens_provider=types.CodeLensOptions(resolve_provider=client.lens_lazy),
        code_action_provider=types.CodeActionOptions(code_action_kinds=ACTION_KINDS),
        execute_command_provider=types.ExecuteCommandOptions(commands=commands.ALL),
        diagnostic_provider=types.DiagnosticOptions(
            identifier="chesterton",
            inter_file_dependencies=True,
            workspace_diagnostics=settings.workspace_diagnostics,
        )
        if client.pull_diagnostics
        else None,
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(
                supported=True, change_notifications=True
            ),
            file_operations=types.FileOperationOptions(did_rename=_ALL_FILES)
            if client.tells_renames
            else None,
        ),
    )
