"""Many exact tables at once are the tables one by one."""

import numpy as np
import pytest

from odds import OddsError, SpecialTest, exact, exact_tables, parse


def one_by_one(tests, shape):
    for test in tests:
        law = exact(test).values
        yield np.pad(law, [(0, shape[0] - law.shape[0]), (0, shape[1] - law.shape[1])])


def test_the_grid_is_its_tables():
    tests = [SpecialTest(n, "S", v, luck) for n in range(1, 13) for v in range(11) for luck in range(n + 2)]
    found = exact_tables(tests)
    assert np.abs(found.sum((1, 2)) - 1).max() < 1e-12
    for table, alone in zip(found, one_by_one(tests, found.shape[1:]), strict=True):
        assert np.abs(table - alone).max() < 1e-14


def test_tests_of_every_kind_may_be_mixed():
    queries = ["6S S6 L3", "6S S6 L3 reroll 2", "4P P4 L2 unlucky", "6S S6 L3 Four Leaf Clover", "60S S7 L60", "4L L3"]
    queries += ["6S S6 L3 V.A.T.S. 3", "6S S6 L3 reroll once", "6S S6 L3 melee with Psycho"]
    tests = [parse(query) for query in queries]
    found = exact_tables(tests)
    for table, alone in zip(found, one_by_one(tests, found.shape[1:]), strict=True):
        assert np.abs(table - alone).max() < 1e-14


@pytest.mark.parametrize("bad", [[], [parse("6S")]])
def test_what_has_no_table_is_refused(bad):
    with pytest.raises(OddsError):
        exact_tables(bad)
