from datetime import date

import pytest

from chesterton.base.paths import RepoPath
from chesterton.recall.memory_index.reader import Reader
from chesterton.recall.place import Article, Neighbour, Nothing, Place, Tie, View
from chesterton.recall.place_recall import PlaceRecall

from .cards import card, identity

TODAY = date(2026, 12, 1)


def place(text):
    path, _, symbol = text.partition("#")
    return Place(RepoPath(path), symbol)


def tie(name, target, pattern=""):
    return Tie(identity(name), place(target), pattern)


class Around(Nothing):
    def neighbours(self, place):
        return [
            Neighbour(Place(RepoPath("src/pages.py"), "render"), "caller", 1),
            Neighbour(Place(RepoPath("src/site.py"), "main"), "caller", 2),
        ]

    def domains(self, place):
        return ["caching"]

    def article(self, place):
        return Article("src/cache", "Pages live an hour.")

    def drift(self, card):
        return "body" if card == identity("File") else "none"


CARDS = [
    card("Symbol"),
    card("Class"),
    card("File"),
    card("Gotcha", kind="gotcha"),
    card("Directory"),
    card("Nearer directory"),
    card("Glob"),
    card("Domain", domain="caching"),
    card("Caller"),
    card("Far caller"),
    card("Speaks", "Whoever calls `load_page` holds the lock."),
    card("Everywhere"),
    card("Elsewhere"),
    card("Proposal", status="proposed", standing="proposed"),
    card("Reverted", status="superseded", standing="retired"),
]
TIES = [
    tie("Symbol", "src/web/cache.py#Cache.load_page"),
    tie("Symbol", "src/web/cache.py"),
    tie("Class", "src/web/cache.py#Cache"),
    tie("File", "src/web/cache.py"),
    tie("Gotcha", "src/web/cache.py"),
    tie("Directory", "src/"),
    tie("Nearer directory", "src/web/"),
    tie("Glob", "", "src/**/*.py"),
    tie("Caller", "src/pages.py#render"),
    tie("Far caller", "src/site.py#main"),
    tie("Everywhere", ""),
    tie("Elsewhere", "src/web/cache.py#Cache.drop"),
    tie("Proposal", "src/web/cache.py#Cache.load_page"),
    tie("Reverted", "src/web/cache.py#Cache.load_page"),
    tie("No such record", "src/web/cache.py"),
]
RECALL = PlaceRecall(CARDS, TIES)
VIEW = View(TODAY, Around(), Around())


def titles(ranked):
    return [one.card.title for one in ranked]


def test_a_symbol_is_governed_from_the_nearest_tie_outwards():
    answer = RECALL.at([place("src/web/cache.py#Cache.load_page")], VIEW)
    assert titles(answer.governing) == [
        "Symbol",
        "Class",
        "Gotcha",
        "File",
        "Glob",
        "Nearer directory",
        "Directory",
        "Speaks",
        "Domain",
        "Caller",
        "Far caller",
        "Everywhere",
    ]
    assert titles(answer.proposed) == ["Proposal"]
    assert titles(answer.retired) == ["Reverted"]
    assert answer.article == Article("src/cache", "Pages live an hour.")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Symbol", "on Cache.load_page"),
        ("Class", "on Cache, which holds Cache.load_page"),
        ("File", "on the file src/web/cache.py"),
        ("Directory", "on the directory src/"),
        ("Glob", "on src/**/*.py"),
        ("Domain", "in the domain caching"),
        ("Caller", "on src/pages.py#render, which calls this"),
        ("Far caller", "on src/site.py#main, which calls this, 2 steps away"),
        ("Speaks", "speaks of load_page"),
        ("Everywhere", "applies everywhere"),
    ],
)
def test_every_line_says_why_it_is_here(name, reason):
    answer = RECALL.at([place("src/web/cache.py#Cache.load_page")], VIEW)
    assert next(one.reason for one in answer.governing if one.card.title == name) == reason


