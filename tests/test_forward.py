"""Failing Forward: exact against a sum over every way the Tests can end, lanes against exact."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import OddsError, exact, parse, simulate
from odds.core.agreement import agreement
from odds.factions.forward.rules import Forward

TESTS = ("2I I3 L2", "4P P4 L2 reroll 1", "1S S2 L2 unlucky", "6S S6 L3", "Evade A0", "3E E9 L1")


def forward(*queries):
    return Forward(tuple(map(parse, queries)))


@given(st.lists(st.sampled_from(TESTS), min_size=1, max_size=5))
def test_the_chance_is_that_of_every_way_the_tests_can_end(queries):
    fails = [float(exact(parse(query)).metric("failed").value) for query in queries]
    law = exact(forward(*queries))
    for n in range(1, len(queries) + 1):
        earned = 0.0
        for failed in product((False, True), repeat=n):
            if any(failed):
                share = 1.0
                for fail, chance in zip(failed, fails, strict=False):
                    share *= chance if fail else 1 - chance
                earned += share
        assert float(law.metric(f"xp_after_{n}").value) == pytest.approx(earned, abs=1e-12)


def test_fractions_stay_fractions():
    law = exact(forward("2I I3 L2", "4P P4 L2"), fractions=True)
    first, second = (exact(parse(query), fractions=True).metric("failed").value for query in ("2I I3 L2", "4P P4 L2"))
    assert law.metric("xp_after_2").value == 1 - (1 - first) * (1 - second)


@pytest.mark.parametrize("queries", [TESTS[:3], TESTS[3:], ("4P P4 L2",) * 12])
def test_lanes_agree_with_the_exact_engine(queries):
    question = forward(*queries)
    found = agreement(exact(question), simulate(question, trials=2_000_000, seed=3))
    assert found.p_value > 1e-6
    assert not found.impossible


def test_tests_that_share_their_dice_are_caught():
    """The same Test twice is two rolls: one roll used twice would never fail only the second."""
    law = simulate(forward("4P P4 L2", "4P P4 L2"), trials=1_000_000, seed=1)
    assert abs(float(law.probability("tests_passed == 1")) - 0.1296 * 0.8704) < 0.003


@pytest.mark.parametrize("bad", [(), (parse("4P"),), ("4P P4",), (parse("4P P4"),) * 41])
def test_what_cannot_be_asked_is_refused(bad):
    with pytest.raises(OddsError):
        Forward(bad)
