"""Named effects: each moves an exact value to one worked out by hand, and asks for what it needs."""

from math import comb

import pytest
from run import run

from odds import OddsError, SpecialTest, exact, parse, simulate
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.effects.effect import CONDITIONS, Used
from odds.factions.effects.listing import listing
from odds.factions.effects.table import EFFECTS, by_name


def mean(pool, tenths, luck, unlucky=False):
    """Mean Hits by hand: every die, and a Fortune Smiles die for every Luck Die that hits."""
    p = tenths / 10
    return p * pool + (0 if unlucky else min(luck, pool) * p * p)


def at_least_two(pool, tenths):
    p = tenths / 10
    return 1 - (1 - p) ** pool - pool * p * (1 - p) ** (pool - 1)


#: effect -> (query without it, words that bring it in, mean Hits then)
HANDS = {
    "Big Leagues": ("6S S6 L3 melee", "with Big Leagues", mean(6, 6, 4)),
    "Rifleman": ("4P P5 L2 rifle", "with Rifleman", mean(4, 5, 3)),
    "Atom's Glow": ("4P P5 L2 near radiation", "with Atom's Glow", mean(4, 5, 3)),
    "Lend Luck": ("4P P5 L1", "with Lend Luck 4", mean(4, 5, 4)),
    "Day Tripper": ("4P P5 L1", "with Day Tripper", mean(4, 5, 3)),
    "Nuka-Cola Dark": ("4P P5 L1", "with Nuka-Cola Dark", mean(4, 5, 2)),
    "Steady Aim": ("4P P5 L2 rifle not moved", "with Steady Aim", mean(5, 5, 2)),
    "Wide Swings": ("4S S5 L2 melee", "with Wide Swings 2", mean(6, 5, 2)),
    "Trigonometry": ("4P P5 L2 rifle higher", "with Trigonometry", mean(6, 5, 2)),
    "Selfless": ("4P P5 L2", "with Selfless", mean(5, 5, 2)),
    "Lone Wanderer": ("Evade A4 L2 alone", "with Lone Wanderer", mean(5, 4, 2)),
    "Called Shot": ("4P P5 L2 pistol aiming", "with Called Shot", mean(6, 5, 2)),
    "Overwatch": ("4P P5 L2 rifle target moved", "with Overwatch", mean(5, 5, 2)),
    "Eye Catching": ("4P P5 L2 rifle", "against Eye Catching", mean(5, 5, 2)),
    "Know Your Enemy": ("4P P5 L2 known enemy", "with Know Your Enemy", mean(5, 5, 2)),
    "Okey Dokey": ("4P P5 L2", "with Okey Dokey", mean(5, 5, 2)),
    "Psycho": ("4S S5 L2", "with Psycho", mean(6, 5, 2)),
    "Psycho Jet": ("4S S5 L2", "with Psycho Jet", mean(6, 5, 2)),
    "Whiskey": ("2E E5 L2", "with Whiskey", mean(4, 5, 2)),
    "Oh Yeah!": ("4S S5 L2", "with Oh Yeah!", mean(7, 5, 2)),
    "Thin the Herd": ("4S S5 L2 Champion", "with Thin the Herd", mean(7, 5, 2)),
    "That's Real Professional": ("4S S5 L2 fast", "with That's Real Professional", mean(5, 5, 2)),
    "Steel Dawn": ("4S S5 L2", "with Steel Dawn 3", mean(7, 5, 2)),
    "Recon Sensors": ("4P P5 L2", "with Recon Sensors 2", mean(6, 5, 2)),
    "Bog": ("4P P5 L2", "with Bog 1", mean(5, 5, 2)),
    "Barren": ("Evade A4 L2", "with Barren 1", mean(4, 4, 2)),
    "City Ruins": ("4P P5 L2", "with City Ruins 1", mean(5, 5, 2)),
    "No Place Like Home": ("Confusion I4 L2", "with No Place Like Home", mean(3, 4, 2)),
    "Steady": ("4P P5 L2 rifle", "with Steady", mean(4, 6, 2)),
    "Try Outs": ("4S S5 L2 sees Leader", "with Try Outs", mean(4, 7, 2)),
    "Adaptable": ("4S S3 L2", "with Adaptable 7", mean(4, 7, 2)),
    "Buffout": ("2E E3 L2", "with Buffout", mean(2, 5, 2)),
    "The Next Stage": ("2E E3 L2", "with The Next Stage", mean(2, 4, 2)),
    "Intimidation": ("Confusion I4 L2", "against Intimidation", mean(2, 3, 2)),
    "Four Leaf Clover": ("4S S5 L1", "with Four Leaf Clover", 2 + 0.5 * 2 * 0.5),
    "Lucky Break": ("4S S5 L0", "with Lucky Break", 4 * 0.75),
    "Omens": ("4S S5 L2", "within Omens", mean(4, 5, 2, unlucky=True)),
    "Rule No.1: Read the Manual": ("4P P5 L2 rifle", "with Rule No.1: Read the Manual", mean(4, 5, 2, unlucky=True)),
    "The Fog Thickens": ("4P P5 L2 rifle", "with The Fog Thickens", mean(4, 5, 2, unlucky=True)),
    "V.A.T.S.": ("4S S5 L0", "V.A.T.S. 2", 2 + 2 * comb(4, 2) / 16),
}


