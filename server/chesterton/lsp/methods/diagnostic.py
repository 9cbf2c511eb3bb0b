"""`textDocument/diagnostic` and `workspace/diagnostic`: findings for an editor that asks for them."""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import groupby

from lsprotocol import types

from chesterton.base.ids import content_hash
from chesterton.base.paths import uri_key
from chesterton.features.findings import all_findings
from chesterton.lsp.convert import to_diagnostic
from chesterton.lsp.roots import File, Root
from chesterton.lsp.session import Session

_AT_ONCE = 32
"""Files in one piece of a report; to write down a thousand at once would hold up the loop."""

Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


async def document_diagnostic(
    session: Session, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    uri = params.text_document.uri
    file = await session.file(uri)

    def look(file: File) -> Sequence[types.Diagnostic]:
        return session.findings(file.root, file.snapshot, file.path) if session.settings.diagnostics else ()

    found = await session.publisher.shown.answer("findings", uri, file, look) if file else ()
    result_id = _result_id(found)
    if params.previous_result_id == result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(found, result_id=result_id)


async def workspace_diagnostic(
    session: Session, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Findings of all files. With nothing new the answer waits, since VS Code asks again 2 s after each one."""
    known = {uri_key(previous.uri): previous.value for previous in params.previous_result_ids}
    while True:
        news = session.publisher.news  # of a change while this looks, too
        full = await _reports(session)
        lost = [
            types.WorkspaceFullDocumentDiagnosticReport(uri=previous.uri, items=[], result_id=_result_id(()))
            for previous in params.previous_result_ids
            if uri_key(previous.uri) not in {uri_key(report.uri) for report in full}
            and previous.value != _result_id(())
        ]
        new = [report for report in full if known.get(uri_key(report.uri)) != report.result_id]
        if new or lost or not known:
            return types.WorkspaceDiagnosticReport(
                await _streamed(session, params.partial_result_token, [*new, *lost])
            )
        await news.wait()


async def _streamed(
    session: Session, token: types.ProgressToken | None, reports: list[Report]
) -> Sequence[Report]:
    """What is left for the answer once a client that takes reports by and by has got them."""
    if token is None:
        return reports
    for start in range(0, len(reports), _AT_ONCE):
        part = types.WorkspaceDiagnosticReportPartialResult(reports[start : start + _AT_ONCE])
        session.editor.stream(token, part)
        await asyncio.sleep(0)
    return ()


async def _reports(session: Session) -> list[types.WorkspaceFullDocumentDiagnosticReport]:
    if not session.settings.diagnostics:
        return []
    return [
        report
        for root in await session.roots.settled()
        for report in await session.compute(_root_reports, session, root)
    ]


def _root_reports(session: Session, root: Root) -> list[types.WorkspaceFullDocumentDiagnosticReport]:
    snapshot = root.snapshot
    reports: list[types.WorkspaceFullDocumentDiagnosticReport] = []
    for path, found in groupby(all_findings(snapshot), key=lambda finding: finding.path):
        items = [to_diagnostic(root, snapshot, finding, session.client) for finding in found]
        opened = snapshot.state.open.get(path)
        reports.append(
            types.WorkspaceFullDocumentDiagnosticReport(
                uri=root.uri(path),
                items=items,
                result_id=_result_id(items),
                version=opened.version if opened else None,
            )
        )
    return reports


def _result_id(found: Iterable[types.Diagnostic]) -> str:
    """Equal for equal findings, so that `unchanged` is honest."""
    return content_hash(repr(tuple(found)).encode(errors="replace"))
