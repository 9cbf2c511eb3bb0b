"""What may never be written: credentials, and lines between the marks of a merge."""

from collections.abc import Iterable

from chesterton.base.disk import FileChange
from chesterton.base.text import Text
from chesterton.records.damage import conflict_markers
from chesterton.records.model import RecordError
from chesterton.records.secrets import find_secrets


class SecretError(RecordError):
    """A text that was about to be written holds a credential; nothing was written."""


def refuse_secrets(changes: Iterable[FileChange]) -> None:
    """Let nothing pass that writes a credential which its file did not hold before.

    Raises:
        SecretError: it names the family, the line, and at most four characters of the credential.
    """
    for change in changes:
        if change.after is None or not change.path.endswith((".md", ".yaml", ".adoc", ".rst", ".toml")):
            continue
        text = Text.decode(change.after)
        before = Text.decode(change.before or b"").data
        for secret in find_secrets(text.source):
            if text.data[secret.span.start : secret.span.end] not in before:
                where = (
                    change.path if change.before is not None else "the new file"
                )  # its name may hold it too
                raise SecretError(
                    f"line {text.line_at(secret.span.start) + 1} of {where} would hold what looks like a "
                    f"credential ({secret.family}, begins with `{secret.shown}`); nothing was written. "
                    "Take it out, and revoke it if it is real"
                )


def refuse_conflicts(changes: Iterable[FileChange]) -> None:
    """Let nobody edit a file in which a merge left its marks: the line would end up in one of the two versions.

    Raises:
        RecordError: it says where the marks are.
    """
    for change in changes:
        for problem in conflict_markers(change.path, change.after or b""):
            line = Text.decode(change.after or b"").line_at(problem.span.start) + 1
            raise RecordError(
                f"{change.path}:{line}: {problem.message}; nothing was written. Resolve it, then try again"
            )
