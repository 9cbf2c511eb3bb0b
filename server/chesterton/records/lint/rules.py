"""The list of rules: id, severity, and what each is about. A rule's code is in the module that its area names."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Literal, NamedTuple

import msgspec

from chesterton.records.lint.schema import Contract
from chesterton.records.model import Problem, Severity

Level = Severity | Literal["off"]


class Rule(NamedTuple):
    """One rule. `fix` names the repair of its problems, or the command with which a person answers them."""

    severity: Severity
    about: str
    fix: str = ""


RULES: dict[str, Rule] = {
    "yaml-syntax": Rule("error", "a header entry that is no YAML"),
    "yaml-limit": Rule("error", "a header that is nested too deeply or holds too many values"),
    "duplicate-key": Rule("error", "a header key given twice"),
    "wrong-type": Rule("error", "a header value of the wrong type"),
    "unknown-status": Rule("error", "a status that means nothing we know"),
    "unknown-kind": Rule("error", "a kind that does not exist"),
    "unknown-sensitivity": Rule("error", "a sensitivity that does not exist"),
    "unknown-implemented": Rule("error", "an implementation state that does not exist"),
    "placeholder-status": Rule("warning", "a status that is still the template's choice of words"),
    "bad-id": Rule("error", "an id that is no ULID", "assign-id"),
    "bad-date": Rule("warning", "a date that is no day"),
    "too-large": Rule("error", "a file that is too large to be a record"),
    "encoding": Rule("error", "a file that is not UTF-8"),
    "nul-byte": Rule("error", "a file that holds a NUL byte"),
    "conflict-markers": Rule("error", "an unresolved merge conflict"),
    "lost-side-file": Rule("warning", "a file with the keys of a record or log entry that is not there"),
    "unreadable": Rule("error", "a file that can't be read"),
    "missing-id": Rule("warning", "a record in our own folder without an id", "assign-id"),
    "duplicate-id": Rule("error", "two records with one id", "assign-id"),
    "duplicate-number": Rule("warning", "two records of a folder with one number", "renumber"),
    "duplicate-alias": Rule("error", "one alias for two records", "drop-alias"),
    "title-number": Rule("warning", "a number in the title that is not the file's", "retitle"),
    "dangling-reference": Rule("error", "a relation to a record that does not exist", "relink"),
    "ambiguous-reference": Rule("error", "a relation that may mean several records", "use-id"),
    "supersede-cycle": Rule("error", "records that supersede each other in a circle", "cut-circle"),
    "rival-successors": Rule(
        "error", "two accepted records that each supersede the same one", "settle-rivals"
    ),
    "retired-successor": Rule("warning", "a superseded record whose successors are all retired", "supersede"),
    "one-sided-supersede": Rule(
        "info", "a superseded record whose own text does not say so", "mark-superseded"
    ),
    "contradicting-status": Rule("warning", "places of one file that say different states", "align-status"),
    "unfilled-template": Rule("warning", "a section that still holds its template's words, or nothing"),
    "review-overdue": Rule("info", "a review date that has passed", "confirm"),
    "expired": Rule("info", "an accepted record whose validity has ended"),
    "bad-window": Rule("error", "a validity that ends before it begins"),
    "missing-anchor": Rule("hint", "a constraint, gotcha or lesson that is tied to no code"),
    "bad-anchor": Rule("error", "an anchor that names no place in the workspace"),
    "duplicate-anchor": Rule("warning", "a place that is anchored twice", "drop-anchor"),
    "lived-in-proposal": Rule("hint", "a proposal whose anchors have lived in code for weeks", "ratify"),
    "near-duplicate": Rule("hint", "two records that say nearly the same"),
    "dead-link": Rule("warning", "a relative link to a file that does not exist"),
    "oversized": Rule("hint", "a record that nobody will read to its end"),
    "secret": Rule("error", "a credential in the text"),
    "laundering": Rule(
        "warning", "an edit that drops or weakens a must, never or only, or changes its number"
    ),
    "article-address": Rule("warning", "an article whose address is no asset's, or names a log"),
    "article-orphan": Rule("warning", "an article about an asset that does not exist"),
    "capsule-missing": Rule("warning", "an article without its one dense line"),
    "capsule-long": Rule("warning", "a capsule that is no longer one line"),
    "capsule-event": Rule("info", "a capsule that tells what happened instead of what holds"),
    "article-oversized": Rule("info", "an article that should be several"),
    "article-tiny": Rule("hint", "an article so small that it belongs to its parent"),
    "article-growth": Rule("info", "growth that looks like narrated history"),
    "rule-at-asset": Rule("hint", "a rule filed at the address of one asset"),
    "lost-value": Rule("info", "a value that the journal holds and its article lost"),
    "journal-chain": Rule("error", "a journal entry that was changed after it was written"),
    "schema": Rule("warning", "a text that breaks the store's own contract"),
    "bad-schema": Rule("error", "a contract that can't be read and so holds nobody to anything"),
    "domain-cycle": Rule("error", "domains that are each other's parents"),
    "unknown-domain": Rule("warning", "a domain or initiative that nobody described"),
}


class LintConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a workspace may say about the rules: a level for each rule, and the limits some of them measure by."""

    levels: Mapping[str, Level] = {}
    weeks_in_code: int = 4
    largest_record: int = 20_000
    largest_article: int = 20_000
    large_article: int = 8_000
    smallest_article: int = 400
    longest_capsule: int = 1_000
    similarity: float = 0.8


class Context(NamedTuple):
    """What every rule may look at besides the text itself."""

    today: date
    config: LintConfig
    contracts: Callable[[str], Contract] = lambda folder: Contract()
    """What the store of a folder, "" for the workspace's, asks of its records."""


def graded(problems: list[Problem], config: LintConfig) -> tuple[Problem, ...]:
    """Problems with the configured severities; those that are off are gone."""
    kept: list[Problem] = []
    for problem in problems:
        level = config.levels.get(problem.code, problem.severity)
        if level != "off":
            kept.append(problem._replace(severity=level))
    return tuple(sorted(kept, key=lambda problem: (problem.path, problem.span, problem.code)))
