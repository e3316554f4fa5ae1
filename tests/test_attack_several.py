"""Several attacks on one target, attacks until it falls, and attacks on an area: exact, enumerated, simulated."""

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from attack_tools import DICE, STATS, every_effect
from naive import die_by_die
from naive_attack import after, several
from test_attack_lanes import wrong

from odds import OddsError, answer, exact, parse, simulate
from odds.core.lanes.code import compile_code
from odds.core.lanes.program import Program
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.outcome import AXES, STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several import lanes
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target
from odds.factions.attacks.until import lanes as until_lanes
from odds.factions.attacks.until.exact import attacks_listed, mean_attacks
from odds.factions.attacks.until.rules import UntilDown

TIGHT = 1e-12
SEVERAL = ["Maim", "Pierce", "Poison 2", "Meltdown"]


def gap(attacks: Attacks, goal=lambda end: float(end.down)) -> float:
    """The largest difference between the exact chain and the enumeration."""
    found = exact(attacks, axes=STATES).values
    wanted = np.zeros(found.shape)
    for end, chance in several(list(attacks.attacks), goal).items():
        wanted[end[:3]] += chance
    return float(np.abs(found - wanted).max())


# ------------------------------------------------------------------------------------------------ one after another
@pytest.mark.parametrize("more", [{}, {"toughness": True}, {"harm": 2, "odd_anatomy": True}], ids=str)
@pytest.mark.parametrize("criticals", [*every_effect(), SEVERAL], ids=str)
def test_harm_carries_over_and_gives_its_dice(criticals, more):
    for health in (1, 3):
        target = Target(4, health, **STATS, **more)
        attacks = [
            Attack.of(parse(query), criticals, target, strength=6) for query in ("4S S6 L2", "3P P5 L1", "2S S7 L3")
        ]
        assert gap(Attacks(attacks[:2])) < TIGHT
        assert gap(Attacks(attacks)) < TIGHT


def test_one_of_several_is_that_one():
    for criticals in every_effect():
        attack = Attack.of(parse("5S S6 L3"), criticals, Target(4, 2, harm=1, toughness=True, **STATS), strength=6)
        assert np.abs(exact(Attacks([attack]), axes=AXES).values - exact(attack, axes=AXES).values).max() < TIGHT


def test_effects_are_chosen_for_the_end_not_for_the_attack():
    """Alone, the first attack cannot bring the target down; its Harm helps the second one."""
    target = Target(9, 1, **STATS)
    first = Attack.of(parse("2S S8 L2"), ["Suppress 1", "Maim"], target)
    second = Attack.of(parse("9S S8 L0"), (), target)
    both = Attacks([first, second])
    assert gap(both) < TIGHT
    greedy = Attacks([Attack.of(first.test, ["Suppress 1"], target), second])
    assert exact(both).probability("incapacitated") > exact(greedy).probability("incapacitated") + 0.01


def test_other_objectives():
    target = Target(5, 3, harm=1, **STATS)
    attacks = Attacks([Attack.of(parse("4S S6 L3"), SEVERAL, target)] * 2, objective="mean(harm)")
    assert gap(attacks, goal=lambda end: end.harm) < TIGHT
    with pytest.raises(OddsError, match="fatigue"):
        Attacks(attacks.attacks, objective="fatigue")


def test_hits_fatigue_and_inches_add_up_as_long_as_the_target_stands():
    sturdy = Target(20, 20, strength=0, intelligence=0, agility=4, luck=2)
    attack = Attack.of(parse("3S S6 L2"), ["Pushback 2"], sturdy)
    twice = exact(Attacks([attack, attack]), axes=("inches", "hits"))
    first = exact(attack, axes=("inches", "hits", "harm"))
    later = [exact(attack.against(replace(sturdy, harm=harm)), axes=("inches", "hits")) for harm in (0, 1)]
    fails = first.probability("harm == 0")
    for axis in ("inches", "hits"):
        wanted = first.mean(axis) + fails * later[0].mean(axis) + (1 - fails) * later[1].mean(axis)
        assert twice.mean(axis) == pytest.approx(wanted, abs=TIGHT)


