"""The commands that the server executes, and how lenses and actions call them.

Editors own `chesterton.*` (a VS Code extension registers those globally), the server `chesterton.server.*`,
so that the two never collide. Each takes one JSON object with a version `v`.
"""

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from chesterton.base.paths import RepoPath
from chesterton.lsp.client import Client

PREFIX: Final = "chesterton.server."
VERSION: Final = 1

RECORD: Final = f"{PREFIX}record"
CONFIRM: Final = f"{PREFIX}confirm"
SUPERSEDE: Final = f"{PREFIX}supersede"
REPAIR: Final = f"{PREFIX}repair"
REANCHOR: Final = f"{PREFIX}reanchor"
RATIFY: Final = f"{PREFIX}ratify"
SHOW: Final = f"{PREFIX}show"
HERE: Final = f"{PREFIX}here"
RECALL: Final = f"{PREFIX}recall"
GRAPH: Final = f"{PREFIX}graph"
TOUCH: Final = f"{PREFIX}touch"
FLUSH: Final = f"{PREFIX}flush"
DOMAIN: Final = f"{PREFIX}domain"

ALL: Final = (
    RECORD,
    CONFIRM,
    SUPERSEDE,
    REANCHOR,
    RATIFY,
    REPAIR,
    SHOW,
    HERE,
    RECALL,
    GRAPH,
    TOUCH,
    FLUSH,
    DOMAIN,
)


def command(client: Client, name: str, title: str, argument: dict[str, object]) -> types.Command:
    """A call of a server command, or of the editor's own command of that name where it has a better one."""
    own = "chesterton." + name.removeprefix(PREFIX)
    return server_command(own if own in client.commands else name, title, argument)


def server_command(name: str, title: str, argument: dict[str, object]) -> types.Command:
    return types.Command(title, name, arguments=[{"v": VERSION, **argument}])


def here(
    client: Client, title: str, uri: str, position: types.Position, records: Sequence[RepoPath]
) -> types.Command:
    """Show what governs a place: the editor's list of it, or the records themselves."""
    place: dict[str, object] = {
        "uri": uri,
        "position": {"line": position.line, "character": position.character},
    }
    if "chesterton.here" in client.commands:
        return command(client, HERE, title, place)
    return command(client, SHOW, title, {**place, "records": list(records)})
