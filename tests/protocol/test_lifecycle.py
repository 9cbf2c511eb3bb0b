"""How a server process begins and ends. Each test needs a process of its own."""

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

NOT_INITIALIZED, INVALID_REQUEST, CANCELLED = -32002, -32600, -32800


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def until_gone(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            assert select.select([descriptor], [], [], 30)[0], f"process {pid} lives on"
        finally:
            os.close(descriptor)


def test_requests_before_initialize_are_refused_and_notifications_dropped(start):
    wire = start()
    wire.notify("textDocument/didOpen", {})
    assert wire.request("test/echo")["error"]["code"] == NOT_INITIALIZED
    assert wire.request("shutdown")["error"]["code"] == NOT_INITIALIZED
    assert wire.initialize()["result"]["serverInfo"]["name"] == "under-test"


def test_shutdown_then_exit_ends_with_0(start):
    wire = start()
    wire.initialize()
    assert wire.request("shutdown")["result"] is None
    assert wire.request("test/echo")["error"]["code"] == INVALID_REQUEST
    assert wire.request("initialize", {})["error"]["code"] == INVALID_REQUEST
    wire.notify("exit")
    assert wire.exit_code() == 0


def test_shutdown_and_exit_in_one_write_are_still_answered(start):
    wire = start()
    wire.initialize()
    wire.send(
        {"jsonrpc": "2.0", "id": 1, "method": "workspace/executeCommand", "params": {"command": "long"}},
        {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    )
    answers = {answer["id"]: answer for answer in (wire.receive(), wire.receive())}
    assert answers[1]["error"]["code"] == CANCELLED
    assert answers[2]["result"] is None
    assert wire.exit_code() == 0


def test_exit_without_shutdown_ends_with_1(start):
    wire = start()
    wire.initialize()
    wire.notify("exit")
    assert wire.exit_code() == 1


def test_exit_before_initialize_ends_with_1(start):
    wire = start()
    wire.notify("exit")
    assert wire.exit_code() == 1


def test_the_end_of_input_ends_with_1(start):
    wire = start()
    wire.initialize()
    wire.close_stdin()
    assert wire.exit_code() == 1


def test_what_was_asked_before_the_end_of_input_is_answered(start):
    wire = start()
    wire.initialize()
    wire.send({"jsonrpc": "2.0", "id": 1, "method": "test/echo", "params": "last"})
    wire.close_stdin()
    assert wire.receive()["result"] == "last"
    assert wire.exit_code() == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_like_exit(start, number):
    wire = start()
    wire.initialize()
    wire.process.send_signal(number)
    assert wire.exit_code() == 1
    assert b"Traceback" not in wire.stderr


def test_workers_die_with_the_server(start):
    wire = start()
    wire.initialize()
    worker = wire.request("test/work")["result"]
    assert not gone(worker)
    wire.notify("exit")
    wire.exit_code()
    until_gone(worker)


def test_the_server_ends_with_its_client_though_stdin_stays_open(start):
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    wire = start()
    wire.initialize(processId=editor.pid)
    editor.communicate(b"\n")
    assert wire.exit_code() == 1


@pytest.mark.parametrize("process_id", [None, "12", 2**22 - 1, -1])
def test_a_client_that_can_not_be_watched_is_served(start, process_id):
    wire = start()
    assert "result" in wire.initialize(processId=process_id)
    assert wire.request("test/echo", 1)["result"] == 1


def test_a_client_that_does_not_read_does_not_stop_the_server(start):
    wire = start()
    wire.initialize()
    wire.may_read.clear()
    echoes = [{"jsonrpc": "2.0", "id": i, "method": "test/echo", "params": "x" * 100_000} for i in range(50)]
    wire.send(*echoes, {"jsonrpc": "2.0", "id": 50, "method": "test/stray", "params": "still working"})
    wire.until_stderr(b"from a child")
    wire.may_read.set()
    assert [wire.receive()["id"] for _ in range(51)] == list(range(51))


def test_an_exit_ends_it_though_nobody_reads(start):
    wire = start()
    wire.initialize()
    wire.may_read.clear()
    wire.send(
        *({"jsonrpc": "2.0", "id": i, "method": "test/echo", "params": "x" * 100_000} for i in range(50))
    )
    wire.notify("exit")
    assert wire.exit_code() == 1


def children(pid: int) -> list[int]:
    return [
        int(child)
        for thread in Path(f"/proc/{pid}/task").iterdir()
        for child in (thread / "children").read_text().split()
    ]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_processes_that_index_end_with_the_server(start_real, tmp_path, number):
    for name in range(30):
        (tmp_path / f"m{name}.py").write_text("def f(x):\n    return x + 1\n\n\n" * 2000)
    wire = start_real()
    wire.ignored = {"window/logMessage"}
    wire.initialize(rootUri=tmp_path.as_uri())
    found: list[int] = []
    while not found:  # the runner's limit ends this if it never happens
        assert wire.process.poll() is None
        found = children(wire.process.pid)
    wire.process.send_signal(number)
    wire.exit_code()
    for worker in found:
        until_gone(worker)
