"""The real server and whatever a client may say of itself."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        {"capabilities": None},
        {"capabilities": []},
        {"capabilities": {"textDocument": None, "workspace": 7, "general": {"positionEncodings": "utf-8"}}},
        {"capabilities": {"workspace": {"symbol": {"symbolKind": {"valueSet": [1, 999, "x"]}}}}},
        {
            "capabilities": {
                "workspace": {"workspaceEdit": {"resourceOperations": ["foo"], "failureHandling": "foo"}}
            }
        },
        {"capabilities": {"textDocument": {"hover": {"contentFormat": ["html", 3]}}}},
        {"capabilities": {"textDocument": {"publishDiagnostics": {"tagSupport": {"valueSet": [9]}}}}},
        {"capabilities": {"textDocument": {"semanticTokens": {"formats": ["novel"]}}}},
        {"capabilities": {"general": {"positionEncodings": ["utf-7", "ebcdic"]}}},
        {"capabilities": {}, "trace": "compact"},
        {"capabilities": {}, "processId": "12"},
        {"capabilities": {}, "processId": 1.5},
        {"capabilities": {}, "rootUri": 7, "rootPath": [], "workspaceFolders": {"uri": "x"}},
        {"capabilities": {}, "workspaceFolders": [None, {"uri": None}, {"uri": "vscode-vfs://github/a/b"}]},
        {"capabilities": {}, "initializationOptions": "none", "clientInfo": "me", "locale": 3},
        {
            "capabilities": {},
            "initializationOptions": {"clientCommands": [1], "codeLens": {"enabled": "yes"}},
        },
    ],
)
def test_any_initialize_is_answered_and_leaves_a_working_server(start_real, params):
    wire = start_real()
    wire.ignored = {"window/logMessage", "workspace/configuration"}
    answer = wire.request("initialize", params)
    assert answer["result"]["capabilities"]["positionEncoding"] == "utf-16"
    wire.notify("initialized", {})
    hover = {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}}
    assert wire.request("textDocument/hover", hover)["result"] is None
    assert wire.request("shutdown")["result"] is None
    wire.notify("exit")
    assert wire.exit_code() == 0


def test_requests_in_the_same_write_as_initialize_are_answered(start_real):
    wire = start_real()
    wire.ignored = {"window/logMessage", "workspace/configuration"}
    hover = {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}}
    wire.send(
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": hover},
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": hover},
    )
    assert [wire.receive()["id"] for _ in range(3)] == [1, 2, 3]


def test_what_initialize_does_not_need_is_not_loaded_before_it_is_answered():
    program = (
        "import sys, chesterton.lsp.server; print([m for m in ('tree_sitter', 'yaml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