def test_every_effect_is_worked_out_by_hand():
    assert set(HANDS) | {"Brutality"} == {effect.name for effect in EFFECTS}


@pytest.mark.parametrize("name", HANDS)
def test_an_effect_moves_the_mean_to_the_one_worked_out_by_hand(name):
    query, words, wanted = HANDS[name]
    plain, changed = parse(query), parse(f"{query} {words.replace('within', 'with')}")
    assert float(exact(changed).mean("hits")) == pytest.approx(wanted, abs=1e-12)
    assert abs(float(exact(plain).mean("hits")) - wanted) > 1e-3
    sampled = simulate(changed, trials=500_000, seed=7).metric("mean(hits)")
    assert float(sampled) == pytest.approx(wanted, abs=6.5 * sampled.std_error)
    assert parse(changed.text) == changed


def test_brutality_asks_for_two_hits():
    test = parse("Confusion I4 L0 with Brutality")
    assert float(exact(test).metric("hits >= 2").value) == pytest.approx(at_least_two(2, 4), abs=1e-12)
    assert test.played.at_least == 2
    assert "P(hits >= 2)" in run("Confusion I4 L0 with Brutality", "--method", "exact").out


def test_the_published_example():
    test = parse("6S S6 L3 melee with Psycho and Big Leagues")
    assert test.text == "6S S6 L3 melee with Psycho and Big Leagues"
    assert float(exact(test).mean("hits")) == pytest.approx(mean(8, 6, 4), abs=1e-12)


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.needs], ids=lambda effect: effect.name)
def test_a_condition_that_is_not_stated_is_asked_for(effect):
    stat = (effect.stats or next(iter(effect.statistic), "P"))[0]
    number = " 2" if effect.counts else ""
    result = run("4" + stat, stat + "5", "with", effect.name + number)
    assert result.code == 2
    assert effect.needs[0][0] in result.err
    assert "say so" in result.err


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("4S S5 with Wide Swings melee", "needs the number of Engaged enemies"),
        ("6S S6 with Buffout", "changes E"),
        ("6P P6 with Whiskey", "Tests on S or E"),
        ("Evade A4 with Psycho", "is for Attack Tests"),
        ("6S S6 melee rifle", "a weapon is one of"),
        ("6S S6 with Psyco", "did you mean Psycho"),
    ],
)
def test_an_effect_that_does_not_fit_is_refused(query, sentence):
    with pytest.raises(OddsError, match=sentence):
        parse(query)


def test_effects_from_python():
    psycho = Used(by_name()["Psycho"])
    assert SpecialTest(4, "S", 5, 2, effects=(psycho,)).played.bonus == 2
    for wrong in ((psycho, psycho), ("Psycho",), (Used(by_name()["Psycho"], 2),), (Used(by_name()["Steel Dawn"]),)):
        with pytest.raises(OddsError):
            SpecialTest(4, "S", 5, 2, effects=wrong)
    with pytest.raises(OddsError, match="no situation"):
        SpecialTest(4, "S", 5, 2, situation=("indoors",))


def test_a_switch_has_its_say():
    assert parse("4S S5 L2 Champion with Thin the Herd edition NW2024").played.bonus == 1
    assert parse("4P P5 L3 rifle with Rifleman rule rifleman=max-3").played.luck == 3
    assert parse("4P P5 L2 rifle with Rifleman rule rifleman=max-3").played.luck == 3
    assert parse("4P P5 L2 area with Lend Luck 4").played.luck == 2
    assert parse("4P P5 L2 area with Lend Luck 4 edition NW2024").played.luck == 4


def test_every_name_is_listed_once_with_what_becomes_of_it():
    rows = listing()
    names = [row.name for row in rows]
    assert len(set(names)) == len(names)
    book = catalogue()
    assert {perk.name for perk in book.perks} | {chem.name for chem in book.chems} <= set(names)
    assert {row.status for row in rows} == {"Test", "attack", "numbers", "out of scope"}
    assert all(row.about for row in rows)
    out = run("rules", "--effects").out
    assert "Big Leagues" in out
    assert "Sprint" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_every_condition_is_some_effects_or_an_area():
    needed = {condition for effect in EFFECTS for choices in effect.needs for condition in choices}
    assert needed | {"area", "grenade"} == set(CONDITIONS)
