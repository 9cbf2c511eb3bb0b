"""All rules over a record set, or over the files that changed."""

from collections.abc import Callable, Collection

from chesterton.base.paths import RepoPath
from chesterton.records.lint import relations, similar, texts
from chesterton.records.lint.rules import Context, graded
from chesterton.records.model import Problem
from chesterton.records.store import RecordSet


def lint(
    records: RecordSet,
    context: Context,
    exists: Callable[[RepoPath], bool] | None = None,
    only: Collection[RepoPath] | None = None,
) -> tuple[Problem, ...]:
    """What is wrong with the records, by path and place.

    `exists` says whether a file is in the workspace; without it links are not followed. `only` limits the rules
    about single texts to some files: what records say about each other is always looked at as a whole.
    """
    found = list(records.problems)
    found += relations.check(records)
    for record in records.records:
        if only is not None and record.path not in only:
            continue
        found += texts.check(records, record, context)
        found += texts.check_secrets(record.path, record.text.source)
        if exists is not None:
            found += texts.check_links(record, exists)
    found += similar.check(records, context.config.similarity)
    return graded(found, context.config)
