"""The whole loop in each editor: see why, change the code, be told of the drift, answer."""

import pytest
from tests.editors.editor import Editor, Finding, Target, eventually, place
from tests.editors.project import Project

pytestmark = pytest.mark.editor

WHY = "A fourth attempt is what the bank counts as abuse."


def change_retry(editor: Editor, project: Project) -> None:
    editor.replace(project.code, "range(ATTEMPTS)", "range(ATTEMPTS + 1)")


def drifted(editor: Editor, project: Project) -> Finding:
    """The only finding in the code, once there is one."""
    findings = eventually(lambda: editor.findings(project.code))
    assert len(findings) == 1, findings
    return findings[0]


def test_a_lens_stands_on_each_governed_symbol_and_on_no_other(editor: Editor, project: Project) -> None:
    lenses = eventually(
        lambda: editor.lenses(project.code), lambda seen: seen and all(each.title for each in seen)
    )
    retry, refund = project.at("retry"), project.at("refund")
    assert lenses == [(retry[0], "1 decision"), (refund[0], "1 constraint · 1 proposed")]


def test_hover_says_why(editor: Editor, project: Project) -> None:
    line, character = project.at("retry")
    text = eventually(lambda: editor.hover(project.code, line, character))
    assert WHY in text
    assert "Retry a payment at most three times" in text


def test_hover_is_silent_where_nothing_is_recorded(editor: Editor, project: Project) -> None:
    eventually(lambda: editor.hover(project.code, *project.at("retry")))
    assert editor.hover(project.code, *project.at("receipt")) == ""


def test_a_changed_body_drifts_before_it_is_saved(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    finding = drifted(editor, project)
    assert finding[:3] == (project.at("retry")[0], "drift", "warning")
    assert WHY in finding.message
    assert project.drift() == []


def test_a_body_changed_back_holds_again(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    drifted(editor, project)
    editor.replace(project.code, "range(ATTEMPTS + 1)", "range(ATTEMPTS)")
    eventually(lambda: editor.findings(project.code), lambda findings: not findings)


def test_a_changed_comment_is_no_drift(editor: Editor, project: Project) -> None:
    editor.replace(project.code, "# The bank is slow now and then.", "# Some banks are slow.")
    editor.replace(project.code, "return -self.cents", "return 0")
    assert drifted(editor, project).line == project.at("refund")[0]


def test_nothing_is_to_be_confirmed_where_nothing_drifted(editor: Editor, project: Project) -> None:
    eventually(lambda: editor.lenses(project.code))
    offered = editor.actions(project.code, *project.at("retry"))
    assert offered[0].startswith("Supersede")
    assert not [title for title in offered if title.startswith("Confirm")]


def test_confirm_moves_the_baseline(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    editor.save(project.code)
    drifted(editor, project)
    assert project.drift() == ["body"]
    editor.act(project.code, *project.at("retry"), "Confirm")
    eventually(project.drift, lambda verdicts: verdicts == [])
    eventually(lambda: editor.findings(project.code), lambda findings: not findings)


def test_supersede_writes_a_new_record_and_keeps_the_old(editor: Editor, project: Project) -> None:
    change_retry(editor, project)
    editor.save(project.code)
    drifted(editor, project)
    before = set(project.records())
    editor.act(
        project.code, *project.at("retry"), "Supersede", "Retry four times", "The bank allows one more."
    )
    new = eventually(lambda: project.records_with("Retry four times", "The bank allows one more."))
    assert set(new).isdisjoint(before)
    assert project.records_with(WHY)
    eventually(lambda: editor.findings(project.code), lambda findings: not findings)
    eventually(
        lambda: editor.hover(project.code, *project.at("retry")),
        lambda text: "The bank allows one more." in text,
    )


def test_ratify_accepts_the_proposal(editor: Editor, project: Project) -> None:
    eventually(lambda: editor.lenses(project.code))
    editor.act(project.code, *project.at("refund"), "Ratify")
    eventually(lambda: project.records_with("Refunds are never partial", "status: accepted"))
    line = project.at("refund")[0]
    eventually(lambda: editor.lenses(project.code), lambda lenses: (line, "1 constraint") in lenses)


def test_reanchor_follows_a_renamed_method(editor: Editor, project: Project) -> None:
    editor.replace(project.code, "def retry(", "def attempt(")
    editor.save(project.code)
    assert drifted(editor, project).code == "moved"
    editor.act(project.code, *project.at("attempt"), "Re-anchor")
    eventually(lambda: project.records_with(WHY, "pay.py#Payment.attempt"))
    eventually(lambda: editor.findings(project.code), lambda findings: not findings)


def test_record_here_anchors_to_the_symbol_of_the_cursor(editor: Editor, project: Project) -> None:
    eventually(lambda: editor.lenses(project.code))
    receipt = project.at("receipt")
    words = ("Receipts show two decimals", "Tax offices refuse others.")
    editor.act(project.code, *receipt, "Record here", "gotcha", *words)
    eventually(lambda: project.records_with("kind: gotcha", "pay.py#receipt", *words))
    eventually(lambda: editor.lenses(project.code), lambda lenses: (receipt[0], "1 gotcha") in lenses)


def test_a_record_written_by_another_program_is_seen(editor: Editor, project: Project) -> None:
    eventually(lambda: editor.lenses(project.code))
    project.record("lesson", "Receipts were wrong once", "pay.py#receipt", "Floats lost a cent.")
    receipt = project.at("receipt")
    eventually(lambda: editor.lenses(project.code), lambda lenses: (receipt[0], "1 lesson") in lenses)


def test_an_anchor_in_a_record_leads_to_the_code(editor: Editor, project: Project) -> None:
    [record] = project.records_with(WHY)
    where = place(record.read_text(), "Payment.retry")
    found = eventually(lambda: editor.definitions(record, *where))
    assert found == [Target(project.code, project.at("retry")[0])]


def test_an_anchor_is_completed_from_the_code(editor: Editor, project: Project) -> None:
    [record] = project.records_with(WHY)
    editor.replace(record, "pay.py#Payment.retry", "pay.py#Payment.re")
    line, character = place(record.read_text(), "Payment.retry")
    eventually(
        lambda: editor.completions(record, line, character + len("Payment.re")),
        lambda labels: any("refund" in label for label in labels),
    )
