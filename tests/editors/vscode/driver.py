"""A real VS Code: code-server, its window in Chromium, our packaged extension and a probe inside."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.editors.editor import Finding, Lens, Target, eventually
from tests.editors.installed import ROOT, TOOLS, installed, program
from tests.editors.lines import Lines

HERE = Path(__file__).parent
EXTENSION = ROOT / "editors" / "vscode"
QUICK_INPUT = ".quick-input-widget .quick-input-box input"
STATUS_ITEM = r"#chesterton\.chesterton\.chesterton"

_ANSWER_SECONDS = 120.0
"""A probe that has not answered by then is stuck."""

_SETTINGS = {
    "chat.commandCenter.enabled": False,
    "editor.minimap.enabled": False,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "extensions.ignoreRecommendations": True,
    "files.autoSave": "off",
    "git.openRepositoryInParentFolders": "never",
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "workbench.editor.enablePreview": False,
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


class VSCode:
    def __init__(self, probe: Lines, browser: Lines, project: Path) -> None:
        self._probe = probe
        self._browser = browser
        self._project = project

    def open(self, path: Path) -> None:
        self._probe.ask("open", path=str(path))

    def text(self, path: Path) -> str:
        return self._probe.ask("text", path=str(path))

    def replace(self, path: Path, old: str, new: str) -> None:
        self._probe.ask("replace", path=str(path), old=old, by=new)

    def save(self, path: Path) -> None:
        self._probe.ask("save", path=str(path))

    def lenses(self, path: Path) -> list[Lens]:
        return [Lens(*lens) for lens in self._probe.ask("lenses", path=str(path))]

    def hover(self, path: Path, line: int, character: int) -> str:
        return self._probe.ask("hover", path=str(path), line=line, character=character)

    def findings(self, path: Path) -> list[Finding]:
        return [Finding(*finding) for finding in self._probe.ask("findings", path=str(path))]

    def actions(self, path: Path, line: int, character: int) -> list[str]:
        return self._probe.ask("actions", path=str(path), line=line, character=character)

    def act(self, path: Path, line: int, character: int, title: str, *answers: str) -> None:
        self._probe.ask("act", path=str(path), line=line, character=character, title=title)
        self.answer(*answers)

    def completions(self, path: Path, line: int, character: int) -> list[str]:
        return self._probe.ask("completions", path=str(path), line=line, character=character)

    def definitions(self, path: Path, line: int, character: int) -> list[Target]:
        found = self._probe.ask("definitions", path=str(path), line=line, character=character)
        return [Target(Path(where), at) for where, at in found]

    def shown(self) -> Path | None:
        path = self._probe.ask("shown")
        return Path(path) if path else None

    def place_cursor(self, path: Path, line: int, character: int) -> None:
        self._probe.ask("place", path=str(path), line=line, character=character)

    def command(self, name: str, *answers: str) -> None:
        self.start(f"chesterton.{name}")
        self.answer(*answers)

    # What only VS Code has.

    def start(self, command: str) -> None:
        """Start any command, as the palette does; it may go on asking for answers."""
        self._probe.ask("start", command=command)

    def configure(self, key: str, value: Any) -> None:
        self._probe.ask("configure", key=key, value=value)

    def answer(self, *answers: str) -> None:
        """Give each prompt that opens one answer: in a list it filters, in a box it is the text."""
        for answer in answers:
            eventually(
                lambda: self._browser.ask("values", selector=QUICK_INPUT), lambda values: values == [""]
            )
            self.type(answer)
            self.press("Enter")

    def texts(self, selector: str) -> list[str]:
        return self._browser.ask("texts", selector=selector)

    def click(self, selector: str, text: str) -> None:
        """Click what matches and has `text` in it, as soon as it is there."""
        eventually(lambda: self._browser.ask("click", selector=selector, text=text))

    def type(self, text: str) -> None:
        self._browser.ask("type", text=text)

    def press(self, keys: str) -> None:
        self._browser.ask("press", keys=keys)

    def screenshot(self, path: Path) -> None:
        self._browser.ask("screenshot", path=str(path))

    def servers(self) -> list[int]:
        """The processes of the server that this window has started."""
        host = self._probe.ask("process")
        return [child for child in _children(host) if b"\0serve\0" in _command_line(child)]

    def status(self) -> str:
        """What our item in the status bar says."""
        return " ".join(self.texts(STATUS_ITEM))


def package_extension() -> Path:
    """Type-check, bundle and package the extension of this checkout."""
    installed(EXTENSION / "node_modules")
    done = subprocess.run(
        ["npm", "run", "package"], cwd=EXTENSION, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return EXTENSION / "dist" / "chesterton.vsix"


class Application:
    """VS Code without a window yet."""

    def __init__(self, address: str, browser: Lines, probes: Path) -> None:
        self._address = address
        self._browser = browser
        self._probes = probes

    @contextlib.contextmanager
    def window(self, project: Path) -> Iterator[VSCode]:
        """A window on `project`, whose folder's name must be new; the window before is closed."""
        self._browser.ask("load", url=f"{self._address}/?folder={project}")
        with _connected(self._probes / project.name) as (incoming, outgoing):
            yield VSCode(Lines(incoming, outgoing), self._browser, project)


