"""`chesterton index`."""

from pathlib import Path

import click

from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.cli.session import index_with_progress, opened
from chesterton.features.wording import counted


@click.command()
@workspace_option
@json_option
@reports_errors
def index(root: Path | None, as_json: bool) -> None:
    """Read the whole workspace once, so that later questions are instant. Only what changed is read again."""
    with opened(root) as host:
        count = index_with_progress(host)
        problems = host.index.problems
        if as_json:
            found = [{"path": path, "code": one.code, "message": one.message} for path, one in problems]
            print_json(
                {"root": host.root, "files": len(host.index.paths), "indexed": count, "problems": found}
            )
            return
        click.echo(f"{count:,} of {counted(len(host.index.paths), 'file')} indexed")
        for path, problem in problems:
            click.echo(f"  {path}: {problem.message}")
