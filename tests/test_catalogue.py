"""The catalogue: every row is sound, every name is found however it is typed, rows of one's own go on top."""

from collections import Counter

import pytest

from odds import OddsError
from odds.factions.catalogue.catalogue import KINDS, Catalogue, catalogue
from odds.factions.catalogue.files import own, packaged
from odds.factions.catalogue.flat import columns
from odds.factions.catalogue.labels import label, labels
from odds.factions.catalogue.names import key
from odds.factions.catalogue.reading import unknown_labels
from odds.factions.catalogue.rows import LETTERS, TYPES, Printing, Special, Unit, WeaponProfile
from odds.factions.switches import EDITIONS

BOOK = packaged()
#: rows of each kind: all that the printings name
COUNTS = {
    "units": 130, "weapons": 145, "sets": 337, "mods": 148, "perks": 133, "chems": 18, "limits": 51, "upgrades": 16,
}  # fmt: skip
LIMITLESS = {"Creature Companions", "Robot Companions", "Legends of the Wasteland", "Special Models"}


def faults(book: Catalogue) -> list[str]:
    """What is wrong with the rows of a catalogue."""
    found = [f"statistic of {unit.label}" for unit in book.units if not all(0 <= each <= 9 for each in unit.special)]
    found += [f"Health of {unit.label}" for unit in book.units if not 1 <= unit.health <= 9]
    found += [f"perk {perk} of {unit.label}" for unit in book.units for perk in unit.perks if not book.find_perk(perk)]
    homes = Counter((unit.faction, key(unit.name)) for unit in book.units)
    found += [f"twice: {name}" for name, times in homes.items() if times > 1]
    units = {(unit.faction, unit.name) for unit in book.units}
    for each in book.sets:
        missing = tuple(name for name in each.weapons if book.find_weapon(name) is None)
        found += [f"weapon {name} of {each.unit}" for name in set(missing) ^ set(each.unknown)]
        found += [f"Rating of {each.unit}"] * (each.rating < 1) + [f"unit {each.unit}"] * (
            (each.faction, each.unit) not in units
        )
    for row in (*book.weapons, *book.mods):
        found += [f"label {name}" for name in unknown_labels(row)]
    found += [f"type of {row.name}" for row in book.weapons if row.type not in TYPES]
    found += [f"range of {row.name}" for row in book.weapons if (row.range is None) != (row.type == "Melee")]
    found += [f"modified weapon {mod.weapon}" for mod in book.mods if book.find_weapon(mod.weapon) is None]
    found += [f"faction {row.faction}" for row in book.limits if row.faction not in book.factions]
    for kind in KINDS:
        for row in book.rows(kind):
            seen = row.printing
            found += [f"edition of {row}"] * (seen.edition not in EDITIONS)
            found += [f"agreement of {row}"] * (
                None not in (seen.agree, seen.printings) and seen.agree > seen.printings
            )
            known = {*columns(kind), "profile"}
            found += [f"disputed {name} of {row}" for name in seen.disputed if name not in known]
    return found


def test_every_row_is_sound():
    assert faults(BOOK) == []


def test_no_row_is_missing():
    assert {kind: len(BOOK.rows(kind)) for kind in KINDS} == COUNTS
    assert [each.unknown for each in BOOK.sets if each.unknown] == [("Trader: Flare Gun",)]
    with_sets = {(each.faction, each.unit) for each in BOOK.sets}
    assert {unit.name for unit in BOOK.units if (unit.faction, unit.name) not in with_sets} == {
        "Mysterious Stranger",
        "Security Turret",
    }


def test_the_checks_catch_what_is_wrong():
    bad = Unit("Zetans", "Greys", "Grunt", Special(10, 0, 0, 0, 0, 0, 0), 1, perks=("Telepathy",))
    toaster = WeaponProfile("Toaster", "Melee", 3, "2S", ("Toasty",))
    found = faults(Catalogue(units=(bad, bad), weapons=(toaster,)))
    assert {each.split(" ")[0] for each in found} == {"statistic", "perk", "twice:", "label", "range", "edition"}


def test_all_factions_but_the_hired_have_limits():
    limited = {row.faction for row in BOOK.limits}
    assert set(BOOK.factions) - limited == LIMITLESS
    for faction in limited:
        assert all(BOOK.limit(faction, name, tier) for name in ("upgrades", "champions") for tier in (1, 2, 3))
    assert all(BOOK.limit(faction, "champions", 1) is None for faction in LIMITLESS)


