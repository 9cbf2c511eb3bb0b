"""`chesterton demo`."""

from pathlib import Path

import click

from chesterton.cli.demo.stage import set_stage
from chesterton.cli.demo.story import tell
from chesterton.cli.output import reports_errors


@click.command()
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("demo"),
    show_default=True,
    help="Where everything goes; deleting it removes every trace.",
)
@reports_errors
def demo(folder: Path) -> None:
    """Show the main job on Django's sources: what governs a place, an edit, the drift, the answer."""
    tell(set_stage(folder.absolute()))
