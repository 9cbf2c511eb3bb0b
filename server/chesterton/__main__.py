"""The entry point. It alone sees every face; the guard below keeps spawned workers from starting one."""

import click

from chesterton.cli.main import main


@main.command()
@click.option("--stdio", is_flag=True, help="Talk over standard input and output (the default).")
@click.option("--tcp", metavar="HOST:PORT", help="Listen for one client on a socket instead, for debugging.")
def serve(stdio: bool, tcp: str | None) -> None:
    """Start the language server; editors run this."""
    from chesterton.lsp.server import start  # the protocol libraries cost a second, so only this command pays

    if stdio and tcp:
        raise click.UsageError("--stdio and --tcp exclude each other")
    start(tcp)


if __name__ == "__main__":
    main()
