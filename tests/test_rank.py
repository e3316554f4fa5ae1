"""The ranking's arrays against each attack worked out by itself, simulated, and against what a wrong rule gives."""

from dataclasses import replace

import numpy as np
import pytest

import odds
from odds.core.errors import OddsError
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.target import Target
from odds.factions.attacks.target_query import parse_target, target_of
from odds.factions.attacks.until.exact import mean_attacks
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.worthwhile import for_the_end, rerolled_for
from odds.factions.ranking import chains
from odds.factions.ranking.attackers import attackers, turned_over
from odds.factions.ranking.chains import Chains, Volley
from odds.factions.ranking.entrants import of_units
from odds.factions.ranking.gallery import gallery
from odds.factions.ranking.rank import ranked
from odds.factions.ranking.strikes import strike
from odds.factions.switches import BOOK

CATALOGUE = odds.catalogue()
RULES = BOOK.rules()
EVERY = [each for one in of_units(CATALOGUE.units, CATALOGUE, RULES) for each in one.strikes]
TARGETS = (
    "Initiate",
    "Paladin",
    "Paladin Danse",
    "Fist",
    "Settler",
    "Eyebot/Automatrons",
    "Paladin, harm 2",
    "E5 A4 I3 S4 L2 HP3 harm 1, injuries 1, toughness",
    "E6 A5 I4 S4 L3 HP2 moving target, odd anatomy, machine",
)


def by_itself(attack, target):
    """Expected Injuries, chance and mean number of attacks, each from one exact answer of its own."""
    left = target.health - target.injuries
    wish = f"mean(injuries + {target.health} * incapacitated)"
    end = odds.exact(replace(attack, objective=wish), axes=("injuries", "incapacitated"))
    chances = end.probabilities
    new = np.maximum(np.arange(len(chances)) - target.injuries, 0)
    injuries = new @ chances[:, 0] + left * chances[:, 1].sum()
    down = odds.exact(attack, axes=("incapacitated",)).probability("incapacitated")
    return float(injuries), float(down), mean_attacks(UntilDown(attack))


@pytest.mark.parametrize("text", TARGETS)
def test_every_attack_of_the_catalogue_is_what_it_is_by_itself(text):
    target = parse_target(text)
    ends = Chains(target).ends(Volley([each.attack for each in EVERY]))
    several = [n for n, each in enumerate(EVERY) if len(each.attack.criticals) > 1]
    for n in {*several, *range(TARGETS.index(text), len(EVERY), 23)}:
        injuries, down, attacks = by_itself(EVERY[n].at(target), target)
        assert ends.incapacitated[n] == pytest.approx(down, abs=1e-12)
        assert ends.injuries[n] == pytest.approx(injuries, abs=1e-12)
        assert ends.attacks[n] == pytest.approx(attacks, rel=1e-9)


def test_the_simulation_agrees():
    target = parse_target("Enforcer")
    blow = strike(odds.model("Deathclaw"), CATALOGUE.weapon("Deathclaw Claws"), CATALOGUE, RULES).at(target)
    ends = Chains(target).ends(Volley([blow]))
    played = odds.simulate(blow, trials=1_000_000, seed=4).metric("P(incapacitated)")
    assert abs(float(played) - ends.incapacitated[0]) < 4.5 * played.std_error
    until = odds.simulate(UntilDown(blow), trials=1_000_000, seed=5).metric("mean(attacks)")
    assert abs(float(until) - ends.attacks[0]) < 4.5 * until.std_error


def test_a_critical_effect_without_a_surviving_luck_die_is_caught(monkeypatch):
    target = parse_target("Initiate")
    volley = Volley([each.attack for each in EVERY[:40]])
    right = Chains(target).ends(volley)
    monkeypatch.setattr(chains, "takes_hold", lambda attack, luck_hits: np.ones(luck_hits))
    wrong = Chains(target).ends(volley)
    assert np.abs(right.injuries - wrong.injuries).max() > 0.01


@pytest.mark.parametrize("number", range(0, len(EVERY), 7))
def test_a_strike_is_what_the_command_line_makes_of_the_names(number):
    rows = [(one, each) for one in of_units(CATALOGUE.units, CATALOGUE, RULES) for each in one.strikes]
    one, each = rows[number]
    target = "Eyebot/Automatrons" if number % 2 else "Paladin"
    typed = parse_attack(one.person.unit.label, weapon=each.weapon, targets=[target])
    reading = target_of(odds.model(target))
    assert each.at(reading.target, eye_catching=reading.eye_catching).text == typed.text


@pytest.mark.parametrize("words", ["Master with Psycho", "Nisha", "Specialist with Better Criticals and Penetrator"])
def test_perks_and_chems_are_used_as_by_the_command_line(words):
    weapon = "Combat Rifle"
    blow = strike(odds.model(words), CATALOGUE.weapon(weapon), CATALOGUE, RULES)
    assert blow.at(parse_target("Paladin")).text == parse_attack(words, weapon=weapon, targets=["Paladin"]).text


