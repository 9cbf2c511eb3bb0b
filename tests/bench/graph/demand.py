"""What opening a repository costs a person: `python -m tests.bench.graph.demand ROOT FILE [--runs N]`.

FILE has a record. Each run starts a server that only answers `initialize` (bare pygls), then ours; a lens counts
from when the bare one had answered. On a busy machine the seconds of CPU until then say more: those of the bare
server, and of ours, its own alone. Then it waits until ours has been idle for a second, and looks at its memory and
at what it and its workers spent. Cold runs begin without a cache and end at the lens, but for `--whole`. Never judges.
"""

import argparse
import asyncio
import json
import os
import shutil
import sys
import time
from pathlib import Path
from statistics import median

from tests.bench.lsp.latency import CLIENT, Server, family

_BARE = "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '1').start_io()"
_TICKS = os.sysconf("SC_CLK_TCK")
_IDLE_TICKS = 2


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("file")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--whole", action="store_true", help="one cold start, to the end of indexing")
    parser.add_argument("--warm", action="store_true", help="leave the cache alone, start warm only")
    given = parser.parse_args()
    root = given.root.absolute()
    print(
        "start | bare initialize, s (CPU) | first lens after it, s (CPU until it) | CPU s until the end"
        " | MB of the server"
    )
    if not given.warm:
        cold: list[tuple[float, ...]] = []
        for _ in range(1 if given.whole else given.runs):
            shutil.rmtree(root / ".chesterton" / "cache", ignore_errors=True)
            cold.append(await _start(root, given.file, whole=given.whole))
        _print("cold", cold)
    if given.warm or given.whole:
        _print("warm", [await _start(root, given.file, whole=True) for _ in range(given.runs)])


def _print(kind: str, rows: list[tuple[float, ...]]) -> None:
    bare, bare_cpu, lens, lens_cpu, spent, memory = (median(values) for values in zip(*rows, strict=True))
    print(
        f"{kind} | {bare:.2f} ({bare_cpu:.2f}) | {lens:.2f} ({lens_cpu:.2f}) | {spent:.2f} | {memory:.0f}",
        flush=True,
    )


async def _start(root: Path, file: str, *, whole: bool) -> tuple[float, ...]:
    bare, bare_cpu = await _answered([sys.executable, "-c", _BARE], root)
    uri = (root / file).as_uri()
    begun = time.perf_counter()
    server = await Server.start()
    await server.ask("initialize", _params(root))
    server.notify("initialized", {})
    item = {"uri": uri, "languageId": "c", "version": 1, "text": (root / file).read_text()}
    server.notify("textDocument/didOpen", {"textDocument": item})
    while not await server.ask("textDocument/codeLens", {"textDocument": {"uri": uri}}):
        await asyncio.sleep(0.005)
    lens = time.perf_counter() - begun
    lens_cpu = _own(server.process.pid)
    while whole and await _busy(server):
        pass
    spent, memory = _cpu(server.process.pid), _megabytes(server.process.pid)
    await server.ask("shutdown", None)
    server.notify("exit", None)
    await server.process.wait()
    return bare, bare_cpu / _TICKS, lens - bare, lens_cpu / _TICKS, spent / _TICKS, memory


async def _answered(command: list[str], root: Path) -> tuple[float, int]:
    """Seconds from a server's start until it has answered `initialize`, and its clock ticks of CPU."""
    pipe = asyncio.subprocess.PIPE
    begun = time.perf_counter()
    server = Server(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))
    await server.ask("initialize", _params(root))
    seconds, ticks = time.perf_counter() - begun, _own(server.process.pid)
    server.process.kill()
    await server.process.wait()
    return seconds, ticks


def _params(root: Path) -> dict:
    folder = {"uri": root.as_uri(), "name": root.name}
    return json.loads(CLIENT.read_text()) | {
        "processId": os.getpid(),
        "rootUri": root.as_uri(),
        "workspaceFolders": [folder],
    }


async def _busy(server: Server) -> bool:
    before = _cpu(server.process.pid)
    await asyncio.sleep(1)
    return _cpu(server.process.pid) - before > _IDLE_TICKS


def _cpu(pid: int) -> int:
    """Clock ticks that a process and its children have used, those that have ended included."""
    return sum(sum(map(int, _stat(one)[11:15])) for one in family(pid))


def _own(pid: int) -> int:
    """Clock ticks that a process has used itself."""
    return sum(map(int, _stat(pid)[11:13]))


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    asyncio.run(main())
