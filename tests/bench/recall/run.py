"""Retrieval quality, side by side: python run.py --mirror FOLDER (bare clones at FOLDER/owner+name/repo).

`--theurian` and `--sidegraph` name the Python of a virtual environment that has that package.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from corpus import TODAY, Commit, Repository, repositories
from metrics import Quality, mean
from queries import HARD_KINDS, PLACE_KINDS, TEXT_KINDS, Row, load, words_of
from systems import TEXT_SYSTEMS, Search, chesterton_context, chesterton_place, place_of, whole

from chesterton.recall.evidence import Cited, History
from chesterton.recall.intent import called_for
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.mentions import Mentions
from chesterton.recall.place import Tie, View
from chesterton.recall.place_recall import PlaceRecall
from chesterton.recall.surfacing import STANDOUT

Results = dict[tuple[str, str], list[Quality]]
RIVALS = Path(__file__).with_name("rivals")
KIN = frozenset({"cometbft/cometbft", "cosmos/ibc-go", "celestiaorg/celestia-app"})
"""Repositories about one subject: a text of one may well call for a record of another."""


def text_queries(repository: Repository, rows: Sequence[Row], results: Results, theurian: str | None) -> None:
    commits = {commit.id: commit for commit in repository.commits}
    texts = [words_of(row, repository, commits) for row in rows]
    for name, build in TEXT_SYSTEMS.items():
        answer = build(repository.cards)
        _note(results, name, rows, [answer(text) for text in texts])
    if theurian:
        records = [(card.path, card.title, whole(card)) for card in repository.cards]
        _note(
            results, "Theurian", rows, _rival(theurian, "theurian_search.py", records=records, queries=texts)
        )


def place_queries(
    repository: Repository,
    rows: Sequence[Row],
    results: Results,
    spent: dict[str, list[float]],
    sidegraph: str | None,
) -> None:
    """Anchors and history come from the commits before the one asked about («earlier commits only»), or from all
    others («held out»); «anchored» has the anchors of the commit itself too, as sidegraph has them.
    """
    identities = {card.path: card.id for card in repository.cards}
    for name, build in TEXT_SYSTEMS.items():
        if name != "chesterton":
            answer: Search = build(repository.cards)
            _note(
                results,
                f"{name}, words of the path",
                rows,
                [answer(row.at.partition(":")[2]) for row in rows],
            )
    mentions, reader = Mentions(repository.cards), Reader.of(repository.cards)
    for row in rows:
        commit, _, at = row.at.partition(":")
        others = [one for one in repository.commits if one.id != commit]
        position = next(n for n, one in enumerate(repository.commits) if one.id == commit)
        protocols = (
            ("earlier commits only", repository.commits[:position], repository.commits[:position], ()),
            ("held out", others, others, ()),
            ("anchored", repository.commits, others, (row,)),
        )
        for name, tied, known, symbols in protocols:
            ties = _ties(tied, identities, symbols)
            recall = PlaceRecall(repository.cards, ties, mentions, history=_history(known, identities))
            ranking = chesterton_place(recall, View(TODAY), reader)(at)
            results[f"chesterton, {name}", row.kind].append(Quality.of(ranking, row.relevant))
            if name == "anchored" and row.kind == "path":
                paths, length = chesterton_context(recall, View(TODAY), reader, at)
                _spend(spent, "chesterton", row, paths, length)
    files = [row for row in rows if row.kind == "path"]
    if sidegraph and files:
        for row, found in zip(files, _sidegraph(repository, files, sidegraph), strict=True):
            results["sidegraph, anchored", "path"].append(Quality.of(found["paths"], row.relevant))
            _spend(spent, "sidegraph", row, found["paths"], found["length"])


def false_surfacing(stores: Sequence[Repository], rows: Sequence[Row]) -> None:
    """Every text of a commit against the stores of all other projects: whatever rides is wrong."""
    readers = {store.name: Reader.of(store.cards) for store in stores}
    commits = {store.name: {commit.id: commit for commit in store.commits} for store in stores}
    texts = [(row, commits[row.repo][row.at].words) for row in rows if row.kind == "commit"]
    pairs = [
        (name, text)
        for row, text in texts
        for name in readers
        if name != row.repo and not {name, row.repo} <= KIN
    ]
    wrong = sum(bool(called_for(readers[name], text, standout=STANDOUT).riding) for name, text in pairs)
    own = [(row, called_for(readers[row.repo], text, standout=STANDOUT).riding) for row, text in texts]
    right = sum(any(one.card.path in row.relevant for one in riding) for row, riding in own)
    rode = sum(bool(riding) for _, riding in own)
    print(f"\nSurfacing by words alone: {wrong} of {len(pairs)} texts of other projects surfaced a record.")
    print(f"Of {len(own)} commits that cite a record, {rode} surfaced any, {right} the right one.")


def _ties(commits: Sequence[Commit], identities: dict[str, str], symbols: Sequence[Row]) -> list[Tie]:
    files = {
        Tie(identities[path], place_of(file))
        for commit in commits
        for path in commit.cites
        for file in commit.files
    }
    exact = {
        Tie(identities[path], place_of(row.at.partition(":")[2])) for row in symbols for path in row.relevant
    }
    return sorted(files | exact)


def _history(commits: Sequence[Commit], identities: dict[str, str]) -> History:
    return History(
        Cited(one.id, one.words, frozenset(identities[path] for path in one.cites), one.files)
        for one in reversed(commits)
    )


def _sidegraph(repository: Repository, rows: Sequence[Row], python: str) -> list[dict]:
    anchors: dict[str, set[str]] = defaultdict(set)
    asked = {row.at.partition(":")[2] for row in rows}
    for commit in repository.commits:
        for path in commit.cites:
            anchors[path] |= asked.intersection(commit.files)
    records = [(card.path, card.title, whole(card), sorted(anchors[card.path])) for card in repository.cards]
    queries = [row.at.partition(":")[2] for row in rows]
    return _rival(python, "sidegraph_context.py", records=records, files=sorted(asked), queries=queries)


def _rival(python: str, script: str, **given: object) -> list:
    done = subprocess.run(
        [python, str(RIVALS / script)], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _note(results: Results, name: str, rows: Sequence[Row], rankings: Sequence[Sequence[str]]) -> None:
    for row, ranking in zip(rows, rankings, strict=True):
        results[name, row.kind].append(Quality.of(ranking, row.relevant))


def _spend(spent: dict[str, list[float]], name: str, row: Row, paths: Sequence[str], length: int) -> None:
    found = len(set(paths) & set(row.relevant))
    if found:
        spent[name].append(length / found)


def table(results: Results, kinds: Sequence[str]) -> None:
    systems = list(dict.fromkeys(name for name, kind in results if kind in kinds))
    print("\n| system | queries | n | recall@5 | MRR | nDCG@10 |\n|---|---|--:|--:|--:|--:|")
    for kind in (*kinds, "all"):
        for system in systems:
            chosen = kinds if kind == "all" else (kind,)
            values = [one for each in chosen for one in results.get((system, each), [])]
            if values:
                numbers = " | ".join(f"{one:.3f}" for one in mean(values))
                print(f"| {system} | {kind} | {len(values)} | {numbers} |", flush=True)


def main(options: argparse.Namespace) -> None:
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in load():
        rows[row.repo].append(row)
    results: Results = defaultdict(list)
    halves: dict[bool, Results] = {True: defaultdict(list), False: defaultdict(list)}
    spent: dict[str, list[float]] = defaultdict(list)
    stores = repositories(options.mirror)
    for store in stores:
        mine = rows[store.name]
        if options.only in (None, "text"):
            text_queries(store, [row for row in mine if row.kind in TEXT_KINDS], results, options.theurian)
            hard = [row for row in mine if row.kind in HARD_KINDS]
            text_queries(store, hard, halves[store.tuned], options.theurian)
        print(f"{store.name}: {len(store.cards)} records, {len(mine)} queries", file=sys.stderr)
        if options.only in (None, "place"):
            place_queries(
                store, [row for row in mine if row.kind in PLACE_KINDS], results, spent, options.sidegraph
            )
    table(results, TEXT_KINDS)
    for tuned, found in halves.items():
        print(
            f"\nHarder words, the half of the repositories that ranking was {'' if tuned else 'not '}tuned on:"
        )
        table(found, HARD_KINDS)
    table(results, PLACE_KINDS)
    for name, costs in spent.items():
        each = sum(costs) / len(costs)
        print(f"\n{name}: {each:,.0f} characters for each right record shown, over {len(costs)} files")
    if options.only in (None, "surfacing"):
        false_surfacing(stores, [row for mine in rows.values() for row in mine])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--only", choices=("text", "place", "surfacing"))
    parser.add_argument("--theurian", help="the Python that has theurian")
    parser.add_argument("--sidegraph", help="the Python that has sidegraph")
    main(parser.parse_args())
