"""Bringing news to the editor: findings are pushed, or it is told to ask again. Never both.

What to send is the difference between what was sent last and what a new snapshot says.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lsprotocol import types

from chesterton.base.paths import RepoPath, relative_to, uri_key, uri_to_path
from chesterton.lsp.documents import Document, Documents
from chesterton.lsp.editor import Editor
from chesterton.lsp.roots import Root
from chesterton.lsp.shown import Shown
from chesterton.workspace.config import CONFIG_PATH
from chesterton.workspace.snapshot import Snapshot

_log = logging.getLogger(__name__)

_PAUSE = 0.1
"""Seconds of quiet before findings are computed: a finding that changes at every keystroke is noise."""

_REFRESH_PAUSE = 1.0
"""A refresh makes an editor ask for everything it shows, so at most one a second."""


class Publisher:
    """Tells one editor what changed."""

    def __init__(
        self,
        editor: Editor,
        documents: Documents,
        compute: Callable[..., Awaitable[Any]],
        findings: Callable[[Root, Snapshot, RepoPath], Sequence[types.Diagnostic]],
        *,
        pulls_all: bool,
    ) -> None:
        """`pulls_all`: the editor pulls the findings of closed files, too."""
        self._editor = editor
        self._documents = documents
        self._compute = compute
        self._findings = findings
        self._pulls_all = pulls_all
        self._due: set[Root] = set()
        self._publishing: asyncio.Task[None] | None = None
        self._refreshing: asyncio.Task[None] | None = None
        self._refresh_again = False
        self._sent: dict[str, Sequence[types.Diagnostic]] = {}
        self._news = asyncio.Event()
        self.enabled = True
        self.shown = Shown(compute, self._look_again)

    def schedule(self, root: Root, *, everywhere: bool) -> None:
        """Something changed in `root`; `everywhere` when more than the one buffer being edited may look different."""
        self._news.set()
        self._news = asyncio.Event()
        if everywhere or not self._editor.client.pull_diagnostics:
            self._due.add(root)
            if self._publishing is None:
                self._publishing = asyncio.create_task(self._publish())
        if everywhere:
            self.shown.changed()
            self._look_again()

    def forget(self, document: Document) -> None:
        """A document was closed: take its findings away."""
        self.shown.forget(document.uri)
        if self._sent.pop(uri_key(document.uri), ()):
            self._editor.publish(document.uri, None, [])

    @property
    def news(self) -> asyncio.Event:
        """Is set when something changes from now on."""
        return self._news

    async def _publish(self) -> None:
        try:
            while self._due:
                await asyncio.sleep(_PAUSE)
                due, self._due = self._due, set()
                for root in due:
                    try:
                        await self._publish_root(root)
                    except Exception:
                        _log.exception("what is found in %s can't be published", root.path)
        finally:
            self._publishing = None

    async def _publish_root(self, root: Root) -> None:
        snapshot = root.snapshot
        await self._publish_config(root, snapshot)
        if self._editor.client.pull_diagnostics:
            return
        for document in self._documents:
            path = uri_to_path(document.uri)
            inside = relative_to(root.path, path) if path is not None else None
            if inside is None or inside not in snapshot.state.open or root in self._due:
                continue
            found: Sequence[types.Diagnostic] = (
                await self._compute(self._findings, root, snapshot, inside) if self.enabled else ()
            )
            current = self._documents.get(document.uri)
            if current is not None and current.version == document.version:
                self._send(document.uri, document.version, found)

    async def _publish_config(self, root: Root, snapshot: Snapshot) -> None:
        """A broken configuration changes what every file shows, and hardly anybody has it open."""
        opened = CONFIG_PATH in snapshot.state.open
        if self._pulls_all or (opened and not self._editor.client.pull_diagnostics):
            return
        found: Sequence[types.Diagnostic] = ()
        if self.enabled and not opened:
            found = await self._compute(self._findings, root, snapshot, CONFIG_PATH)
        self._send(root.uri(CONFIG_PATH), None, found)

    def _send(self, uri: str, version: int | None, found: Sequence[types.Diagnostic]) -> None:
        key = uri_key(uri)
        if found != self._sent.get(key, ()):
            self._sent[key] = found
            self._editor.publish(uri, version, found)

    def _look_again(self) -> None:
        self._refresh_again = True
        if self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            while self._refresh_again:
                self._refresh_again = False
                await self._editor.refresh(
                    lenses=self._editor.client.lens_refresh and await self.shown.outdated("lenses"),
                    findings=self._editor.client.pull_diagnostics and await self.shown.outdated("findings"),
                )
                await asyncio.sleep(_REFRESH_PAUSE)
        finally:
            self._refreshing = None
