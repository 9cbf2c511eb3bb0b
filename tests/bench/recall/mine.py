"""Write queries.jsonl anew: python mine.py --mirror FOLDER (bare clones at FOLDER/owner+name/repo)."""

import argparse
from collections import Counter
from pathlib import Path

from corpus import repositories
from queries import mine, save

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", type=Path, required=True)
    rows = []
    for repository in repositories(parser.parse_args().mirror):
        mined = mine(repository)
        rows += mined
        print(
            f"{repository.name:50} {len(repository.cards):4} records",
            dict(Counter(row.kind for row in mined)),
        )
    save(rows)
    print(len(rows), "queries", dict(Counter(row.kind for row in rows)))
