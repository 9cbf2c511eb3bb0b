"""Articles, journal, domains and the fields of a record, by somebody who has read the README only."""

import subprocess
from pathlib import Path

import pytest

SECRET = "gh" + "p_" + "a1B2" * 9
ARTICLE = ".chesterton/articles/auth.md"


@pytest.fixture
def store(run, project: Path) -> Path:
    run("init")
    return project


def test_an_article_is_written_read_listed_and_governs(run, answer, store: Path):
    (store / "lib").mkdir()
    (store / "lib/deep.py").write_text("x = 1\n")
    written = answer("article", "write", "lib", "--capsule", "The libraries.", "-m", "All of them.\n" * 50)
    assert written["path"] == ".chesterton/articles/lib.md"
    shown = answer("article", "show", "lib/deep.py")
    assert (shown["address"], shown["altitude"], shown["capsule"]) == ("lib", 1, "The libraries.")
    assert "lib governs lib/deep.py, 1 above it" in run("article", "show", "lib/deep.py").stdout
    assert [one["name"] for one in answer("article", "list")] == ["lib"]
    assert answer("article", "show", "auth.py") is None
    assert answer("here", "lib/deep.py")["article"]["altitude"] == 1


def test_what_is_not_given_stays_and_what_is_the_same_writes_nothing(run, answer, store: Path):
    answer("article", "write", "auth.py", "--capsule", "One.", "-m", "Text.")
    path = store / ARTICLE
    path.write_text(path.read_text().replace("capsule", "foreign: [kept]\ncapsule").replace("2026", "2020"))
    before = path.read_bytes()
    same = answer("article", "write", "auth.py", "--capsule", "One.", "-m", "Text.\n", "--scope", "asset")
    assert same["changed"] == []
    assert path.read_bytes() == before
    assert answer("article", "write", "auth.py", "--scope", "rule")["changed"] == [ARTICLE]
    text = path.read_text()
    assert "foreign: [kept]" in text
    assert "scope: rule" in text
    assert "Text." in text


def test_a_writer_that_read_something_else_is_refused(run, answer, store: Path):
    answer("article", "write", "auth.py", "--capsule", "One.", "-m", "Text.", "--seen", "")
    seen = answer("article", "show", "auth.py")["hash"]
    assert answer("article", "write", "auth.py", "-m", "More.", "--seen", seen)["changed"]
    late = run("article", "write", "auth.py", "-m", "Other.", "--seen", seen)
    assert late.exit_code == 2
    assert "read it again" in late.stderr


def test_a_contract_refuses_what_a_write_touched_and_a_broken_one_lets_all_pass(run, answer, store: Path):
    contract = store / ".chesterton/schema.toml"
    contract.write_text("[article.capsule]\nrequired = true\nhint = 'one line'\n")
    refused = run("article", "write", "auth.py", "-m", "Text.")
    assert refused.exit_code == 2
    assert "capsule is required: one line" in refused.stderr
    assert not (store / ARTICLE).exists()
    contract.write_text("[article.capsule\n")
    loud = answer("article", "write", "auth.py", "-m", "Text.")
    assert "bad-schema" in {one["code"] for one in loud["advice"]}


def test_a_moved_article_takes_its_links_and_its_journal_along(run, answer, store: Path):
    (store / "other.py").write_text("x = 1\n")
    answer("article", "write", "auth.py", "--capsule", "One.", "-m", "Text.")
    answer("article", "write", "notes/rule", "--scope", "rule", "--capsule", "R.", "-m", "See [[auth]].")
    answer("journal", "add", "-m", "It happened.", "--about", "auth.py")
    answer("article", "move", "auth.py", "other.py")
    shown = answer("article", "show", "other.py")
    assert len(shown["journal"]) == 1
    assert "[[other]]" in (store / ".chesterton/articles/notes/rule.md").read_text()
    assert run("article", "move", "auth.py", "x.py").exit_code == 2


