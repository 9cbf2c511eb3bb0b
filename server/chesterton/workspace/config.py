"""`.chesterton/config.toml`: small, every key with a default, every mistake with a position."""

import re
import tomllib
from typing import Annotated, Literal

import msgspec

from chesterton.base.paths import RepoPath
from chesterton.base.spans import Span
from chesterton.records.lint.rules import RULES, Level, LintConfig
from chesterton.records.model import Problem, Sensitivity

CONFIG_PATH = RepoPath(".chesterton/config.toml")

DRIFT_LEVELS: dict[str, Level] = {
    "none": "off",
    "cosmetic": "off",
    "doc": "off",
    "names": "off",
    "moved": "info",
    "renamed": "info",
    "members": "info",
    "body": "warning",
    "signature": "warning",
    "split": "warning",
    "merged": "warning",
    "gone": "warning",
    "unparsed": "warning",
}
"""How loud each verdict is. `unparsed` stands for all that can't be judged because a file does not parse."""


Surface = Literal["hover", "lens", "diagnostic", "check"]
"""Where a verdict may show: `check` is the command line."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A table of the file: kebab-case keys, unknown ones refused."""


class RecordsConfig(_Table, frozen=True):
    """Where records live and what is shown of them."""

    roots: tuple[str, ...] = ()
    """Folders to adopt besides those that are detected."""
    proposal_window: Annotated[int, msgspec.Meta(ge=0)] | Literal["off"] = 30
    """Days a proposal stays in sight; 0 is for ever, `off` hides proposals."""
    ceiling: Sensitivity = "restricted"
    """Nothing above this level is indexed or shown."""


class IndexConfig(_Table, frozen=True):
    """Which files of the workspace count as code."""

    exclude: tuple[str, ...] = ()
    """Globs left out besides what git ignores."""


class DriftConfig(_Table, frozen=True):
    """How loud each verdict is, and where it shows."""

    levels: dict[str, Level] = {}
    show: dict[str, tuple[Surface, ...]] = {}
    """Where a verdict shows; by default in hovers when it is off, besides in lenses from a warning on. What does not
    parse shows on the command line only.
    """
    contents: tuple[str, ...] = ()
    """Anchors on directories and globs, as they are written, for which a change inside a file counts too."""

    def level(self, verdict: str) -> Level:
        return self.levels.get(verdict, DRIFT_LEVELS[verdict])

    def shows(self, verdict: str, surface: Surface) -> bool:
        """Whether a verdict shows on a surface."""
        if verdict in self.show:
            return surface in self.show[verdict]
        level = self.level(verdict)
        if verdict == "unparsed":  # who types has half of a thing all the time
            return surface == "check" and level != "off"
        if surface == "hover":
            return True
        return level in ("warning", "error") if surface == "lens" else level != "off"


class UsageConfig(_Table, frozen=True):
    """What is remembered, on this machine only, about which records were shown."""

    enabled: bool = True


class Config(_Table, frozen=True):
    """What a repository says about itself. Editor settings decide only how things look."""

    records: RecordsConfig = RecordsConfig()
    index: IndexConfig = IndexConfig()
    drift: DriftConfig = DriftConfig()
    lint: LintConfig = LintConfig()
    usage: UsageConfig = UsageConfig()


def parse_config(data: bytes) -> tuple[Config, tuple[Problem, ...]]:
    """The configuration in a file's bytes; a mistake is reported and the defaults hold instead."""
    try:
        tables = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        return Config(), (_problem(f"is not UTF-8: {error.reason}", Span(error.start, error.end)),)
    except tomllib.TOMLDecodeError as error:
        return Config(), (_problem(str(error), _syntax_span(data, str(error))),)
    try:
        config = msgspec.convert(tables, Config)
    except msgspec.ValidationError as error:
        return Config(), (_problem(str(error), _key_span(data, str(error))),)
    for name, known, what in (
        *((name, DRIFT_LEVELS, "verdict of drift") for name in (*config.drift.levels, *config.drift.show)),
        *((name, RULES, "rule of lint") for name in config.lint.levels),
    ):
        if name not in known:
            message = f"`{name}` is no {what}; there are {', '.join(known)}"
            return Config(), (_problem(message, _word_span(data, name)),)
    return config, ()


def _problem(message: str, span: Span) -> Problem:
    text = f"{CONFIG_PATH}: {message}. The defaults are in force until it is mended."
    return Problem(code="config", severity="error", path=CONFIG_PATH, span=span, message=text)


def _syntax_span(data: bytes, message: str) -> Span:
    place = re.search(r"line (\d+), column (\d+)", message)
    if place is None:
        return Span(len(data), len(data))
    lines = data.split(b"\n")[: int(place[1]) - 1]
    start = min(sum(len(line) + 1 for line in lines) + int(place[2]) - 1, len(data))
    return Span(start, start)


def _key_span(data: bytes, message: str) -> Span:
    """Where the value or key is that a validation message speaks of."""
    if value := re.search(r"Invalid enum value '([^']+)'", message):
        found = data.find(value[1].encode())
        return Span(found, found + len(value[1].encode())) if found >= 0 else Span(0, 0)
    words = re.findall(r"unknown field `([^`]+)`|`\$\.?([^`]*)`", message)
    names = [name.rsplit(".", 1)[-1].split("[", 1)[0] for pair in words for name in pair if name]
    return _word_span(data, names[0]) if names else Span(0, 0)


def _word_span(data: bytes, word: str) -> Span:
    found = re.search(rb"(?m)^\s*\[?[\w.\-]*?(?<![\w-])(" + re.escape(word.encode()) + rb")(?![\w-])", data)
    return Span(found.start(1), found.end(1)) if found else Span(0, 0)
