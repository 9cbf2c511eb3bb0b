"""Our commands, as a person starts them in each editor: at the cursor, with questions to answer."""

import pytest
from tests.editors.editor import Editor, eventually
from tests.editors.project import Project

pytestmark = pytest.mark.editor


def go_to(editor: Editor, project: Project, symbol: str) -> None:
    """Put the cursor on a symbol once the server has answered about the file."""
    eventually(lambda: editor.lenses(project.code))
    editor.place_cursor(project.code, *project.at(symbol))


def change_retry(editor: Editor, project: Project) -> None:
    editor.replace(project.code, "range(ATTEMPTS)", "range(ATTEMPTS + 1)")
    editor.save(project.code)
    eventually(lambda: editor.findings(project.code))


def test_here_lists_what_governs_and_opens_it(editor: Editor, project: Project) -> None:
    go_to(editor, project, "retry")
    editor.command("here", "Retry a payment at most three times")
    [record] = project.records_with("Retry a payment at most three times")
    eventually(editor.shown, lambda path: path == record)


def test_record(editor: Editor, project: Project) -> None:
    go_to(editor, project, "receipt")
    words = ("Receipts show two decimals", "Tax offices refuse others.")
    editor.command("record", "constraint", *words)
    eventually(lambda: project.records_with("kind: constraint", "pay.py#receipt", *words))


def test_confirm(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    go_to(editor, project, "retry")
    editor.command("confirm")
    eventually(project.drift, lambda verdicts: verdicts == [])


def test_supersede(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    go_to(editor, project, "retry")
    words = ("Retry four times", "The bank allows one more.")
    editor.command("supersede", *words)
    eventually(lambda: project.records_with("supersedes:", *words))


def test_ratify_can_reject(editor: Editor, project: Project) -> None:
    go_to(editor, project, "refund")
    editor.command("ratify", "reject")
    eventually(lambda: project.records_with("Refunds are never partial", "status: rejected"))


def test_reanchor(editor: Editor, project: Project) -> None:
    editor.replace(project.code, "def retry(", "def attempt(")
    editor.save(project.code)
    eventually(lambda: editor.findings(project.code))
    go_to(editor, project, "attempt")
    editor.command("reanchor", "pay.py#Payment.attempt")
    eventually(lambda: project.records_with("Retry a payment", "pay.py#Payment.attempt"))
