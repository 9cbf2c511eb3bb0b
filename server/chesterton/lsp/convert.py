"""Between our values and the protocol's. The only place where a byte span becomes a range and back."""

from collections.abc import Mapping

from lsprotocol import types

from chesterton.base.spans import Span
from chesterton.base.text import Edit, Encoding, Position, Text
from chesterton.features.findings import Finding
from chesterton.lsp.client import Client
from chesterton.lsp.roots import Root
from chesterton.records.lint.rules import Level
from chesterton.workspace.snapshot import Snapshot

SOURCE = "chesterton"

_SEVERITIES: Mapping[Level, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}

_START = types.Range(types.Position(0, 0), types.Position(0, 0))


def to_range(text: Text, span: Span, encoding: Encoding) -> types.Range:
    start, end = text.position(span.start, encoding), text.position(span.end, encoding)
    return types.Range(types.Position(*start), types.Position(*end))


def to_edit(text: Text, edit: Edit, encoding: Encoding) -> types.TextEdit:
    return types.TextEdit(to_range(text, edit.span, encoding), edit.new)


def to_offset(text: Text, position: types.Position, encoding: Encoding) -> int:
    return text.offset(Position(position.line, position.character), encoding)


def to_span(text: Text, chosen: types.Range, encoding: Encoding) -> Span:
    return Span(to_offset(text, chosen.start, encoding), to_offset(text, chosen.end, encoding))


def to_diagnostic(root: Root, snapshot: Snapshot, finding: Finding, client: Client) -> types.Diagnostic:
    """A finding as a diagnostic, with what lies in other files only if the client can show it."""
    text = snapshot.read(finding.path)
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(root.uri(other.path), to_range(other_text, other.span, client.encoding)),
            other.message,
        )
        for other in finding.related
        if client.related_information and (other_text := snapshot.read(other.path)) is not None
    ]
    return types.Diagnostic(
        range=to_range(text, finding.span, client.encoding) if text else _START,
        message=finding.message,
        severity=_SEVERITIES[finding.level],
        code=finding.code,
        source=SOURCE,
        related_information=related or None,
        data={"record": finding.record, "target": finding.target}
        if client.diagnostic_data and finding.record
        else None,
    )
