"""Volleys: orders, adaptive play and support against a slow enumeration; exact and simulated against each other."""

import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from attack_tools import STATS
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_volley import Adaptive, every_order, in_order
from test_simulation import unlikely_cells

from odds import OddsError, answer, exact, parse, simulate
from odds.core.agreement import agreement
from odds.factions.attacks.exact import SAME
from odds.factions.attacks.outcome import AXES as ENDS
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target
from odds.factions.volleys import lanes
from odds.factions.volleys.exact import AXES
from odds.factions.volleys.orders import best_order, orders
from odds.factions.volleys.policy import policy, worth_of
from odds.factions.volleys.query import parse_volley
from odds.factions.volleys.rules import PLAYS, Volley
from odds.factions.volleys.support import supporting, supports

TIGHT = 1e-12
SHOTS = (("4P P4 L2", []), ("5S S5 L2", ["Maim"]), ("3P P6 L3", ["Pierce", "Maim"]), ("2S S7 L2", ["Poison 2"]))
TARGETS = {
    "two Injuries": Target(4, 2, **STATS),
    "harmed": Target(5, 1, harm=2, **STATS),
    "tough": Target(4, 1, toughness=True, **STATS),
    "odd": Target(3, 3, injuries=1, odd_anatomy=True, **STATS),
    "armored": Target(5, 2, harm=1, power_armor=True, **STATS),
}


def shots(target: Target, which=SHOTS, **rules) -> tuple[Attack, ...]:
    return tuple(Attack.of(parse(query, rules=rules), criticals, target) for query, criticals in which)


@pytest.fixture(params=TARGETS)
def attacks(request):
    return shots(TARGETS[request.param])


# ------------------------------------------------------------------------------------------------ against the slow way
def test_every_order_is_that_of_the_enumeration(attacks):
    found, wanted = orders(attacks), every_order(attacks)
    assert found.keys() == wanted.keys()
    assert all(abs(found[order] - chance) < TIGHT for order, chance in wanted.items())
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_adaptive_play_is_that_of_the_enumeration(attacks):
    assert abs(worth_of(Volley(attacks, "adaptive")) - Adaptive(attacks).chance()) < TIGHT


def test_choosing_greedily_is_caught():
    attacks = shots(TARGETS["two Injuries"])
    assert Adaptive(attacks, "greedy").chance() < worth_of(Volley(attacks, "adaptive")) - 0.01


def test_support_is_a_die_more_for_another(attacks):
    for each in supports(Volley(attacks)):
        helped = replace(attacks[each.helped], test=replace(attacks[each.helped].test, bonus=1))
        others = [helped if n == each.helped else attacks[n] for n in range(len(attacks)) if n != each.attacker]
        assert abs(each.support - in_order(others, range(len(others)))) < TIGHT
        assert abs(each.shoot - in_order(attacks, range(len(attacks)))) < TIGHT
        rest = [worth_of(other) for _, other in supporting(Volley(attacks), each.attacker)]
        assert len(rest) == len(attacks) - 1
        assert abs(each.support - max(rest)) < TIGHT


# ------------------------------------------------------------------------------------------------ what must hold
tests = st.builds(
    lambda pool, value, luck, reroll: f"{pool}P P{value} L{luck}" + " reroll 1" * reroll,
    st.integers(1, 5), st.integers(1, 9), st.integers(0, 4), st.booleans(),
)  # fmt: skip
criticals = st.lists(st.sampled_from(["Maim", "Pierce", "Poison 2", "Meltdown", "Showstopper"]), max_size=2)
targets = st.builds(
    lambda endurance, health, harm, tough: Target(endurance, health, harm=harm, toughness=tough, **STATS),
    st.integers(1, 7), st.integers(1, 3), st.integers(0, 3), st.booleans(),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(tests, criticals), min_size=1, max_size=4), targets)
def test_adaptive_is_never_worse_than_the_best_order_nor_that_than_the_given(which, target):
    attacks = shots(target, which)
    worth = {play: worth_of(Volley(attacks, play)) for play in PLAYS}
    assert worth["adaptive"] >= worth["best"] - TIGHT
    assert worth["best"] >= worth["given"] - TIGHT
    assert abs(worth["best"] - max(orders(attacks).values())) < TIGHT
    for play, chance in worth.items():
        found = exact(Volley(attacks, play))
        assert abs(found.probabilities.sum() - 1) < TIGHT
        assert abs(found.probability("incapacitated") - chance) < TIGHT


