"""`chesterton init`."""

from pathlib import Path

import click

from chesterton.base.disk import FileChange, apply_changes, read_if_present
from chesterton.base.paths import RepoPath
from chesterton.cli.output import json_option, print_json, reports_errors, workspace_option
from chesterton.workspace.root import STORE, find_root

_FILES = {
    RepoPath(f"{STORE}/.gitignore"): b"/cache/\n",
    RepoPath(f"{STORE}/.gitattributes"): b"""\
# Each line is one anchor's baseline: two branches that confirm different anchors both keep their lines.
baselines/*.jsonl merge=union
""",
    RepoPath(f"{STORE}/config.toml"): b"""\
# Chesterton's settings for this repository. Every key has a default; uncomment what you want to change.

[records]
# proposal-window = 30        # days a proposal stays in sight; 0 is for ever, "off" hides proposals
# ceiling = "restricted"      # nothing above this sensitivity is shown

[index]
# exclude = ["third_party/"]  # left out besides what git ignores

[drift.levels]
# body = "warning"            # error, warning, info, hint or off, for each verdict
# names = "off"

[drift]
# show = { names = ["hover", "lens", "diagnostic", "check"] }   # where a verdict shows
# contents = ["src/auth/"]    # folders whose files' contents count, not only which there are
""",
}


@click.command()
@workspace_option
@json_option
@reports_errors
def init(root: Path | None, as_json: bool) -> None:
    """Give the repository a record store. Nothing that exists is touched."""
    folder = root or find_root(Path.cwd())
    changes = [
        FileChange(path, None, content)
        for path, content in _FILES.items()
        if read_if_present(folder / path) is None
    ]
    apply_changes(folder, changes)
    if as_json:
        print_json({"root": folder, "created": [change.path for change in changes]})
        return
    for change in changes:
        click.echo(f"created {change.path}")
    if not changes:
        click.echo(f"{folder / STORE} is there already; nothing to do")
