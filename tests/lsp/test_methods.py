"""What each editor gets to see and can do, over a real connection."""

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from chesterton.base.paths import uri_to_path

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def opened(editor, **options):
    """A fresh file with a record about `Payment.retry`, open and known: its URI and the record's file."""
    path, record = editor.project.case(**options)
    editor.touched(record)
    uri = editor.open(path)
    kind = options.get("kind", "constraint")
    await editor.until_lenses(
        uri, [f"1 {kind}" + (" · 1 proposed" if options.get("status") == "proposed" else "")]
    )
    return uri, record


async def test_hover_tells_why(editor):
    uri, _ = await opened(editor)
    params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, "retry", 2))
    hover = await editor.lsp.text_document_hover_async(params)
    assert editor.word(uri, hover.range) == "retry"
    assert "A fourth attempt is what the bank counts as abuse." in hover.contents.value
    markdown = "markdown" in editor.profile["capabilities"]["textDocument"]["hover"]["contentFormat"]
    assert hover.contents.kind.value == ("markdown" if markdown else "plaintext")
    assert ("**" in hover.contents.value) == markdown


async def test_hover_is_null_where_there_is_nothing_to_say(editor):
    uri, _ = await opened(editor)
    for words in ("return False", "receipt", '"""Payments'):
        params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, words))
        assert await editor.lsp.text_document_hover_async(params) is None


async def test_lens_stands_on_the_symbol_and_can_be_run(editor):
    uri, record = await opened(editor)
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    (lens,) = await editor.lsp.text_document_code_lens_async(params)
    assert editor.word(uri, lens.range) == "retry"
    if lens.command is None:
        assert editor.capabilities.code_lens_provider.resolve_provider
        lens = await editor.lsp.code_lens_resolve_async(lens)
    if editor.name == "vscode":
        assert lens.command.command == "chesterton.here"
        return
    assert lens.command.command in editor.capabilities.execute_command_provider.commands
    result = await editor.lsp.workspace_execute_command_async(
        types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    )
    assert result["uri"] == record.as_uri()
    if editor.has("window.showDocument.support"):
        assert editor.lsp.shown_documents[-1].uri == record.as_uri()


async def test_drift_is_found_while_typing_and_gone_when_undone(editor):
    uri, _ = await opened(editor)
    editor.replace(uri, "range(attempts)", "range(attempts + 1)")
    (finding,) = await editor.until_codes(uri, "drift")
    assert editor.word(uri, finding.range) == "retry"
    assert finding.severity == types.DiagnosticSeverity.Warning
    assert bool(finding.related_information) == editor.has(
        "textDocument.publishDiagnostics.relatedInformation"
    )
    await editor.until_lenses(uri, ["1 constraint · 1 drifted"])
    editor.replace(uri, "range(attempts + 1)", "range(attempts)")
    await editor.until_codes(uri)
    await editor.until_lenses(uri, ["1 constraint"])


async def test_layout_comments_and_neighbours_are_no_drift(editor):
    uri, _ = await opened(editor)
    editor.replace(uri, "        return False\n", "        # no luck\n\n        return False\n")
    editor.replace(uri, "attempt > 2", "attempt > 3")
    editor.replace(uri, '"""Payments."""\n', '"""Payments."""\n\nimport os\n')
    await editor.until_lenses(uri, ["1 constraint"])
    assert await editor.findings(uri) == []


BREAKS = [
    ("def retry", "def "),
    ("class Payment:", "class Payment"),
    ("return True", "return 'True"),
    ('"""Try', '""'),
]


