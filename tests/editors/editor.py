"""What the tests ask of an editor, whichever it is. Lines and characters are zero-based, as on the wire."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds until a thing that should appear counts as missing; a busy machine needs most of them."""


class Lens(NamedTuple):
    line: int
    title: str


class Finding(NamedTuple):
    line: int
    code: str
    severity: str
    message: str


class Target(NamedTuple):
    path: Path
    line: int


class Editor(Protocol):
    """One running editor with the project open. A buffer that was never opened is opened by the first use."""

    def open(self, path: Path) -> None: ...

    def text(self, path: Path) -> str: ...

    def replace(self, path: Path, old: str, new: str) -> None:
        """Replace the only occurrence of `old` in the buffer, and leave the buffer unsaved."""
        ...

    def save(self, path: Path) -> None: ...

    def lenses(self, path: Path) -> list[Lens]:
        """The resolved lenses."""
        ...

    def hover(self, path: Path, line: int, character: int) -> str: ...

    def findings(self, path: Path) -> list[Finding]:
        """What the editor shows for the file now; asks the server nothing."""
        ...

    def actions(self, path: Path, line: int, character: int) -> list[str]:
        """The titles of the actions that the editor offers there."""
        ...

    def act(self, path: Path, line: int, character: int, title: str, *answers: str) -> None:
        """Choose the action whose title begins with `title`; what it then asks for gets the `answers`."""
        ...

    def place_cursor(self, path: Path, line: int, character: int) -> None: ...

    def command(self, name: str, *answers: str) -> None:
        """Start our command of that name, as a person does; what it then asks for gets the `answers`."""
        ...

    def completions(self, path: Path, line: int, character: int) -> list[str]: ...

    def definitions(self, path: Path, line: int, character: int) -> list[Target]: ...

    def shown(self) -> Path | None:
        """The file that has the focus."""
        ...


def eventually(look: Callable[[], T], good: Callable[[T], object] = bool, within: float = PATIENCE) -> T:
    """Look until what is seen is good; fails with what was seen last."""
    deadline = time.monotonic() + within
    while not good(seen := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not seen within {within:.0f} s; seen last: {seen!r}")
        time.sleep(0.05)
    return seen


def place(text: str, needle: str) -> tuple[int, int]:
    """The line and the UTF-16 character where `needle` begins in `text`, where it occurs first."""
    before = text[: text.index(needle)]
    line_start = before.rfind("\n") + 1
    return before.count("\n"), len(before[line_start:].encode("utf-16-le")) // 2
