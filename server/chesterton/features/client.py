"""What a client can show, as far as the features care; `lsp` resolves it from what the client advertises."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Client:
    """A client's tastes. The defaults suit a client that can do everything."""

    markdown: bool = True
    """Hovers may be Markdown, with links to files; plain text otherwise."""
