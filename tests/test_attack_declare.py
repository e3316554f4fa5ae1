"""Weapons, situations and targets as objects: Bonus Dice worked out from the situation, and what is refused."""

import pickle

import pytest
from attack_tools import STATS

from odds import OddsError, exact, parse
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.declare import Attacker, declare
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import Target
from odds.factions.attacks.weapon import Weapon, makeshift

RIFLE = Weapon("Assault Rifle", "Rifle", "4P", 20, ["Aim (1)", "Storm (2)"], ["Maim"])
PISTOL = Weapon("10mm Pistol", "Pistol", "3A", 10, ["CQB", "Fast"])
SWORD = Weapon("Officer's Sword", "Melee", "4S", None, {"Wind Up": 0}, ["Maim"])
GRENADES = Weapon("Baseball Grenades", "Grenade", "3A", 8, ["Area (2)", "Big Swing (6)"], ["Suppress (1)"])
HEAVY = Weapon("Flamer", "Heavy", "4S", 8, ["Unwieldy (6)", "Non-Lethal"], ["Ignite (2)", "Haul 2"])
CARBINE = Weapon("Combat Rifle", "Rifle", "4P", 24, ["Crackshot 1"])
MODEL = Attacker(5, 5, 4, 3, 3, 6, luck=3, penetrator=True, better_criticals=True)
TARGET = Target(5, 2, **STATS)


def dice(weapon: Weapon, harm: int = 0, **moment) -> dict[str, int]:
    """Bonus Dice by source."""
    target = Target(5, 2, harm=harm, **STATS)
    return {each.source: each.dice for each in declare(weapon, MODEL, target, Situation(**moment)).bonus_dice}


@pytest.mark.parametrize(
    ("weapon", "moment", "expected"),
    [
        (RIFLE, {}, {}),
        (RIFLE, {"wide_open": True, "supporters": 3, "harm": 2}, {"Wide Open": 1, "Supporting Fire": 3, "Harm": 2}),
        (RIFLE, {"aim": True, "band": "half"}, {"Aim": 1, "Storm": 2}),
        (RIFLE, {"distance": 10}, {"Storm": 2}),
        (RIFLE, {"distance": 11}, {}),
        (RIFLE, {"distance": 21, "wide_open": True, "harm": 1}, {}),
        (RIFLE, {"band": "beyond", "harm": 1}, {}),
        (RIFLE, {"unlucky": True, "harm": 1}, {}),
        (RIFLE, {"bonus": [("Psycho", 2), ("nothing", 0)]}, {"Psycho": 2}),
        (GRENADES, {"wide_open": True, "harm": 3}, {}),
        (HEAVY, {"wide_open": True, "harm": 3}, {}),
        (SWORD, {"charge": True, "engaged_friends": 2, "harm": 1}, {"Wind Up": 2, "Engaged friends": 2, "Harm": 1}),
        (SWORD, {"overwhelming_friends": 1, "bladed": True}, {"Overwhelm": 1}),
        (makeshift(), {"charge": True, "bladed": True}, {"charge": 1, "Bladed": 1}),
    ],
)
def test_bonus_dice_follow_from_the_situation(weapon, moment, expected):
    assert dice(weapon, **moment) == expected


def test_the_pool_is_built_from_them():
    attack = declare(RIFLE, MODEL, Target(5, 2, harm=1), Situation(wide_open=True, aim=True))
    assert attack.rolled.text == "4P P5 L3 +3 dice"
    assert attack.effects == (Critical("Maim"),)
    assert attack.penetrator
    assert attack.endurance() == 4
    beyond = declare(RIFLE, MODEL, TARGET, Situation(band="beyond"))
    assert beyond.rolled.unlucky
    assert beyond.effects == ()


