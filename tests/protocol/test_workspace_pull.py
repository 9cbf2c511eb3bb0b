"""Findings of the whole workspace, for a client that takes an answer in parts."""

import json
from pathlib import Path

CLIENT = Path(__file__).parents[1] / "clients" / "vscode.json"


def test_a_large_report_comes_in_parts(start_real, tmp_path):
    records = tmp_path / ".chesterton" / "records"
    records.mkdir(parents=True)
    for number in range(80):
        (records / f"{1000 + number}-broken.md").write_text(f"---\nstatus: wrong\n---\n# Broken {number}\n")
    wire = start_real()
    given = json.loads(CLIENT.read_text()) | {"rootUri": tmp_path.as_uri(), "workspaceFolders": None}
    given["initializationOptions"] = {"diagnostics": {"workspace": True}}
    wire.initialize(**given)
    params = {"previousResultIds": [], "partialResultToken": "parts"}
    wire.send({"jsonrpc": "2.0", "id": 1, "method": "workspace/diagnostic", "params": params})
    parts = []
    while (message := wire.receive()).get("id") != 1 or "method" in message:
        if message["method"] == "$/progress" and message["params"]["token"] == "parts":
            parts.append([item["uri"] for item in message["params"]["value"]["items"]])
    assert message["result"] == {"items": []}
    assert len(parts) > 1
    assert {uri for part in parts for uri in part} == {path.as_uri() for path in records.iterdir()}
    assert sum(map(len, parts)) == 80