def test_names_that_spell_alike_mean_the_same_profile():
    keyed = {}
    for row in BOOK.weapons:
        keyed.setdefault(key(row.name), []).append(row)
    same = [rows for rows in keyed.values() if len(rows) > 1]
    assert [[row.name for row in rows] for rows in same] == [
        ["Meat Hook", "Meathook"],
        ["Nuka Grenade", "Nuka-Grenade"],
    ]
    assert all(one.numbers == other.numbers for one, other in same)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("MISSLE LAUNCHER", "Missile Launcher"),
        ("missile-launchers", "Missile Launcher"),
        ("  Marksman’s   Handmade Rifle ", "Marksman's Handmade Rifle"),
        ("Sworn off shotgun", "Sawn-Off Shotgun"),
        ("Cyro Blaster", "Cryo Blaster"),
        ("molotov cocktail", "Molotov Cocktails"),
        ("Dôuble Barrelled Shotgun", "Double-Barreled Shotgun"),
        ("claws and jaws", "Claws & Jaws"),
        ("Yao Guai Claws & Jaws", "Yao Guai Claws And Jaws"),
        ("44 pistol", ".44 Pistol"),
        ("meathook", "Meathook"),
        ("nuka grenades", "Nuka Grenade"),
    ],
)
def test_weapons_are_found_however_they_are_typed(typed, name):
    assert BOOK.weapon(typed).name == name


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("WindUp", "Wind Up"), ("OneAndDone", "One & Done"), ("aim", "Aim"), ("Aim (+2)", "Aim (2)"),
        ("Area (2”)", "Area (2)"), ("IGNITE 3", "Ignite (3)"), ("Glow (2)", "Glow (2)"),
    ],
)  # fmt: skip
def test_labels_have_one_spelling(typed, written):
    assert label(typed) == written


def test_labels_part_at_commas_outside_brackets():
    assert labels("CQB; Selective Fire (Area (1), Storm (3)), -") == (
        "CQB",
        "Selective Fire (Area (1), Storm (3))",
    )


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: BOOK.unit("Psycho"), "'Psycho' is the name of 4 units: write Psycho/The Disciples, "
         "Psycho/The Operators, Psycho/The Pack or Psycho/Wasteland Raiders"),
        (lambda: BOOK.unit("Palladin"), "unknown unit 'Palladin': did you mean Paladin?"),
        (lambda: BOOK.unit("Paladin/Zetans"), "no unit 'Paladin' in that faction: it belongs to Brotherhood of Steel"),
        (lambda: BOOK.unit("Paladin/Zetan Empire"), "unknown faction 'Zetan Empire'"),
        (lambda: BOOK.faction("zetanz"), "unknown faction 'zetanz': did you mean Zetans?"),
        (lambda: BOOK.weapon("Ripperr"), "unknown weapon 'Ripperr': did you mean Ripper?"),
        (lambda: BOOK.weapon("?"), "unknown weapon '?'"),
        (lambda: BOOK.perk("riflman"), "unknown perk 'riflman': did you mean Rifleman?"),
        (lambda: BOOK.chem("daytriper"), "unknown chem 'daytriper': did you mean Day Tripper?"),
        (lambda: BOOK.rows("robots"), "'robots' is no part of the catalogue: write units, weapons, sets, mods, perks, "
         "chems, limits or upgrades"),
        (lambda: BOOK.weapon("Ripper").with_parts(1), "Ripper uses no Parts"),
    ],
)  # fmt: skip
def test_what_is_not_found_is_said_with_what_may_be_meant(ask, sentence):
    with pytest.raises(OddsError) as error:
        ask()
    assert str(error.value).startswith(sentence)


def test_factions_are_found_by_a_part_of_their_names():
    assert [BOOK.faction(name) for name in ("operators", "THE PACK", "mutants", "children", "winged", "BoS")] == [
        "The Operators",
        "The Pack",
        "Super Mutants",
        "Children of the Atom",
        "Followers of the Winged One",
        "Brotherhood of Steel",
    ]
    with pytest.raises(OddsError, match="may be Creature Companions or Robot Companions"):
        BOOK.faction("companions")


