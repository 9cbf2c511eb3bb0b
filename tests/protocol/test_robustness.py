"""What nonsense a client or a disk may come up with: the real server answers and logs no failure of its own."""

import shutil
import time
from pathlib import Path

import pytest

from chesterton.base.disk import apply_changes
from chesterton.workspace import acts
from chesterton.workspace.host import Host

from .conftest import PATIENCE

SOURCE = "def pay():\n    return 1\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pay.py").write_text(SOURCE)
    (tmp_path / ".chesterton" / "records").mkdir(parents=True)
    host = Host(tmp_path)
    draft = acts.draft(host.snapshot, "constraint", "Pay once", "Twice is theft.", accept=True)
    done = acts.record(host.snapshot, draft, [acts.find_target(host.snapshot, "pay.py#pay")])
    apply_changes(tmp_path, done.changes)
    host.close()
    return tmp_path


@pytest.fixture
def server(start_real, root: Path):
    """A server that has the folder open; in the end it must still answer, and have logged no error."""
    wire = start_real()
    wire.initialize(rootUri=root.as_uri())
    wire.ignored = {"window/logMessage", "textDocument/publishDiagnostics", "window/showMessage"}
    yield wire
    assert "result" in wire.request("workspace/symbol", {"query": ""})
    wire.close_stdin()
    wire.exit_code()
    assert wire.stderr == b""


def opened(server, uri: str, text: str) -> None:
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": item})


def typed(server, uri: str, version: int, line: int, character: int, text: str) -> None:
    place = {"line": line, "character": character}
    change = {"range": {"start": place, "end": place}, "text": text}
    identifier = {"uri": uri, "version": version}
    server.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})


def hover(server, uri: str, line: int, character: int) -> dict | None:
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
    return server.request("textDocument/hover", place)["result"]


def test_one_file_open_under_two_names(server, root):
    uri, other = (root / "pay.py").as_uri(), (root / "pay.py").as_uri() + "/"
    opened(server, uri, SOURCE)
    opened(server, other, SOURCE + "# much longer\n" * 50)
    typed(server, other, 2, 40, 0, "# more\n")
    typed(server, uri, 2, 1, 0, "    # less\n")
    typed(server, other, 3, 40, 0, "# more\n")
    assert "Twice is theft." in hover(server, uri, 0, 5)["contents"]["value"]


def test_a_file_that_becomes_a_link_to_itself(server, root):
    uri = (root / "pay.py").as_uri()
    assert hover(server, uri, 0, 5)
    (root / "pay.py").unlink()
    (root / "pay.py").symlink_to(root / "pay.py")
    server.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert hover(server, uri, 0, 5) is None


def test_a_store_with_a_link_to_itself(start_real, root):
    link = root / ".chesterton" / "records" / "0002-loop.md"
    link.symlink_to(link)
    wire = start_real()
    wire.initialize(rootUri=root.as_uri())
    wire.ignored = {"window/logMessage", "textDocument/publishDiagnostics", "window/showMessage"}
    assert "Twice is theft." in hover(wire, (root / "pay.py").as_uri(), 0, 5)["contents"]["value"]


@pytest.mark.parametrize("uri", ["file:///%00", "file://nowhere/a.py", "untitled:a", "", "file:///"])
def test_a_name_that_no_file_has(server, uri):
    opened(server, uri, SOURCE)
    assert hover(server, uri, 0, 5) is None


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"position": {"line": 0, "character": -1}}, "is no position"),
        ({"position": {"line": 0, "character": 1 << 63}}, "is no position"),
        ({"position": {"line": -1, "character": 0}}, "is no position"),
        ({"position": {"line": 1 << 20, "character": 0}}, "has no line 1048576"),
        ({"position": {"line": "0"}}, "is no position"),
        ({"position": []}, "is no position"),
        ({"uri": None, "position": {"line": 0, "character": 0}}, "needs the uri"),
        ({"uri": 7}, "is no uri"),
    ],
)
def test_a_place_that_no_text_has(server, root, place, words):
    """The place where the person was last is not taken in its stead."""
    opened(server, (root / "pay.py").as_uri(), SOURCE)
    hover(server, (root / "pay.py").as_uri(), 0, 5)
    arguments = [{"v": 1, "kind": "fact", "uri": (root / "pay.py").as_uri(), **place}]
    command = {"command": "chesterton.server.record", "arguments": arguments}
    error = server.request("workspace/executeCommand", command)["error"]
    assert (error["code"], words in error["message"]) == (-32602, True), error


def test_a_cache_that_is_garbage(server, root):
    uri = (root / "pay.py").as_uri()
    ask = {"command": "chesterton.server.recall", "arguments": [{"v": 1, "seeds": ["pay.py"]}]}
    assert "result" in server.request("workspace/executeCommand", ask)
    for file in (root / ".chesterton" / "cache").rglob("*"):
        if file.is_file() and not file.name.endswith("-shm"):
            file.write_bytes(b"\xd5garbage" * 100)
    server.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "Pay once" in server.request("workspace/executeCommand", ask)["result"]["text"]
    assert hover(server, uri, 0, 5)


def test_a_folder_of_records_that_goes_away_as_a_whole(start_real, root):
    wire = start_real()
    wire.ignored = {"window/logMessage", "textDocument/publishDiagnostics", "client/registerCapability"}
    wire.initialize(
        rootUri=root.as_uri(),
        capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}},
    )
    uri = (root / "pay.py").as_uri()
    assert hover(wire, uri, 0, 5)
    shutil.rmtree(root / ".chesterton" / "records")
    event = {"uri": (root / ".chesterton" / "records").as_uri(), "type": 3}
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
    until = time.monotonic() + PATIENCE
    while hover(wire, uri, 0, 5):
        assert time.monotonic() < until
