"""Attacks for tests: each of the eleven effects, and how far the exact answer is from the slow enumeration."""

import numpy as np
from naive_attack import is_down, outcomes

from odds import exact, parse
from odds.factions.attacks.critical import EFFECTS, Critical
from odds.factions.attacks.outcome import AXES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target

STATS = {"strength": 4, "intelligence": 3, "agility": 4, "luck": 2}
DICE = parse("4S S6 L2")

#: a property of target or attacker -> the fields it sets
PROPERTIES = {
    "power armor": {"target": {"power_armor": True, "radiation": 2}},
    "hardy": {"target": {"hardy": True}},
    "machine": {"target": {"machine": True, "radiation": 2}},
    "rad resistant": {"target": {"rad_resistant": True, "radiation": 2}},
    "radiation": {"target": {"radiation": 2}},
    "radiation beyond measure": {"target": {"radiation": 9}},
    "burly": {"target": {"burly": True, "harm": 3}},
    "harm limit": {"target": {"harm_limit": 1}},
    "toughness": {"target": {"toughness": True}},
    "toughness at the limit": {"target": {"toughness": True, "harm": 3}},
    "odd anatomy": {"target": {"odd_anatomy": True}},
    "moving target": {"target": {"moving_target": True}},
    "survivalist": {"target": {"survivalist": True, "harm": 2}},
    "endurance": {"target": {"endurance_bonus": 2, "endurance_dice": 2, "toughness": True}},
    "penetrator": {"attack": {"penetrator": True}, "target": {"moving_target": True}},
    "better criticals": {"attack": {"better_criticals": True}},
    "non-lethal": {"attack": {"non_lethal": True}},
    "non-lethal at the limit": {"attack": {"non_lethal": True}, "target": {"harm": 3}},
    "crackshot": {"attack": {"crackshot": 1}},
    "much crackshot": {"attack": {"crackshot": 2}, "target": {"harm": 2, "toughness": True}},
    "plain": {"attack": {"plain": True}, "target": {"harm": 2}},
    "bonus": {"attack": {"bonus": (("Wide Open", 1), ("Aim", 2))}},
}
#: every switch of an attack, flipped
RULES = (
    {},
    {"outright": "more-than"},
    {"excess-harm": "always"},
    {"non-lethal": "spares"},
    {"showstopper": "instead"},
    {"suppress": "each"},
    {"attack-endurance": "table"},
    {"crackshot": "last"},
)


def every_effect() -> list[tuple[Critical, ...]]:
    """No effect, then each of the eleven alone."""
    return [(), *((Critical(name, 2 if numbered else None),) for name, numbered in EFFECTS.items())]


def expected(attack: Attack, wrong: str = "", goal=is_down) -> np.ndarray:
    """The enumeration over harm, injuries, incapacitated, fatigue and inches, shaped like the exact answer."""
    table = np.zeros(exact(attack, axes=AXES[:5]).values.shape)
    for (end, _, _), chance in outcomes(attack, goal, wrong).items():
        table[end] += chance
    return table


def gap(attack: Attack, wrong: str = "", goal=is_down) -> float:
    """The largest difference between the exact engine and the enumeration."""
    return float(np.abs(exact(attack, axes=AXES[:5]).values - expected(attack, wrong, goal)).max())


def with_property(name: str, criticals, health: int = 2, rules=None) -> Attack:
    """An attack with one of `PROPERTIES`, under these rules."""
    more = PROPERTIES[name]
    target = Target(4, health, **{**STATS, "harm": 1, **more.get("target", {})})
    return Attack.of(parse("4S S6 L2", rules=rules or {}), criticals, target, strength=6, **more.get("attack", {}))