@pytest.mark.parametrize(("whole", "half"), BREAKS)
async def test_half_typed_code_moves_no_lens_and_drops_no_finding(editor, whole, half):
    uri, _ = await opened(editor)
    editor.replace(uri, "range(attempts)", "range(attempts + 1)")
    await editor.until_codes(uri, "drift")
    await editor.until_lenses(uri, ["1 constraint · 1 drifted"])
    editor.replace(uri, whole, half)
    assert await editor.lenses(uri) == ["1 constraint · 1 drifted"]
    editor.replace(uri, '"""Payments."""', '"""Payments."""\n# shifted')
    assert await editor.lenses(uri) == ["1 constraint · 1 drifted"]
    (lens,) = await editor.lsp.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    _, text = editor.buffers[uri]
    line = text.slice(text.line_span(lens.range.start.line))
    assert line.lstrip().startswith("def ")
    await editor.until_codes(uri, "drift")


async def test_positions_hold_behind_astral_characters(editor):
    uri, _ = await opened(editor)
    editor.replace(uri, "    def retry", '    SMILE = "😀é"; x = 1\n\n    def retry')
    editor.replace(uri, "x = 1", "y = 2")
    assert "y = 2" in editor.buffers[uri][1].source
    await editor.until_lenses(uri, ["1 constraint"])
    (lens,) = await editor.lsp.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    assert editor.word(uri, lens.range) == "retry"


async def test_findings_are_pushed_or_pulled_never_both(editor):
    uri, _ = await opened(editor)
    editor.replace(uri, "range(attempts)", "range(9)")
    await editor.until_codes(uri, "drift")
    pulls = editor.name == "vscode"
    assert (editor.capabilities.diagnostic_provider is not None) == pulls
    assert (uri in editor.lsp.diagnostics) == (not pulls)


async def test_pushed_findings_go_when_the_file_is_closed(editor):
    uri, _ = await opened(editor)
    editor.replace(uri, "range(attempts)", "range(9)")
    await editor.until_codes(uri, "drift")
    editor.close(uri)
    await editor.until_codes(uri)


async def test_an_unchanged_pull_says_so(editor):
    uri, _ = await opened(editor)
    identifier = types.TextDocumentIdentifier(uri)
    first = await editor.lsp.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier))
    again = await editor.lsp.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(identifier, previous_result_id=first.result_id)
    )
    assert again.kind == types.DocumentDiagnosticReportKind.Unchanged.value
    editor.replace(uri, "range(attempts)", "range(9)")
    changed = await editor.lsp.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(identifier, previous_result_id=first.result_id)
    )
    assert [item.code for item in changed.items] == ["drift"]


async def test_confirm_answers_drift_and_the_baseline_moves(editor):
    uri, record = await opened(editor)
    editor.replace(uri, "range(attempts)", "range(attempts + 1)")
    findings = await editor.until_codes(uri, "drift")
    found = await editor.actions(uri, editor.at(uri, "retry"), findings)
    (confirm,) = [action for action in found if action.title.startswith("Confirm")]
    assert confirm.kind == "quickfix"
    assert [item.code for item in confirm.diagnostics] == ["drift"]
    before = record.read_text()
    await editor.run(confirm)
    await editor.until_codes(uri)
    assert record.read_text() != before
    assert "confirmed:" in record.read_text()


async def test_actions_follow_the_kinds_asked_for(editor):
    uri, _ = await opened(editor)
    place = editor.at(uri, "retry")
    asked = await editor.actions(uri, place, trigger_kind=types.CodeActionTriggerKind.Invoked)
    assert [action.title for action in asked if "Record" in action.title] == ["Record here… (Payment.retry)"]
    quiet = await editor.actions(uri, place, trigger_kind=types.CodeActionTriggerKind.Automatic)
    assert not any(action.title.startswith("Record") for action in quiet)
    assert await editor.actions(uri, place, only=[types.CodeActionKind.Source]) == []
    assert await editor.actions(uri, place, only=[types.CodeActionKind.Refactor])


