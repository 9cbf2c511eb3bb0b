"""How things look, from the editor's settings. Facts about a repository live in its own configuration."""

from dataclasses import dataclass

from chesterton.lsp.raw import at

SECTION = "chesterton"


@dataclass(frozen=True)
class Settings:
    """The settings in force."""

    lenses: bool = True
    """`codeLens.enabled`: a lens above each symbol that a record governs."""
    diagnostics: bool = True
    """`diagnostics.enabled`: findings of drift and of mistakes in records."""
    workspace_diagnostics: bool = False
    """`diagnostics.workspace`: findings of files that are not open, too. Read at start only."""


def read_settings(options: object) -> tuple[Settings, tuple[str, ...]]:
    """The settings in `options`, and one sentence for each value that can't be used and was ignored."""
    mistakes: list[str] = []

    def switch(path: str, default: bool) -> bool:
        value = at(options, path)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        mistakes.append(f"The setting {SECTION}.{path} is on or off, not {value!r}; {default} is used.")
        return default

    standard = Settings()
    settings = Settings(
        lenses=switch("codeLens.enabled", standard.lenses),
        diagnostics=switch("diagnostics.enabled", standard.diagnostics),
        workspace_diagnostics=switch("diagnostics.workspace", standard.workspace_diagnostics),
    )
    return settings, tuple(mistakes)