def test_traits_and_perks_become_fields_of_the_attack():
    strong = Attacker(6, 5, 4, 3, 3, 6, better_criticals=True)
    flames = declare(HEAVY, strong, TARGET)
    assert (flames.plain, flames.non_lethal, flames.strength) == (False, True, 6)
    assert [each.text for each in flames.effects] == ["Ignite 4", "Haul 4"]
    assert declare(HEAVY, MODEL, TARGET).plain
    assert not declare(GRENADES, MODEL, TARGET).penetrator
    assert not declare(SWORD, MODEL, TARGET).penetrator
    pays = Attacker(perception=5, pays_crackshot=True, four_leaf_clover=True, rerolls=1)
    assert declare(CARBINE, pays, TARGET).crackshot == 1
    assert declare(CARBINE, pays, TARGET).test.text == "4P P5 L2 reroll 1 Four Leaf Clover"
    assert declare(CARBINE, Attacker(perception=5), TARGET).crackshot == 0


def test_a_weapon_and_a_bare_test_are_one_attack():
    declared = declare(RIFLE, Attacker(perception=5, luck=3), TARGET, Situation(wide_open=True))
    bare = Attack.of(parse("4P P5 L3 +1 die"), ["Maim"], TARGET)
    assert exact(declared).values.tolist() == exact(bare).values.tolist()


