"""Re-rolls in attacks that follow one another: the best there is, against a slow expectimax, and on lanes."""

import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from attack_tools import STATS
from naive_chain import Best, attacked, fewest_attacks
from test_simulation import unlikely_cells

from odds import OddsError, exact, parse, simulate
from odds.core.agreement import agreement
from odds.factions.attacks.damage import State
from odds.factions.attacks.link import Link
from odds.factions.attacks.outcome import AXES, STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several import lanes as several_lanes
from odds.factions.attacks.several.exact import opening, plan
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target
from odds.factions.attacks.until.exact import fewest, mean_attacks
from odds.factions.attacks.until.exact import opening as until_opening
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.worthwhile import rerolled_for
from odds.factions.special.rules import POLICIES
from odds.factions.volleys import lanes as volley_lanes
from odds.factions.volleys.exact import AXES as VOLLEY_AXES
from odds.factions.volleys.orders import orders
from odds.factions.volleys.policy import worth_of
from odds.factions.volleys.rules import PLAYS, Volley
from odds.factions.volleys.support import others, supporting, supports

CLOSE = 1e-10
SHOTS = (
    ("3P P6 L1 reroll 1", ["Maim"]),
    ("2S S5 L2 reroll once", ["Pierce", "Poison 2"]),
    ("4S S6 L1 Lucky Break", []),
    ("3S S7 L2 reroll 2", ["Meltdown", "Maim"]),
    ("2S S5 L2 reroll 1, Lucky Break", ["Showstopper", "Ignite 1"]),
    ("3S S4 L0 reroll 2", []),
    ("3S S6 L2 reroll 1 unlucky", ["Maim"]),
)
TARGETS = {
    "two Injuries": Target(4, 2, **STATS),
    "harmed": Target(5, 1, harm=2, **STATS),
    "tough": Target(4, 1, toughness=True, **STATS),
    "odd": Target(3, 2, harm=1, odd_anatomy=True, **STATS),
    "out of reach": Target(9, 3, harm_limit=5, **STATS),
}
GOALS = {
    "P(incapacitated)": lambda end: float(end.down),
    "mean(harm)": lambda end: float(end.harm),
    "P(injury)": lambda end: float(end.down or end.injuries > 0),
    "P(harm == 2)": lambda end: float(not end.down and end.harm == 2),
}
GAINS = ("5S S5 L2 reroll 1", ["Showstopper"], Target(3, 2, harm=3, toughness=True, **STATS))


def shots(target: Target, which=SHOTS, **rules) -> tuple[Attack, ...]:
    return tuple(Attack.of(parse(query, rules=rules), criticals, target) for query, criticals in which)


def with_test(attack: Attack, **changes) -> Attack:
    return replace(attack, test=replace(attack.test, **changes))


# ------------------------------------------------------------------------------------------------ against expectimax
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("target", TARGETS)
def test_attacks_one_after_another_are_played_as_well_as_can_be(target, goal):
    for attack in shots(TARGETS[target]):
        for n in (2, 3):
            found = exact(Attacks([attack] * n, goal)).metric(goal).value
            assert abs(float(found) - Best([attack] * n, GOALS[goal]).in_order()) < CLOSE, attack.text


@pytest.mark.parametrize("target", TARGETS)
def test_different_attacks_too(target):
    for which in (SHOTS[:3], SHOTS[2:5], (SHOTS[1], SHOTS[5], SHOTS[3])):
        attacks = shots(TARGETS[target], which)
        assert abs(float(exact(Attacks(attacks)).probability("incapacitated")) - Best(attacks).in_order()) < CLOSE


@pytest.mark.parametrize("target", ["two Injuries", "harmed", "tough", "odd"])
def test_every_play_of_a_volley_is_as_good_as_can_be(target):
    for which in (SHOTS[:2], SHOTS[:3], (SHOTS[3], SHOTS[4], ("3P P5 L1", ["Maim"])), (SHOTS[0], SHOTS[1], SHOTS[0])):
        attacks = shots(TARGETS[target], which)
        best = Best(attacks)
        wanted = {"given": best.in_order(), "best": best.best_order(), "adaptive": best.adaptive()}
        for play, chance in wanted.items():
            assert abs(worth_of(Volley(attacks, play)) - chance) < CLOSE
            assert abs(float(exact(Volley(attacks, play)).probability("incapacitated")) - chance) < CLOSE
        assert all(abs(chance - best.in_order(order)) < CLOSE for order, chance in orders(attacks).items())