@pytest.mark.parametrize("text", ["4P P5 L2 reroll 1", "5S S5 L2 Lucky Break crit Maim", "3P P6 L1 crit Poison 2"])
@pytest.mark.parametrize("at", ["E4 HP2", "E3 HP2 harm 3 toughness S4 I3 A4 L2"])
def test_re_rolls_are_for_the_number_that_is_shown(text, at):
    attack = for_the_end(parse_attack(f"{text} at {at}"))
    ends = Chains(attack.target).ends(Volley([attack, parse_attack(f"4P P5 L2 at {at}")]))
    left = attack.target.health - attack.target.injuries
    wish = replace(attack, objective=f"mean(injuries + {attack.target.health} * incapacitated)")
    injuries = odds.exact(rerolled_for(wish), axes=("injuries", "incapacitated"))
    mean = injuries.mean("injuries") + left * injuries.probability("incapacitated")
    assert ends.injuries[0] == pytest.approx(float(mean), abs=1e-12)
    down = odds.exact(rerolled_for(attack)).probability("incapacitated")
    assert ends.incapacitated[0] == pytest.approx(float(down), abs=1e-12)
    assert ends.attacks[0] == pytest.approx(mean_attacks(UntilDown(attack)), abs=1e-9)


def test_an_attack_that_never_hits_never_ends():
    target = Target(4, 2, agility=4, luck=2)
    harmless = parse_attack("3A A0 L0 at E4 HP2")
    ends = Chains(target).ends(Volley([harmless]))
    assert (ends.injuries[0], ends.incapacitated[0], ends.attacks[0]) == (0, 0, np.inf)
    assert turned_over(np.array([0.5, 0.5]), np.array([np.inf, np.inf])) == np.inf


def test_means_over_the_gallery_are_weighed():
    found = ranked(faction="zetans")
    weights = np.array([foe.weight for foe in found.foes])
    row = found.rows[0]
    assert row.injuries == pytest.approx(np.average(row.ends.injuries, weights=weights))
    assert 1 / row.attacks == pytest.approx(np.average(1 / row.ends.attacks, weights=weights))


def test_what_a_model_stands_is_worked_out_from_every_weapon_of_the_gallery():
    found = ranked(faction="zetans", at=["Paladin", "Brute"])
    row = next(row for row in found.rows if row.entrant.name == "Alien Drone")
    target = parse_target("Alien Drone")
    share = 0.0
    for name in ("Paladin", "Brute"):
        person = odds.model(name)
        weapons = dict.fromkeys(weapon for kit in CATALOGUE.sets_of(person.unit) for weapon in kit.weapons)
        blows = [strike(person, CATALOGUE.weapon(weapon), CATALOGUE, RULES).at(target) for weapon in weapons]
        share += sum(1 / mean_attacks(UntilDown(blow)) for blow in blows) / len(blows) / 2
    assert row.stands == pytest.approx(1 / share)


def test_attackers_that_are_named_take_the_place_of_the_gallery():
    found = ranked(faction="zetans", at=["E4 A4 L2 HP1"], against=["6S S6 L3 crit Maim"])
    row = next(row for row in found.rows if row.entrant.name == "Alien Drone")
    blow = parse_attack("6S S6 L3 crit Maim", targets=["Alien Drone"])
    assert row.stands == pytest.approx(mean_attacks(UntilDown(blow)))
    assert ranked(faction="zetans", at=["E4 A4 L2 HP1"]).rows[0].stands is None


def test_an_eye_catching_model_is_wide_open_on_both_sides():
    eyebot = target_of(odds.model("Eyebot/Automatrons"))
    found = attackers([], ["Aspirant with Laser Pistol"], CATALOGUE, RULES)
    opened = parse_attack("Aspirant", weapon="Laser Pistol", targets=["Eyebot/Automatrons"])
    assert [each.source for each in opened.bonus_dice] == ["Wide Open"]
    assert found.stood(eyebot) == pytest.approx(mean_attacks(UntilDown(opened)))
    row = ranked(faction="bos", at=["Eyebot/Automatrons"], by="incapacitated").rows
    pistol = next(each for each in row if each.entrant.name == "Aspirant" and "Laser Pistol" in each.entrant.weapons)
    assert float(pistol.ends.incapacitated[0]) >= float(odds.exact(opened).probability("incapacitated")) - 1e-12