def test_a_mount_keeps_its_own_articles(run, answer, store: Path):
    for path in ("libs/ui/.chesterton/articles/button.md", "libs/ui/button.tsx", "libs/ui/form.tsx"):
        (store / path).parent.mkdir(parents=True, exist_ok=True)
        (store / path).write_text("---\ncapsule: A button.\n---\n\nText.\n" if path.endswith("md") else "")
    assert answer("article", "show", "ui:button.tsx")["address"] == "ui:button"
    written = answer("article", "write", "libs/ui/form.tsx", "--capsule", "F.", "-m", "Text.")
    assert written["path"] == "libs/ui/.chesterton/articles/form.md"
    assert answer("article", "write", "ui:form", "-m", "More.")["changed"] == [written["path"]]
    assert [one["name"] for one in answer("article", "list", "ui:")] == ["ui:button", "ui:form"]
    assert "capsule-missing" not in {one["code"] for one in answer("lint")["findings"]}


def test_the_journal_is_appended_to_and_shows_what_was_changed(run, answer, store: Path):
    for _ in range(2):
        answer("journal", "add", "-m", "Raised the cap.", "--about", "auth.py", "--by", "agent x")
    entries = answer("journal", "list", "--about", "auth.py")
    assert [entry["by"] for entry in entries] == ["agent x", "agent x"]
    assert [Path(entry["path"]).name[11:] for entry in entries] == [
        "raised-the-cap.md",
        "raised-the-cap-2.md",
    ]
    assert run("journal", "verify").exit_code == 0
    first = store / entries[0]["path"]
    first.write_text(first.read_text().replace("Raised", "Lowered"))
    assert run("journal", "verify").exit_code == 1
    assert len(answer("journal", "list", "--last", "1")) == 1


def test_a_journal_entry_may_be_about_a_record(answer, store: Path):
    record = answer("record", "--title", "Use one", "--at", "auth.py", "-m", "We use one.")
    answer("journal", "add", "-m", "Broke.", "--about", record["id"][-6:])
    assert len(answer("journal", "list", "--about", record["id"])) == 1


def test_a_domain_is_described_ratified_and_has_members(run, answer, store: Path):
    answer("domain", "add", "Sessions", "-m", "Who is who. And more.", "--path", "auth.py")
    record = answer("record", "--title", "Use one", "--at", "auth.py#Session", "-m", "We use one.")
    shown = answer("domain", "show", "sessions")
    assert (shown["status"], shown["summary"]) == ("proposed", "Who is who.")
    assert [one["id"] for one in shown["members"]] == [record["id"]]
    answer("domain", "ratify", "sessions")
    assert answer("domain", "list")[0]["status"] == "accepted"
    assert run("domain", "add", "Sessions", "-m", "Again.").exit_code == 2
    assert run("domain", "add", "Part", "-m", "Why.", "--parent", "none").exit_code == 2
    answer("initiative", "add", "Faster", "-m", "It is slow.", "--ratified")
    answer("edit", record["id"], "initiative=faster")
    assert [one["id"] for one in answer("initiative", "show", "faster")["members"]] == [record["id"]]
    answer("initiative", "drop", "faster")
    assert "dropped" in run("initiative", "list").stdout