async def test_record_here_writes_a_record_and_opens_it(editor):
    path = f"src/{next(editor.project.names)}.py"
    editor.project.write(path, "def charge():\n    return 1\n")
    uri = editor.open(path)
    place = {"line": 0, "character": 5}
    said = {"title": "Charge once", "text": "Twice is theft.", "kind": "gotcha"}
    result = await editor.execute("chesterton.server.record", uri=uri, position=place, **said)
    written = uri_to_path(result["uri"])
    assert "Twice is theft." in written.read_text()
    assert f"{path}#charge" in written.read_text()
    assert "status: accepted" in written.read_text()
    await editor.until_lenses(uri, ["1 gotcha"])
    if editor.has("window.showDocument.support"):
        assert editor.lsp.shown_documents[-1].uri == result["uri"]


async def test_who_names_one_of_two_declarations_is_told_which_one_it_is(editor):
    path = f"src/{next(editor.project.names)}.py"
    editor.project.write(path, "def charge():\n    return 1\n\n\ndef charge():\n    return 2\n")
    uri = editor.open(path)
    said = {"title": "Charge once", "text": "Twice is theft.", "kind": "gotcha", "target": f"{path}#charge"}
    await editor.execute("chesterton.server.record", uri=uri, **said)
    assert f"{path}#charge~2 (line 5: def charge():)" in editor.lsp.messages[-1].message


async def test_a_record_without_words_is_a_draft_to_be_filled_in(editor):
    path = f"src/{next(editor.project.names)}.py"
    editor.project.write(path, "def charge():\n    return 1\n")
    uri = editor.open(path)
    asked = []
    editor.answers = lambda params: asked.append(params.message) or "gotcha"
    await editor.execute("chesterton.server.record", uri=uri, position={"line": 0, "character": 5})
    kind = "gotcha" if editor.has("window.showMessage") else "decision"
    assert len(asked) == (kind == "gotcha")
    await editor.until_lenses(uri, [f"1 {kind} · 1 proposed"])


@pytest.mark.parametrize("connection", ["neovim", "vscode"], indirect=True, scope="module")
async def test_nothing_is_recorded_when_no_kind_is_picked(editor):
    uri, _ = await opened(editor)
    editor.answers = lambda params: None
    assert (
        await editor.execute("chesterton.server.record", uri=uri, position={"line": 0, "character": 5}) == {}
    )


async def test_a_broken_configuration_is_found_open_or_not(editor):
    config = editor.project.root / ".chesterton" / "config.toml"
    uri = config.as_uri()

    async def pushed():
        return [(one.code, one.range.start.line) for one in editor.lsp.diagnostics.get(uri, ())]

    async def told():
        editor.touched(config)
        await editor.lenses(other)  # an editor that sends no events has the disk looked at by a request
        return await pushed()

    other, _ = await opened(editor)
    config.write_text("[usage]\nenabled = 7\n")
    await editor.until(told, [("config", 1)])
    editor.open(".chesterton/config.toml")
    await editor.until_codes(uri, "config")
    pulls = editor.has("textDocument.diagnostic") and editor.has("workspace.diagnostics.refreshSupport")
    await editor.until(pushed, [] if pulls else [("config", 1)])
    editor.replace(uri, "enabled = 7", "enabled = true")
    await editor.until_codes(uri)
    editor.close(uri)
    await editor.until(told, [("config", 1)])
    config.unlink()
    await editor.until(told, [])


async def test_a_mistake_in_a_record_is_repaired_by_an_action(editor):
    _, record = await opened(editor)
    uri = editor.open(record.relative_to(editor.project.root).as_posix())
    editor.replace(uri, "anchors:", "supersedes:\n  - 9999\n\nanchors:")

    async def dangles():
        return any(one.code == "dangling-reference" for one in await editor.findings(uri))

    await editor.until(dangles, True)
    found = await editor.actions(uri, editor.at(uri, "9999"), await editor.findings(uri))
    assert found[0].title == "No longer say `supersedes: 9999`"
    assert found[0].kind == "quickfix"
    await editor.run(found[0])
    await editor.until(dangles, False)
    assert "9999" not in editor.buffers[uri][1].source
    with pytest.raises(JsonRpcException, match="no such problem any more"):
        await editor.run(found[0])


