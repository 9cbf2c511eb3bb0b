"""A branch switch while a person reads: `python -m tests.bench.graph.switch ROOT FILE SYMBOL [--files N]`.

Copies the sources in ROOT, writes a record about SYMBOL in FILE, and commits a branch on which N files declare one
more function. Then it switches there and back a few times with hovers going on all the while. A switch is absorbed
when the smallest and nine other files are found by the names of their new functions, or no longer are. Never judges.
"""

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.lsp.latency import CLIENT, Server

_PAUSE = 0.005
_TIMES = 3
_LOOKED_AT = 10
_NAME = "switched_over_{}"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("file")
    parser.add_argument("symbol")
    parser.add_argument("--files", type=int, default=500)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-switch-") as folder:
        root = Path(folder) / "work"
        names = _prepare(given.root, root, given.file, given.symbol, given.files)
        await _measure(root, given.file, given.symbol, names)


def _prepare(source: Path, root: Path, file: str, symbol: str, files: int) -> list[str]:
    """Make the repository; the names that only the other branch declares, that of the smallest file first."""
    shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".chesterton"))
    chesterton = (sys.executable, "-m", "chesterton")
    _run(root, "git", "init", "-q", "-b", "here")
    _run(root, *chesterton, "init")
    _run(root, *chesterton, "record", "--title", "Kept", "--at", f"{file}#{symbol}", "-m", "It holds.")
    _commit(root)
    _run(root, "git", "checkout", "-q", "-b", "there")
    every = sorted(path for path in root.rglob("*.py") if path.is_file() and path != root / file)
    chosen = random.Random(7).sample(every, min(files, len(every)))
    chosen.sort(key=lambda path: path.stat().st_size)
    for number, path in enumerate(chosen):
        with path.open("a") as opened:
            opened.write(f"\n\ndef {_NAME.format(number)}():\n    pass\n")
    _commit(root)
    _run(root, "git", "checkout", "-q", "here")
    step = max(1, len(chosen) // _LOOKED_AT)
    return [_NAME.format(number) for number in range(0, len(chosen), step)]


async def _measure(root: Path, file: str, symbol: str, names: list[str]) -> None:
    server = await Server.start()
    folder = {"uri": root.as_uri(), "name": root.name}
    params = {"processId": os.getpid(), "rootUri": root.as_uri(), "workspaceFolders": [folder]}
    await server.ask("initialize", json.loads(CLIENT.read_text()) | params)
    server.notify("initialized", {})
    text = (root / file).read_text()
    document = {"uri": (root / file).as_uri()}
    item = {**document, "languageId": "python", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": item})
    await server.indexed.wait()
    place = _place(text, symbol)
    hover = {"textDocument": document, "position": place}
    while not await server.ask("textDocument/hover", hover):
        await asyncio.sleep(0.1)
    await _while_hovering(server, hover, "nothing happens", asyncio.sleep(2))
    for _ in range(_TIMES):
        for branch, there in (("there", True), ("here", False)):
            await _while_hovering(server, hover, f"to {branch}", _switch(server, root, branch, names, there))
    server.process.kill()
    await server.process.wait()


async def _switch(server: Server, root: Path, branch: str, names: list[str], there: bool) -> None:
    checkout = await asyncio.create_subprocess_exec("git", "checkout", "-q", branch, cwd=root)
    await checkout.wait()
    begun = time.perf_counter()
    change = {"uri": (root / ".git" / "HEAD").as_uri(), "type": 2}
    server.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    for name in names:
        while (await _known(server, name)) is not there:
            await asyncio.sleep(0.02)
    print(f"absorbed after {time.perf_counter() - begun:.2f} s: ", end="")


async def _known(server: Server, name: str) -> bool:
    """Whether the code graph has a symbol of this name: a question about any other is an error."""
    asked = {"v": 1, "question": "callers", "target": name}
    command = {"command": "chesterton.server.graph", "arguments": [asked]}
    return await server.ask("workspace/executeCommand", command) is not None


async def _while_hovering(server: Server, hover: dict, what: str, work: object) -> None:
    seconds: list[float] = []
    task = asyncio.ensure_future(work)
    while not task.done():
        seconds.append(await server.timed("textDocument/hover", hover))
        await asyncio.sleep(_PAUSE)
    await task
    p95 = statistics.quantiles(seconds, n=20)[-1]
    figures = " | ".join(f"{1000 * one:.1f}" for one in (statistics.median(seconds), p95, max(seconds)))
    print(f"{what}: {len(seconds)} hovers, ms median | p95 | most: {figures}", flush=True)


def _place(text: str, symbol: str) -> dict[str, int]:
    """Where a Python function or class is declared, each name of `symbol` behind the one before."""
    at = 0
    for name in symbol.split("."):
        declared = re.compile(rf"^[ \t]*(?:async )?(?:def|class) ({re.escape(name)})\b", re.MULTILINE)
        found = declared.search(text, at)
        if found is None:
            raise SystemExit(f"nothing is called {name}")
        at = found.start(1)
    return {"line": text.count("\n", 0, at), "character": at - (text.rfind("\n", 0, at) + 1)}


def _commit(root: Path) -> None:
    _run(root, "git", "add", "-A")
    _run(root, "git", "-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "state")


def _run(root: Path, *command: str) -> None:
    subprocess.run(command, cwd=root, check=True, capture_output=True)


if __name__ == "__main__":
    asyncio.run(main())