def test_fractions_are_exact():
    attack = Attack.of(DICE, ["Poison 2", "Maim"], Target(4, 2, toughness=True, **STATS))
    for axes in (STATES, ("incapacitated", "hits", "luck_hits")):
        found = exact(Attacks([attack, attack]), axes=axes, fractions=True).values
        assert found.sum() == Fraction(1)
        assert np.abs(found.astype(float) - exact(Attacks([attack, attack]), axes=axes).values).max() < TIGHT


@pytest.mark.parametrize("criticals", [*every_effect(), SEVERAL], ids=str)
def test_the_simulation_of_several_agrees(criticals):
    friends = [parse("Confusion I4 L1")]
    target = Target(4, 2, harm=1, toughness=True, odd_anatomy=True, friends=friends, **STATS)
    attacks = [Attack.of(parse(query), criticals, target, strength=6) for query in ("4S S6 L2", "3P P5 L1", "2S S7 L3")]
    assert not wrong(Attacks(attacks))
    assert not wrong(Attacks(attacks[:2]), AXES, trials=200_000)
    plain = [replace(attacks[0], plain=True), attacks[1]]
    assert not wrong(Attacks(plain), (*STATES, "hits"))


def test_harm_that_is_not_carried_over_is_caught(monkeypatch):
    attacks = Attacks([Attack.of(parse("4S S6 L2"), ["Maim"], Target(5, 2, **STATS))] * 2)
    assert not wrong(attacks)
    forgetful = lambda p, attack, _, *more: lanes_strike(p, attack, lanes.begin(p, attack.target), *more)  # noqa: E731
    lanes_strike = lanes.strike
    monkeypatch.setattr(lanes, "strike", forgetful)
    assert wrong(attacks)


def test_both_engines_through_the_public_door():
    shot = Attack.of(parse("4P P5 L2"), ["Maim"], Target(5, 2, **STATS))
    both = answer(Attacks([shot, shot]), trials=1_000_000, seed=2, asks=["failed", "critical", "injury"])
    assert both.agreement.agrees
    assert both.exact.label == "4P P5 L2 crit Maim; 4P P5 L2 crit Maim at S4 E5 I3 A4 L2 HP2"


def test_what_cannot_be_made_one_after_another_is_refused():
    shot = Attack.of(DICE, (), Target(5, 2))
    for attacks in ([], [shot] * 21, [shot, Attack.of(DICE, (), Target(5, 3))], ["shot"], 5):
        with pytest.raises(OddsError):
            Attacks(attacks)
    other = Attack.of(parse("4S S6 L2", edition="NW2024"), (), Target(5, 2))
    with pytest.raises(OddsError, match="edition"):
        Attacks([shot, other])
    assert {attack.rules.edition for attack in Attacks([shot, other], rules=other.rules).attacks} == {"NW2024"}


# ------------------------------------------------------------------------------------------------ until it falls
@pytest.mark.parametrize("criticals", every_effect(), ids=str)
def test_until_down_is_attack_after_attack(criticals):
    target = Target(5, 2, harm=1, toughness=True, **STATS)
    attack = Attack.of(parse("4S S6 L2"), criticals, target, strength=6)
    found = exact(UntilDown(attack)).values
    fallen = [float(exact(Attacks([attack] * n)).probability("incapacitated")) for n in range(1, 7)]
    assert np.cumsum(found)[1:7] == pytest.approx(fallen, abs=TIGHT)
    assert abs(found.sum() - 1) < TIGHT


@pytest.mark.parametrize("criticals", [(), ("Maim",), SEVERAL], ids=str)
def test_until_down_agrees_with_its_simulation(criticals):
    for query, target in (("6S S6 L3", Target(4, 1, **STATS)), ("3P P4 L1", Target(6, 3, toughness=True, **STATS))):
        assert not wrong(UntilDown(Attack.of(parse(query), criticals, target)), ("attacks",), trials=200_000)


def test_the_list_of_attacks_ends_where_nearly_nothing_is_left():
    until = UntilDown(Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1)))
    found, n = exact(until), attacks_listed(until)
    assert 0 < found.probability("later") <= 1e-9 < found.probability(f"attacks > {n - 1}")
    weak = UntilDown(Attack.of(parse("1S S1 L0"), (), Target(9, 4)))
    assert attacks_listed(weak) == 100
    assert exact(weak).probability("later") == pytest.approx(3.51e-4, rel=1e-3)