async def test_ratify_and_reject_a_proposal(editor):
    uri, record = await opened(editor, status="proposed")
    found = await editor.actions(uri, editor.at(uri, "retry"))
    assert {"Ratify", "Reject"} <= {action.title.split()[0] for action in found}
    await editor.execute("chesterton.server.ratify", id=record.stem, accept=True)
    await editor.until_lenses(uri, ["1 constraint"])
    with pytest.raises(JsonRpcException, match="is accepted"):
        await editor.execute("chesterton.server.ratify", id=record.stem, accept=False)


async def test_supersede_puts_a_new_record_in_place(editor):
    uri, old = await opened(editor)
    said = {"title": "Retry four times", "text": "The bank changed its mind."}
    await editor.execute("chesterton.server.supersede", id=old.stem, **said, kind="decision")
    await editor.until_lenses(uri, ["1 decision"])
    hover = await editor.lsp.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, "retry"))
    )
    assert "The bank changed its mind." in hover.contents.value


async def test_an_open_record_is_edited_in_the_editor(editor):
    uri, record = await opened(editor)
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    editor.replace(uri, "range(attempts)", "range(attempts + 1)")
    await editor.until_codes(uri, "drift")
    on_disk = record.read_text()
    await editor.execute("chesterton.server.confirm", id=record.stem)
    assert record.read_text() == on_disk
    assert "confirmed:" in editor.buffers[record_uri][1].source
    await editor.until_codes(uri)
    editor.save(record_uri)
    await editor.until_codes(uri)


async def test_an_edit_that_the_editor_refuses_writes_nothing(editor):
    uri, record = await opened(editor)
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    editor.replace(uri, "range(attempts)", "range(attempts + 1)")
    await editor.until_codes(uri, "drift")
    baselines = {
        path: path.read_bytes() for path in (editor.project.root / ".chesterton/baselines").iterdir()
    }
    editor.refuses_edits = True
    try:
        with pytest.raises(JsonRpcException, match="try again"):
            await editor.execute("chesterton.server.confirm", id=record.stem)
    finally:
        editor.refuses_edits = False
    assert "confirmed:" not in editor.buffers[record_uri][1].source
    assert {path: path.read_bytes() for path in baselines} == baselines


UNIQUE = """class Queue:
    def drain(self, limit):
        taken = []
        while self.waiting and len(taken) < limit:
            taken.append(self.waiting.popleft())
        self.log.info("{name}", taken)
        return sorted(taken, key=self.rank)

    def rank(self, entry):
        return entry.priority
"""


async def test_a_moved_symbol_is_found_and_re_anchored(editor):
    uri, record = await opened(editor, source=UNIQUE, symbol="Queue.drain")
    _, text = editor.buffers[uri]
    body = text.source[text.source.index("    def drain") : text.source.index("    def rank")]
    editor.replace(uri, body, "")
    editor.replace(
        uri, "        return entry.priority\n", f"        return entry.priority\n\n\nclass Batch:\n{body}"
    )
    findings = await editor.until_codes(uri, "moved")
    found = await editor.actions(uri, editor.at(uri, "drain"), findings)
    (reanchor,) = [action for action in found if action.title.startswith("Re-anchor")]
    await editor.run(reanchor)
    await editor.until_codes(uri)
    assert "#Batch.drain" in record.read_text()


DOOMED = """import decimal


def interest(principal, rate, days):
    daily = decimal.Decimal(rate) / 365
    return (principal * daily * days).quantize(decimal.Decimal("0.01"))
"""


