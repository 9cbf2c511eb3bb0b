"""`chesterton serve`: the language server, started by an editor."""

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; the default and only way.")
def serve(stdio: bool) -> None:
    """Serve an editor over the language server protocol."""
    del stdio  # VS Code's client library and eglot pass it
    from chesterton.lsp.start import start

    start()
