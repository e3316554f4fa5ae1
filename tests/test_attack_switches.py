"""Every rule of an attack moves an exact value to one worked out by hand, and every switch changes both engines."""

import re
from pathlib import Path

import pytest
from attack_tools import STATS
from test_simulation import unlikely_cells

from odds import exact, parse, simulate
from odds.factions.attacks import damage
from odds.factions.attacks.outcome import AXES, STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.switches import BOOK

SURE = "1S S9 L1"  # fails once in ten times, else a Luck Die survives; a second Hit nine times in ten
ONE_HIT, TWO_HITS = 0.9 * 0.1, 0.9 * 0.9  # given that Fortune Smiles' die misses, or hits
HIT = ONE_HIT + TWO_HITS


def attack(query: str, criticals=(), endurance: int = 4, health: int = 1, rules=None, more=None, **fields) -> Attack:
    """An attack on a target with these statistics; `more` are fields of the attack."""
    target = Target(endurance, health, **{**STATS, **fields})
    return Attack.of(parse(query, rules=rules or {}), criticals, target, strength=6, **(more or {}))


def chance(event: str, *args, **fields) -> float:
    return float(exact(attack(*args, **fields), axes=AXES).metric(event))


#: the event, the attack, and its chance by hand
BY_HAND = {
    "the damage table: D >= 2E": ("incapacitated", (SURE, ()), {"endurance": 1, "health": 4}, TWO_HITS),
    "the damage table: D >= E": ("injuries == 1 and harm == 1", (SURE, ()), {"endurance": 2, "health": 4}, TWO_HITS),
    "the damage table: D >= 1": ("harm == 1", (SURE, ()), {}, HIT),
    "Excess Harm": ("incapacitated", ("1S S9 L0 unlucky", ()), {"harm": 3}, 0.9),
    "Harm Limit": ("incapacitated", ("1S S9 L0 unlucky", ()), {"harm": 3, "harm_limit": 5}, 0),
    "Burly": ("harm == 4", ("1S S9 L0 unlucky", ()), {"harm": 3, "burly": True}, 0.9),
    "Power Armor": ("harm == 4", ("1S S9 L0 unlucky", ()), {"harm": 3, "power_armor": True}, 0.9),
    "Injuries count": ("incapacitated", (SURE, ()), {"endurance": 2, "health": 2, "injuries": 1}, TWO_HITS),
    "Bonus Dice for Harm": ("failed", ("1S S5 L0", ()), {"harm": 2}, 0.125),
    "Ignite": ("incapacitated", (SURE, "Ignite 1"), {"endurance": 2, "agility": 4}, TWO_HITS + ONE_HIT * 0.6),
    "Pierce": ("incapacitated", (SURE, "Pierce"), {"endurance": 3}, TWO_HITS),
    "Maim": ("harm == 2", (SURE, "Maim"), {}, HIT),
    "Maim at the limit": ("harm == 3", ("1S S9 L1", "Maim"), {"harm": 2, "health": 3, "endurance": 9}, 0.999),
    "Meltdown": ("incapacitated", (SURE, "Meltdown"), {"luck": 0}, HIT * 0.36),
    "Meltdown with Luck": ("incapacitated", (SURE, "Meltdown"), {"luck": 2, "harm": 0}, HIT * 0.36),
    "Poison": ("harm == 3", (SURE, "Poison 2"), {"health": 4}, HIT * 0.36),
    "Tranquilize": ("harm == 2", (SURE, "Tranquilize 1"), {"health": 4}, HIT * 0.6),
    "Machine": ("harm == 3", (SURE, "Poison 2"), {"health": 4, "machine": True}, 0),
    "Suppress": ("fatigue", (SURE, "Suppress 2"), {"intelligence": 3}, HIT * 0.91),
    "Hardy": ("fatigue", (SURE, "Suppress 2"), {"hardy": True}, 0),
    "Pushback": ("inches == 2", (SURE, "Pushback 2"), {"strength": 4}, HIT * 0.36),
    "Haul": ("inches == 2", (SURE, "Haul 2"), {}, HIT * 0.36),
    "a plain d10 has a 10": ("inches == 1", (SURE, "Pushback 1"), {"strength": 9}, HIT * 0.1),
    "Seize": ("harm == 1", (SURE, "Seize"), {}, HIT),
    "Better Criticals": (
        "inches == 4",
        (SURE, "Pushback 2"),
        {"more": {"better_criticals": True}},
        HIT * 0.6**4,
    ),
    "Odd Anatomy": ("harm == 2", (SURE, "Maim"), {"odd_anatomy": True, "luck": 0}, HIT * 0.36),
    "Toughness": ("incapacitated", (SURE, ()), {"endurance": 2, "toughness": True, "luck": 0}, TWO_HITS * 0.64),
    "Toughness fills the Harm": (
        "harm == 3",
        (SURE, ()),
        {"endurance": 2, "toughness": True, "luck": 0},
        TWO_HITS * 0.36,
    ),
    "its Bonus Dice": (
        "incapacitated",
        (SURE, ()),
        {"endurance": 2, "toughness": True, "luck": 0, "endurance_dice": 1},
        TWO_HITS * 0.8**3,
    ),
    "Moving Target": ("incapacitated", (SURE, ()), {"endurance": 2, "moving_target": True}, 0),
    "Penetrator": ("harm == 2", (SURE, "Poison 1"), {"endurance": 5, "more": {"penetrator": True}}, HIT * 0.6),
    "Penetrator from 5 on": (
        "harm == 2",
        (SURE, "Poison 1"),
        {"endurance": 4, "more": {"penetrator": True}},
        HIT * 0.6,
    ),
    "The Next Stage, Buffout": ("harm == 2", (SURE, "Poison 1"), {"endurance_bonus": 2}, HIT * 0.4),
    "radiation": ("harm == 2", (SURE, "Poison 1"), {"radiation": 2, "endurance": 6}, HIT * 0.6),
    "radiation leaves 1": ("incapacitated", (SURE, ()), {"radiation": 9, "health": 4}, TWO_HITS),
    "Rad Resistant": ("harm == 2", (SURE, "Poison 1"), {"radiation": 2, "rad_resistant": True}, HIT * 0.6),
    "Survivalist": ("harm == 0 and incapacitated == 0", (SURE, "Maim"), {"survivalist": True}, 1),
    "Malfunction": ("malfunction", (SURE, ()), {"malfunction": True}, 0.1),
    "Non-Lethal": ("injury", (SURE, ()), {"endurance": 2, "more": {"non_lethal": True}}, 0),
    "Crackshot": ("harm == 3", (SURE, ()), {"harm": 1, "endurance": 9, "more": {"crackshot": 2}}, 0.99),
    "no Bonus Dice": ("failed", ("1S S5 L0 +1 die", ()), {"harm": 2, "more": {"plain": True}}, 0.5),
    "given Bonus Dice": ("failed", ("1S S5 L0 +1 die", ()), {"more": {"bonus": [("Aim", 1)]}}, 0.125),
    "Unlucky": ("harm == 2", ("1S S9 L1 unlucky", "Maim"), {}, 0),
    "Confusion": (
        "confused == 1",
        (SURE, ()),
        {"endurance": 2, "friends": [parse("Confusion I4 L0")]},
        TWO_HITS * 0.36,
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_every_rule_by_hand(name):
    event, args, fields, expected = BY_HAND[name]
    assert chance(event, *args, **fields) == pytest.approx(expected, abs=1e-12)


#: switch -> an attack that it changes
QUESTIONS = {
    "outright": attack(SURE, (), endurance=1, health=4),
    "excess-harm": attack("3S S9 L1", "Maim", health=3, harm=3),
    "non-lethal": attack(SURE, (), endurance=1, more={"non_lethal": True}),
    "showstopper": attack("3S S9 L1", "Showstopper", endurance=3, health=2, harm=3),
    "suppress": attack(SURE, "Suppress 2"),
    "attack-endurance": attack(SURE, "Poison 2", moving_target=True),
    "crackshot": attack(SURE, "Meltdown", more={"crackshot": 1}),
}
#: switch -> value -> event -> its chance by hand
SWITCHED = {
    "outright": {"more-than": ("incapacitated", 0.0)},
    "non-lethal": {"spares": ("incapacitated", 0.0)},
    "showstopper": {"instead": ("incapacitated and hits < 6", 0.0)},
    "suppress": {"each": ("fatigue == 2", HIT * 0.49)},
    "attack-endurance": {"table": ("harm == 3", HIT * 0.36)},
}


@pytest.mark.parametrize("switch", QUESTIONS)
def test_every_switch_changes_an_answer_of_both_engines(switch):
    question = QUESTIONS[switch]
    axes = (*STATES, "fatigue")
    default = exact(question, axes=axes).values
    for rules in question.rules.flipped(switch):
        other = Attack.of(question.test, question.criticals, question.target, **kept(question), rules=rules)
        changed, sampled = exact(other, axes=axes).values, simulate(other, axes=axes, trials=200_000, seed=1).values
        assert not unlikely_cells(changed, sampled)
        assert default.shape != changed.shape or unlikely_cells(default, sampled)


def kept(question: Attack) -> dict[str, object]:
    return {name: getattr(question, name) for name in ("non_lethal", "crackshot", "strength")}


@pytest.mark.parametrize("switch", SWITCHED)
def test_switched_rules_by_hand(switch):
    for value, (event, expected) in SWITCHED[switch].items():
        question = QUESTIONS[switch]
        rules = BOOK.rules(changes={switch: value})
        other = Attack.of(question.test, question.criticals, question.target, **kept(question), rules=rules)
        assert float(exact(other, axes=AXES).metric(event)) == pytest.approx(expected, abs=1e-12)


def test_damage_reads_the_switches_it_says():
    source = Path(damage.__file__).read_text()
    assert set(re.findall(r'rules\["([a-z-]+)"\]', source)) == set(damage.READ)
