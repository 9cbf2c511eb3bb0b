"""Options that several commands share."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

from chesterton.records.model import KINDS
from chesterton.records.settable import SETTABLE

P = ParamSpec("P")
R = TypeVar("R")


def kind_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--kind`."""
    return click.option(
        "--kind", type=click.Choice(KINDS), default="decision", show_default=True, help="What sort of memory."
    )(command)


def body_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `-m`, the text; the command receives it as `body`."""
    words = "The text; its first sentence is shown on the code. Without one the record is a proposal to be filled in."
    return click.option("-m", "--message", "body", default="", help=words)(command)


def settings_option(command: Callable[P, R]) -> Callable[P, R]:
    """Add `--set`; the command receives the words as `settings`."""
    words = (
        f"A key of the header, for one review-by=2027-01-31; may be repeated. Keys: {', '.join(SETTABLE)}."
    )
    return click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=words)(command)
