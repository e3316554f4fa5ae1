"""Where the game is monotone: what makes a target better or an attacker worse never helps the attacker."""

from dataclasses import replace

from attack_tools import STATS
from hypothesis import given
from hypothesis import strategies as st

from odds import exact
from odds.factions.attacks.critical import EFFECTS, Critical
from odds.factions.attacks.outcome import STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target
from odds.factions.special.rules import SpecialTest

NOISE = 1e-12


@st.composite
def criticals(draw, most: int = 3):
    names = draw(st.lists(st.sampled_from(list(EFFECTS)), max_size=most, unique=True))
    return tuple(Critical(name, draw(st.integers(1, 3)) if EFFECTS[name] else None) for name in names)


@st.composite
def targets(draw):
    health = draw(st.integers(1, 4))
    flags = ("power_armor", "hardy", "machine", "burly", "odd_anatomy", "toughness", "moving_target", "survivalist")
    return Target(
        draw(st.integers(1, 9)),
        health,
        harm=draw(st.integers(0, 3)),
        injuries=draw(st.integers(0, health - 1)),
        radiation=draw(st.integers(0, 3)),
        **{flag: draw(st.booleans()) for flag in flags},
        **STATS,
    )


@st.composite
def attacks(draw, most: int = 3):
    test = SpecialTest(
        draw(st.integers(1, 9)),
        "S",
        draw(st.integers(0, 10)),
        draw(st.integers(0, 4)),
        unlucky=draw(st.booleans()),
        rerolls=draw(st.integers(0, 2)),
        policy="duds-luck-first",
    )
    return Attack(
        test,
        draw(targets()),
        draw(criticals(most)),
        plain=draw(st.booleans()),
        penetrator=draw(st.booleans()),
        better_criticals=draw(st.booleans()),
        non_lethal=draw(st.booleans()),
        crackshot=draw(st.integers(0, 2)),
        strength=6,
    )


def falls(attack: Attack | Attacks) -> float:
    return float(exact(attack, axes=STATES).probability("incapacitated"))


def injured(attack: Attack) -> float:
    return float(exact(attack, axes=STATES).probability("injury"))


def injures_alike(attack: Attack) -> bool:
    """Whether Injuries are monotone too: several effects are chosen for the fall, Toughness turns a fall into none."""
    return len(attack.effects) < 2 and not attack.target.toughness


@given(attacks())
def test_more_endurance_never_helps_the_attacker(attack):
    tougher = attack.against(replace(attack.target, endurance=attack.target.endurance + 1))
    assert falls(tougher) <= falls(attack) + NOISE
    if injures_alike(attack):
        assert injured(tougher) <= injured(attack) + NOISE


@given(attacks())
def test_more_harm_on_the_target_never_hurts_the_attacker(attack):
    if attack.target.harm < attack.target.limit:
        harmed = attack.against(replace(attack.target, harm=attack.target.harm + 1))
        assert falls(harmed) >= falls(attack) - NOISE
        if injures_alike(attack):
            assert injured(harmed) >= injured(attack) - NOISE


@given(attacks(most=0))
def test_pierce_is_never_worse_than_no_critical(attack):
    pierced = replace(attack, criticals=(Critical("Pierce"),))
    assert falls(pierced) >= falls(attack) - NOISE
    assert injured(pierced) >= injured(attack) - NOISE


@given(attacks(), criticals(1))
def test_another_effect_to_choose_from_never_hurts_the_attacker(attack, more):
    if attack.criticals:
        richer = replace(attack, criticals=(*attack.criticals, *more))
        assert falls(richer) >= falls(attack) - NOISE


@given(attacks())
def test_more_health_never_helps_the_attacker(attack):
    healthier = attack.against(replace(attack.target, health=attack.target.health + 1))
    assert falls(healthier) <= falls(attack) + NOISE


@given(attacks())
def test_a_second_attack_never_hurts_and_the_states_sum_to_one(attack):
    twice = exact(Attacks((attack, attack), objective="P(incapacitated)"), axes=STATES)
    assert abs(twice.values.sum() - 1) < NOISE
    assert falls(attack) <= float(twice.probability("incapacitated")) + NOISE
