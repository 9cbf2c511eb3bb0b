"""Symbols that were split, and symbols that became one: the verdict, the place, and who is named."""

from pathlib import Path

import pytest

from .repositories import Repository
from .stores import decide, only, verdicts
from .workspaces import judged

WHOLE = """\
def report(orders, out):
    total = 0
    for order in orders:
        if order.cancelled or order.test:
            continue
        total += order.amount * order.rate
    lines = []
    for order in sorted(orders, key=by_day):
        lines.append(f"{order.day:%F} {order.customer.name:<30} {order.amount:>12.2f}")
    out.write("\\n".join(lines))
    out.write(f"total {total}")
    return total
"""
SPLIT = """\
def total_of(orders):
    total = 0
    for order in orders:
        if order.cancelled or order.test:
            continue
        total += order.amount * order.rate
    return total


def lines_of(orders):
    lines = []
    for order in sorted(orders, key=by_day):
        lines.append(f"{order.day:%F} {order.customer.name:<30} {order.amount:>12.2f}")
    return lines


def report(orders, out):
    total = total_of(orders)
    out.write("\\n".join(lines_of(orders)))
    out.write(f"total {total}")
    return total
"""
CALLER = """\
def close(day, orders, out):
    log.info("closing %s with %d orders", day, len(orders))
    report(orders, out)
    archive(day)
    return day
"""
INLINED = CALLER.replace("    report(orders, out)\n", "".join(WHOLE.splitlines(keepends=True)[1:-1]))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_parts_taken_out_of_a_function_are_named_without_git():
    found = judged({"a.py": WHOLE}, {"a.py": SPLIT}, "a.py#report")
    assert (found.verdict, found.state, str(found.place)) == ("split", "live", "a.py#report")
    assert {part.key for part in found.parts} == {"total_of", "lines_of"}


def test_a_helper_that_took_nothing_over_is_no_part():
    helped = WHOLE.replace("total = 0", "total = zero(out)").replace("order.rate", "order.rates")
    found = judged(
        {"a.py": WHOLE}, {"a.py": "def zero(out):\n    return out.start\n\n\n" + helped}, "a.py#report"
    )
    assert (found.verdict, found.parts) == ("body", ())


def test_code_that_is_deleted_is_no_split_beside_a_look_alike_that_is_not_used(repository: Repository):
    beside = WHOLE.replace("def report", "def print_all")
    short = "def report(orders, out):\n    return 0\n"
    repository.commit({"a.py": WHOLE + "\n\n" + beside})
    decide(repository.root, "a.py#report")
    repository.commit({"a.py": short + "\n\n" + beside})
    found = only(repository.root)
    assert (found.verdict, str(found.place)) == ("body", "a.py#report")


@pytest.mark.parametrize("committed", [True, False])
def test_a_split_follows_the_main_body_to_another_file(repository: Repository, committed: bool):
    repository.commit({"a.py": WHOLE, "z.py": "x = 1\n"})
    decide(repository.root, "a.py#report")
    repository.commit({}, "Record")
    if committed:
        repository.commit({"a.py": None, "b.py": SPLIT})
    else:
        (repository.root / "a.py").unlink()
        (repository.root / "b.py").write_text(SPLIT)
    found = only(repository.root)
    assert (found.verdict, str(found.place)) == ("split", "b.py#report")
    assert {str(part) for part in found.parts} == {"b.py#total_of", "b.py#lines_of"}


def test_a_function_that_became_two_is_a_question_that_names_both(repository: Repository):
    repository.commit({"a.py": WHOLE})
    decide(repository.root, "a.py#report")
    repository.commit({"a.py": SPLIT.partition("\n\n\ndef report")[0] + "\n"})
    found = only(repository.root)
    assert found.verdict == "split"
    assert found.state == "ambiguous"
    assert {part.key for part in found.parts} == {"total_of", "lines_of"}
    assert {candidate.place.key for candidate in found.candidates} >= {"total_of", "lines_of"}


@pytest.mark.parametrize("committed", [True, False])
def test_a_function_inlined_into_its_caller_was_merged(repository: Repository, committed: bool):
    repository.commit({"a.py": WHOLE + "\n\n" + CALLER})
    decide(repository.root, "a.py#report")
    repository.commit({}, "Record")
    (repository.root / "a.py").write_text(INLINED)
    if committed:
        repository.commit({})
    found = only(repository.root)
    assert (found.verdict, found.state, found.place) == ("merged", "ambiguous", None)
    assert [candidate.place.key for candidate in found.candidates] == ["close"]


def test_a_function_inlined_into_its_caller_was_merged_without_git():
    found = judged({"a.py": WHOLE + "\n\n" + CALLER}, {"a.py": INLINED}, "a.py#report")
    assert (found.verdict, found.state, found.candidates[0].place.key) == ("merged", "ambiguous", "close")


def test_duplicates_that_became_one_name_each_other(repository: Repository):
    methods = "".join(f"    {line}" if line.strip() else line for line in WHOLE.splitlines(keepends=True))
    base = "class Base:\n    pass\n\n\n"
    both = "class Shop(Base):\n" + methods + "\n\nclass Depot(Base):\n" + methods
    repository.commit({"a.py": base + both})
    decide(repository.root, "a.py#Shop.report", "a.py#Depot.report")
    repository.commit(
        {
            "a.py": "class Base:\n"
            + methods
            + "\n\nclass Shop(Base):\n    pass\n\n\nclass Depot(Base):\n    pass\n"
        }
    )
    found = verdicts(repository.root)
    assert {judgement.verdict for judgement in found} == {"merged"}
    assert {str(place) for judgement in found for place in _places(judgement)} == {"a.py#Base.report"}
    assert "Depot.report" in found[1].note + found[0].note


def _places(judgement):
    return [judgement.place] if judgement.place else [candidate.place for candidate in judgement.candidates]