def test_a_file_is_governed_by_what_its_symbols_are_tied_to():
    answer = RECALL.at([place("src/web/cache.py")], View(TODAY))
    names = titles(answer.governing)
    assert names[0] == "Gotcha"
    assert set(names[1:3]) == {"File", "Symbol"}
    assert set(names[3:5]) == {"Class", "Elsewhere"}


def test_a_class_is_governed_by_its_members():
    answer = RECALL.at([place("src/web/cache.py#Cache")], View(TODAY))
    inside = {one.card.title: one.reason for one in answer.governing if one.level == "inside"}
    assert inside == {"Elsewhere": "on Cache.drop, inside Cache"}


def test_a_directory_gathers_what_lies_below_it():
    answer = RECALL.at([place("src/web/")], View(TODAY))
    assert titles(answer.governing)[0] == "Nearer directory"
    assert set(titles(answer.governing)[1:6]) == {"Symbol", "Class", "File", "Gotcha", "Elsewhere"}
    assert titles(answer.governing)[6:] == ["Directory", "Everywhere"]


def test_a_change_over_several_places_names_each_record_once_for_its_best_reason():
    answer = RECALL.at([place("src/pages.py#render"), place("src/web/cache.py#Cache")], View(TODAY))
    assert len(set(titles(answer.governing))) == len(answer.governing)
    assert {"Class", "Caller"} <= set(titles(answer.governing)[:2])


def test_a_drifted_record_says_so_and_stands_behind_its_equals():
    answer = RECALL.at([place("src/web/cache.py")], VIEW)
    drifts = {one.card.title: one.drift for one in answer.governing}
    assert (drifts["File"], drifts["Gotcha"]) == ("body", "none")


def test_nothing_is_tied_to_a_place_nobody_wrote_about():
    answer = PlaceRecall([card("A"), card("B")], [tie("A", "src/a.py")]).at(
        [place("lib/z.rs#run")], View(TODAY)
    )
    assert answer.governing == ()


def test_an_empty_store_has_an_empty_answer():
    assert PlaceRecall([], []).at([place("src/a.py")], View(TODAY)).governing == ()


def test_a_name_that_every_record_says_ties_none_of_them_firmly():
    cards = [card(f"N{i}", "Call `load_page` first.") for i in range(40)]
    answer = PlaceRecall(cards, []).at([place("src/a.py#load_page")], View(TODAY))
    one = PlaceRecall(cards[:1], []).at([place("src/a.py#load_page")], View(TODAY))
    assert max(found.score for found in answer.governing) < one.governing[0].score


def test_who_asks_also_gets_what_only_shares_words_last():
    cards = [
        card("Tied"),
        card("Retry payments", "Failed payments are retried."),
        card("Other", "Nothing here."),
    ]
    recall = PlaceRecall(cards, [tie("Tied", "src/payments/retry.py")])
    asked = recall.at([place("src/payments/retry.py")], View(TODAY), Reader.of(cards), words=True)
    assert titles(asked.governing) == ["Tied", "Retry payments"]
    assert asked.governing[1].reason == "shares words with the place: Failed payments are retried."
    assert titles(recall.at([place("src/payments/retry.py")], View(TODAY)).governing) == ["Tied"]


def test_of_records_on_one_file_that_which_speaks_of_it_comes_first_but_never_before_the_symbols_own():
    cards = [card("Aged logs"), card("Retry payments", "Failed payments are retried."), card("Zero downtime")]
    recall = PlaceRecall(
        cards,
        [
            tie("Aged logs", "src/payments/retry.py"),
            tie("Retry payments", "src/payments/retry.py"),
            tie("Zero downtime", "src/payments/retry.py#later"),
        ],
    )
    found = recall.at([place("src/payments/retry.py#later")], View(TODAY), Reader.of(cards))
    assert titles(found.governing) == ["Zero downtime", "Retry payments", "Aged logs"]
    assert titles(recall.at([place("src/payments/retry.py")], View(TODAY), Reader.of(cards)).governing)[
        0
    ] == ("Retry payments")