def test_the_weapon_that_is_best_is_used():
    for by, worth in (("incapacitated", "incapacitated"), ("injuries/rating", "injuries")):
        for row in ranked(faction="mutants", at=["Paladin", "Initiate"], by=by).rows:
            for n, name in enumerate(("Paladin", "Initiate")):
                ends = Chains(parse_target(name)).ends(Volley([each.attack for each in row.entrant.strikes]))
                assert getattr(row.ends, worth)[n] == pytest.approx(getattr(ends, worth).max())


@pytest.mark.parametrize(
    "by", ["injuries", "incapacitated/rating", "attacks", "attacks/rating", "stands", "stands/rating"]
)
def test_rows_are_sorted(by):
    values = [row.value(by) for row in ranked(faction="raiders", at=["Paladin", "Scum"], by=by).rows]
    assert values == sorted(values, reverse=True)


def test_the_frontier_is_what_nobody_surpasses():
    rows = ranked(faction="raiders").rows
    for row in rows:
        better = [
            other
            for other in rows
            if other.entrant.rating <= row.entrant.rating
            and other.injuries >= row.injuries
            and (other.entrant.rating, other.injuries) != (row.entrant.rating, row.injuries)
        ]
        assert row.on_frontier == (not better)


def test_every_unit_and_set_of_the_catalogue_is_ranked():
    found = ranked(everyone=True, at=["Initiate"])
    known = [kit for kit in CATALOGUE.sets if len(kit.unknown) < len(kit.weapons)]
    assert len(found.rows) == len(known)
    assert any("Flare Gun has no profile" in note for note in found.notes)


def test_the_gallery_is_the_most_usual_targets():
    foes = gallery(CATALOGUE, RULES)
    assert len(foes) == 20
    assert [foe.weight for foe in foes] == sorted((foe.weight for foe in foes), reverse=True)
    likes = {(foe.target.endurance, foe.target.health, foe.target.limit, foe.target.survivalist) for foe in foes}
    assert len(likes) == 20 - sum(foe.target.toughness or foe.target.odd_anatomy for foe in foes)
    assert all(foe.strikes for foe in foes)


def test_editions_and_switches_are_heeded():
    plain = ranked(faction="raiders", at=["Paladin"])
    other = ranked(faction="raiders", at=["Paladin"], rules={"excess-harm": "always"})
    assert plain.rows[0].attacks > other.rows[0].attacks


def test_what_is_disputed_is_flagged():
    found = ranked(faction="survivors", at=["Initiate"])
    row = next(row for row in found.rows if row.entrant.weapons == ("Combat Rifle",))
    assert row.entrant.doubts == ("Combat Rifle: printings of 2026 disagree on its traits and criticals",)
    assert row.entrant.doubts[0] in found.doubts


def test_from_python_it_is_a_table():
    table = odds.rank(faction="zetans", at="E4 A4 L2 HP1", by="injuries/rating", top=3)
    assert len(table) == 3
    assert (table.injuries_per_rating == table.injuries / table.rating).all()
    each = odds.rank(faction="zetans", at=["Paladin", "Brute"], targets=True, top=2)
    assert list(each.target) == ["Paladin", "Brute"] * 2


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "nobody is named: give a crew file, --faction NAME, or --all"),
        ({"faction": "enclave"}, "unknown faction 'enclave'"),
        ({"faction": "zetans", "by": "strength"}, "unknown metric 'strength': there are injuries, incapacitated"),
        ({"faction": "zetans", "by": "injury"}, "unknown metric 'injury': did you mean injuries?"),
        ({"faction": "zetans", "at": ["E4 HP1"]}, "E4 HP1: Ignite needs the target's Agility: add A4"),
        ({"faction": "zetans", "at": ["E4 A4 HP1"]}, "E4 A4 HP1: Meltdown, a Test, needs the target's Luck: add L4"),
        ({"faction": "zetans", "at": ["Palladin"]}, "unknown unit 'Palladin': did you mean Paladin?"),
        ({"faction": "zetans", "at": ["E4 A4 L2 HP1"], "by": "stands"}, "nobody attacks: targets without a name"),
        ({"faction": "zetans", "against": ["Mastre"]}, "unknown unit 'Mastre'"),
        ({"faction": "zetans", "against": ["4P P4; 4P P4"]}, "'4P P4; 4P P4' is more than one attack"),
        ({"faction": "zetans", "against": ["4P P4 at E3 HP1"]}, "'4P P4 at E3 HP1' names a target: an attacker here"),
        ({"faction": "zetans", "against": [" "]}, "an attacker is empty: write a model with its weapon"),
        ({"faction": "zetans", "everyone": True}, "all models of the catalogue are ranked"),
        ({"faction": "Special Models"}, "Special Models has no weapon set"),
        ({"wanted": "Us", "everyone": True}, "a list is one of a file's"),
    ],
)
def test_what_is_wrong_is_one_sentence(given, sentence):
    with pytest.raises(OddsError) as error:
        ranked(**given)
    assert str(error.value).splitlines()[0].startswith(sentence)
