"""The rules about articles, journal, domains and initiatives over one snapshot."""

from chesterton.base.disk import UnreadableError, read_if_present
from chesterton.records.areas import check_areas
from chesterton.records.journal import check_chain
from chesterton.records.lint import articles
from chesterton.records.lint.rules import graded
from chesterton.records.lint.schema import SCHEMA, read_contract
from chesterton.records.lint.texts import check_secrets
from chesterton.records.model import NOWHERE, Problem
from chesterton.workspace.snapshot import Snapshot


def lint_pages(snapshot: Snapshot) -> tuple[Problem, ...]:
    """What the rules say about every page beside the records, at the levels that the workspace chose."""
    config = snapshot.config.lint
    library = snapshot.library
    found = list(library.problems)
    try:
        contract, problems = read_contract(read_if_present(snapshot.root / SCHEMA))
    except UnreadableError as error:
        contract, _ = read_contract(None)
        problems = (Problem("bad-schema", "error", SCHEMA, NOWHERE, str(error)),)
    found += problems
    found += articles.check(articles.Shelf(library, snapshot.assets, contract, config))
    found += check_chain(library.journal)
    found += check_areas(library.areas, snapshot.records.records)
    for article in library.articles.articles:
        found += check_secrets(article.path, article.text.source)
    for entry in library.journal:
        found += check_secrets(entry.path, entry.body)
    return graded(found, config)
