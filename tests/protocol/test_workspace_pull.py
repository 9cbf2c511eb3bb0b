"""Findings of the whole workspace, for a client that takes an answer in parts."""

import json
from pathlib import Path

from chesterton.base.disk import apply_changes
from chesterton.workspace import acts
from chesterton.workspace.host import Host

CLIENT = Path(__file__).parents[1] / "clients" / "vscode.json"


def begin(wire, root: Path) -> None:
    given = json.loads(CLIENT.read_text()) | {"rootUri": root.as_uri(), "workspaceFolders": None}
    given["initializationOptions"] = {"diagnostics": {"workspace": True}}
    wire.initialize(**given)


def test_a_large_report_comes_in_parts(start_real, tmp_path):
    records = tmp_path / ".chesterton" / "records"
    records.mkdir(parents=True)
    for number in range(80):
        (records / f"{1000 + number}-broken.md").write_text(f"---\nstatus: wrong\n---\n# Broken {number}\n")
    wire = start_real()
    begin(wire, tmp_path)
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


SOURCE = "def pay(bill):\n    bill.open = False\n    return bill.total + bill.tip(3)\n"


def recorded(root: Path) -> str:
    """A file with a record about its only function; its URI."""
    (root / "pay.py").write_text(SOURCE)
    (root / ".chesterton").mkdir()
    host = Host(root)
    draft = acts.draft(host.snapshot, "fact", "Pay once", "Twice is theft.", accept=True)
    apply_changes(
        root, acts.record(host.snapshot, draft, [acts.find_target(host.snapshot, "pay.py#pay")]).changes
    )
    host.close()
    return (root / "pay.py").as_uri()


def test_what_changes_while_the_report_is_made_is_reported(start_real, tmp_path):
    uri = recorded(tmp_path)
    wire = start_real()
    begin(wire, tmp_path)
    item = {"uri": uri, "languageId": "python", "version": 1, "text": SOURCE}
    wire.notify("textDocument/didOpen", {"textDocument": item})
    known: dict[str, str] = {uri: "none yet"}

    def ask(number: int) -> None:
        previous = [{"uri": uri, "value": value} for uri, value in known.items()]
        wire.send({"jsonrpc": "2.0", "id": number, "method": "workspace/diagnostic",
                   "params": {"previousResultIds": previous}})  # fmt: skip

    def answer(number: int) -> None:
        while (message := wire.receive()).get("id") != number or "method" in message:
            pass
        known.update({one["uri"]: one["resultId"] for one in message["result"]["items"]})

    ask(0)
    answer(0)
    for number in range(1, 13):
        before = known[uri]
        ask(number)
        text = SOURCE.replace("3", "4") if number % 2 else SOURCE
        identifier = {"uri": uri, "version": number + 1}
        wire.notify(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": [{"text": text}]}
        )
        answer(number)
        assert known[uri] != before
