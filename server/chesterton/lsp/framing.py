"""Cutting the byte stream into messages, and putting a header before one.

Header names are case-insensitive and lines may end in a bare line feed, as in HTTP; pygls' own reader
loses the stream for good at either. What is no message becomes a `Malformed`, and reading goes on.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from lsprotocol.types import ErrorCodes

from chesterton.lsp.raw import JsonObject

MESSAGE_LIMIT = 512 * 1024 * 1024
"""A length above this is a corrupt header: to wait for so many bytes would be to wait forever."""

_HEADER_LIMIT = 64 * 1024
_HEADER = re.compile(rb"\s*([A-Za-z-]+)\s*:\s*(.*?)\s*")


@dataclass(frozen=True)
class Malformed:
    """Input that is no message: the JSON-RPC error code it deserves and what is wrong with it."""

    code: int
    reason: str


class Frames:
    """The bodies in a stream of bytes that arrives in pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None
        self._in_header = False
        self._in_body = False

    def feed(self, data: bytes) -> Iterator[bytes | Malformed]:
        """The bodies that `data` completes, in order."""
        self._buffer += data
        while True:
            if self._in_body:
                assert self._length is not None
                if len(self._buffer) < self._length:
                    return
                body = bytes(self._buffer[: self._length])
                del self._buffer[: self._length]
                self._expect_header()
                yield body
                continue
            end = self._buffer.find(b"\n")
            if end < 0:
                if len(self._buffer) > _HEADER_LIMIT:
                    self._buffer.clear()
                    yield Malformed(ErrorCodes.ParseError, "no header within 64 KB of input")
                return
            line = bytes(self._buffer[:end]).rstrip(b"\r")
            del self._buffer[: end + 1]
            problem = self._header_line(line)
            if problem:
                yield Malformed(ErrorCodes.ParseError, problem)

    def _header_line(self, line: bytes) -> str | None:
        if not line:
            if self._length is None:
                lost, self._in_header = self._in_header, False
                return "a header without a usable Content-Length" if lost else None
            self._in_body = True
            return None
        self._in_header = True
        match = _HEADER.fullmatch(line)
        if match and match[1].lower() == b"content-length":
            value = match[2]
            if value.isdigit() and len(value) < 12 and int(value) <= MESSAGE_LIMIT:
                self._length = int(value)
        return None

    def _expect_header(self) -> None:
        self._length = None
        self._in_header = self._in_body = False


def decode(body: bytes) -> JsonObject | Malformed:
    """The message in a body."""
    try:
        message: object = json.loads(body)
    except (ValueError, RecursionError) as error:
        return Malformed(ErrorCodes.ParseError, f"no JSON: {error}")
    if not isinstance(message, dict):
        return Malformed(ErrorCodes.InvalidRequest, "a message is one JSON object; there are no batches")
    return cast("JsonObject", message)


def encode(message: object) -> bytes:
    """Header and body of a JSON value. Lone surrogates, which have no UTF-8 form, become question marks."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    body = text.encode("utf-8", "replace")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
