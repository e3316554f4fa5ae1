"""The simulation of an attack against the exact engine: every effect and property, and wrong rules that are caught.

False alarms: a Chernoff bound at 1e-15 a side for every cell, fewer than 1e5 cells in the file, and fixed seeds.
"""

import pytest
from attack_tools import PROPERTIES, RULES, STATS, every_effect, with_property
from test_simulation import unlikely_cells

from odds import answer, exact, parse, simulate
from odds.core.agreement import agreement
from odds.factions.attacks import lanes
from odds.factions.attacks.outcome import AXES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target

SEVERAL = ["Maim", "Pierce", "Poison 2", "Meltdown", "Showstopper", "Suppress 2"]


def wrong(attack: Attack, axes=AXES[:5], trials: int = 400_000, seed: int = 1) -> bool:
    """Whether the simulation is caught disagreeing with the exact engine."""
    sampled = simulate(attack, axes=axes, trials=trials, seed=seed, threads=1, engine="numpy")
    wanted = exact(attack, axes=axes)
    found = agreement(wanted, sampled)
    return bool(unlikely_cells(wanted.values, sampled.values)) or found.p_value < 1e-15 or found.impossible > 0


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_and_effect_agrees(name):
    for seed, criticals in enumerate(every_effect()):
        attack = with_property(name, criticals, health=1 + seed % 2)
        assert not wrong(attack, seed=seed), attack.text


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: next(iter(rules), "edition"))
def test_every_rule_and_effect_agrees(rules):
    for seed, criticals in enumerate(every_effect()):
        for name in ("toughness at the limit", "non-lethal at the limit", "much crackshot", "penetrator"):
            attack = with_property(name, criticals, health=1 + seed % 3, rules=rules)
            assert not wrong(attack, seed=seed), attack.text


@pytest.mark.parametrize(
    "query", ["6S S6 L3", "6S S6 L3 unlucky", "5S S5 L2 reroll 2", "6S S6 L3 Four Leaf Clover", "1S S9 L1", "9S S3 L0"]
)
def test_every_kind_of_test_agrees_jointly_with_hits_and_luck(query):
    target = Target(4, 2, harm=2, odd_anatomy=True, toughness=True, friends=[parse("Confusion I4 L1")] * 2, **STATS)
    for criticals in ((), ("Maim",), SEVERAL, ("Ignite 2", "Ignite 3"), ("Pushback 3", "Haul 2")):
        assert not wrong(Attack.of(parse(query), criticals, target, strength=6), AXES, trials=200_000)


def test_the_best_of_several_effects_is_used():
    for objective in ("P(incapacitated)", "mean(harm)", "fatigue", "P(hits >= 4 and injury)"):
        attack = Attack.of(parse("5S S6 L3"), SEVERAL, Target(4, 3, harm=2, **STATS), objective=objective)
        assert not wrong(attack, AXES)


def test_both_engines_through_the_public_door():
    attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1, agility=4, intelligence=3, strength=4, luck=2))
    both = answer(attack, trials=2_000_000, seed=1, asks=["failed", "critical", "mean(harm)", "injury"])
    assert both.agreement.agrees
    assert float(both.exact.metric("incapacitated")) == pytest.approx(0.746371584, abs=1e-12)
    sampled = both.simulated.metric("incapacitated")
    assert abs(float(sampled) - 0.746371584) < 6 * sampled.std_error


# ------------------------------------------------------------------------------------------------ wrong rules
def patched(monkeypatch, name: str, wrong_one) -> None:
    monkeypatch.setattr(lanes._Step, name, wrong_one)


def test_an_effect_that_never_takes_hold_is_caught(monkeypatch):
    attack = with_property("bonus", ("Maim",))
    assert not wrong(attack)
    monkeypatch.setattr(lanes, "_critical", lambda p, *_: p.false)
    assert wrong(attack)


def test_excess_harm_without_an_injury_is_caught(monkeypatch):
    attack = with_property("toughness at the limit", ())
    assert not wrong(attack)
    patched(monkeypatch, "_harm", lambda step, _: step.p.false)
    assert wrong(attack)


def test_ignite_that_adds_no_damage_is_caught(monkeypatch):
    attack = with_property("bonus", ("Ignite 2",))
    assert not wrong(attack)
    patched(monkeypatch, "_ignited", lambda _, hits: hits)
    assert wrong(attack)


def test_dice_of_an_effect_that_hit_too_often_are_caught(monkeypatch):
    attack = with_property("hardy", ("Poison 2",))
    assert not wrong(attack)
    monkeypatch.setattr(lanes, "FACES", 9)
    assert wrong(attack)