def test_the_junk_jet_goes_through_creative_projectiles():
    jet = BOOK.weapon("Junk Jet")
    assert [(jet.with_parts(used).test, jet.with_parts(used).criticals) for used in (0, 1, 2, 3, 7)] == [
        ("3S", ("Suppress (1)",)),
        ("4S", ("Suppress (2)",)),
        ("5S", ("Suppress (3)",)),
        ("6S", ("Suppress (3)",)),
        ("6S", ("Suppress (3)",)),
    ]


def test_every_mod_fits_its_weapon_and_changes_it():
    idle = []
    for mod in BOOK.mods:
        weapon = BOOK.weapon(mod.weapon)
        fitted = mod.fitted(weapon)
        idle += [weapon] * (fitted.numbers == weapon.numbers)
        assert unknown_labels(fitted) == ()
    # printings disagree on whether these have already what the modification gives or takes
    assert [weapon.name for weapon in idle] == ["Alien Laser", "Cryo Blaster", "Robot Lasers", "Toxin Blaster"]
    assert {weapon.printing.disputed for weapon in idle} == {("traits",)}


def test_every_kind_is_a_frame_with_every_row():
    for kind in KINDS:
        frame = BOOK.frame(kind)
        assert list(frame.columns) == columns(kind)
        assert len(frame) == COUNTS[kind]
    units = BOOK.frame("units").set_index(["faction", "name"])
    assert list(units.loc[("Zetans", "Alien Drone"), list(LETTERS)]) == [2, 4, 6, 1, 1, 4, 1]


MINE = """
[[weapon]]
name = "Ripper"
type = "Melee"
test = "6s"
traits = ["fast"]
criticals = "Maim; ignite 2"

[[unit]]
faction = "Vault 13"
name = "Overseer"
role = "Champion"
leader = true
S = 3
P = 4
E = 4
C = 6
I = 7
A = 3
L = 2
health = 2
perks = ["Natural Leader"]

[[set]]
faction = "Vault 13"
unit = "Overseer"
weapons = ["Ripper"]
rating = 30
"""


def test_rows_of_a_file_replace_and_add(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    book = catalogue(file)
    assert book.weapon("ripper").line == "Ripper, Melee, 6S, Fast, Maim, Ignite (2)"
    assert book.weapon("ripper").printing == Printing()
    assert len(book.weapons) == COUNTS["weapons"]
    assert [each.rating for each in book.sets_of("Overseer/vault 13")] == [30]
    monkeypatch.setenv("ODDS_CATALOGUE", str(file))
    assert catalogue() == book
    monkeypatch.delenv("ODDS_CATALOGUE")
    assert catalogue() is BOOK


@pytest.mark.parametrize(
    ("wrong", "right", "sentence"),
    [
        ('test = "6s"', 'test = "6x"', "line 5, key 'test': must be a Pool Size and a letter of SPECIAL, such as 4P"),
        ('type = "Melee"', 'type = "Melee"\nrange = 4', "line 5, key 'range': a melee weapon has no range"),
        ("rating = 30", "rating = 0", "line 28, key 'rating': must be a whole number from 1 to 999, not 0"),
        ("S = 3", "S = 12", "line 14, key 'S': must be a whole number from 0 to 9, not 12"),
        ("S = 3", "", "line 9: the key 'S' is missing"),
        ("leader = true", "leeder = true", "line 13, key 'leeder': unknown key: did you mean leader?"),
        ("leader = true", "leader = 1", "line 13, key 'leader': must be true or false, not 1"),
        ('role = "Champion"', 'role = "Boss"', "line 12, key 'role': must be Grunt or Champion, not 'Boss'"),
        ("[[set]]", "[[sets]]", "line 24, key 'sets': unknown key: did you mean set?"),
        ("[[set]]", "[set]", "line 24, key 'set': write a table [[set]] for each"),
        ('traits = ["fast"]', 'traits = ["fast", 1]', "line 6, key 'traits': must hold texts of 1 to 200 characters"),
        ('name = "Ripper"', 'name = "Ripper', "line 3, column 15: no TOML: illegal character '\\n'"),
        (MINE, "", "holds no row: write tables such as [[weapon]] or [[unit]]"),
        (MINE, "a = " + "[" * 5000, "no TOML that can be read: it is nested too deep"),
    ],
)  # fmt: skip
def test_a_wrong_file_of_ones_own_is_refused_with_line_and_key(tmp_path, wrong, right, sentence):
    file = tmp_path / "mine.toml"
    file.write_text(MINE.replace(wrong, right, 1))
    with pytest.raises(OddsError) as error:
        own(file)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
