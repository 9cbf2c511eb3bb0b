"""Retrieval quality, side by side: python run.py --mirror FOLDER (bare clones at FOLDER/owner+name/repo)."""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from corpus import TODAY, Repository, repositories
from metrics import Quality, mean
from queries import PLACE_KINDS, TEXT_KINDS, Row, load, words_of
from systems import TEXT_SYSTEMS, chesterton_place, place_of

from chesterton.recall.place import Tie, View

Results = dict[tuple[str, str], list[Quality]]


def text_queries(repository: Repository, rows: Sequence[Row], results: Results) -> None:
    commits = {commit.id: commit for commit in repository.commits}
    for name, build in TEXT_SYSTEMS.items():
        answer = build(repository.cards)
        for row in rows:
            ranking = answer(words_of(row, repository, commits))
            results[name, row.kind].append(Quality.of(ranking, row.relevant))


def place_queries(repository: Repository, rows: Sequence[Row], results: Results) -> None:
    """Anchors come from the other commits that cite a record; «anchored» also has those of the commit itself."""
    identities = {card.path: card.id for card in repository.cards}
    for row in rows:
        commit, _, at = row.at.partition(":")
        for name, held_out in (("held out", commit), ("anchored", "")):
            ties = _ties(repository, identities, held_out, symbols=() if held_out else (row,))
            answer = chesterton_place(repository.cards, ties, View(TODAY))
            results[f"chesterton, {name}", row.kind].append(Quality.of(answer(at), row.relevant))


def _ties(
    repository: Repository, identities: dict[str, str], held_out: str, symbols: Sequence[Row]
) -> list[Tie]:
    files = {
        Tie(identities[path], place_of(file))
        for commit in repository.commits
        if commit.id != held_out
        for path in commit.cites
        for file in commit.files
    }
    exact = {
        Tie(identities[path], place_of(row.at.partition(":")[2])) for row in symbols for path in row.relevant
    }
    return sorted(files | exact)


def table(results: Results, kinds: Sequence[str]) -> None:
    systems = list(dict.fromkeys(name for name, kind in results if kind in kinds))
    print("| system | queries | n | recall@5 | MRR | nDCG@10 |\n|---|---|--:|--:|--:|--:|")
    for kind in (*kinds, "all"):
        for system in systems:
            chosen = kinds if kind == "all" else (kind,)
            values = [one for each in chosen for one in results.get((system, each), [])]
            quality = mean(values)
            print(
                f"| {system} | {kind} | {len(values)} | " + " | ".join(f"{one:.3f}" for one in quality) + " |"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--only", choices=("text", "place"))
    options = parser.parse_args()
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in load():
        rows[row.repo].append(row)
    results: Results = defaultdict(list)
    for repository in repositories(options.mirror):
        mine = rows[repository.name]
        if options.only != "place":
            text_queries(repository, [row for row in mine if row.kind in TEXT_KINDS], results)
        if options.only != "text":
            place_queries(repository, [row for row in mine if row.kind in PLACE_KINDS], results)
    if options.only != "place":
        table(results, TEXT_KINDS)
    if options.only != "text":
        table(results, PLACE_KINDS)