@pytest.mark.parametrize("play", PLAYS)
def test_support_is_played_as_well_as_can_be(play):
    volley = Volley(shots(TARGETS["odd"], SHOTS[:3]), play)
    for each in supports(volley):
        wanted = max(worth_of(other) for _, other in supporting(volley, each.attacker))
        assert abs(each.support - wanted) < CLOSE
        beside = others(volley)[each.name]
        assert abs(float(exact(beside).probability("incapacitated")) - each.support) < CLOSE
    helped = dict(supporting(volley, 0))[1].attacks
    assert abs(worth_of(dict(supporting(Volley(volley.attacks), 0))[1]) - Best(helped).in_order()) < CLOSE


@pytest.mark.parametrize("target", ["two Injuries", "harmed", "tough", "odd"])
def test_the_fewest_attacks(target):
    for attack in shots(TARGETS[target]):
        assert abs(mean_attacks(UntilDown(attack)) - fewest_attacks(attack)) < CLOSE, attack.text


@pytest.mark.parametrize("rules", [{"all-duds": "failed"}, {"reroll-effects": "one"}, {"lucky-break": "all"}], ids=str)
def test_under_other_rules(rules):
    for attack in shots(TARGETS["two Injuries"], (SHOTS[2], SHOTS[4], SHOTS[0]), **rules):
        found = exact(Attacks([attack] * 2)).probability("incapacitated")
        assert abs(float(found) - Best([attack] * 2).in_order()) < CLOSE


def test_with_a_declared_number():
    for attack in shots(TARGETS["two Injuries"], [("3P P6 L1 reroll 1 V.A.T.S. 2", ["Maim"])]):
        found = exact(Attacks([attack] * 2)).probability("incapacitated")
        assert abs(float(found) - Best([attack] * 2).in_order()) < CLOSE


# ------------------------------------------------------------------------------------------------ what must hold
@pytest.mark.parametrize("target", TARGETS)
def test_no_habit_is_better_nor_the_most_hits(target):
    for attack in shots(TARGETS[target]):
        best = float(exact(Attacks([attack] * 2)).probability("incapacitated"))
        fewest_of_all = mean_attacks(UntilDown(attack))
        for other in (with_test(attack, objective="mean(hits)"), *(with_test(attack, policy=p) for p in POLICIES[1:])):
            assert float(exact(Attacks([other] * 2)).probability("incapacitated")) < best + CLOSE
            assert mean_attacks(UntilDown(other)) > fewest_of_all * (1 - CLOSE)


def test_it_is_worth_something():
    query, criticals, target = GAINS
    attack = Attack.of(parse(query), criticals, target)
    hits = with_test(attack, objective="mean(hits)")
    gain = [float(exact(Attacks([each] * 2)).probability("incapacitated")) for each in (attack, hits)]
    assert gain[0] > gain[1] + 0.03
    assert mean_attacks(UntilDown(attack)) < mean_attacks(UntilDown(hits)) - 0.03
    assert worth_of(Volley((attack, attack))) > worth_of(Volley((hits, hits))) + 0.03


def test_one_attack_by_itself_is_played_as_before():
    for goal in ("P(incapacitated)", "P(injury)"):
        for attack in shots(TARGETS["two Injuries"]):
            alone = rerolled_for(replace(attack, objective=goal))
            assert abs(exact(alone).metric(goal).value - exact(Attacks([attack], goal)).metric(goal).value) < CLOSE
            assert Attacks([alone], goal) == Attacks([attack], goal)


def test_what_is_the_same_anyway_is_not_rolled_again():
    """Where nothing can be gained no die is touched: then the Hits are those of no re-rolls."""
    attack = Attack.of(parse("2S S5 L0 reroll 1"), (), TARGETS["out of reach"])
    never = with_test(attack, policy="never")
    one, other = (exact(Attacks([each] * 2), axes=("hits", *STATES)) for each in (attack, never))
    assert np.abs(one.values - other.values).max() < CLOSE
    assert all(not tactic.rerolls.pool or not any(moves.any() for moves in tactic.rerolls.pool.values())
               for by_state in plan(Attacks([attack] * 2)) for tactic in by_state.values())  # fmt: skip


def test_habits_are_kept():
    for policy in POLICIES[1:]:
        attack = with_test(shots(TARGETS["tough"])[0], policy=policy)
        assert all(tactic.rerolls is None for by_state in plan(Attacks([attack] * 2)) for tactic in by_state.values())
        assert all(tactic.rerolls is None for tactic in fewest(UntilDown(attack))[0].values())
        assert not wrong(Attacks([attack] * 2), AXES)


