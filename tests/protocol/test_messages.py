"""What a client may send, and what it has to get back. One process answers all of it."""

import json

import pytest

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
CANCELLED, FAILED = -32800, -32803
URI = "file:///somewhere/a.py"


def error_of(answer: dict) -> int:
    assert "result" not in answer
    return answer["error"]["code"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", PARSE_ERROR),
        (b"\xff\xfe{}", PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b'[{"jsonrpc":"2.0","id":1,"method":"test/echo"}]', INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (b"{}", INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":null,"method":"test/echo"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":true,"method":"test/echo"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":[1],"method":"test/echo"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"test/echo"}', INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":3,"method":7}', INVALID_REQUEST),
        (b"", PARSE_ERROR),
    ],
)
def test_what_is_no_message_gets_an_error_without_id(wire, body, code):
    wire.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    answer = wire.receive()
    assert answer["id"] is None
    assert error_of(answer) == code


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"textDocument": {"uri": URI}},
        {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": 0.5, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": "0", "character": 0}},
        {"textDocument": "a.py", "position": {"line": 0, "character": 0}},
        {"textDocument": {"uri": 7}, "position": {"line": 0, "character": 0}},
    ],
)
def test_bad_parameters_are_refused(wire, params):
    assert error_of(wire.request("textDocument/hover", params)) == INVALID_PARAMS


def test_absent_parameters_are_refused(wire):
    wire.send({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"})
    assert error_of(wire.receive()) == INVALID_PARAMS


def test_unknown_requests_are_refused_and_unknown_notifications_ignored(wire):
    wire.notify("$/whatever")
    wire.notify("test/whatever", {"a": 1})
    assert error_of(wire.request("test/whatever")) == NO_METHOD
    assert error_of(wire.request("$/whatever")) == NO_METHOD


def test_malformed_notifications_are_dropped(wire):
    wire.notify("textDocument/didOpen", {"textDocument": {"uri": URI}})
    wire.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": "x"}})
    wire.notify("$/cancelRequest", [])
    wire.notify("$/cancelRequest", {"id": {}})
    wire.notify("$/setTrace", {"value": "compact"})


def test_a_second_initialize_is_refused(wire):
    assert error_of(wire.request("initialize", {"capabilities": {}})) == INVALID_REQUEST


def test_string_ids_are_echoed(wire):
    wire.send({"jsonrpc": "2.0", "id": "one", "method": "test/echo", "params": [1]})
    assert wire.receive() == {"jsonrpc": "2.0", "id": "one", "result": [1]}


def test_an_object_that_looks_like_a_message_is_plain_data(wire):
    nested = {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"jsonrpc": "2.0"}}
    assert wire.request("test/echo", nested)["result"] == nested


@pytest.mark.parametrize(
    "header",
    [
        "content-length: {}\r\n\r\n",
        "CONTENT-LENGTH:{}\r\n\r\n",
        "Content-Length: {}\n\n",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        "Content-Length: {}\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
        "X-Unknown: 1\r\nContent-Length:   {}  \r\n\r\n",
        "\r\n\r\nContent-Length: {}\r\n\r\n",
    ],
)
def test_headers_in_every_legal_or_likely_form(wire, header):
    wire.send_bytes(wire.frame({"jsonrpc": "2.0", "id": 5, "method": "test/echo", "params": "é😀"}, header))
    assert wire.receive()["result"] == "é😀"


def test_a_header_without_length_is_reported_and_skipped(wire):
    wire.send_bytes(b"Content-Type: text/plain\r\n\r\n")
    assert error_of(wire.receive()) == PARSE_ERROR


def test_a_message_in_single_bytes(wire):
    for byte in wire.frame({"jsonrpc": "2.0", "id": 6, "method": "test/echo", "params": "slow"}):
        wire.send_bytes(bytes([byte]))
    assert wire.receive()["result"] == "slow"


def test_lone_surrogates_neither_kill_nor_desynchronise(wire):
    assert wire.request("test/echo", "\ud800")["result"] == "?"


def test_a_handler_that_raises_is_answered_without_paths_or_traceback(wire):
    answer = wire.request("test/explode")
    assert error_of(answer) == INTERNAL
    assert "secret" not in json.dumps(answer)
    assert "data" not in answer["error"]
    wire.until_stderr(b"/secret/path is wrong")


def test_an_expected_failure_carries_its_message(wire):
    answer = wire.request("test/fail", {"why": "no such record"})
    assert answer["error"] == {"code": FAILED, "message": "no such record"}


def test_a_result_that_can_not_be_sent_is_an_error(wire):
    params = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    assert error_of(wire.request("textDocument/definition", params)) == INTERNAL


def test_a_notification_handler_that_raises_is_logged_only(wire):
    wire.notify("test/blow")


def test_a_running_request_is_cancelled_and_its_work_stops(wire):
    wire.send(
        {"jsonrpc": "2.0", "id": 20, "method": "workspace/executeCommand", "params": {"command": "x"}},
        {"jsonrpc": "2.0", "id": 21, "method": "test/progress"},
    )
    begun = wire.receive()["result"].count("begun")
    wire.notify("$/cancelRequest", {"id": 20})
    answer = wire.receive()
    assert (answer["id"], error_of(answer)) == (20, CANCELLED)
    assert wire.request("test/progress")["result"].count("begun") == begun
    assert "done" not in wire.request("test/progress")["result"]


def test_a_request_cancelled_at_once_is_answered_once(wire):
    wire.send(
        {"jsonrpc": "2.0", "id": 30, "method": "test/sleep", "params": 30},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 30}},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 30}},
    )
    answer = wire.receive()
    assert (answer["id"], error_of(answer)) == (30, CANCELLED)


