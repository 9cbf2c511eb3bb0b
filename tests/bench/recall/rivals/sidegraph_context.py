"""Sidegraph's `get_task_context` for files, over one store and a graph that holds every file.

Run by run.py with the Python of a virtual environment that has `sidegraph`: a JSON object on standard input,
`{"records": [[path, title, body, [file, …]], …], "files": [file, …], "queries": [file, …]}`; for each query one JSON
object on standard output with the paths in the order of the text and its length. It takes no words.
"""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from sidegraph import server
from sidegraph.engine.reader import GraphifyReader
from sidegraph.store import Store

ULID = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b")


def graph(folder: Path, files: list[str]) -> GraphifyReader:
    nodes = [
        {
            "id": f"n{number}",
            "label": file.rpartition("/")[2],
            "file_type": "code",
            "source_file": file,
            "source_location": "L1",
            "community": file.partition("/")[0],
        }
        for number, file in enumerate(files)
    ]
    path = folder / "graph.json"
    path.write_text(json.dumps({"nodes": nodes, "links": []}))
    return GraphifyReader(path)


def main() -> None:
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        reader = graph(folder, given["files"])
        store = Store(folder / ".sidegraph")
        paths: dict[str, str] = {}
        for path, title, body, files in given["records"]:
            anchors = [{"name": file.rpartition("/")[2], "file_path": file} for file in files]
            answer = server._add_decision_impl(
                store, reader, title, "adr", body[:1200], title, anchors=anchors
            )
            paths[answer["id"]] = path
        for file in given["queries"]:
            text = server._get_task_context_impl(store, reader, [file], None, 4000, 6000)
            found = dict.fromkeys(paths[one] for one in ULID.findall(text) if one in paths)
            print(json.dumps({"paths": list(found)[:10], "length": len(text)}))


if __name__ == "__main__":
    main()