def test_the_first_attack_alone_is_that_of_the_plan():
    attack = shots(TARGETS["two Injuries"])[3]
    start = State(0, 0)
    several, until = Attacks([attack] * 2), UntilDown(attack)
    for first, tactic in ((opening(several), plan(several)[0][start]), (until_opening(until), fewest(until)[0][start])):
        rolled = Link(attack, start).rolled(tactic.rerolls)
        assert np.abs(exact(first, axes=("hits", "luck_hits")).values - rolled).max() < CLOSE


def test_as_fractions():
    attacks = shots(TARGETS["odd"], SHOTS[:2])
    for question in (Attacks(attacks), *(Volley(attacks, play) for play in PLAYS)):
        sure = exact(question, axes=("incapacitated", "hits"), fractions=True)
        assert sum(sure.values.flat) == Fraction(1)
        assert np.abs(sure.values.astype(float) - exact(question, axes=("incapacitated", "hits")).values).max() < CLOSE


def test_what_is_too_much_is_refused_at_once():
    target = Target(9, 3, **STATS)
    many = shots(target, [(f"8S S{value} L4 reroll 2, Lucky Break", ["Maim"]) for value in range(3, 9)])
    much, most = shots(
        target, [("8S S6 L4 reroll 2, reroll once, Lucky Break", ["Maim"]), ("30S S6 L9 reroll once, Lucky Break", [])]
    )
    begun = time.process_time()
    for question, said in (
        (Attacks([much] * 20), "so many attacks"),
        (Attacks([most] * 2), r"3\d dice"),
        (UntilDown(replace(most, plain=True)), "30 dice"),
        (Volley(many * 2, "adaptive"), "so many attacks"),
        (Volley(many, "best"), "so many attacks"),
    ):
        with pytest.raises(OddsError, match=rf"re-rolls of {said}.* than can be worked out: ask for .*duds-luck-first"):
            exact(question)
    assert time.process_time() - begun < 5


# ------------------------------------------------------------------------------------------------ simulation
def wrong(question, axes, trials: int = 300_000, seed: int = 1) -> bool:
    """Whether the simulation is caught disagreeing with the exact engine."""
    sampled = simulate(question, axes=axes, trials=trials, seed=seed, threads=1, engine="numpy")
    known = exact(question, axes=axes)
    found = agreement(known, sampled)
    return bool(unlikely_cells(known.values, sampled.values)) or found.p_value < 1e-9 or found.impossible > 0


@pytest.mark.parametrize("target", ["two Injuries", "tough", "odd"])
def test_the_simulation_agrees(target):
    attacks = shots(TARGETS[target])
    assert not wrong(Attacks(attacks[:3]), AXES)
    assert not wrong(Attacks(attacks[3:6]), (*STATES, "hits", "luck_hits"))
    for attack in attacks[:5]:
        assert not wrong(UntilDown(attack), ("attacks",), 100_000)
    for play in PLAYS:
        assert not wrong(Volley(attacks[:4], play), VOLLEY_AXES[:4])
        assert not wrong(Volley(attacks[1:4], play), ("hits", "luck_hits", "incapacitated"))


def test_who_supports_is_simulated():
    for question in others(Volley(shots(TARGETS["odd"], SHOTS[:3]), "adaptive")).values():
        assert not wrong(question, ("incapacitated",))


def gains() -> tuple[Attack, ...]:
    query, criticals, target = GAINS
    return (Attack.of(parse(query), criticals, target),) * 3


@pytest.mark.parametrize("module", [several_lanes, volley_lanes], ids=["attacks", "volley"])
def test_a_wrong_policy_is_caught(monkeypatch, module):
    """The policies of how the target stands, each given to where the next is due."""
    question = Attacks(gains()) if module is several_lanes else Volley(gains())
    axes = (*STATES, "hits")
    assert not wrong(question, axes)
    own = module.by_cell

    def shifted(p, cells, shape, seen):
        moved = list(cells.values())
        return own(p, dict(zip(cells, [*moved[1:], *moved[:1]], strict=True)), shape, seen)

    monkeypatch.setattr(module, "by_cell", shifted)
    assert wrong(question, axes)


def test_most_hits_in_place_of_the_end_is_caught(monkeypatch):
    question = UntilDown(gains()[0])
    assert not wrong(question, ("attacks",))
    from odds.factions.attacks.until import lanes as until_lanes

    monkeypatch.setattr(until_lanes, "rerolls", lambda *_: None)
    assert wrong(question, ("attacks",))


def test_the_expectimax_tells_wrong_rules():
    """A re-roll less is worth less: it is no bound that anything would pass."""
    attack = shots(TARGETS["two Injuries"])[3]
    at = (0, 0, False)
    less = with_test(attack, rerolls=1)
    value = {each.test.rerolls: attacked(each, at, lambda end: float(end is None)) for each in (attack, less)}
    assert value[2] > value[1] + 1e-3