def test_a_cancellation_overtakes_the_queue(wire):
    wire.send(
        *({"jsonrpc": "2.0", "id": number, "method": "test/echo"} for number in range(40, 60)),
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 59}},
    )
    answers = {answer["id"]: answer for answer in (wire.receive() for _ in range(20))}
    assert sorted(answers) == list(range(40, 60))
    assert error_of(answers[59]) == CANCELLED


def test_cancelling_what_is_done_or_never_was_does_nothing(wire):
    wire.request("test/echo")
    wire.notify("$/cancelRequest", {"id": 1000})
    wire.notify("$/cancelRequest", {"id": "never"})


def test_an_id_in_use_is_refused(wire):
    wire.send(
        {"jsonrpc": "2.0", "id": 70, "method": "test/sleep", "params": 30},
        {"jsonrpc": "2.0", "id": 70, "method": "test/echo"},
    )
    assert error_of(wire.receive()) == INVALID_REQUEST
    wire.notify("$/cancelRequest", {"id": 70})
    assert error_of(wire.receive()) == CANCELLED


def test_stray_output_stays_off_the_wire(wire):
    assert wire.request("test/stray", "print in a handler")["result"] == "printed"
    wire.until_stderr(b"print in a handler")
    wire.until_stderr(b"from a child")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"result": [{"a": 1}]}, [{"a": 1}]),
        ({"result": [None]}, [None]),
        ({"error": {"code": -32601, "message": "not here"}}, -32601),
        ({"error": "nonsense"}, INTERNAL),
        ({"result": 7}, INTERNAL),
    ],
)
def test_answers_of_the_client_reach_who_asked(wire, answer, expected):
    wire.send({"jsonrpc": "2.0", "id": 80, "method": "test/ask"})
    question = wire.receive()
    assert question["method"] == "workspace/configuration"
    wire.send(
        {"jsonrpc": "2.0", "id": "unknown", "result": 1}, {"jsonrpc": "2.0", "id": question["id"], **answer}
    )
    got = wire.receive()
    assert got["id"] == 80
    assert (got["result"] if "result" in got else got["error"]["code"]) == expected


def test_a_response_with_the_id_of_a_request_is_not_mistaken_for_one(wire):
    wire.send(
        {"jsonrpc": "2.0", "id": 90, "method": "test/sleep", "params": 30},
        {"jsonrpc": "2.0", "id": 90, "result": "forged"},
    )
    wire.notify("$/cancelRequest", {"id": 90})
    assert error_of(wire.receive()) == CANCELLED