def test_who_never_falls_is_told_so():
    hopeless = UntilDown(Attack.of(parse("4S S0 L2"), ["Maim", "Pierce"], Target(4, 1)))
    assert mean_attacks(hopeless) == float("inf")
    assert exact(hopeless).probability("later") == 1
    sampled = simulate(hopeless, trials=10_000, seed=1)
    assert sampled.values[-1] == 10_000


def test_a_long_list_of_attacks_keeps_little_in_mind():
    """However many dice it draws: only how the target stands leads on from attack to attack."""
    attack = Attack.of(parse("9S S4 L4"), ["Pierce", "Poison 2"], Target(16, 4, survivalist=True, **STATS))
    program = Program()
    code = compile_code(program, until_lanes.play(program, UntilDown(attack)), ("attacks",))
    assert attacks_listed(UntilDown(attack)) == 100
    assert len(code.table) > 10_000 > 20 * code.rows
    assert not wrong(UntilDown(attack), ("attacks",), trials=100_000)


def test_the_mean_number_of_attacks():
    until = UntilDown(Attack.of(parse("4S S6 L2"), SEVERAL, Target(4, 2, **STATS)))
    assert mean_attacks(until) == pytest.approx(exact(until).mean("attacks"), abs=1e-6)
    for critical in SEVERAL:
        alone = UntilDown(Attack.of(parse("4S S6 L2"), [critical], Target(4, 2, **STATS)))
        assert mean_attacks(until) <= mean_attacks(alone) + TIGHT


def test_until_down_is_made_of_an_attack():
    with pytest.raises(OddsError):
        UntilDown(DICE)


# ------------------------------------------------------------------------------------------------ an area
def area(criticals=("Suppress 2", "Ignite 2")) -> AreaAttack:
    others = [Target(3, 2, harm=2, odd_anatomy=True, **STATS), Target(5, 1, toughness=True, **STATS)]
    return AreaAttack(Attack.of(parse("5A A6 L2"), criticals, Target(4, 1, **STATS)), others)


def test_one_test_falls_on_every_model():
    grenade = area()
    found = exact(grenade, axes=("down", "harm_2", "fatigue_3")).values
    wanted = np.zeros(found.shape)
    for (hits, luck_hits, _), chance in die_by_die(grenade.attack.rolled).items():
        for ends in itertools.product(*[list(after(each, hits, luck_hits, is_down)) for each in grenade.attacks]):
            states = [end for end, _ in ends]
            cell = sum(end.down for end in states), states[1].harm, states[2].fatigue
            wanted[cell] += chance * np.prod([share for _, share in ends])
    assert np.abs(found - wanted).max() < TIGHT
    assert exact(grenade).probability("all_down") == pytest.approx(wanted[3].sum(), abs=TIGHT)


def is_down(end) -> float:
    return float(end.down)


def test_each_model_ends_as_if_it_were_alone_without_bonus_dice():
    grenade = area()
    for number, alone in enumerate(grenade.attacks, 1):
        axes = [f"{axis}_{number}" for axis in STATES]
        assert np.abs(exact(grenade, axes=axes).values - exact(alone, axes=STATES).values).max() < TIGHT
        assert alone.bonus_dice == ()


def test_the_simulation_of_an_area_agrees():
    grenade = area(("Suppress 2", "Poison 2", "Meltdown"))
    axes = ("down", *(f"{axis}_{n}" for n in (1, 2) for axis in STATES), "fatigue_3", "luck_hits")
    assert not wrong(grenade, axes)
    both = answer(grenade, trials=1_000_000, seed=3, asks=["all_down", "target_2", "failed"])
    assert both.agreement.agrees
    assert exact(grenade, axes=("down", "harm_1"), fractions=True).values.sum() == Fraction(1)


def test_what_no_area_has_is_refused():
    attack = area().attack
    for attacks, others in ((DICE, ()), (attack, 5), (attack, [attack.target] * 12)):
        with pytest.raises(OddsError):
            AreaAttack(attacks, others)
    with pytest.raises(OddsError, match="harm_4"):
        exact(area(), axes=("harm_4",))
    with pytest.raises(OddsError, match="Agility"):
        AreaAttack(attack, [Target(4, 1, intelligence=3)])
    many = AreaAttack(attack, [Target(4, 4, harm_limit=10, **STATS)] * 11)
    with pytest.raises(OddsError, match="jointly"):
        exact(many, axes=[f"harm_{n}" for n in range(1, 13)])
