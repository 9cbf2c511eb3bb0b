"""Theurian's hybrid search (its chunker, word and trigram retrievers, rank fusion) over one store.

Run by run.py with the Python of a virtual environment that has `theurian`: a JSON object on standard input,
`{"records": [[path, title, body], …], "queries": [text, …]}`; one JSON list of paths a query on standard output.
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path

from theurian.domain.chunking import IndexableChunk, chunk_document
from theurian.domain.enums import Sensitivity
from theurian.domain.ranking import diversify, reciprocal_rank_fusion
from theurian.infrastructure.sqlite.index_store import SqliteIndexStore

SCOPE = {"project_id": "bench", "visible_sensitivities": frozenset({Sensitivity.INTERNAL})}
ULID = "01J0000000000000000000{:04d}"


def chunks(number: int, path: str, served: str):
    revision = ULID.format(number)
    for chunk in chunk_document(revision, served):
        digest = hashlib.sha256(served.encode()).hexdigest()
        yield IndexableChunk(
            chunk, "bench", path, revision, digest, "approved", "internal", "reviewed", "", "decision"
        )


def main() -> None:
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteIndexStore(Path(folder) / "index.sqlite")
        store.create(index_build_id=ULID.format(0), state_hash="0" * 64)
        store.add_chunks(
            [
                chunk
                for number, (path, title, body) in enumerate(given["records"], 1)
                for chunk in chunks(number, path, f"{title}\n\n{body}")
            ]
        )
        for query in given["queries"]:
            rankings = {
                "lexical": store.search_lexical(query, limit=50, **SCOPE).rows,
                "substring": store.search_substring(query, limit=50, **SCOPE).rows,
            }
            fused = diversify(reciprocal_rank_fusion(rankings), per_item=1)
            print(json.dumps([one.item_id for one in fused][:10]))


if __name__ == "__main__":
    main()
