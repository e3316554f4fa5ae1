"""The exact engine against two naive references, at the published figures, and at the edges."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import WRONG, dice_of, die_by_die, face_by_face

from odds.core.errors import OddsError
from odds.factions.special.exact import exact
from odds.factions.special.outcome import AXES
from odds.factions.special.rules import SpecialTest
from odds.factions.switches import BOOK

SWITCHES = [
    dict(zip(("four-leaf-clover", "luck-dice", "all-duds"), values, strict=True))
    for values in product(("one", "every"), ("with-bonus", "printed"), ("reroll", "failed"))
]


def difference(test, reference):
    """The largest difference between the exact engine and a reference over (hits, luck_hits, pool_hits)."""
    values = exact(test, axes=AXES).values.copy()
    for outcome, chance in reference.items():
        if all(k < size for k, size in zip(outcome, values.shape, strict=True)):
            values[outcome] -= chance
        elif chance:
            return 1.0
    return float(np.abs(values).max())


@pytest.mark.parametrize(
    ("test", "mean", "failed", "critical", "four"),
    [
        (SpecialTest(6, "S", 6, 3), 4.68, 0.004096, 0.936, 0.746371584),
        (SpecialTest(4, "P", 4, 2), 1.92, 0.1296, 0.64, 0.1147),
        (SpecialTest(5, "P", 4, 2), 2.32, 0.0778, 0.64, 0.1921),
        (SpecialTest(4, "P", 4, 2, bonus=1), 2.32, 0.0778, 0.64, 0.1921),
        (SpecialTest(4, "P", 5, 2), 2.50, 0.0625, 0.75, 0.2344),
        (SpecialTest(4, "P", 4, 3), 2.08, 0.1296, 0.784, 0.1571),
    ],
    ids=lambda value: getattr(value, "text", None),
)
def test_published_figures(test, mean, failed, critical, four):
    distribution = exact(test)
    assert distribution.mean("hits") == pytest.approx(mean, abs=1e-12)
    assert distribution.probability("failed") == pytest.approx(failed, abs=5e-5 if failed == 0.0778 else 1e-12)
    assert distribution.probability("critical") == pytest.approx(critical, abs=1e-12)
    assert distribution.probability("hits >= 4") == pytest.approx(four, abs=1e-12 if four == 0.746371584 else 5e-5)


@pytest.mark.parametrize(
    ("rerolls", "mean"),
    [
        ({"lucky_break": True}, 6.552),
        ({"rerolls": 2, "policy": "duds-luck-first"}, 6.1209984),
        ({"rerolls": 1, "policy": "duds-luck-first"}, 5.5342464),
        ({"rerolls": 2}, 6.23736219648),
        ({"rerolls": 1}, 5.5561933824),
    ],
)
def test_published_means_with_rerolls(rerolls, mean):
    assert exact(SpecialTest(6, "S", 6, 3, **rerolls)).mean() == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("pool", range(1, 13))
def test_every_test_against_die_by_die(pool):
    for value in range(11):
        for luck in range(pool + 1):
            for unlucky in (False, True):
                test = SpecialTest(pool, "S", value, luck, unlucky=unlucky)
                assert difference(test, die_by_die(test)) < 1e-12, test.text


@pytest.mark.parametrize("pool", range(1, 13))
def test_luck_beyond_the_pool_changes_nothing(pool):
    for value in range(11):
        for unlucky in (False, True):
            full = exact(SpecialTest(pool, "S", value, pool, unlucky=unlucky)).values
            for luck in range(pool, 13):
                more = SpecialTest(pool, "S", value, luck, unlucky=unlucky)
                assert np.array_equal(exact(more).values, full)
                assert dice_of(more) == (pool, 0)


@pytest.mark.parametrize("pool", [1, 2, 3])
def test_every_small_test_face_by_face(pool):
    for value, luck, unlucky in product(range(11), range(pool + 1), (False, True)):
        test = SpecialTest(pool, "S", value, luck, unlucky=unlucky)
        assert difference(test, face_by_face(test)) < 1e-12, test.text


@pytest.mark.parametrize("rules", SWITCHES, ids=lambda rules: "-".join(rules.values()))
def test_rerolls_clover_and_switches_face_by_face(rules):
    for pool, value, luck, rerolls, clover in product((1, 2), (0, 4, 9), range(4), (0, 1, 2), (1, 2)):
        bonus = min(luck, 1) if pool < 2 or value == 4 else 0
        test = SpecialTest(
            *(pool, "S", value, luck, bonus),
            rerolls=rerolls,
            policy="duds-luck-first",
            fortune_dice=clover,
            rules=BOOK.rules(None, rules),
        )
        assert difference(test, face_by_face(test)) < 1e-12, test.text


@pytest.mark.parametrize("luck", range(4))
def test_lucky_break_face_by_face(luck):
    test = SpecialTest(3, "S", 7, luck, lucky_break=True)
    assert difference(test, face_by_face(test)) < 1e-12


@st.composite
def any_test(draw, most_pool=12):
    pool = draw(st.integers(1, most_pool))
    rules = BOOK.rules(draw(st.sampled_from(["NW2024", "ERR2026Q2"])), draw(st.sampled_from(SWITCHES)))
    return SpecialTest(
        pool,
        "S",
        draw(st.integers(0, 12)),
        draw(st.integers(0, 15)),
        draw(st.integers(0, 4)),
        unlucky=draw(st.booleans()),
        rerolls=draw(st.integers(0, most_pool)),
        lucky_break=draw(st.booleans()),
        policy="duds-luck-first",  # the references know no other; the best has references of its own
        fortune_dice=draw(st.sampled_from([1, 2])),
        rules=rules,
    )


@given(any_test(most_pool=8))
def test_any_test_against_die_by_die(test):
    assert difference(test, die_by_die(test)) < 1e-12


@given(any_test(most_pool=5))
def test_fractions_are_exactly_the_reference(test):
    distribution = exact(test, axes=AXES, fractions=True)
    reference = die_by_die(test, fractions=True)
    assert distribution.values.sum() == 1
    for outcome in np.ndindex(distribution.values.shape):
        chance = distribution.values[outcome]
        assert isinstance(chance, Fraction)
        assert chance == reference.get(outcome, 0)


@given(any_test(), st.permutations(AXES), st.integers(1, 3), st.booleans())
def test_axes_come_as_asked_and_are_marginals(test, order, many, fractions):
    axes = tuple(order[:many])
    asked = exact(test, axes=axes, fractions=fractions)
    whole = exact(test, axes=AXES, fractions=fractions).marginal(*axes)
    assert asked.axes == axes
    assert asked.values.shape == whole.values.shape
    assert np.abs(asked.values - whole.values).max() < (1e-300 if fractions else 1e-14)


@pytest.mark.parametrize("rerolls", [{}, {"rerolls": 17, "policy": "duds-luck-first"}, {"lucky_break": True}])
@pytest.mark.parametrize("luck", [0, 1, 30, 60])
@pytest.mark.parametrize("value", [0, 1, 9, 20])
def test_sixty_dice_sum_to_one(luck, value, rerolls):
    for extra in ({}, {"unlucky": True}, {"fortune_dice": 2, "rules": BOOK.rules("CORE2025")}):
        test = SpecialTest(60, "L" if luck == value else "S", value, luck, **rerolls, **extra)
        distribution = exact(test, axes=AXES)
        assert abs(math.fsum(distribution.values.ravel()) - 1) < 1e-12
        assert (distribution.values >= 0).all()
        assert distribution.most("hits") <= test.most_hits


@pytest.mark.parametrize(
    ("wrong", "test"),
    [
        ("ten hits", SpecialTest(4, "S", 10, 2)),
        ("chained", SpecialTest(4, "S", 5, 2)),
        ("uncapped", SpecialTest(2, "S", 5, 4)),
    ],
)
def test_a_wrong_rule_is_caught(wrong, test):
    assert wrong in WRONG
    assert difference(test, die_by_die(test)) < 1e-12
    assert difference(test, die_by_die(test, wrong)) > 1e-3


def at_least(test):
    return exact(test).at_least("hits")


def never_worse(better, worse):
    """P(hits >= k) is at least as large for every k."""
    size = min(len(better), len(worse))
    return (better[:size] >= worse[:size] - 1e-12).all() and (worse[size:] < 1e-12).all()


@given(st.integers(1, 30), st.integers(0, 12), st.integers(0, 30), st.booleans(), st.integers(0, 6))
def test_more_is_never_worse(pool, value, luck, unlucky, rerolls):
    def hits(pool=pool, value=value, luck=luck, bonus=0, rerolls=rerolls):
        again = {"rerolls": rerolls, "policy": "duds-luck-first"}  # the best mean may come with worse tails
        return at_least(SpecialTest(pool, "S", value, luck, bonus, unlucky=unlucky, **again))

    now = hits()
    assert never_worse(hits(value=value + 1), now)
    assert never_worse(hits(luck=luck + 1), now)
    assert never_worse(hits(bonus=1), now)
    assert never_worse(hits(rerolls=rerolls + 1), now)
    if unlucky:
        assert np.array_equal(hits(bonus=1), now)


@given(st.integers(1, 30), st.integers(0, 12), st.integers(0, 30))
def test_closed_forms(pool, value, luck):
    distribution = exact(SpecialTest(pool, "S", value, luck))
    p, n_luck = min(value, 9) / 10, min(luck, pool)
    assert distribution.mean("hits") == pytest.approx(p * pool + n_luck * p * p, abs=1e-12)
    assert distribution.probability("failed") == pytest.approx((1 - p) ** pool, abs=1e-12)
    assert distribution.probability("critical") == pytest.approx(1 - (1 - p) ** n_luck, abs=1e-12)


@pytest.mark.parametrize("value", [9, 10, 20])
def test_a_ten_is_a_dud_at_any_statistic(value):
    assert exact(SpecialTest(1, "S", value, 0)).probability("failed") == pytest.approx(0.1, abs=1e-15)


def test_statistic_nought_always_fails():
    distribution = exact(SpecialTest(4, "S", 0, 2, rerolls=4))
    assert distribution.probability("failed") == 1
    assert distribution.probability("critical") == 0
    assert distribution.most("hits") == 0


def test_criticals_by_kind_of_test():
    assert exact(SpecialTest(6, "S", 6, 3, unlucky=True)).probability("critical") == 0
    evade = exact(SpecialTest(3, "A", 4, 2, name="Evade"))
    assert evade.probability("failed") == pytest.approx(0.216)
    with pytest.raises(OddsError, match="no event critical"):
        evade.probability("critical")


@pytest.mark.parametrize(
    ("axes", "message"),
    [((), "none"), (("hits", "hits"), "hits, hits"), (("harm",), "harm"), ("hits", "has the axes")],
)
def test_unknown_axes_are_refused(axes, message):
    with pytest.raises(OddsError, match=message):
        exact(SpecialTest(6, "S", 6, 3), axes=axes)


def test_a_value_is_needed():
    with pytest.raises(OddsError, match="need a value of the Test Statistic S"):
        exact(SpecialTest(6, "S"))
