"""Articles, journal, domains and initiatives."""

from collections.abc import Iterable
from datetime import UTC, date, datetime

import pytest

from chesterton.base.disk import FileChange
from chesterton.base.paths import RepoPath
from chesterton.records import articles, journal
from chesterton.records.addresses import Assets, address_of, contain, settle
from chesterton.records.areas import check_areas, describe
from chesterton.records.articles import ConflictError
from chesterton.records.library import Library
from chesterton.records.lint import articles as rules
from chesterton.records.lint.rules import LintConfig
from chesterton.records.lint.schema import Contract, read_contract, refused
from chesterton.records.model import RecordError

TODAY = date(2026, 12, 1)


class Desk:
    """A library in memory."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.library = Library().update(
            {RepoPath(path): text.encode() for path, text in (files or {}).items()}
        )
        self.files: dict[RepoPath, bytes | None] = {}

    def apply(self, changes: Iterable[FileChange]) -> None:
        changed = {change.path: change.after for change in changes}
        self.files |= changed
        self.library = self.library.update(changed)

    def write(self, name: str, day: date = TODAY, **fields: str) -> list[FileChange]:
        changes = articles.write(self.library.articles, name, day, **fields)  # type: ignore[arg-type]
        self.apply(changes)
        return changes

    def text(self, path: str) -> str:
        return (self.files[RepoPath(path)] or b"").decode()

    def codes(self, *assets: str, contract: Contract | None = None) -> list[str]:
        shelf = rules.Shelf(
            self.library, Assets.of(assets), lambda folder: contract or Contract(), LintConfig()
        )
        found = self.library.articles.articles
        return [problem.code for article in found for problem in rules.check(article, shelf)]


@pytest.mark.parametrize(
    ("asset", "address"),
    [
        ("src/core/session.ts", "src/core/session"),
        ("src/a.b.c.ts", "src/a.b.c"),
        (".env", ".env"),
        (".eslintrc.json", ".eslintrc"),
        ("v1.2/notes", "v1.2/notes"),
        ("a//b/./c.TXT", "a/b/c"),
        ("../../journal/x", "journal/x"),
        ("a/../../../outside/pwned", "outside/pwned"),
        ("src\\core\\x.ts", "src/core/x"),
        ("README", "README"),
    ],
)
def test_an_address_is_a_path_without_its_last_extension(asset: str, address: str):
    assert address_of(asset) == address
    assert contain(address) == address


def test_files_that_would_share_an_address_are_told_apart():
    files = Assets.of(["src/foo.ts", "src/foo.py", "src/bar.py", "src/baz.py", "src/baz/inner.py"])
    assert address_of("src/foo.ts", files) == "src/foo.ts"
    assert address_of("src/foo.py", files) == "src/foo.py"
    assert address_of("src/bar.py", files) == "src/bar"
    assert address_of("src/baz.py", files) == "src/baz.py"
    assert address_of("src/baz/", files) == "src/baz"


def test_an_exact_stored_address_wins_unless_a_file_has_that_name():
    assert settle("src/config.test", ["src/config.test"]) == "src/config.test"
    assert settle("src/config.test", ["src/config.test"], Assets.of(["src/config.test"])) == "src/config"


def test_the_nearest_article_governs_and_says_how_far_it_is():
    desk = Desk()
    desk.write("src", body="All of it.", capsule="The sources.")
    desk.write("src/core", body="The core.", capsule="The core.")
    found = desk.library.articles.governing("src/core/deep/file.py")
    assert found is not None
    assert (found.article.address, found.altitude) == ("src/core", 2)
    assert desk.library.articles.governing("docs/x.md") is None


def test_a_mount_is_addressed_by_name_and_by_path():
    desk = Desk({"libs/ui/.chesterton/articles/button.md": "---\ncapsule: A button.\n---\n\nText.\n"})
    for asset in ("libs/ui/button.tsx", "ui:button.tsx"):
        found = desk.library.articles.governing(asset)
        assert found is not None, asset
        assert found.article.name == "ui:button"


def test_a_write_leaves_what_it_does_not_say_and_moves_no_date_for_nothing():
    desk = Desk()
    desk.write("src/core", body="Text: `a`", capsule="Opens with: a colon # and a hash")
    path = ".chesterton/articles/src/core.md"
    before = desk.text(path)
    assert before == (
        "---\ncapsule: \"Opens with: a colon # and a hash\"\nupdated: 2026-12-01\n---\n\nText: `a`\n"
    )  # fmt: skip
    assert desk.write("src/core", date(2027, 1, 1), body="Text: `a`\n", capsule="") == []
    desk.write("src/core", date(2027, 1, 1), capsule="New.")
    assert desk.text(path) == '---\ncapsule: "New."\nupdated: 2027-01-01\n---\n\nText: `a`\n'
    desk.write("src/core", date(2027, 1, 2), scope="rule")
    assert "scope: rule\n" in desk.text(path)


def test_foreign_keys_and_line_ends_survive():
    raw = "---\r\naliases:\r\n  - x\r\ncapsule: Old.\r\nupdated: 2020-01-01\r\n---\r\n\r\nBody.\r\n"
    desk = Desk({".chesterton/articles/a.md": raw})
    desk.write("a", body="New\nlines.")
    assert desk.text(".chesterton/articles/a.md") == raw.replace("2020-01-01", "2026-12-01").replace(
        "Body.", "New\r\nlines."
    )


def test_a_writer_who_saw_something_else_is_refused():
    desk = Desk()
    desk.write("a", body="One.", capsule="C.")
    article = desk.library.articles.at("a")
    assert article is not None
    desk.write("a", body="Two.", seen=article.hash)
    with pytest.raises(ConflictError):
        desk.write("a", body="Three.", seen=article.hash)
    with pytest.raises(RecordError):
        desk.write("b", capsule="No body.")


def test_a_body_pasted_with_its_header_is_stripped():
    desk = Desk()
    desk.write("a", body="---\ncapsule: pasted\n---\n\nText.", capsule="Mine.")
    assert desk.text(".chesterton/articles/a.md").count("---") == 2


@pytest.mark.parametrize(
    ("code", "name", "fields", "assets"),
    [
        ("capsule-missing", "src/a", {"body": "x" * 500}, ["src/a.py"]),
        ("capsule-long", "src/a", {"body": "x" * 500, "capsule": "long " * 300}, ["src/a.py"]),
        ("capsule-event", "src/a", {"body": "x" * 500, "capsule": "Fixed the cache."}, ["src/a.py"]),
        ("article-address", "meetings/2026-11-30", {"body": "x" * 500, "capsule": "C."}, []),
        ("article-orphan", "src/a", {"body": "x" * 500, "capsule": "C."}, ["src/b.py"]),
        ("article-oversized", "src/a", {"body": "word " * 2000, "capsule": "C."}, ["src/a.py"]),
        ("dead-link", "src/a", {"body": "See [[src/none]] and `[[x]]`. " + "x" * 500, "capsule": "C."}, ["src/a.py"]),
        ("rule-at-asset", "src/a", {"body": "Never a. Always b. You must." + "x" * 400, "capsule": "C."}, ["src/a.py"]),
    ],
)  # fmt: skip
def test_a_rule_about_articles(code: str, name: str, fields: dict[str, str], assets: list[str]):
    desk = Desk()
    desk.write(name, **fields)
    assert desk.codes(*assets) == [code]


def test_a_tiny_article_belongs_to_its_parent():
    desk = Desk()
    desk.write("src", body="x" * 500, capsule="C.")
    desk.write("src/a", body="Small.", capsule="C.")
    assert desk.codes("src/a.py") == ["article-tiny"]


def test_a_journal_entry_names_the_values_that_its_article_lost():
    desk = Desk()
    desk.write("src/a", body="The cap is 42. " + "x" * 500, capsule="C.")
    entry = 'Raised the cap to 42, 7 % of `SESSION_TTL`; the job "nightly dispatch" takes 5 ms.'
    desk.apply(
        journal.append(desk.library.journal, entry, datetime(2026, 12, 1, tzinfo=UTC), subjects=["src/a"])
    )
    assert desk.codes("src/a.py") == ["lost-value"]
    article = desk.library.articles.at("src/a")
    assert article is not None
    assert rules.lost_values(entry, article) == ["nightly dispatch", "SESSION_TTL", "5 ms", "7 %"]


def test_an_edit_that_takes_a_rule_away_or_narrates_is_named():
    desk = Desk()
    desk.write("src/a", body="You must close it.", capsule="C.")
    before = desk.library.articles.at("src/a")
    desk.write("src/a", body="You should close it. Previously it was left open, which used to be fine.")
    after = desk.library.articles.at("src/a")
    assert before is not None
    assert after is not None
    assert [problem.code for problem in rules.check_edit(before, after)] == ["laundering", "article-growth"]


def test_a_contract_refuses_what_a_write_touched_and_warns_about_the_rest():
    contract, problems = read_contract(
        b"[article.references]\nrequired = true\nhint = 'cite'\n[article.capsule]\nmost = 3\n"
    )
    assert problems == ()
    desk = Desk()
    desk.write("src/a", body="x" * 500, capsule="Four.")
    article = desk.library.articles.at("src/a")
    assert article is not None
    assert list(refused(article, contract, {"body"}, created=False)) == ["references is required: cite"]
    assert list(refused(article, contract, {"capsule"}, created=False)) == []
    assert list(refused(article, contract, {"capsule"}, created=True)) == ["references is required: cite"]
    assert desk.codes("src/a.py", contract=contract) == ["schema", "schema"]
    empty, problems = read_contract(b"[article.capsul]\n")
    assert (empty, [problem.code for problem in problems]) == (Contract(), ["bad-schema"])


def test_the_journal_is_never_overwritten_and_shows_tampering():
    desk = Desk()
    for hour in (8, 9, 10):
        changes = journal.append(
            desk.library.journal,
            "Raised the cap.",
            datetime(2026, 12, 1, hour, tzinfo=UTC),
            subjects=["a,b/quoted"],
            by="agent x",
        )
        desk.apply(changes)
    names = [entry.path.rsplit("/", 1)[-1] for entry in desk.library.journal]
    assert names == [f"2026-12-01-raised-the-cap{suffix}.md" for suffix in ("", "-2", "-3")]
    assert len(desk.library.entries_about("a,b/quoted")) == 3
    assert list(journal.check_chain(desk.library.journal)) == []
    first = RepoPath(f".chesterton/journal/{names[0]}")
    desk.apply([FileChange(first, None, (desk.files[first] or b"").replace(b"Raised", b"Lowered"))])
    (problem,) = journal.check_chain(desk.library.journal)
    assert problem.path.endswith("-2.md")


def test_entries_of_two_branches_are_both_followed():
    desk = Desk()
    one = journal.append((), "Left.", datetime(2026, 12, 1, 8, tzinfo=UTC))
    other = journal.append((), "Right.", datetime(2026, 12, 1, 9, tzinfo=UTC))
    desk.apply([*one, *other])
    desk.apply(journal.append(desk.library.journal, "Both.", datetime(2026, 12, 1, 10, tzinfo=UTC)))
    assert len(desk.library.journal[-1].after) == 2
    assert list(journal.check_chain(desk.library.journal)) == []


def test_domains_cover_paths_and_have_parents_without_circles():
    desk = Desk()
    desk.apply(
        describe("domain", "Money", "It is lost easily.", TODAY, prefixes=["src/money"], status="accepted")
    )
    desk.apply(
        describe(
            "domain", "Tax", "Law.", TODAY, parent="money", prefixes=["src/money/tax"], status="accepted"
        )
    )
    areas = desk.library.areas
    assert [area.slug for area in areas.covering("src/money/tax/vat.py")] == ["tax", "money"]
    assert areas.domains["tax"].summary == "Law."
    assert list(check_areas(areas, ())) == []
    path = RepoPath(".chesterton/domains/money.md")
    desk.apply([FileChange(path, None, (desk.files[path] or b"").replace(b"paths:", b"parent: tax\npaths:"))])
    assert {problem.code for problem in check_areas(desk.library.areas, ())} == {"domain-cycle"}
    desk.apply([FileChange(path, None, (desk.files[path] or b"").replace(b"parent: tax", b"parent: none"))])
    assert [problem.code for problem in check_areas(desk.library.areas, ())] == ["unknown-domain"]
