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

    `exists` says whether a file is in the workspace; without it links are not followed. With `only` some files are
    looked at; what is said about others may then be incomplete.
    """
    found = list(records.problems)
    chosen = records.records if only is None else [one for path in only for one in records.in_file(path)]
    found += relations.check(records, chosen)
    seen: set[RepoPath] = set()
    for record in chosen:
        found += texts.check(records, record, context)
        if not record.entry or record.file not in seen:
            seen.add(record.file)
            found += texts.check_secrets(record.file, record.text.source)
        if exists is not None:
            found += texts.check_links(record, exists)
    found += similar.check(records, context.config.similarity, chosen)
    return graded(found, context.config)