async def test_what_is_gone_is_said_where_the_record_is(editor):
    rule = "More than nine percent is usury, says the law."  # like no other record of this project
    uri, record = await opened(editor, source=DOOMED, symbol="interest", rule=rule)
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    editor.replace(uri, DOOMED, "LIMIT = 3\n")
    (finding,) = await editor.until_codes(record_uri, "gone")
    assert "#interest" in editor.word(record_uri, finding.range)
    for file in (uri_to_path(uri), record):  # or the next editor's test would find them
        file.unlink()


async def test_here_lists_what_governs(editor):
    uri, _ = await opened(editor)
    place = editor.at(uri, "return True")
    result = await editor.execute(
        "chesterton.server.here", uri=uri, position={"line": place.line, "character": place.character}
    )
    (found,) = result["records"]
    assert (found["kind"], found["status"], found["verdict"]) == ("constraint", "accepted", "none")
    assert found["statement"] == "A fourth attempt is what the bank counts as abuse."


async def test_recall_reads_back_what_a_task_needs(editor):
    uri, _ = await opened(editor)
    place = editor.at(uri, "return True")
    result = await editor.execute(
        "chesterton.server.recall", uri=uri, position={"line": place.line, "character": place.character}
    )
    assert "A fourth attempt is what the bank counts as abuse." in result["text"]
    nothing = await editor.execute(
        "chesterton.server.recall", uri=uri, seeds=["Payment.retry"], memory=0, structure=0
    )
    assert "abuse" not in nothing["text"]


async def test_the_graph_answers_who_calls(editor):
    uri, _ = await opened(editor)
    path = uri.removeprefix(editor.project.root.as_uri() + "/")
    editor.save(uri)

    async def callers():
        try:
            result = await editor.execute(
                "chesterton.server.graph", uri=uri, question="callers", target=f"{path}#Payment.send"
            )
        except JsonRpcException:
            return []  # the file is newer than the index
        return [(edge["answer"], edge["certainty"]) for edge in result["edges"]]

    await editor.until(callers, [(f"{path}#Payment.retry", "resolved")])


async def test_commands_work_without_arguments_where_the_person_was_last(editor):
    uri, _ = await opened(editor)
    await editor.lsp.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, "retry"))
    )
    result = await editor.execute("chesterton.server.here")
    assert len(result["records"]) == 1


async def test_a_file_without_a_position_is_meant_as_a_whole(editor):
    uri, _ = await opened(editor)
    path, _ = editor.project.case()
    await editor.lsp.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, "retry"))
    )
    other = editor.project.uri(path)
    result = await editor.execute(
        "chesterton.server.record", uri=other, kind="fact", title="About all of it", text="It is so."
    )
    assert f"  - {path} " in uri_to_path(result["uri"]).read_text()


async def test_of_several_records_the_person_picks_one(editor):
    uri, first = await opened(editor)
    path = uri.removeprefix(editor.project.root.as_uri() + "/")
    second = editor.project.record(path, "Payment.retry", title="Second rule")
    editor.touched(second)
    await editor.until_lenses(uri, ["2 constraints"])
    editor.answers = lambda params: next(one.title for one in params.actions if "Second" in one.title)
    result = await editor.execute("chesterton.server.show", uri=uri, records=[first.name, second.name])
    assert result["uri"] == second.as_uri()


@pytest.mark.parametrize(
    ("command", "arguments", "code", "words"),
    [
        ("nonsense", {}, -32602, "no such command"),
        ("chesterton.server.confirm", {"id": "no-such-record"}, -32803, "no-such-record"),
        ("chesterton.server.record", {"kind": "rumour"}, -32602, "rumour"),
        ("chesterton.server.confirm", {"v": 2}, -32602, "version"),
        ("chesterton.server.graph", {"question": "rumours"}, -32602, "callers"),
        ("chesterton.server.graph", {"question": "callers", "target": "nowhere"}, -32803, "no such symbol"),
        (
            "chesterton.server.here",
            {"uri": "untitled:x", "position": {"line": 0, "character": 0}},
            -32803,
            "workspace",
        ),
    ],
)
async def test_a_command_that_can_not_be_met_says_why(editor, command, arguments, code, words):
    with pytest.raises(JsonRpcException, match=words) as caught:
        await editor.execute(command, **arguments)
    assert caught.value.code == code


