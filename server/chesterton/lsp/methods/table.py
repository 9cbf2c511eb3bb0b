"""Which method goes where. Importing this imports all that answers, so it waits until `initialize` is answered."""

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from chesterton.lsp.methods.code_action import code_action
from chesterton.lsp.methods.code_lens import code_lens, code_lens_resolve
from chesterton.lsp.methods.completion import completion
from chesterton.lsp.methods.configuration import did_change_configuration
from chesterton.lsp.methods.diagnostic import document_diagnostic, workspace_diagnostic
from chesterton.lsp.methods.did_change import did_change
from chesterton.lsp.methods.did_close import did_close
from chesterton.lsp.methods.did_open import did_open
from chesterton.lsp.methods.did_save import did_save
from chesterton.lsp.methods.document_symbol import document_symbol
from chesterton.lsp.methods.execute_command import execute_command
from chesterton.lsp.methods.hover import answer_hover
from chesterton.lsp.methods.navigation import definition, references
from chesterton.lsp.methods.renames import did_rename_files
from chesterton.lsp.methods.watched_files import did_change_watched_files
from chesterton.lsp.methods.workspace_folders import did_change_workspace_folders
from chesterton.lsp.methods.workspace_symbol import workspace_symbol
from chesterton.lsp.session import Session

METHODS: dict[str, Callable[[Session, Any], Any]] = {
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.TEXT_DOCUMENT_DID_SAVE: did_save,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: did_change_workspace_folders,
    types.WORKSPACE_DID_RENAME_FILES: did_rename_files,
    types.TEXT_DOCUMENT_HOVER: answer_hover,
    types.TEXT_DOCUMENT_CODE_LENS: code_lens,
    types.CODE_LENS_RESOLVE: code_lens_resolve,
    types.TEXT_DOCUMENT_DIAGNOSTIC: document_diagnostic,
    types.WORKSPACE_DIAGNOSTIC: workspace_diagnostic,
    types.TEXT_DOCUMENT_CODE_ACTION: code_action,
    types.TEXT_DOCUMENT_COMPLETION: completion,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.WORKSPACE_SYMBOL: workspace_symbol,
    types.WORKSPACE_EXECUTE_COMMAND: execute_command,
}