def test_adaptive_play_can_gain():
    worth = {play: worth_of(Volley(shots(TARGETS["two Injuries"]), play)) for play in PLAYS}
    assert worth["adaptive"] > worth["best"] + 0.0005
    assert worth["best"] > worth["given"] + 0.005


def test_in_the_order_given_it_is_several_attacks(attacks):
    for axes in (ENDS, ("incapacitated",), ("hits", "harm")):
        one, other = exact(Volley(attacks), axes=axes), exact(Attacks(attacks), axes=axes)
        assert np.abs(one.values - other.values).max() < TIGHT


def test_best_is_that_order(attacks):
    best = best_order(attacks)
    one = exact(Volley(attacks, "best"), axes=AXES)
    other = exact(Volley(tuple(attacks[n] for n in best)), axes=AXES)
    assert np.abs(one.values - other.values).max() < TIGHT


def test_nobody_attacks_a_fallen_target():
    sure = shots(Target(1, 1, **STATS), [("9S S9 L9", [])] * 3)
    found = exact(Volley(sure), axes=("attacks", "incapacitated"))
    first = worth_of(Volley(sure[:1]))
    assert abs(found.probability("attacks == 1 and incapacitated") - first) < TIGHT
    assert found.probability("attacks < 3 and not incapacitated") == 0
    assert found.probability("attacks == 0") == 0


def test_as_fractions():
    for play in PLAYS:
        volley = Volley(shots(TARGETS["odd"], SHOTS[:3]), play)
        for axes in (("incapacitated",), ("attacks", "harm"), ("attacks",), AXES[:4]):
            sure = exact(volley, axes=axes, fractions=True)
            assert sum(sure.values.flat) == Fraction(1)
            assert np.abs(sure.values.astype(float) - exact(volley, axes=axes).values).max() < TIGHT


def test_orders_that_differ_in_no_attack_come_once():
    attacks = shots(TARGETS["harmed"], [SHOTS[0], SHOTS[1], SHOTS[0], SHOTS[1]])
    found = orders(attacks)
    assert len(found) == 6
    wanted = every_order(attacks)
    assert all(abs(found[order] - wanted[order]) < TIGHT for order in found)
    assert abs(max(found.values()) - max(wanted.values())) < TIGHT
    assert best_order(shots(TARGETS["harmed"], [SHOTS[0]] * 4)) == (0, 1, 2, 3)


def test_six_attackers_are_quick():
    which = [*SHOTS, ("6A A5 L1", ["Showstopper"]), ("4P P5 L4", ["Ignite 2"])]
    attacks = shots(Target(6, 2, **STATS), which)
    start = time.process_time()
    assert len(orders(attacks)) == 720
    volley = Volley(attacks)
    assert len(supports(volley)) == 6
    assert worth_of(replace(volley, play="adaptive")) >= max(orders(attacks).values()) - SAME
    assert time.process_time() - start < 2


def test_who_cannot_support_or_be_supported():
    attacks = shots(TARGETS["harmed"], SHOTS[:3])
    volley = Volley(attacks, supporters=(True, False, True), supported=(True, True, False))
    assert [each.attacker for each in supports(volley)] == [0, 2]
    assert [helped for helped, _ in supporting(volley, 0)] == [1]
    plain = tuple(replace(attack, plain=True) for attack in attacks)
    assert not supports(Volley(plain))
    assert not supports(Volley(attacks[:1]))


def test_support_adds_to_support():
    attack = replace(shots(TARGETS["harmed"])[0], bonus=(("Supporting Fire", 1), ("Aim", 1)))
    ((_, other),) = supporting(Volley((attack, attack)), 0)
    assert sorted(other.attacks[0].bonus) == [("Aim", 1), ("Supporting Fire", 2)]


def test_rules_are_for_all():
    attacks = shots(TARGETS["two Injuries"])
    flipped = parse("1S S1 L0", rules={"excess-harm": "always"}).rules
    for play in PLAYS:
        one = Volley(attacks, play, rules=flipped)
        other = Volley(shots(TARGETS["two Injuries"], **{"excess-harm": "always"}), play)
        assert one == other
        assert worth_of(one) > worth_of(Volley(attacks, play)) + 0.001


def test_rules_that_matter_are_named():
    found = answer(Volley(shots(TARGETS["two Injuries"])), method="exact")
    assert "excess-harm" in found.depends_on
    assert "rifleman" not in found.depends_on


