"""What the editor was last answered about each document, so that it is told to ask again only when it would see
something else.

That is not thrift alone: VS Code drops the commands of the lenses that it shows as soon as it asks for new ones,
and a click before those are drawn ends in an error message.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, TypeVar

from chesterton.base.paths import uri_key
from chesterton.lsp.roots import File

T = TypeVar("T")

Kind = Literal["lenses", "findings"]
Look = Callable[[File], Sequence[object]]


class Shown:
    """The last answers, and how to find each of them again."""

    def __init__(self, compute: Callable[..., Awaitable[Any]], look_again: Callable[[], None]) -> None:
        """`look_again` is called when an answer may have been out of date when it was given."""
        self._compute = compute
        self._look_again = look_again
        self._given: dict[tuple[Kind, str], tuple[File, Look, Sequence[object]]] = {}
        self._changes = 0

    async def answer(
        self, kind: Kind, uri: str, file: File, look: Callable[[File], Sequence[T]]
    ) -> Sequence[T]:
        """What `look` sees in a file."""
        changes = self._changes
        found: Sequence[T] = await self._compute(look, file)
        self._given[kind, uri_key(uri)] = file, look, found
        if changes != self._changes:
            self._look_again()
        return found

    def changed(self) -> None:
        """Something changed that shows in more than the buffer being edited."""
        self._changes += 1

    async def outdated(self, kind: Kind) -> bool:
        """Whether any answer of a kind would be another now."""
        for key, (file, look, given) in tuple(self._given.items()):
            now = File(file.root, file.path, file.root.snapshot)
            if key[0] == kind and await self._compute(look, now) != given and key in self._given:
                return True
        return False

    def forget(self, uri: str) -> None:
        """The document was closed."""
        for kind in ("lenses", "findings"):
            self._given.pop((kind, uri_key(uri)), None)
