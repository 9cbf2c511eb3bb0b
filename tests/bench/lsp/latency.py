"""How long an editor waits: first lens from a cold start, hovers and lenses while the workspace is indexed.

    python tests/bench/lsp/latency.py REPOSITORY FILE [--client tests/clients/vscode.json]

REPOSITORY has records about FILE (`chesterton demo` makes one of Django). Its cache is deleted first. Prints a
Markdown table; never judges.
"""

import argparse
import asyncio
import itertools
import json
import os
import shutil
import statistics
import sys
import time
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "clients" / "vscode.json"
PROBES = 300


class Server:
    """A language server process, spoken to over its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.indexed = asyncio.Event()
        self.lensed = asyncio.Event()
        self._ids = itertools.count()
        self._waiting: dict[int, asyncio.Future] = {}
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls) -> "Server":
        command = (sys.executable, "-m", "chesterton", "serve", "--stdio")
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 26))

    async def _read(self) -> None:
        stream = self.process.stdout
        while head := await _head(stream):
            self._take(json.loads(await stream.readexactly(int(head[b"content-length"]))))

    def _take(self, message: dict) -> None:
        if "method" not in message:
            self._waiting.pop(message["id"]).set_result(message.get("result"))
            return
        value = (message.get("params") or {}).get("value")
        if isinstance(value, dict) and value.get("kind") == "end":
            self.indexed.set()
        if "id" in message:
            result = [None] if message["method"] == "workspace/configuration" else None
            self.send(id=message["id"], result=result)

    def send(self, **message: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method: str, params: object) -> None:
        self.send(method=method, params=params)

    async def ask(self, method: str, params: object) -> object:
        number = next(self._ids)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send(id=number, method=method, params=params)
        return await self._waiting[number]

    async def timed(self, method: str, params: object) -> float:
        begun = time.perf_counter()
        await self.ask(method, params)
        return time.perf_counter() - begun

    def memory(self) -> float:
        """Resident megabytes of the server and its workers."""
        return sum(_resident(pid) for pid in family(self.process.pid)) / 1024


async def _head(stream: asyncio.StreamReader) -> dict[bytes, bytes]:
    """The header fields of the next message; none at the end of the stream. pygls itself sends two."""
    fields: dict[bytes, bytes] = {}
    while line := (await stream.readline()).strip():
        name, _, value = line.partition(b":")
        fields[name.lower()] = value
    return fields


def family(pid: int) -> list[int]:
    """A process and all below it."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    threads = Path(f"/proc/{pid}/task")
    found = [pid]
    for thread in threads.iterdir() if children.exists() else ():
        found += [one for child in (thread / "children").read_text().split() for one in family(int(child))]
    return found


def _resident(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def _row(name: str, seconds: list[float]) -> str:
    if not seconds:
        return f"| {name} | 0 | | | |"
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    figures = (statistics.median(ordered), p95, ordered[-1])
    return f"| {name} | {len(ordered)} | " + " | ".join(f"{1000 * figure:.1f}" for figure in figures) + " |"


async def _lens(server: Server, document: dict) -> dict:
    """The first lens of a document, asked for until there is one."""
    while not (found := await server.ask("textDocument/codeLens", document)):
        await asyncio.sleep(0.01)
    lens = found[0]
    if "command" not in lens:
        lens = await server.ask("codeLens/resolve", lens)
    return lens


async def _session(root: Path, file: Path, client: Path, *, cold: bool) -> None:
    begun = time.perf_counter()
    server = await Server.start()
    params = json.loads(client.read_text())
    params |= {"processId": os.getpid(), "rootUri": root.as_uri()}
    params["workspaceFolders"] = [{"uri": root.as_uri(), "name": root.name}]
    await server.ask("initialize", params)
    initialized = time.perf_counter() - begun
    server.notify("initialized", {})
    document = {"textDocument": {"uri": file.as_uri()}}
    item = {**document["textDocument"], "languageId": "python", "version": 1, "text": file.read_text()}
    server.notify("textDocument/didOpen", {"textDocument": item})
    lens = await _lens(server, document)
    first_lens = time.perf_counter() - begun
    place = {**document, "position": lens["range"]["start"]}

    hovers: list[float] = []
    lenses: list[float] = []
    keystrokes: list[float] = []
    versions = itertools.count(2)
    # Cold: as long as it indexes, which the end of the progress bar tells; warm there may be no bar at all.
    while not server.indexed.is_set() if cold else len(hovers) < PROBES:
        hovers.append(await server.timed("textDocument/hover", place))
        lenses.append(await server.timed("textDocument/codeLens", document))
        end = {"line": 10**6, "character": 0}
        change = {"range": {"start": end, "end": end}, "text": "# x\n"}
        identifier = {**document["textDocument"], "version": next(versions)}
        server.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
        keystrokes.append(await server.timed("textDocument/codeLens", document))
        await asyncio.sleep(0.02)
    indexed = time.perf_counter() - begun
    memory = server.memory()
    await server.ask("shutdown", None)
    leaving = time.perf_counter()
    server.notify("exit", None)
    await server.process.wait()
    left = time.perf_counter() - leaving

    title = lens["command"]["title"]
    print(
        f"\n**{'cold' if cold else 'warm'}**: initialize answered after {initialized:.2f} s, first lens ({title})"
    )
    print(
        f"after {first_lens:.2f} s, probed for {indexed:.1f} s, {memory:.0f} MB, gone {left:.3f} s after `exit`\n"
    )
    print("| request (ms) | n | p50 | p95 | max |\n| --- | --- | --- | --- | --- |")
    print(_row("hover", hovers))
    print(_row("codeLens", lenses))
    print(_row("codeLens right after a keystroke", keystrokes))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--client", type=Path, default=CLIENT)
    given = parser.parse_args()
    root = given.repository.absolute()
    shutil.rmtree(root / ".chesterton" / "cache", ignore_errors=True)
    await _session(root, root / given.file, given.client, cold=True)
    await _session(root, root / given.file, given.client, cold=False)


if __name__ == "__main__":
    asyncio.run(main())
