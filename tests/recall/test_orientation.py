from chesterton.base.paths import RepoPath
from chesterton.recall.domains import Domain, holding, suggest
from chesterton.recall.orientation import Moment, area_page, contents, coverage, timeline
from chesterton.recall.place import Place, Tie

from .cards import card, identity

DOMAINS = [
    Domain("money", "Money", "Nothing is charged twice.", ("src/billing/", "src/tax.py")),
    Domain("invoices", "Invoices", "", ("src/billing/invoices/",), parent="money"),
]
INITIATIVES = [Domain("exit", "Exit", "Leave the old data centre.")]
CARDS = [
    card("Charge once", kind="gotcha", date="2020-01-01"),
    card("Use Stripe", date="2021-01-01"),
    card("Number invoices", date="2022-01-01", initiative="audit"),
    card("Search with Lucene", domain="search"),
    card("Old payment", status="superseded", standing="retired", superseded_by=(identity("Use Stripe"),)),
    card("No globals", kind="constraint"),
    card("Shard it", status="proposed", standing="proposed"),
]


def tie(name, path):
    return Tie(identity(name), Place(RepoPath(path)))


TIES = [
    tie("Charge once", "src/billing/charge.py"),
    tie("Use Stripe", "src/billing/"),
    tie("Use Stripe", "src/tax.py"),
    tie("Number invoices", "src/billing/invoices/number.py"),
    tie("No globals", ""),
]


def test_the_table_of_contents():
    found = contents(
        CARDS, TIES, DOMAINS, INITIATIVES, lambda one: "body" if one == identity("Use Stripe") else "none"
    )
    assert [(one.slug, one.mistakes, one.records, one.subdomains) for one in found.domains] == [
        ("money", 1, 3, ("invoices",)),
        ("invoices", 0, 1, ()),
        ("search", 0, 1, ()),
    ]
    assert [(one.slug, one.summary, one.records) for one in found.initiatives] == [
        ("exit", "Leave the old data centre.", 0),
        ("audit", "", 1),
    ]
    assert [one.title for one in found.everywhere] == ["No globals"]
    assert [one.title for one in found.proposals] == ["Shard it"]
    assert [(one.title, verdict) for one, verdict in found.drifted] == [("Use Stripe", "body")]
    assert found.elsewhere == 1


def test_a_domain_shows_its_mistakes_first_and_its_busiest_places():
    page = area_page("money", CARDS, TIES, DOMAINS, INITIATIVES)
    assert [one.title for one in page.records] == ["Charge once", "Number invoices", "Use Stripe"]
    assert page.subdomains == ("invoices",)
    assert set(page.members) == {
        "src/billing/charge.py",
        "src/billing/",
        "src/tax.py",
        "src/billing/invoices/number.py",
    }


def test_an_unknown_domain_lists_those_there_are():
    assert area_page("monney", CARDS, TIES, DOMAINS, INITIATIVES) == (
        "money", "invoices", "search", "exit", "audit",
    )  # fmt: skip


def test_an_initiative_has_a_page_of_its_own():
    page = area_page("audit", CARDS, TIES, DOMAINS, INITIATIVES)
    assert [one.title for one in page.records] == ["Number invoices"]
    assert page.members == ("src/billing/invoices/number.py",)


def test_the_narrowest_domain_of_a_place_comes_first():
    place = Place(RepoPath("src/billing/invoices/number.py"), "next")
    assert [one.slug for one in holding(DOMAINS, place)] == ["invoices", "money"]
    assert holding(DOMAINS, Place(RepoPath("src/taxes.py"))) == []


def test_the_life_of_a_place_holds_what_its_records_replaced():
    cards = {one.id: one for one in [card("A", date="2019"), *CARDS]}
    old = cards[identity("Old payment")]
    commit = Moment("2020-06-01", "commit", "abc123", "Change the fee", "Ann")
    life = timeline(cards, [cards[identity("Use Stripe")], old], [commit])
    assert [one.title for one in life] == ["Change the fee", "Use Stripe", "Old payment"]
    assert life[2].note == f"superseded by {identity('Use Stripe')}"


def test_hot_files_without_a_record_come_first():
    changes = {RepoPath("a.py"): 9, RepoPath("b.py"): 5, RepoPath("c.py"): 7, RepoPath("d.py"): 1}
    rows = coverage(changes, lambda path: int(path == "a.py"), 3)
    assert [(row.path, row.changes, row.records) for row in rows] == [
        ("c.py", 7, 0),
        ("b.py", 5, 0),
        ("a.py", 9, 1),
    ]


def test_communities_suggest_domains_that_nobody_named():
    files = [RepoPath(f"src/search/{n}.py") for n in range(6)]
    billing = [RepoPath(f"src/billing/{n}.py") for n in range(6)]
    rest = [RepoPath(f"lib/{a}/{n}.py") for a in "abc" for n in range(2)]
    found = suggest({"search": files, "billing": billing, "rest": rest}, DOMAINS)
    assert [(one.slug, one.prefixes, one.files) for one in found] == [
        ("lib", ("lib/",), 6),
        ("search", ("src/search/",), 6),
    ]
