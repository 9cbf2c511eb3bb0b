"""All that one connection knows. Methods receive it and keep nothing themselves."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from chesterton.base.paths import RepoPath
from chesterton.features.client import Client as Taste
from chesterton.features.findings import Finding, findings
from chesterton.lsp.client import Client
from chesterton.lsp.convert import to_diagnostic
from chesterton.lsp.documents import Documents
from chesterton.lsp.editor import Editor
from chesterton.lsp.freshness import Freshness
from chesterton.lsp.publisher import Publisher
from chesterton.lsp.roots import File, Root, Roots
from chesterton.lsp.settings import Settings, read_settings
from chesterton.lsp.steady import Steady
from chesterton.workspace.snapshot import Snapshot
from chesterton.workspace.usage import Noting

_log = logging.getLogger(__name__)

T = TypeVar("T")

_THREADS = 8
"""All share one interpreter lock; with fewer, those that wait for a slow file hold up every hover."""


class Session:
    """One client, from `initialize` on."""

    def __init__(
        self,
        server: LanguageServer,
        client: Client,
        settings: Settings,
        executor: Executor,
        aside: Executor,
    ) -> None:
        """`executor` reads the workspace, `aside` the buffers that would hold up the loop."""
        self.client = client
        self.taste = Taste(markdown=client.hover_markdown)
        self.settings = settings
        self.editor = Editor(server, client)
        self.documents = Documents(client.encoding)
        self.roots = Roots(self.documents, executor, aside, self._loaded)
        self.steady_lenses = Steady[tuple[str, tuple[RepoPath, ...]]]()
        """The words of each lens and the records that it is about."""
        self.hovers, self.lenses = Noting("hover"), Noting("lens")
        self.steady_findings = Steady[Finding]()
        pulls_all = client.pull_diagnostics and settings.workspace_diagnostics
        self.publisher = Publisher(
            self.editor, self.documents, self.compute, self.findings, pulls_all=pulls_all
        )
        self.freshness = Freshness(self.roots, self.compute, self.changed)
        self.last_place: tuple[str, types.Position] | None = None
        """Where the person was last, for a command that comes without a place (Helix's picker)."""
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="analysis")
        self._tasks: set[asyncio.Task[Any]] = set()

    async def compute(self, function: Callable[..., T], *arguments: object) -> T:
        """The result of a pure function, computed off the loop so that the next message can be read meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Run something in the background; what it raises is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def file(self, uri: str, position: types.Position | None = None) -> File | None:
        """The file that a request is about, as it was when the request came."""
        if position is not None:
            self.last_place = uri, position
        file = await self.roots.file(uri)
        if file is not None and not self.client.watches_files and self.freshness.due(file.root):
            self.start(self.freshness.look(file.root))
        return file

    def changed(self, root: Root, *, everywhere: bool) -> None:
        """Something changed in a root: show it. `everywhere` when more than one buffer may look different."""
        self.publisher.schedule(root, everywhere=everywhere)

    def findings(self, root: Root, snapshot: Snapshot, path: RepoPath) -> tuple[types.Diagnostic, ...]:
        """The findings of one file as the protocol says them. Takes its time: for `compute`."""
        found = [(finding.span, finding) for finding in findings(snapshot, path)]
        return tuple(
            to_diagnostic(root, snapshot, finding._replace(span=span), self.client)
            for span, finding in self.steady_findings.answer(snapshot, path, found)
        )

    async def configure(self) -> None:
        """Ask the editor for its settings and follow them."""
        values: Sequence[object] = await self.editor.settings([None])
        if values[0] is not None:
            self.follow(values[0])

    def follow(self, options: object) -> None:
        """Put settings in force, and say which of them make no sense."""
        self.settings, mistakes = read_settings(options)
        self.publisher.enabled = self.settings.diagnostics
        for mistake in mistakes:
            self.editor.say(mistake, types.MessageType.Warning)
        for root in self.roots:
            self.changed(root, everywhere=True)

    def close(self) -> None:
        """Stop background work; the process ends next."""
        self.roots.close()

    def _loaded(self, root: Root) -> None:
        self.start(self._index(root))

    async def _index(self, root: Root) -> None:
        self.changed(root, everywhere=True)
        loop = asyncio.get_running_loop()
        async with self.editor.progress(f"Chesterton: reading {root.path.name}") as bar:

            def progress(done: int, total: int) -> None:
                loop.call_soon_threadsafe(bar.report, done, total)

            def found() -> None:
                loop.call_soon_threadsafe(partial(self.changed, root, everywhere=True))

            await asyncio.to_thread(root.host.refresh, progress, root.stopping.is_set, found)
        self.changed(root, everywhere=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("background work failed", exc_info=error)
