"""`workspace/executeCommand`: what a person answers or asks, from a lens, a menu or a command line of an editor."""

from collections.abc import Awaitable, Callable, Mapping

from lsprotocol import types

from chesterton.base.paths import OutsideRootError
from chesterton.lsp import commands
from chesterton.lsp.arguments import Arguments, read_arguments
from chesterton.lsp.methods import answers, domains, questions
from chesterton.lsp.protocol import failed, invalid
from chesterton.lsp.raw import JsonObject
from chesterton.lsp.session import Session
from chesterton.records.model import RecordError

Command = Callable[[Session, Arguments], Awaitable[JsonObject]]

_COMMANDS: Mapping[str, Command] = {
    commands.RECORD: answers.record,
    commands.SUPERSEDE: answers.supersede,
    commands.CONFIRM: answers.confirm,
    commands.RATIFY: answers.ratify,
    commands.REANCHOR: answers.reanchor,
    commands.REPAIR: answers.repair,
    commands.SHOW: questions.show,
    commands.HERE: questions.here,
    commands.RECALL: questions.recall,
    commands.GRAPH: questions.graph,
    commands.TOUCH: questions.touch,
    commands.FLUSH: questions.flush,
    commands.DOMAIN: domains.domain,
}


async def execute_command(session: Session, params: types.ExecuteCommandParams) -> JsonObject:
    command = _COMMANDS.get(params.command)
    if command is None:
        raise invalid(f"no such command: {params.command}")
    try:
        return await command(session, read_arguments(params.command, params.arguments))
    except (RecordError, OutsideRootError) as error:
        raise failed(str(error)) from error
