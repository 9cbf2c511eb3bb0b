"""What the client can do, resolved once from `initialize`; nothing else looks at capabilities.

Only what a client advertises counts. A trial request proves nothing: eglot answers success to every
request, and Neovim accepts the registration of file watching on Linux and then sends nothing.
"""

from dataclasses import dataclass

from chesterton.base.text import Encoding
from chesterton.lsp.raw import JsonObject, as_object, at, flag, text, texts

_PREFERRED_ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-32", "utf-16")
"""utf-8 is what we count in; utf-32 needs no surrogates; utf-16 every client has."""


@dataclass(frozen=True)
class Client:
    """One connected client. Flags are true only for what it said it can do."""

    name: str
    version: str
    encoding: Encoding
    commands: frozenset[str]
    """Commands of ours that the client itself implements (an extension's), from `initializationOptions`."""
    hover_markdown: bool
    related_information: bool
    diagnostic_data: bool
    diagnostic_versions: bool
    pull_diagnostics: bool
    """Diagnostics are pulled; otherwise they are pushed. Never both: the user would see each of them twice.
    Pulling needs the client to accept a refresh too, or a changed record would never reach the open files
    (Neovim 0.11 pulls by itself and can't be told to pull again)."""
    lens_lazy: bool
    """Lens titles may be left to `codeLens/resolve`."""
    lens_refresh: bool
    action_preferred: bool
    symbol_hierarchy: bool
    configuration: bool
    configuration_registers: bool
    watches_files: bool
    applies_edits: bool
    versioned_edits: bool
    """`documentChanges` are understood; otherwise only `changes`."""
    tells_renames: bool
    """`didRenameFiles` is sent."""
    progress: bool
    shows_documents: bool
    asks: bool
    """A question with answers to pick from reaches the person."""


def resolve_client(params: JsonObject) -> Client:
    """Read the parameters of `initialize`, whatever shape they are in."""
    capabilities = as_object(params.get("capabilities"))

    def has(path: str) -> bool:
        return flag(capabilities, path)

    refreshes_diagnostics = has("workspace.diagnostics.refreshSupport")
    operations = texts(capabilities, "workspace.workspaceEdit.resourceOperations")
    # Operations exist only inside `documentChanges`: Neovim 0.11 announces the former and not the latter.
    versioned = has("workspace.workspaceEdit.documentChanges") or bool(operations)
    name = text(params, "clientInfo.name") or ""
    return Client(
        name=name,
        version=text(params, "clientInfo.version") or "",
        encoding=_encoding(capabilities),
        commands=frozenset(texts(params, "initializationOptions.clientCommands")),
        hover_markdown="markdown" in texts(capabilities, "textDocument.hover.contentFormat"),
        related_information=has("textDocument.publishDiagnostics.relatedInformation"),
        diagnostic_data=has("textDocument.publishDiagnostics.dataSupport"),
        diagnostic_versions=has("textDocument.publishDiagnostics.versionSupport"),
        pull_diagnostics=has("textDocument.diagnostic") and refreshes_diagnostics,
        lens_lazy=_lens_lazy(capabilities, name),
        lens_refresh=has("workspace.codeLens.refreshSupport"),
        action_preferred=has("textDocument.codeAction.isPreferredSupport"),
        symbol_hierarchy=has("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
        configuration=has("workspace.configuration"),
        configuration_registers=has("workspace.didChangeConfiguration.dynamicRegistration"),
        watches_files=has("workspace.didChangeWatchedFiles.dynamicRegistration"),
        applies_edits=has("workspace.applyEdit"),
        versioned_edits=versioned,
        tells_renames=has("workspace.fileOperations.didRename"),
        progress=has("window.workDoneProgress"),
        shows_documents=has("window.showDocument.support"),
        asks=at(capabilities, "window.showMessage") is not None,
    )


def _encoding(capabilities: JsonObject) -> Encoding:
    offered = texts(capabilities, "general.positionEncodings")
    for encoding in _PREFERRED_ENCODINGS:
        if any(encoding == one for one in offered):
            return encoding
    return "utf-16"


def _lens_lazy(capabilities: JsonObject, name: str) -> bool:
    """vim-lsp shows a lens without a command as it is, so laziness must be announced. The property for it is
    new in the protocol; VS Code resolved lenses ten years before its client library began to say so.
    """
    if at(capabilities, "textDocument.codeLens.resolveSupport") is not None:
        return "command" in texts(capabilities, "textDocument.codeLens.resolveSupport.properties")
    return name.startswith("Visual Studio Code")