def test_a_burst_of_500_mixed_requests_gets_500_answers(wire):
    position = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    kinds = [
        ("test/echo", {"x": "é" * 50}),
        ("textDocument/hover", position),
        ("textDocument/hover", {}),
        ("test/unknown", None),
        ("test/explode", None),
        ("test/sleep", 0.001),
        ("test/sleep", 60),
    ]
    messages, cancelled = [], set()
    for number in range(5000, 5500):
        method, params = kinds[number % len(kinds)]
        messages.append({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        if params == 60 or number % 5 == 0:
            cancelled.add(number)
            messages.append({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}})
    wire.send(*messages)
    answers = [wire.receive() for _ in range(500)]
    assert sorted(answer["id"] for answer in answers) == list(range(5000, 5500))
    endless = {number for number in range(5000, 5500) if kinds[number % len(kinds)][1] == 60}
    assert all(error_of(answer) == CANCELLED for answer in answers if answer["id"] in endless)


class TestDocuments:
    def open(self, wire, text: str, version: int = 1) -> None:
        item = {"uri": URI, "languageId": "python", "version": version, "text": text}
        wire.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, wire, version: int, *changes: dict, uri: str = URI) -> None:
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
        wire.notify("textDocument/didChange", params)

    def content(self, wire, uri: str = URI) -> str:
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        return wire.request("textDocument/hover", params)["result"]["contents"]

    @staticmethod
    def insertion(line: int, character: int, text: str) -> dict:
        place = {"line": line, "character": character}
        return {"range": {"start": place, "end": place}, "text": text}

    def test_lines_end_where_the_protocol_says(self, wire):
        self.open(wire, "a\x0cb\x0b\x85\u2028c\nd\r\ne\rf")
        self.change(wire, 2, self.insertion(1, 0, "1"), self.insertion(2, 0, "2"), self.insertion(3, 1, "3"))
        assert self.content(wire) == "a\x0cb\x0b\x85\u2028c\n1d\r\n2e\rf3"

    def test_a_position_past_the_end_is_the_end(self, wire):
        self.open(wire, "abc")
        self.change(wire, 2, self.insertion(0, 99, "X"), self.insertion(7, 0, "Y"))
        assert self.content(wire) == "abcXY"
        self.change(
            wire,
            3,
            {
                "range": {"start": {"line": 0, "character": 1}, "end": {"line": 2**31 - 1, "character": 0}},
                "text": "",
            },
        )
        assert self.content(wire) == "a"

    def test_characters_beyond_the_basic_plane_count_twice_in_utf16(self, wire):
        self.open(wire, "😀é=1\n")
        self.change(wire, 2, self.insertion(0, 3, "x"))
        assert self.content(wire) == "😀éx=1\n"

    def test_stale_and_repeated_versions_are_ignored(self, wire):
        self.open(wire, "v", version=5)
        self.change(wire, 5, {"text": "same version"})
        self.change(wire, 4, {"text": "older version"})
        assert self.content(wire) == "v"
        self.change(wire, 9, {"text": "jumped ahead"})
        assert self.content(wire) == "jumped ahead"

    def test_a_change_of_what_is_not_open_is_ignored(self, wire):
        self.change(wire, 2, {"text": "x"}, uri="file:///never/opened.py")
        assert self.content(wire, "file:///never/opened.py") == "not open"

    def test_opening_twice_replaces_and_closing_forgets(self, wire):
        self.open(wire, "first", version=8)
        self.open(wire, "second", version=1)
        assert self.content(wire) == "second"
        wire.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        assert self.content(wire) == "not open"

    def test_a_document_is_found_by_any_spelling_of_its_uri(self, wire):
        item = {"uri": "file:///c%3A/a%20b.py", "languageId": "python", "version": 1, "text": "found"}
        wire.notify("textDocument/didOpen", {"textDocument": item})
        assert self.content(wire, "file:///C:/a b.py") == "found"
