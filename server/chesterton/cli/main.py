"""The command group. A command's module is imported only when it is called, so that `--help` is instant."""

import importlib
import io
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from chesterton import __version__

_COMMANDS = Path(__file__).parent / "commands"


class LazyGroup(click.Group):
    """A group whose commands are the modules of `cli/commands`, `_` in a module's name being `-`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_module_commands()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if (command := super().get_command(ctx, cmd_name)) is not None:
            return command
        if cmd_name not in _module_commands():
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"chesterton.cli.commands.{name}")
        return getattr(module, name)


def _module_commands() -> Iterator[str]:
    return (module.name.replace("_", "-") for module in pkgutil.iter_modules([str(_COMMANDS)]))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chesterton")
def main() -> None:
    """Know why before you change it: a team's decision memory beside its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a pipe on Windows has a code page without arrows
            stream.reconfigure(errors="backslashreplace")
