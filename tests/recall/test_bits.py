"""Sets of rows as bits, and sums over them."""

from hypothesis import given
from hypothesis import strategies as st

from chesterton.recall.memory_index.bits import Sums, bits_of, rows_of

ROWS = st.frozensets(st.integers(0, 99))


@given(ROWS)
def test_a_set_gives_its_rows_back_in_order(rows):
    assert list(rows_of(bits_of(rows, 100))) == sorted(rows)


@given(st.lists(st.tuples(ROWS, st.integers(1, 300)), max_size=8), st.integers(1, 900), st.integers(1, 120))
def test_sums_are_those_of_adding_row_by_row(added, least, count):
    sums, expected = Sums(), dict.fromkeys(range(100), 0)
    for rows, amount in added:
        sums.add(bits_of(rows, 100), amount)
        for row in rows:
            expected[row] += amount
    assert sums.most == max(expected.values())
    assert set(rows_of(sums.at_least(least))) == {row for row, total in expected.items() if total >= least}
    reached = sums.threshold(count)
    ranked = sorted(expected.values(), reverse=True)
    assert reached == max(ranked[count - 1] if count <= 100 else 0, 1)