# ------------------------------------------------------------------------------------------------ simulation
def wrong(volley: Volley, trials: int = 1_000_000, seed: int = 1, axes=None) -> bool:
    """Whether the simulation is caught disagreeing with the exact engine."""
    axes = ("harm", "injuries", "incapacitated", "attacks") if axes is None else axes
    sampled = simulate(volley, axes=axes, trials=trials, seed=seed, engine="numba", threads=1)
    known = exact(volley, axes=axes)
    found = agreement(known, sampled)
    return bool(unlikely_cells(known.values, sampled.values)) or found.p_value < 1e-9 or found.impossible > 0


@pytest.mark.parametrize("play", PLAYS)
def test_the_simulation_agrees(attacks, play):
    assert not wrong(Volley(attacks, play))


@pytest.mark.parametrize("play", PLAYS)
def test_the_simulation_agrees_in_all_that_is_counted(play):
    target = replace(TARGETS["tough"], friends=(parse("Confusion I4 L2"),))
    which = [("2P P5 L2 reroll 1", ["Suppress 1", "Pierce"]), ("3S S6 L1", ["Pushback 2"]), ("1P P8 L1", ["Maim"])]
    assert not wrong(Volley(shots(target, which), play), axes=AXES)


def test_many_attackers_are_simulated():
    which = [(f"{1 + n % 4}P P{3 + n % 5} L{n % 3}", SHOTS[n % 4][1]) for n in range(9)]
    volley = Volley(shots(Target(5, 3, burly=True, **STATS), which), "adaptive")
    assert not wrong(volley, trials=300_000)
    assert len({step.attacker for steps in policy(volley) for step in steps.values()}) == 9


def test_a_supported_volley_is_simulated():
    for _, other in supporting(Volley(shots(TARGETS["harmed"])), 1):
        assert not wrong(other)


@pytest.mark.parametrize("rule", ["whose turn it is", "who is left", "harm carries over"])
def test_a_wrong_lane_is_caught(monkeypatch, rule):
    volley = Volley(shots(TARGETS["two Injuries"]), "adaptive")
    assert not wrong(volley)
    if rule == "whose turn it is":
        own = policy(volley)
        second = {node: step._replace(attacker=0) if step.attacker == 2 else step for node, step in own[1].items()}
        monkeypatch.setattr(lanes, "policy", lambda _: (own[0], second, *own[2:]))
    elif rule == "who is left":
        monkeypatch.setattr(lanes._Places, "next", lambda places: places.p.number(0))
    else:
        monkeypatch.setattr(lanes, "strike", _fresh)
    assert wrong(volley)


def _fresh(p, attack, before, *rest):
    from odds.factions.attacks.lanes import strike

    return strike(p, attack, replace(before, harm=p.number(0)), *rest)


# ------------------------------------------------------------------------------------------------ refused, texts
def test_what_is_refused():
    attacks = shots(TARGETS["harmed"])
    for bad, said in (
        (lambda: Volley(()), "1 to 12 attackers, not 0"),
        (lambda: Volley("6S"), "a list of attacks"),
        (lambda: Volley(("6S",)), "made of attacks"),
        (lambda: Volley(attacks * 4), "1 to 12 attackers, not 16"),
        (lambda: Volley(attacks, "worst"), "given, best or adaptive"),
        (lambda: Volley(attacks * 2, "best"), "at most 6 attackers, not 8"),
        (lambda: Volley((attacks[0], replace(attacks[1], objective="mean(harm)"))), r"for P\(incapacitated\), not for"),
        (lambda: Volley(attacks, supporters=(True,)), "told for 1 attackers, but there are 4"),
        (lambda: Volley((*attacks, shots(TARGETS["odd"])[0])), "one target"),
        (lambda: exact(Volley(attacks), axes=("luck",)), "axis"),
    ):
        with pytest.raises(OddsError, match=said):
            bad()
    assert set(Volley(attacks * 2).plays) == {"adaptive"}
    assert set(Volley(attacks * 2).beside) == {"adaptive", *(f"support {n}" for n in range(1, 9))}
    assert Volley(attacks[:1]).beside == {}


@pytest.mark.parametrize("play", PLAYS)
def test_its_text_gives_it_back(attacks, play):
    volley = Volley(attacks, play)
    assert parse_volley(volley.text) == volley