async def test_a_record_without_anchors_has_none_to_be_tied_elsewhere(editor):
    editor.project.write(
        ".chesterton/records/7777-alone.md", "---\nstatus: accepted\n---\n\n# Alone\n\nIt is.\n"
    )
    record = editor.project.root / ".chesterton/records/7777-alone.md"
    uri, _ = await opened(editor)
    editor.touched(record)

    async def refusal() -> bool:
        try:
            await editor.execute("chesterton.server.reanchor", id="7777")
        except JsonRpcException as error:
            await editor.lenses(uri)
            return "has no anchor" in error.message
        return False

    await editor.until(refusal, True)


async def test_definition_and_references_join_record_and_code(editor):
    uri, record = await opened(editor)
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    (code,) = await editor.lsp.text_document_definition_async(
        types.DefinitionParams(
            types.TextDocumentIdentifier(record_uri), editor.at(record_uri, "#Payment.retry")
        )
    )
    assert (code.uri, editor.word(uri, code.range)) == (uri, "retry")
    (why,) = await editor.lsp.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=True),
            types.TextDocumentIdentifier(uri),
            editor.at(uri, "retry"),
        )
    )
    assert why.uri == record_uri


async def test_completion_knows_files_and_symbols(editor):
    uri, record = await opened(editor)
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    path = uri.removeprefix(editor.project.root.as_uri() + "/")
    editor.replace(record_uri, "anchors:\n", f"anchors:\n  - {path}#Payment.\n")
    found = await editor.lsp.text_document_completion_async(
        types.CompletionParams(
            types.TextDocumentIdentifier(record_uri), editor.at(record_uri, "#Payment.\n", 9)
        )
    )
    items = {item.text_edit.new_text: item for item in found.items}
    assert {"Payment.retry", "Payment.send"} <= set(items)
    assert editor.word(record_uri, items["Payment.send"].text_edit.range) == "Payment."


async def test_completion_is_null_in_code(editor):
    uri, _ = await opened(editor)
    params = types.CompletionParams(types.TextDocumentIdentifier(uri), editor.at(uri, "self.send", 5))
    assert await editor.lsp.text_document_completion_async(params) is None


async def test_records_are_found_by_name_and_have_an_outline(editor):
    path, record = editor.project.case(title=f"Zebra rule for {editor.name}")
    editor.touched(record)
    uri = editor.open(path)
    await editor.until_lenses(uri, ["1 constraint"])
    found = await editor.lsp.workspace_symbol_async(types.WorkspaceSymbolParams(f"zbrfor{editor.name}"))
    assert [symbol.location.uri for symbol in found] == [record.as_uri()]
    record_uri = editor.open(record.relative_to(editor.project.root).as_posix())
    (symbol,) = await editor.lsp.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(record_uri))
    )
    assert symbol.name == f"{path}#Payment.retry"


async def test_a_broken_record_is_said_in_its_file(editor):
    path = f".chesterton/records/9{next(editor.project.names)[4:]:0>3}-broken.md"
    editor.project.write(path, "---\nstatus: [\n---\n\n# Broken\n")
    uri = editor.open(path)

    async def told() -> bool:
        return bool(await editor.findings(uri))

    await editor.until(told, True)
    (editor.project.root / path).unlink()
    editor.touched(editor.project.root / path)


async def test_a_record_that_appears_on_disk_shows_in_open_files(editor):
    path = f"src/{next(editor.project.names)}.py"
    editor.project.write(path, "def charge():\n    return 1\n")
    uri = editor.open(path)
    await editor.until_lenses(uri, [])
    editor.touched(editor.project.record(path, "charge"))
    await editor.until_lenses(uri, ["1 constraint"])


