"""Memory as an agent in an editor reads it: recall with whatever input, a conversation's turns, and what is noted."""

import re

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from chesterton.workspace.usage import remembered

pytestmark = pytest.mark.asyncio(loop_scope="module")

RULE = "A fourth attempt is what the bank counts as abuse."


async def case(editor, **options):
    """A file with a record about `Payment.retry`, open: its URI, its path, and the id of the record."""
    path, record = editor.project.case(**options)
    editor.touched(record)
    uri = editor.open(path)
    await editor.until_lenses(uri, ["1 constraint"])
    return uri, path, re.search(r"^id: (\S+)$", record.read_text(), re.MULTILINE)[1]


def at(editor, uri, words="return True"):
    place = editor.at(uri, words)
    return {"position": {"line": place.line, "character": place.character}}


NONSENSE = [
    ({"memory": 0}, "No memory: its budget is 0; 6,000 characters is usual"),
    ({"memory": -3, "structure": -1}, "No structure: its budget is -1"),
    ({"seeds": ["/etc/passwd"]}, "lies outside the workspace"),
    ({"seeds": ["../../secret.py"]}, "lies outside the workspace"),
    ({"seeds": ["x" * 100_000]}, "is no place: give a path"),
    ({"seeds": ["a\x07b"]}, "is no place: give a path"),
    ({"seeds": ["nowhere.py"], "text": "the of and"}, "records concerns this"),
    ({"seeds": ["nowhere.py"], "text": "zebra " * 17_000}, "records concerns this"),
    ({"seeds": ["nowhere.py"], "text": "\x00\x1b[31m"}, "records concerns this"),
]


async def test_a_question_that_makes_no_sense_gets_a_clear_answer(editor):
    uri, _, _ = await case(editor)
    for given, words in NONSENSE:
        result = await editor.execute("chesterton.server.recall", uri=uri, **at(editor, uri), **given)
        assert words in result["text"]


async def test_a_link_that_leads_out_is_not_followed(editor, tmp_path):
    uri, _, _ = await case(editor)
    (tmp_path / "secret.py").write_text("KEY = 1\n")
    link = editor.project.root / f"link-{editor.name}"
    link.symlink_to(tmp_path)
    seeds = [f"{link.name}/secret.py"]
    result = await editor.execute("chesterton.server.recall", uri=uri, seeds=seeds)
    assert "is no file, directory or symbol of this workspace" in result["text"]
    assert "KEY" not in result["text"]


async def test_a_folder_without_a_store_says_how_to_begin(editor, tmp_path):
    file = tmp_path / "alone.py"
    file.write_text("def alone():\n    return 1\n")
    result = await editor.execute("chesterton.server.recall", uri=file.as_uri(), seeds=["alone"])
    assert "`chesterton record` writes the first one" in result["text"]


async def test_what_a_turn_touched_comes_up_once_while_it_is_present(editor):
    uri, path, record = await case(editor)
    told = {"conversation": f"turns-{editor.name}"}

    async def touch(**given):
        await editor.execute("chesterton.server.touch", uri=uri, **told, **given)

    async def flush(**given):
        return await editor.execute("chesterton.server.flush", uri=uri, **told, **given)

    assert await flush() == {"text": "", "records": [], "reminder": ""}
    await touch(seeds=[f"{path}#Payment.retry"])
    first = await flush()
    assert (first["records"], RULE in first["text"]) == ([record], True)
    assert (await flush())["records"] == []
    await touch(seeds=[path], act="edited")
    assert (await flush(text=first["text"]))["records"] == []
    assert (await flush(text="The reader has gone on to something else."))["records"] == []
    await touch(**at(editor, uri))
    assert (await flush(text="Still something else."))["records"] == [record]
    await touch(seeds=["nowhere.py"])
    assert (await flush())["records"] == []


async def test_who_reads_a_record_is_not_told_it(editor):
    uri, path, record = await case(editor)
    told = {"conversation": f"read-{editor.name}"}
    await editor.execute("chesterton.server.touch", uri=uri, seeds=[path], **told)
    await editor.execute("chesterton.server.touch", uri=uri, act="read", text=record, **told)
    assert (await editor.execute("chesterton.server.flush", uri=uri, **told))["records"] == []


async def test_after_a_change_one_reminder_names_the_article(editor):
    uri, path, _ = await case(editor)
    article = editor.project.root / ".chesterton" / "articles" / f"{path.removesuffix('.py')}.md"
    article.parent.mkdir(parents=True, exist_ok=True)
    article.write_text("---\ncapsule: Payments stop at three.\n---\n# Payments\n\nThree attempts.\n")
    editor.touched(article)
    told = {"conversation": f"articles-{editor.name}"}

    async def turn(act):
        await editor.execute("chesterton.server.touch", uri=uri, seeds=[path], act=act, **told)
        return (await editor.execute("chesterton.server.flush", uri=uri, **told))["reminder"]

    async def reminds():
        return path.removesuffix(".py") in await turn("edited")

    await editor.until(reminds, True)
    assert await turn("failed") == ""
    assert await turn("opened") == ""


REFUSED = [
    ("touch", {"act": "eaten"}, "is no act; there are opened"),
    ("touch", {"conversation": "../out"}, "can't name a conversation"),
    ("flush", {"conversation": "a b"}, "can't name a conversation"),
    ("domain", {"id": "nowhere", "text": "It exists."}, "no domain nowhere is suggested"),
]


async def test_a_command_that_makes_no_sense_is_refused_with_the_reason(editor):
    uri, path, _ = await case(editor)
    for command, given, words in REFUSED:
        with pytest.raises(JsonRpcException, match=words):
            await editor.execute(f"chesterton.server.{command}", uri=uri, seeds=[path], **given)


async def test_a_domain_that_the_code_suggests_is_adopted(editor, new_project, tmp_path):
    shop = new_project(tmp_path)
    for folder, count in (("billing", 7), ("search", 6)):
        for number in range(count):
            other = (number + 1) % count
            call = f"from {folder}.part{other} import run{other}\n\ndef run{number}():\n    return run{other}()\n"
            shop.write(f"{folder}/part{number}.py", call)
    uri = shop.uri("billing/part0.py")

    async def suggested():
        found = await editor.execute("chesterton.server.domain", uri=uri)
        return [one["slug"] for one in found["suggestions"]]

    await editor.until(suggested, ["billing", "search"])
    await editor.execute("chesterton.server.domain", uri=uri, id="billing", text="Nothing is charged twice.")
    page = (tmp_path / ".chesterton" / "domains" / "billing.md").read_text()
    assert "status: accepted" in page
    assert "Nothing is charged twice." in page


async def test_hovers_and_lenses_are_noted_once_a_day(editor):
    uri, _, record = await case(editor)
    for _ in range(2):
        params = types.HoverParams(types.TextDocumentIdentifier(uri), editor.at(uri, "retry", 2))
        await editor.lsp.text_document_hover_async(params)
    uses = [(use.act, use.face) for use in remembered(editor.project.root) if use.card == record]
    assert sorted(set(uses)) == [("shown", "hover"), ("shown", "lens")]
    assert len(uses) == 2
