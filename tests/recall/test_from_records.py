from datetime import date

from chesterton.base.paths import RepoPath
from chesterton.recall.card import Passage
from chesterton.recall.from_records import cards_of
from chesterton.records.store import RecordSet

TODAY = date(2026, 12, 1)
OLD = """---
id: 01J9ZQ4M5N6P7Q8R9S0T1V2W3X
status: accepted
date: 2020-05-01
---
# 1. Lock the cache

One process writes.
"""
NEW = """---
id: 01J9ZQ4M5N6P7Q8R9S0T1V2W3Y
kind: constraint
status: accepted
date: 2024-05-01
confirmed: 2026-01-02 Ann
supersedes:
- 01J9ZQ4M5N6P7Q8R9S0T1V2W3X
anchors:
- src/cache.py#Cache.load code:abcdef12 @0123abc
---
# Lock each page

## Context and Problem Statement

Two processes write.

## Decision

We lock each page. Not the file.

## Considered Options

* A lock per file

## Consequences

Writers do not wait.

### Negative

More locks.
"""


def records(*files):
    return RecordSet({}).update(
        {RepoPath(f".chesterton/records/{name}"): text.encode() for name, text in files}
    )


def test_a_card_is_its_record_in_the_light_of_the_others():
    old, new = cards_of(records(("0001-lock.md", OLD), ("0002-page.md", NEW)), TODAY)
    assert (old.status, old.standing, old.superseded_by) == ("superseded", "retired", (new.id,))
    assert (new.status, new.standing, new.supersedes) == ("accepted", "in force", (old.id,))
    assert (new.kind, new.date, new.confirmed) == ("constraint", "2024-05-01", "2026-01-02")
    assert new.statement == "We lock each page."
    assert new.targets == ("src/cache.py#Cache.load",)
    assert new.context == "Two processes write."
    assert "A lock per file" in new.rejected
    assert "More locks." in new.costs
    assert "More locks." not in new.consequences


def test_what_is_above_the_ceiling_makes_no_card():
    secret = NEW.replace("kind: constraint", "kind: constraint\nsensitivity: restricted")
    store = records(("0001-lock.md", OLD), ("0002-page.md", secret))
    assert [card.title for card in cards_of(store, TODAY, "confidential")] == ["Lock the cache"]


def test_passages_know_their_lines():
    [card] = cards_of(records(("0002-page.md", NEW)), TODAY)
    text = "We lock each page. Not the file."
    assert Passage("Decision", NEW.splitlines().index(text), text) in card.passages
