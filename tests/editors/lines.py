"""A peer that answers each line of JSON with one line of JSON."""

import itertools
import json
from typing import Any, BinaryIO


class PeerError(Exception):
    """The peer answered with an error, or ended."""


class Lines:
    """Requests `{id, op, ...}` and answers `{id, result}` or `{id, error}`, one at a time."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._numbers = itertools.count(1)

    def ask(self, op: str, **arguments: Any) -> Any:
        number = next(self._numbers)
        self._outgoing.write(json.dumps({"id": number, "op": op, **arguments}).encode() + b"\n")
        self._outgoing.flush()
        line = self._incoming.readline()
        if not line:
            raise PeerError(f"{op}: the peer has ended")
        answer = json.loads(line)
        assert answer["id"] == number
        if "error" in answer:
            raise PeerError(f"{op}: {answer['error']}")
        return answer.get("result")
