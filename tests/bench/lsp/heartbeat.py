"""How long the server's event loop is held up: pings answered on the loop alone, while a buffer is read.

    python tests/bench/lsp/heartbeat.py

For the first buffer of each language and for a large Python buffer, prints the longest and the median round trip of
the pings meanwhile as a Markdown table. The first row, in which nothing happens, is what the machine itself costs.
"""

import asyncio
import json
import os
import statistics
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from latency import CLIENT, Server

SAMPLES = Path(__file__).parents[3] / "grammars"
PAUSE = 0.001


class Beats:
    """Round trips of a request that is answered without leaving the loop, while it is entered."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.seconds: list[float] = []
        self.over = False

    async def run(self) -> None:
        lens = {
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
            "data": {},
        }
        while not self.over:
            self.seconds.append(await self._server.timed("codeLens/resolve", lens))
            await asyncio.sleep(PAUSE)


@asynccontextmanager
async def measured(server: Server, name: str) -> AsyncGenerator[None]:
    beats = Beats(server)
    task = asyncio.create_task(beats.run())
    await asyncio.sleep(0.05)
    try:
        yield
    finally:
        await asyncio.sleep(0.05)
        beats.over = True
        await task
        figures = (1000 * max(beats.seconds), 1000 * statistics.median(beats.seconds))
        print(f"| {name} | {len(beats.seconds)} | {figures[0]:.1f} | {figures[1]:.2f} |", flush=True)


class Buffer:
    """One open document."""

    def __init__(self, server: Server, path: Path) -> None:
        self._server = server
        self._document = {"uri": path.as_uri()}
        self._version = 1
        path.touch()

    async def open(self, text: str) -> None:
        item = {**self._document, "languageId": "x", "version": self._version, "text": text}
        self._server.notify("textDocument/didOpen", {"textDocument": item})
        await self._read()

    async def type(self, line: int, text: str) -> None:
        self._version += 1
        place = {"line": line, "character": 0}
        change = {"range": {"start": place, "end": place}, "text": text}
        identifier = {**self._document, "version": self._version}
        self._server.notify(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]}
        )
        await self._read()

    async def _read(self) -> None:
        """Wait until the server has looked at the text: a hover needs its symbols."""
        place = {"line": 1, "character": 5}
        await self._server.ask("textDocument/hover", {"textDocument": self._document, "position": place})


async def _started(root: Path) -> Server:
    server = await Server.start()
    params = json.loads(CLIENT.read_text()) | {"processId": os.getpid(), "rootUri": root.as_uri()}
    await server.ask("initialize", params | {"workspaceFolders": [{"uri": root.as_uri(), "name": "beat"}]})
    server.notify("initialized", {})
    await Buffer(server, root / "first.txt").open("nothing to parse\n")
    return server


async def main() -> None:
    print("| what happens | pings | longest (ms) | median (ms) |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".chesterton").mkdir()
        server = await _started(root)
        async with measured(server, "nothing"):
            await asyncio.sleep(1)
        for sample in sorted(SAMPLES.glob("*/sample.*")):
            if sample.suffix in (".ctags", ".expected"):
                continue
            async with measured(server, f"the first {sample.parent.name} buffer"):
                await Buffer(server, root / sample.name).open(sample.read_text())
        unit = "def f{0}(a, b):\n    return a.get(b)[{0}] + f{1}(a, [b, {0}])\n\n\n"
        for size in (20_000, 100_000, 900_000, 3_000_000):
            text = "".join(unit.format(n, n + 1) for n in range(size // 70))
            buffer = Buffer(server, root / f"large{size}.py")
            async with measured(server, f"a Python buffer of {len(text):,} bytes opens"):
                await buffer.open(text)
            async with measured(server, "ten keystrokes in it"):
                for key in range(10):
                    await buffer.type(40 + key, "x")
        server.process.kill()


if __name__ == "__main__":
    asyncio.run(main())
