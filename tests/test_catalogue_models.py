"""Models and weapons in words: names, changes and things, and how what is wrong is pointed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import OddsError
from odds.core.text import QueryError
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.catalogue.models import armed, model
from odds.factions.catalogue.rows import LETTERS, Special

BOOK = catalogue()


def test_a_name_is_the_unit_as_printed():
    paladin = model("paladin")
    assert paladin.text == "Paladin/Brotherhood of Steel"
    assert (paladin.special, paladin.health, paladin.luck) == (Special(7, 5, 7, 6, 5, 4, 2), 4, 2)
    assert paladin.perks == ("Natural Leader", "Power Armor")
    assert (paladin.chems, paladin.weapons, paladin.changes, paladin.doubts) == ((), (), {}, ())


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Master +1S +1L", "Master/Super Mutants +1S +1L"),
        ("master, + 1 strength, +1 luck", "Master/Super Mutants +1S +1L"),
        ("Master +1S +1S -1E +1HP", "Master/Super Mutants +2S -1E +1HP"),
        ("Knight with Day Tripper", "Knight/Brotherhood of Steel with Day Tripper"),
        ("Knight −1A with fire and move and psycho", "Knight/Brotherhood of Steel -1A with Fire and Move, Psycho"),
        ("KNIGHT with Power Armor", "Knight/Brotherhood of Steel"),
        ("Scavver/operators with Rifleman with Jet", "Scavver/The Operators with Rifleman, Jet"),
        ("Knight with Claws & Jaws and Stimpak", "Knight/Brotherhood of Steel with Stimpak, Claws & Jaws"),
        ("Knight with Iron Fist", "Knight/Brotherhood of Steel with Iron Fist"),
        ("Knight with weapon iron fist", "Knight/Brotherhood of Steel with weapon Iron Fist"),
        ("Brute with Hunting Rifle: aim 2; 4P, Jet", "Brute/Super Mutants with Jet, Hunting Rifle: aim 2; 4P"),
        (
            "Brute with Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)",
            "Brute/Super Mutants with Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)",
        ),
    ],
)
def test_models_are_read_and_give_themselves_back(text, written):
    assert model(text).text == written
    assert model(written) == model(text)


def test_the_faction_of_a_crew_decides():
    assert model("Psycho +1L", faction="pack").unit.label == "Psycho/The Pack"


def test_disputed_values_are_told():
    assert model("Skirmisher with Combat Rifle").doubts == (
        "Skirmisher/Super Mutants: printings of 2026 disagree on its profile",
        "Combat Rifle: printings of 2026 disagree on its traits and criticals",
    )


@pytest.mark.parametrize(
    ("text", "sentence", "marked"),
    [
        ("", "the model's name is missing", "^"),
        ("+1S", "the model's name is missing", "^^^"),
        ("Psycho +1L", "'Psycho' is the name of 4 units", "^^^^^^"),
        ("Nigthkin", "unknown unit 'Nigthkin': did you mean Nightkin?", "^^^^^^^^"),
        ("Master +1X", "'+1X' changes nothing a model has", "       ^^^"),
        ("Master +1", "'+1' changes nothing a model has", "       ^^"),
        ("Master +9S", "Strength would be 15: a statistic is 0 to 9", "       ^^^"),
        ("Master -9 luck", "Luck would be -6: a statistic is 0 to 9", "       ^^^^^^^"),
        ("Master -3HP", "Health would be 0: it is 1 to 9", "       ^^^^"),
        ("Knight with day tripler", "no perk, chem or weapon is called 'day tripler': did you mean Day Tripper?", None),
        ("Knight with Jet and ?", "no perk, chem or weapon is called", None),
        ("Knight with Hunting Rifle: 9P", "Hunting Rifle has no modification '9P': it has 26\"; Aim (2); 4P", None),
        ("Paladin/Zetans", "no unit 'Paladin' in that faction", None),
    ],
)
def test_what_is_wrong_is_pointed_at(text, sentence, marked):
    with pytest.raises(QueryError) as error:
        model(text)
    assert str(error.value).startswith(sentence)
    if marked:
        assert str(error.value).splitlines()[2] == f"  {marked}"


def test_a_text_too_long_is_refused():
    with pytest.raises(OddsError, match="at most 500 characters"):
        model("Master" + " " * 500)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("super sledge", "Super Sledge, Melee, 6S, Unwieldy (6), Maim"),
        ("Junk Jet: 3 parts used", 'Junk Jet, Heavy (10"), 6S, Creative Projectiles, Suppress (3)'),
        ("Hunter: Precision Hunting Rifle", 'Hunter: Precision Hunting Rifle, Rifle (24"), 3P, Aim (2), Pierce'),
        ("missle launcher: 6s & no area 2", 'Missile Launcher, Heavy (26"), 6S, Slow, Maim'),
        ("Deathclaw Gauntlet: maim", "Deathclaw Gauntlet, Melee, 5S, Wind Up, Maim, Pierce"),
        (
            "Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)",
            'Minigun, Heavy (14"), 4S, Selective Fire (Area (1), Storm (3)), Slow, Pierce',
        ),
    ],
)
def test_weapons_are_read_with_their_modifications(text, line):
    assert armed(text).line == line


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text):
    try:
        read = model(text, BOOK)
    except OddsError:
        return
    assert model(read.text, BOOK) == read


@given(
    unit=st.sampled_from(BOOK.units),
    by=st.dictionaries(st.sampled_from(LETTERS), st.integers(-2, 2), max_size=3),
    perks=st.lists(st.sampled_from(BOOK.perks), max_size=3),
    chems=st.lists(st.sampled_from(BOOK.chems), max_size=2),
    weapons=st.lists(st.sampled_from(BOOK.weapons), max_size=2),
)
def test_every_model_gives_itself_back(unit, by, perks, chems, weapons):
    changes = "".join(f" {number:+d}{letter}" for letter, number in by.items())
    things = [f"perk {each.name}" for each in perks] + [f"chem {each.name}" for each in chems]
    things += [f"weapon {each.name}" for each in weapons]
    text = unit.label + changes + (" with " + ", ".join(things) if things else "")
    if not all(0 <= unit.special.value(letter) + number <= 9 for letter, number in by.items()):
        with pytest.raises(QueryError, match="a statistic is 0 to 9"):
            model(text, BOOK)
        return
    read = model(text, BOOK)
    assert read.changes == {letter: number for letter, number in by.items() if number}
    assert {each.name for each in perks} <= set(read.perks)
    assert model(read.text, BOOK) == read
