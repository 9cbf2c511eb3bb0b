"""`textDocument/codeAction`: the answers to what was found at a place, and a new record about it.

Each action is a command, not an edit: what it changes are record files and baselines, which are mostly
not open, and as an edit they would be left behind as unsaved buffers (see `writing`).
"""

from collections.abc import Sequence

from lsprotocol import types

from chesterton.features.actions import Action, actions
from chesterton.lsp import commands
from chesterton.lsp.convert import SOURCE, to_span
from chesterton.lsp.raw import text
from chesterton.lsp.roots import File
from chesterton.lsp.session import Session

_COMMANDS = {
    "record": commands.RECORD,
    "confirm": commands.CONFIRM,
    "supersede": commands.SUPERSEDE,
    "ratify": commands.RATIFY,
    "reject": commands.RATIFY,
    "reanchor": commands.REANCHOR,
    "repair": commands.REPAIR,
    "show": commands.SHOW,
}


async def code_action(session: Session, params: types.CodeActionParams) -> Sequence[types.CodeAction]:
    file = await session.file(params.text_document.uri, params.range.start)
    return await session.compute(_actions, session, file, params) if file else ()


def _actions(session: Session, file: File, params: types.CodeActionParams) -> list[types.CodeAction]:
    source = file.snapshot.read(file.path)
    if source is None:
        return []
    span = to_span(source, params.range, session.client.encoding)
    writable = session.roots.may_write(file.root)
    automatic = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    found = [
        _action(session, action, params)
        for action in actions(file.snapshot, file.path, span)
        # A light bulb on every line would say nothing; "record here" is for those who ask.
        if not (automatic and action.answer == "record") and (writable or action.answer == "show")
    ]
    return [action for action in found if _wanted(action.kind, params.context.only)]


def _wanted(kind: str | None, only: Sequence[str] | None) -> bool:
    """Whether a kind is one of those asked for, or a part of one: `refactor` asks for `refactor.rewrite` too."""
    return only is None or any(
        f"{_name(kind or '')}.".startswith(_name(asked) + ".") for asked in only if asked
    )


def _name(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _action(session: Session, action: Action, params: types.CodeActionParams) -> types.CodeAction:
    fixed = [found for found in params.context.diagnostics if _fixes(action, found)]
    return types.CodeAction(
        title=action.title,
        kind=types.CodeActionKind.QuickFix if fixed else types.CodeActionKind.RefactorRewrite,
        diagnostics=fixed or None,
        is_preferred=True if action.preferred and fixed and session.client.action_preferred else None,
        command=_command(session, action, params),
    )


def _fixes(action: Action, found: types.Diagnostic) -> bool:
    if found.source != SOURCE:
        return False
    target = text(found.data, "target")
    return any(found.code == code and (target or about) == about for code, about in action.fixes)


def _command(session: Session, action: Action, params: types.CodeActionParams) -> types.Command:
    given = action.arguments
    start = params.range.start
    argument: dict[str, object] = {
        "uri": params.text_document.uri,
        "position": {"line": start.line, "character": start.character},
    }
    if action.answer == "record":
        argument |= {"target": given["target"]}
    elif action.answer == "repair":
        argument |= {"code": given["code"], "title": given["repair"]}
    else:
        argument |= {"id": given["record"], "accept": action.answer != "reject"}
        argument |= {"anchor": given["target"]} if "target" in given else {}
        argument |= {"target": given["to"]} if "to" in given else {}
    name = _COMMANDS[action.answer]
    if "to" in given:  # nothing is left to ask, so the editor's own command has nothing to add
        return commands.server_command(name, action.title, argument)
    return commands.command(session.client, name, action.title, argument)
