"""The rules about texts over one snapshot."""

from chesterton.base.paths import RepoPath
from chesterton.records.lint.rules import Context, LintConfig
from chesterton.records.lint.run import lint
from chesterton.records.model import Problem
from chesterton.workspace.snapshot import Snapshot


def lint_workspace(snapshot: Snapshot) -> tuple[Problem, ...]:
    """What the rules say about every record, at the levels that the workspace chose."""
    config = LintConfig(levels=snapshot.config.records.lint)
    files = {*snapshot.paths(), *snapshot.record_files}

    def exists(path: RepoPath) -> bool:
        return path in files or (snapshot.root / path).exists()

    return lint(snapshot.records, Context(snapshot.state.today, config), exists)