async def test_an_article_that_changes_on_disk_is_told_anew(editor):
    uri, _ = await opened(editor)
    path = uri.removeprefix(editor.project.root.as_uri() + "/")
    article = editor.project.root / ".chesterton" / "articles" / path.replace(".py", ".md")

    async def capsule() -> str | None:
        editor.touched(article)
        found = await editor.execute("chesterton.server.here", uri=uri, position={"line": 0, "character": 0})
        return found["article"] and found["article"]["capsule"]

    await editor.until(capsule, None)
    for words in ("Nobody pays twice.", "Somebody may pay twice."):
        editor.project.write(
            article.relative_to(editor.project.root).as_posix(), f"---\ncapsule: {words}\n---\n\nX.\n"
        )
        await editor.until(capsule, words)


async def test_a_record_opened_with_unsaved_changes_shows_in_other_files(editor):
    uri, record = await opened(editor)
    text = record.read_text()
    refreshed = len(editor.refreshes)
    editor.open(
        record.relative_to(editor.project.root).as_posix(),
        text.replace("status: accepted", "status: rejected"),
    )
    await editor.until_lenses(uri, [])

    async def told() -> bool:
        return len(editor.refreshes) > refreshed

    await editor.until(told, editor.has("workspace.codeLens.refreshSupport"))


async def test_anchors_follow_a_file_that_the_editor_renames(editor):
    uri, _ = await opened(editor)
    old = editor.project.root / uri.removeprefix(editor.project.root.as_uri() + "/")
    new = old.with_name(f"moved_{old.name}")
    editor.close(uri)
    old.rename(new)
    if editor.capabilities.workspace.file_operations:
        renamed = types.FileRename(old.as_uri(), new.as_uri())
        editor.lsp.workspace_did_rename_files(types.RenameFilesParams([renamed]))
        uri = editor.open(f"src/{new.name}")
        await editor.until_lenses(uri, ["1 constraint"])
    assert editor.has("workspace.fileOperations.didRename") == bool(
        editor.capabilities.workspace.file_operations
    )


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/a/b.py?ref", "vscode-notebook-cell:/a.ipynb#W0", "jdt://x"]
)
async def test_other_schemes_are_served_with_nothing(editor, uri):
    item = types.TextDocumentItem(uri, "python", 1, "def f(): ...\n")
    editor.lsp.text_document_did_open(types.DidOpenTextDocumentParams(item))
    identifier = types.TextDocumentIdentifier(uri)
    assert (
        await editor.lsp.text_document_hover_async(types.HoverParams(identifier, types.Position(0, 4)))
        is None
    )
    assert not await editor.lsp.text_document_code_lens_async(types.CodeLensParams(identifier))
    assert not await editor.actions(uri, types.Position(0, 4))
    editor.lsp.text_document_did_close(types.DidCloseTextDocumentParams(identifier))


async def test_watching_and_configuration_are_registered_where_that_is_possible(editor):
    methods = {one.method for one in editor.registered}
    watches = editor.has("workspace.didChangeWatchedFiles.dynamicRegistration")
    assert (types.WORKSPACE_DID_CHANGE_WATCHED_FILES in methods) == watches
    configures = editor.has("workspace.didChangeConfiguration.dynamicRegistration")
    assert (types.WORKSPACE_DID_CHANGE_CONFIGURATION in methods) == configures


async def test_lenses_can_be_turned_off(editor):
    uri, _ = await opened(editor)
    editor.lsp.set_configuration({"chesterton": {"codeLens": {"enabled": False}}})
    editor.lsp.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    await editor.until_lenses(uri, [])
    editor.lsp.set_configuration({"chesterton": {"codeLens": {"enabled": "yes"}}})
    editor.lsp.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    await editor.until_lenses(uri, ["1 constraint"])
    assert "codeLens.enabled" in editor.lsp.messages[-1].message