@contextlib.contextmanager
def application(vsix: Path, scratch: Path, path: str, settings: dict[str, Any]) -> Iterator[Application]:
    """VS Code with the packaged extension; extensions see `path` as PATH, `settings` are the user's."""
    entry = installed(TOOLS / "vscode" / "node_modules" / "code-server" / "out" / "node" / "entry.js")
    data, extensions, probes, log = (
        scratch / name for name in ("data", "extensions", "probes", "code-server.log")
    )
    (data / "User").mkdir(parents=True)
    (data / "User" / "settings.json").write_text(json.dumps(_SETTINGS | settings))
    shutil.copytree(HERE / "probe", extensions / "chesterton-tests.probe-0.0.1")
    shutil.copytree(HERE / "python", extensions / "ms-python.python-0.0.1")
    probes.mkdir()
    folders = ["--user-data-dir", str(data), "--extensions-dir", str(extensions)]
    base = [program("node"), str(entry), *folders, "--config", str(scratch / "config.yaml")]
    # VSCODE_CLI: without it VS Code asks a login shell for the environment and takes PATH from there.
    environment = os.environ | {
        "CHESTERTON_PROBES": str(probes),
        "PATH": path,
        "VSCODE_CLI": "1",
        "XDG_DATA_HOME": str(scratch),
    }
    with log.open("wb") as output:
        install = [*base, "--install-extension", str(vsix)]
        subprocess.run(install, env=environment, stdout=output, stderr=output, check=True, timeout=120)
    with _code_server(base, environment, log) as address, _browser() as browser:
        yield Application(address, browser, probes)


@contextlib.contextmanager
def _code_server(base: list[str], environment: dict[str, str], log: Path) -> Iterator[str]:
    """Starts it in a process group of its own, since it forks; yields its address."""
    flags = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"]
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*base, *flags], env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        listening = re.compile(r"listening on (http://127\.0\.0\.1:\d+)")
        found = eventually(lambda: listening.search(log.read_text()))
        assert found is not None
        yield found[1]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


@contextlib.contextmanager
def _browser() -> Iterator[Lines]:
    process = subprocess.Popen(
        [program("node"), str(HERE / "browser.mjs"), program("chromium")],
        env=os.environ | {"CHESTERTON_EDITORS": str(TOOLS / "vscode")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield Lines(process.stdout, process.stdin)


@contextlib.contextmanager
def _connected(path: Path) -> Iterator[tuple[Any, Any]]:
    def connect() -> socket.socket | None:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(_ANSWER_SECONDS)
        try:
            connection.connect(str(path))
        except OSError:
            connection.close()
            return None
        return connection

    connection = eventually(connect, lambda made: made is not None)
    assert connection is not None
    with connection, connection.makefile("rb") as incoming, connection.makefile("wb") as outgoing:
        yield incoming, outgoing


def _children(parent: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _command_line(process: int) -> bytes:
    """Its arguments, each ended by a zero byte; empty when it has gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
