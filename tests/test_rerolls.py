"""Optimal re-rolls: against an expectimax over single dice, fixed policies and published figures."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_rerolls import Game, expectimax
from run import run
from test_simulation import unlikely_cells

from odds import exact, parse, simulate
from odds.core.errors import OddsError
from odds.core.lanes.program import Bag
from odds.factions.rerolls.decisions import FORTUNE, POOL, changes_of, decisions, seen
from odds.factions.rerolls.fixed import FIXED
from odds.factions.rerolls.lanes import Player
from odds.factions.rerolls.play import policy_of
from odds.factions.rerolls.states import states
from odds.factions.rerolls.study import study, value_of, worth
from odds.factions.special.lanes import _Pool
from odds.factions.special.outcome import AXES
from odds.factions.special.rules import SpecialTest
from odds.factions.switches import BOOK

OBJECTIVES = {
    "mean(hits)": lambda hits, luck, pool: hits,
    "P(hits >= 3)": lambda hits, luck, pool: float(hits >= 3),
    "P(hits == 2)": lambda hits, luck, pool: float(hits == 2),
    "P(critical and hits >= 2)": lambda hits, luck, pool: float(luck >= 1 and hits >= 2),
    "mean(hits + 2 * luck_hits - pool_hits)": lambda hits, luck, pool: hits + 2 * luck - pool,
}


def game_of(test: SpecialTest, utility, **changes) -> Game:
    """The Test as the slow reference wants it."""
    said = {
        "budget": test.rerolls,
        "once": test.reroll_once,
        "lucky_break": test.lucky_break,
        "one_effect": test.rules["reroll-effects"] == "one",
        "all_duds": test.rules["all-duds"] == "reroll",
        "whole": test.rules["lucky-break"] == "all",
    }
    p = min(test.value, 9) / 10
    return Game(test.luck_dice, test.standard_dice, p, smiles_of(test), utility, **{**said, **changes})


def smiles_of(test: SpecialTest):
    extra = test.fortune_dice - 1
    if test.unlucky:
        return lambda survivors: 0
    if test.rules["four-leaf-clover"] == "every":
        return lambda survivors: survivors * (1 + extra)
    return lambda survivors: survivors + (extra if survivors else 0)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("pool", [1, 2, 3, 4])
def test_the_optimum_is_the_expectimax(pool, objective):
    for luck, value, budget in product(range(4), range(1, 10), range(4)):
        test = SpecialTest(pool, "S", value, luck, rerolls=budget, objective=objective)
        slow = expectimax(game_of(test, OBJECTIVES[objective]))
        assert value_of(test) == pytest.approx(slow, abs=1e-12), test.text
        assert exact(test, axes=AXES).metric(objective).value == pytest.approx(slow, abs=1e-12)


SEVERAL = [
    {"reroll_once": True},
    {"lucky_break": True},
    {"rerolls": 1, "lucky_break": True},
    {"rerolls": 2, "reroll_once": True},
    {"reroll_once": True, "lucky_break": True},
    {"rerolls": 1, "reroll_once": True, "lucky_break": True},
]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("permissions", SEVERAL, ids="+".join)
def test_several_permissions_are_used_one_after_another(permissions, objective):
    for luck, standard, value in [(1, 1, 4), (2, 1, 6), (0, 3, 5), (1, 2, 8)]:
        for changes in ({}, {"reroll-effects": "one"}, {"all-duds": "failed"}, {"lucky-break": "all"}):
            rules = BOOK.rules(None, changes)
            test = SpecialTest(luck + standard, "S", value, luck, objective=objective, rules=rules, **permissions)
            slow = expectimax(game_of(test, OBJECTIVES[objective]))
            assert value_of(test) == pytest.approx(slow, abs=1e-12), test.text
            found = exact(test, axes=AXES)
            assert found.metric(objective).value == pytest.approx(slow, abs=1e-12)


@st.composite
def rerolled(draw, most=12):
    pool = draw(st.integers(1, most))
    permissions = draw(
        st.sampled_from([{"rerolls": 1}, {"rerolls": 2}, {"rerolls": 5}, {"reroll_once": True}, {"lucky_break": True}])
    )
    if pool <= 6 and draw(st.booleans()):
        permissions = {**permissions, "lucky_break": True}
    return SpecialTest(
        pool,
        "S",
        draw(st.integers(0, 10)),
        draw(st.integers(0, 6)),
        unlucky=draw(st.booleans()),
        fortune_dice=draw(st.integers(1, 2)),
        objective=draw(st.sampled_from(list(OBJECTIVES))),
        rules=BOOK.rules(draw(st.sampled_from(list(BOOK.editions)))),
        **permissions,
    )


@given(rerolled())
def test_no_fixed_policy_is_better(test):
    best = value_of(test)
    for name in FIXED:
        assert value_of(replace(test, policy=name)) <= best + 1e-12


@given(rerolled(most=8), st.sampled_from(["before", "after"]), st.integers(0, 8))
def test_vats_is_optimised_whenever_it_is_read(test, match, declared):
    rules = BOOK.rules(None, {"vats-match": match})
    test = replace(test, vats=declared, rules=rules)
    best = value_of(test)
    assert exact(test, axes=AXES).metric(test.objective).value == pytest.approx(best, abs=1e-12)
    for name in FIXED:
        assert value_of(replace(test, policy=name)) <= best + 1e-12


@pytest.mark.parametrize(
    ("budget", "best", "luck_first"), [(2, 6.23736219648, 6.1209984), (1, 5.5561933824, 5.5342464)]
)
def test_published_figures(budget, best, luck_first):
    found = study(SpecialTest(6, "S", 6, 3, rerolls=budget))
    assert found.value == pytest.approx(best, abs=1e-11)
    assert dict(found.policies)["duds-luck-first"] == pytest.approx(luck_first, abs=1e-12)


def test_duds_only_is_a_result():
    """Mean Hits never give up a Hit; exactly so many Hits sometimes do."""
    changes = [change for state in states(policy_of(SpecialTest(6, "S", 6, 3, rerolls=3))) for change in state.changes]
    assert not any(change.hits for change in changes)
    exactly = policy_of(SpecialTest(6, "S", 6, 3, rerolls=3, objective="hits == 3"))
    assert any(change.hits for state in states(exactly) for change in state.changes)


def test_a_function_is_an_objective():
    def harm(hits: int, luck_hits: int) -> float:
        return min(hits, 4) + 0.5 * luck_hits

    test = SpecialTest(5, "S", 5, 2, rerolls=2, objective=harm)
    slow = expectimax(game_of(test, lambda hits, luck, pool: harm(hits, luck)))
    assert value_of(test) == pytest.approx(slow, abs=1e-12)
    sampled = simulate(test, trials=1_000_000, seed=3).metric(harm)
    assert float(sampled) == pytest.approx(slow, abs=6 * sampled.std_error)


@pytest.mark.parametrize(
    "objective", ["mean(hits given critical)", "hits >= 2 given critical", "sd(hits)", "harm >= 2"]
)
def test_what_is_no_mean_cannot_be_optimised(objective):
    with pytest.raises(OddsError):
        SpecialTest(6, "S", 6, 3, rerolls=2, objective=objective)


# ------------------------------------------------------------------------------------------------ the table
@given(rerolled(most=7))
def test_the_decision_table_has_the_move_of_every_state(test):
    policy = policy_of(test)
    lines = decisions(policy)
    for state in states(policy):
        moment = POOL if state.fortune is None else FORTUNE
        line = next(line for line in lines if line.moment == moment and line.fits(seen(state)))
        limit = 0 if state.use is None else state.rights.permissions[state.use].dice
        assert changes_of(line, seen(state), limit) == state.changes
        if state.fortune is not None:  # more left than there are Fortune Smiles dice is no other state
            view = seen(state)
            if view.get("reroll: dice left") == policy.dice.at_fortune:
                assert (
                    next(
                        each for each in lines if each.moment == moment and each.fits({**view, "reroll: dice left": 99})
                    )
                    == line
                )
        if state.use is not None:
            assert line.move.permission == state.rights.permissions[state.use].name


def test_dice_left_that_are_more_than_the_dice_have_their_line():
    """Three are left of reroll 3, and only two Fortune Smiles dice can be re-rolled."""
    lines = decisions(policy_of(SpecialTest(4, "S", 8, 2, rerolls=3, objective="hits >= 6")))
    view = {"reroll: dice left": 3, "Luck Dice left": 2, "Standard Hits": 2, "Fortune Smiles Duds": 2}
    line = next(line for line in lines if line.moment == FORTUNE and line.fits(view))
    assert line.dice(view, 3) == (0, 2)


def test_the_table_is_short():
    assert len(decisions(policy_of(SpecialTest(6, "S", 6, 3, rerolls=2)))) <= 6
    assert len(decisions(policy_of(SpecialTest(6, "S", 6, 3, rerolls=2, objective="hits >= 4")))) <= 10


# ------------------------------------------------------------------------------------------------ the simulation
PLAYED = [
    "6S S6 L3 reroll 2",
    "6S S6 L3 reroll 2 for hits >= 4",
    "6S S6 L3 reroll 3 for hits == 3",
    "5S S5 L5 reroll once for hits == 2",
    "4S S4 L2 reroll 1 reroll once Lucky Break",
    "5S S6 L2 reroll 2 Lucky Break rule lucky-break=all for hits >= 4",
    "4S S6 L2 reroll 2 reroll once rule reroll-effects=one",
    "6S S6 L3 reroll 2 policy never",
    "6S S6 L3 reroll 2 policy duds-standard-first",
    "6S S6 L3 reroll 2 Lucky Break policy fortune-smiles-only",
    "6S S6 L3 V.A.T.S. 4",
    "6S S6 L3 reroll 2 V.A.T.S. 4 rule vats-match=before",
    "6S S6 L3 reroll 2 V.A.T.S. 4 rule vats-fortune=twice",
    "4S S5 L2 reroll 2 Four Leaf Clover edition CORE2025",
    "4S S5 L2 reroll once unlucky for hits == 2",
    "12S S6 L4 reroll 3 for hits >= 8",
]


@pytest.mark.parametrize("query", PLAYED)
def test_the_simulation_plays_the_same_policy(query):
    test = parse(query)
    for engine in ("numpy", "numba"):
        counts = simulate(test, trials=1_000_000, seed=5, axes=AXES, engine=engine).values
        assert not unlikely_cells(exact(test, axes=AXES).values, counts), engine


def is_wrong(test: SpecialTest) -> bool:
    counts = simulate(test, trials=1_000_000, seed=5, axes=AXES, engine="numpy").values
    return bool(unlikely_cells(exact(test, axes=AXES).values, counts))


def test_a_reroll_counted_twice_is_caught(monkeypatch):
    replaced = Player._replaced
    monkeypatch.setattr(
        Player, "_replaced", lambda self, hits, lost, new, most: replaced(self, hits, lost, [*new, *new], 2 * most)
    )
    assert is_wrong(parse("6S S6 L3 reroll 2"))


def test_a_die_rerolled_twice_is_caught(monkeypatch):
    """A die of the stock that shows a Dud is thrown once more."""
    start = Player.__init__

    def twice(self, p, tables, which, stock):
        start(self, p, tables, which, lambda n: [a | b for a, b in zip(stock(n), stock(n), strict=True)])

    monkeypatch.setattr(Player, "__init__", twice)
    assert is_wrong(parse("6S S6 L3 reroll 2"))


def test_a_luck_reroll_that_loses_its_fortune_smiles_die_is_caught(monkeypatch):
    smiles = _Pool.fortune_smiles
    monkeypatch.setattr(_Pool, "fortune_smiles", lambda self, luck, standard: smiles(self, Bag(self.luck), standard))
    assert is_wrong(parse("6S S6 L3 reroll 2"))


def test_the_reference_tells_these_mistakes_apart_too():
    """The expectimax with each mistake in it is worth something else than the optimum."""
    test = SpecialTest(3, "S", 6, 2, rerolls=1)
    right = value_of(test)
    for wrong in ({"budget": 2}, {"once": True}, {"smiles": lambda survivors: 0}):
        assert abs(expectimax(replace(game_of(test, OBJECTIVES["mean(hits)"]), **wrong)) - right) > 1e-3


# ------------------------------------------------------------------------------------------------ studies
def test_vats_finds_the_best_number_to_declare():
    found = study(parse("6S S6 L3"), vats=True)
    assert found.best_declared == 4
    assert found.undeclared == pytest.approx(4.68, abs=1e-12)
    by_hand = 4.68 + 4 * math.comb(6, 4) * 0.6**4 * 0.4**2
    assert dict(found.declared)[4] == pytest.approx(by_hand, abs=1e-12)


def test_worth_is_the_gain_of_each():
    gains = dict(worth(parse("6S S6 L3")))
    assert gains["reroll 0"] == 0
    assert gains["reroll 2"] == pytest.approx(6.23736219648 - 4.68, abs=1e-11)
    assert gains["+1 Luck"] == pytest.approx(0.36, abs=1e-12)
    assert gains["+1 Bonus Die"] == pytest.approx(0.6, abs=1e-12)
    assert gains["+1 Strength"] == pytest.approx(0.1 * 6 + 3 * (0.49 - 0.36), abs=1e-12)
    assert [what for what in gains if what.startswith("reroll")] == [f"reroll {n}" for n in range(7)]


def test_worth_needs_no_reroll_in_the_test():
    result = run("reroll", "6S S6 L3", "--worth", "--method", "exact")
    assert result.code == 0
    assert "+1.5574" in result.out
    result = run("reroll", "6S S6 L3", "--worth", "--method", "exact", "--chart", "x.png")
    assert (result.code, result.out) == (2, "")


def test_nothing_to_decide_is_said():
    with pytest.raises(OddsError, match="nothing may be re-rolled"):
        study(parse("6S S6 L3"))
    with pytest.raises(OddsError, match="statistic"):
        study(parse("6S L3 reroll 2"))


def test_too_much_to_work_out_is_said():
    with pytest.raises(OddsError, match="policy such as duds-luck-first"):
        exact(SpecialTest(60, "S", 6, 30, rerolls=60))