def test_every_field_of_a_record_can_be_set_and_is_shown(run, answer, store: Path):
    other = answer("record", "--title", "Other", "-m", "Other words here.")["id"]
    fields = {
        "valid_from": "2026-01-01", "valid_to": "2099-01-01", "review_by": "2098-01-01", "implemented": "partly",
        "domain": "money", "initiative": "faster", "sensitivity": "public", "acl_group": "team",
        "namespace": "core", "source": "we measured it", "provenance": "agent x",
    }  # fmt: skip
    settings = [
        word for key, value in fields.items() for word in ("--set", f"{key.replace('_', '-')}={value}")
    ]
    body = "It is slow.\n\n## Considered Options\n\nTwo.\n\n## Consequences\n\nIt costs."
    made = answer(
        "record", "--kind", "fact", "--title", "Slow", "-m", body, *settings,
        "--set", f"supports={other[-6:]}", "--set", "tags=a,b", "--at", "auth.py",
    )  # fmt: skip
    page = answer("show", made["id"])
    assert {key: page[key] for key in fields} == fields
    assert page["tags"] == ["a", "b"]
    assert page["supports"][0].endswith(f"Other ({other})")
    assert page["ratified"].endswith(" Ann")
    assert page["in_force"]
    assert page["sections"] == {"options": "Two.", "consequences": "It costs."}
    assert answer("show", other)["supported_by"]
    words = run("show", made["id"]).stdout
    assert all(value in words for value in fields.values())
    answer("edit", made["id"], "review-by=", "implemented=yes")
    page = answer("show", made["id"])
    assert (page["review_by"], page["implemented"]) == ("", "yes")


@pytest.mark.parametrize(
    "setting", ["review-by=soon", "implemented=perhaps", "status=accepted", "supports=none", "x"]
)
def test_what_does_not_fit_is_not_written(run, answer, store: Path, setting: str):
    record = answer("record", "--title", "Other", "-m", "Words.")
    before = (store / record["path"]).read_bytes()
    assert run("edit", record["id"], setting).exit_code == 2
    assert (store / record["path"]).read_bytes() == before
    assert run("record", "--title", "T", "-m", "W.", "--set", setting).exit_code == 2
    assert len(list((store / ".chesterton/records").iterdir())) == 1


def test_no_writer_lets_a_credential_pass(run, answer, store: Path):
    record = answer("record", "--title", "One", "-m", "Words that stay.")["id"]
    before = subprocess.run(["git", "status", "--porcelain", "-uall"], capture_output=True, check=True).stdout
    text = f"The key is {SECRET}."
    for command in (
        ("record", "--title", "T", "-m", text),
        ("record", "--title", text, "-m", "W."),
        ("supersede", record, "--title", "T", "-m", text),
        ("edit", record, f"source={SECRET}"),
        ("article", "write", "auth.py", "-m", text),
        ("article", "write", "auth.py", "-m", "W.", "--capsule", text),
        ("journal", "add", "-m", text),
        ("domain", "add", "D", "-m", text),
    ):
        refused = run(*command)
        assert refused.exit_code == 2, command
        assert "github" in refused.stderr
        assert "a1B2" not in refused.output
        assert "a1b2" not in refused.output
    after = subprocess.run(["git", "status", "--porcelain", "-uall"], capture_output=True, check=True).stdout
    assert after == before


def test_a_superseded_record_is_superseded_again_only_when_asked_to(run, answer, store: Path):
    old = answer("record", "--title", "Old", "-m", "Old words.")["id"]
    new = answer("supersede", old, "--title", "New", "-m", "New words.")["id"]
    refused = run("supersede", old, "--title", "Newer", "-m", "Newer words.")
    assert refused.exit_code == 2
    assert new in refused.stderr
    assert run("supersede", old, "--again", "--title", "Newer", "-m", "Newer words.").exit_code == 0


def test_what_is_said_already_is_named_and_written_all_the_same(run, answer, store: Path):
    first = answer("record", "--title", "Compare tokens in constant time", "-m", "Never compare with ==.")
    second = answer("record", "--title", "Compare tokens in constant time", "-m", "Never compare with ==.")
    assert [one["id"] for one in second["near"]] == [first["id"]]


def test_a_text_is_taken_from_a_file_in_any_encoding(answer, store: Path):
    (store / "body.txt").write_bytes("Für alle.".encode("latin-1"))
    answer("article", "write", "auth.py", "--file", "body.txt")
    assert answer("article", "show", "auth.py")["body"].strip() == "Für alle."