@pytest.mark.parametrize("parts", [0, 1, 2, 3, 5])
def test_the_junk_jet_gains_from_its_parts(parts):
    jet = Weapon("Junk Jet", "Heavy", "3S", 12, ["Creative Projectiles"]).with_parts(parts)
    assert (jet.test, jet.criticals[0].text) == (
        ("3S", "Suppress 1"),
        ("4S", "Suppress 2"),
        ("5S", "Suppress 3"),
        ("6S", "Suppress 3"),
    )[min(parts, 3)]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Situation(band="far"), "half, within or beyond"),
        (lambda: Situation(supporters=-1), "supporting friends"),
        (lambda: Situation(wide_open=1), "wide_open must be True or False"),
        (lambda: dice(SWORD, wide_open=True), "Wide Open means nothing here: Officer's Sword is a Melee weapon"),
        (lambda: dice(SWORD, supporters=1), "Supporting Fire"),
        (lambda: dice(SWORD, distance=3), "distance"),
        (lambda: dice(RIFLE, charge=True), "a charge means nothing here"),
        (lambda: dice(RIFLE, engaged_friends=1), "friends"),
        (lambda: dice(RIFLE, supporters=4), "at most 3 friends"),
        (lambda: dice(PISTOL, aim=True), "lacks the Trait Aim"),
        (lambda: dice(PISTOL, distance=11), "CQB"),
        (lambda: declare(RIFLE, Attacker(perception=5), TARGET, Situation(supporters=1)), "Charisma"),
        (lambda: declare(HEAVY, Attacker(perception=5), TARGET), "Strength"),
        (lambda: declare(RIFLE, Attacker(perception=5, pays_crackshot=True), TARGET), "Crackshot"),
        (lambda: Attacker(perception=21), "Perception"),
        (lambda: Attacker(luck=None), "Luck"),
        (lambda: Weapon("X", "Sling", "4P", 10), "Pistol, Rifle"),
        (lambda: Weapon("X", "Rifle", "P4", 10), "4P"),
        (lambda: Weapon("X", "Rifle", "4P"), "range is missing"),
        (lambda: Weapon("X", "Melee", "4S", 3), "no range"),
        (lambda: Weapon("X", "Rifle", "4P", 10, ["Aimm 1"]), "did you mean Aim"),
        (lambda: Weapon("X", "Rifle", "4P", 10, ["Aim"]), "needs its number"),
        (lambda: Weapon("X", "Rifle", "4P", 10, ["Fast 1"]), "has no number"),
        (lambda: Weapon("X", "Rifle", "4P", 10, [3]), "written like"),
        (lambda: RIFLE.with_parts(1), "no Creative Projectiles"),
        (lambda: Weapon("J", "Heavy", "3S", 12, ["Creative Projectiles"]).with_parts(-1), "from 0"),
        (lambda: Critical("Main"), "did you mean Maim"),
        (lambda: Critical("Maim", 2), "no number"),
        (lambda: Critical("Ignite"), "needs its number"),
        (lambda: Critical("Ignite", 0), "from 1 to"),
        (lambda: Critical.of("Ignite two"), "Ignite 2"),
        (lambda: Target(21, 1), "Endurance"),
        (lambda: Target(4, 0), "Health"),
        (lambda: Target(4, 1, harm=4), "Harm Limit"),
        (lambda: Target(4, 2, injuries=2), "Incapacitated already"),
        (lambda: Target(4, 1, hardy="yes"), "hardy must be True or False"),
        (lambda: Target(4, 1, friends=3), "Confusion Tests"),
        (lambda: Target(4, 1, friends=[parse("Confusion")]), "statistic's value"),
        (lambda: Target(4, 1, friends=[parse("Confusion I4")] * 21), "at most 20 friends"),
        (lambda: Attack.of(parse("Confusion I4"), (), TARGET), "Attack Test"),
        (lambda: Attack.of(parse("6S"), (), TARGET), "statistic's value"),
        (lambda: Attack.of(parse("6S S6"), (), None), "needs a Target"),
        (lambda: Attack.of(parse("6S S6"), ["Ignite 2"], Target(4, 1)), "Ignite needs the target's Agility: add A4"),
        (lambda: Attack.of(parse("6S S6"), ["Suppress 2"], Target(4, 1)), "Intelligence"),
        (lambda: Attack.of(parse("6S S6"), ["Pushback 2"], Target(4, 1)), "Strength"),
        (lambda: Attack.of(parse("6S S6"), ["Meltdown"], Target(4, 1)), "Luck"),
        (lambda: Attack.of(parse("6S S6"), ["Haul 2"], Target(4, 1)), "attacker's own Strength"),
        (lambda: Attack.of(parse("6S S6"), (), Target(4, 1, toughness=True)), "Toughness"),
        (lambda: Attack.of(parse("6S S6"), ["Maim"], Target(4, 1, odd_anatomy=True)), "Odd Anatomy"),
        (lambda: Attack.of(parse("6S S6"), (), TARGET, crackshot=-1), "Crackshot"),
        (lambda: Attack.of(parse("6S S6"), (), TARGET, bonus=[("luck", -1)]), "from 0"),
        (lambda: Attack.of(parse("60S S6"), (), Target(4, 1, harm=1)), "at most 60 dice"),
        (lambda: Attack.of(parse("6S S6"), (), TARGET, objective="mean(harm given injury)"), "condition"),
        (lambda: Attack.of(parse("6S S6"), (), TARGET, objective="sd(harm)"), "a probability or a mean"),
        (lambda: Attack.of(parse("6S S6"), (), TARGET, objective="P(ham >= 1)"), "did you mean harm"),
    ],
)
def test_mistakes_are_said_in_one_sentence(make, says):
    with pytest.raises(OddsError) as caught:
        make()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value) or "^" in str(caught.value)  # a caret under the place needs its lines


def test_what_is_not_needed_may_be_left_out():
    bare = Target(4, 1)
    for criticals in ((), ("Maim", "Pierce", "Poison 2", "Showstopper", "Seize")):
        assert exact(Attack.of(parse("6S S6 L3"), criticals, bare)).values.sum() == pytest.approx(1)
    armored = Target(4, 1, power_armor=True)
    assert exact(Attack.of(parse("6S S6 L3"), ["Suppress 2"], armored)).probability("fatigue") == 0


def test_objects_travel():
    for thing in (RIFLE, TARGET, MODEL, declare(RIFLE, MODEL, TARGET)):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert hash(pickle.loads(pickle.dumps(thing))) == hash(thing)


def test_a_text_says_everything():
    attack = Attack.of(
        parse("6S S6 L3", edition="NW2024"),
        ["Ignite 2", "Pierce"],
        Target(6, 3, agility=4, harm=2, power_armor=True),
        bonus=[("Aim", 2)],
        non_lethal=True,
        objective="mean(harm)",
    )
    assert attack.text == (
        "6S S6 L3 Aim +2 non-lethal crit Ignite 2 crit Pierce at E6 A4 HP3 harm 2 power armor "
        "for mean(harm) edition NW2024"
    )
