"""The open documents: what the editor holds, which wins over the disk until it is closed.

Versions are ordered, not consecutive (Neovim counts its own changes), and a change that isn't newer
than what we have is a duplicate. Pygls' document breaks lines where the protocol doesn't and lands
one character early at the end of a file; `Text` does neither.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from lsprotocol import types

from chesterton.base.paths import uri_key
from chesterton.base.spans import Span
from chesterton.base.text import Edit, Encoding, Position, Text, minimal_edit

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Document:
    """One version of an open document. `uri` is in the client's spelling."""

    uri: str
    version: int
    text: Text


class Changed(NamedTuple):
    """A document before and after a change, and what was replaced, each edit referring to the text before it."""

    before: Document
    after: Document
    edits: tuple[Edit, ...]


class Documents:
    """All open documents, found by any spelling of their URI."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        self._open: dict[str, Document] = {}
        self._moved = asyncio.Event()

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri_key(uri))

    def open(self, item: types.TextDocumentItem) -> Document:
        """Open a document; one that is open already is replaced (VS Code changes a language this way)."""
        document = Document(item.uri, item.version, Text.of(item.text))
        self._open[uri_key(item.uri)] = document
        return document

    def change(
        self,
        identifier: types.VersionedTextDocumentIdentifier,
        changes: Iterable[types.TextDocumentContentChangeEvent],
    ) -> "Changed | None":
        """What `changes` do; None when the document isn't open or the change is stale."""
        key = uri_key(identifier.uri)
        before = self._open.get(key)
        if before is None:
            _log.info("ignored a change of %s: it is not open", identifier.uri)
            return None
        if identifier.version <= before.version:
            _log.info(
                "ignored version %s of %s: %s is here", identifier.version, identifier.uri, before.version
            )
            return None
        text, edits = before.text, list[Edit]()
        for change in changes:
            edits.append(_edit(text, change, self.encoding))
            text = text.apply(edits[-1:])
        after = self._open[key] = replace(before, version=identifier.version, text=text)
        self._moved.set()
        return Changed(before, after, tuple(edits))

    async def until(self, uri: str, accept: Callable[[Document], bool], seconds: float) -> bool:
        """Whether the document at `uri` is as `accept` wants it, now or within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                while (document := self.get(uri)) is not None and not accept(document):
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            return False
        return document is not None

    def close(self, uri: str) -> Document | None:
        return self._open.pop(uri_key(uri), None)


def _edit(text: Text, change: types.TextDocumentContentChangeEvent, encoding: Encoding) -> Edit:
    new = change.text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return minimal_edit(text.data, new.encode())
    start, end = (
        text.offset(Position(place.line, place.character), encoding)
        for place in (change.range.start, change.range.end)
    )
    return Edit(Span(min(start, end), max(start, end)), new)
