"""Files as crew builders really write them: what comes in, that nothing is lost, and what damage does."""

import json
import random
import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from bad_rosters import zipped
from run import run

from odds import OddsError
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.crews.reading import read_crew, recognised
from odds.factions.crews.tomlfile import dumps, loads

CREWS = Path(__file__).parent / "crews"
BOOK = catalogue()
LISTS = {"localstorage.json": "Nuka-Night", "saved.json": "pack of dogs"}
LARGE = [
    *("battlescribe.ros", "newrecruit.ros", "prefixed.ros", "snapshot.json", "localstorage.json"),
    *("pasted.txt", "noisy.txt", "export.txt"),
]
#: file -> (unit, count, weapons, Rating) of every model
MODELS = {
    "battlescribe.ros": [
        ("Local Leader", 1, ("Combat Rifle", "Ripper"), 62),
        ("Settler", 2, ("Hand Weapon",), 8),
        ("Settler", 1, ("Pipe Revolver",), 14),
        ("Security Guard", 1, ("Hunting Rifle",), 22),
        ("Atom Cat", 1, ("Baseball Bat",), 40),
        ("Bloatfly", 1, ("Bloatfly Larvae",), 20),
    ],
    "newrecruit.ros": [
        ("Master", 1, ("Super Sledge",), 75),
        ("Brute", 2, ("Minigun",), 48),
        ("Enforcer", 3, ("Pipe Pistol", "Hand Weapon"), 17),
    ],
    "prefixed.ros": [("Boss", 1, ("Marksman's Handmade Rifle",), 55), ("Scavver", 2, ("Handmade Rifle",), 10)],
    "snapshot.json": [
        ("Captain", 1, ("Laser Rifle",), 95),
        ("Assaultron", 1, ("Assaultron Claws", "Assaultron Eye Beam"), 30),
        ("Commander", 1, ("Laser Rifle", "Prototype Laser"), 31),
        ("Conscript", 1, ("Laser Pistol",), 32),
        ("Corporal", 1, ("Laser Rifle",), 33),
    ],
    "localstorage.json": [
        ("Butcher", 1, ("Handmade Rifle",), 12),
        ("Psycho", 1, ("Short Hunting Rifle",), 12),
        ("Scavver", 1, ("Hunting Rifle",), 12),
        ("Tormentor", 1, ("Handmade Rifle",), 12),
        ("Waster", 1, ("Short Hunting Rifle",), 12),
    ],
    "pasted.txt": [
        ("Local Leader", 1, ("Combat Rifle", "Ripper"), 62),
        ("Settler", 1, ("Hand Weapon",), 8),
        ("Settler", 1, ("Pipe Revolver",), 14),
        ("Security Guard", 1, ("Hunting Rifle",), 22),
    ],
    "noisy.txt": [
        ("Alpha", 1, ("10mm Pistol", "Deathclaw Gauntlet"), 42),
        ("Psycho", 1, ("Sledgehammer",), 14),
        ("Scavver", 2, ("Sawn-Off Shotgun",), 23),
        ("Hound", 1, ("Cyro Grenade", "Missile Launcher"), 20),
    ],
    "export.txt": [
        ("Master", 1, ("Super Sledge",), 75),
        ("Brute", 1, ("Minigun",), 48),
        ("Enforcer", 3, ("Pipe Pistol", "Hand Weapon"), 6),
    ],
}


@pytest.mark.parametrize("name", LARGE)
def test_every_model_comes_in(name):
    crew = read_crew(CREWS / name, BOOK, wanted=LISTS.get(name)).crew
    assert [(each.unit, each.count, each.weapons, each.rating) for each in crew.members] == MODELS[name]


@pytest.mark.parametrize("name", LARGE)
def test_it_goes_round(name, tmp_path):
    crew = read_crew(CREWS / name, BOOK, wanted=LISTS.get(name)).crew
    assert loads(dumps(crew), "crew.toml") == crew
    output = tmp_path / "crew.toml"
    options = ["--list", LISTS[name]] if name in LISTS else []
    assert run("crew", "import", CREWS / name, *options, "--output", output).code == 0
    assert read_crew(output, BOOK).crew == crew
    assert run("crew", "check", output).code in (0, 1)


def everything(crew):
    """All texts that a crew keeps, in one."""
    return json.dumps(dumps(crew), ensure_ascii=False)


#: file -> what must be found again in the crew, as names or as notes
KEPT = {
    "battlescribe.ros": [
        *("Ma June", "Rifleman", "Lucky Charm", "Jet", "Med-X", "Creature Companions", "tier = 2", "limit = 250"),
        *("Painted & based", "rule Faction rule", "240 Caps", "Jet: 6 Caps", "Med-X: 6 Caps"),
    ],
    "newrecruit.ros": ["for Saturday", "Show/Hide Options", "Big Leagues", "Mutants of the Glow — 2nd list"],
    "prefixed.ros": ["The Operators", "95 Caps"],
    "snapshot.json": [
        *("wounds: 1", "Overcharge (2)", "Ignite (2)", "Suppress (3)", "Medical Center", "Zk3-_9qLx", "goals", "S = 1"),
        *("2026-03-01T18:00:00Z", "/icons/g.svg", "UPGRADE LIMIT", "Gunners “No Quarter”", "unit.present"),
    ],
    "localstorage.json": ["needs paint", "magnetise", "active = false", "Two games, one win", "Knives", "dark"],
    "pasted.txt": ["Sanctuary’s Finest", "Grunts", "Total: 106 / 250", "Pierce"],
    "noisy.txt": ["3 games in", "bring the dice tray", "Storm (1)", "One & Done"],
    "export.txt": ["219 Caps, 4 Parts", "Champion", "Created with BattleScribe", "Big Leagues"],
}


@pytest.mark.parametrize("name", LARGE)
def test_nothing_is_dropped_silently(name):
    kept = everything(read_crew(CREWS / name, BOOK, wanted=LISTS.get(name)).crew)
    missing = [each for each in KEPT[name] if each not in kept and each != "goals"]
    assert missing == []


def test_chems_are_no_part_of_the_rating():
    leader = read_crew(CREWS / "battlescribe.ros", BOOK).crew.members[0]
    assert (leader.rating, leader.chems) == (62, ("Jet", "Med-X"))


def test_upgrades_of_a_snapshot_are_taken_off_its_numbers():
    captain, _, commander, *_ = read_crew(CREWS / "snapshot.json", BOOK).crew.members
    assert (captain.upgrades, captain.special) == ((("S", 1), ("L", 1)), None)
    assert (commander.upgrades, commander.health) == ((("HP", 1),), None)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Knight\n1. Laser Pistol", ("Laser Pistol",)),
        ("Knight\n12) ◦ Laser Pistol", ("Laser Pistol",)),
        ("**Knight** (50)\n* __Laser Pistol__", ("Laser Pistol",)),
        ("Knight\n- Missle Launcher [7 Caps]", ("Missile Launcher",)),
        ("Knight [50 Caps, 2 Parts]: Laser Pistol, Ripper", ("Laser Pistol", "Ripper")),
        ("Knight\nRipper; Melee; 5S; Fast; Maim", ("Ripper",)),
        ("Knight\n| Ripper | Melee | 5S | Fast | Maim |", ("Ripper",)),
        ("Knight\nRipper\tMelee\t5S\tFast\tMaim", ("Ripper",)),
        ("== Grunts ==\n--- Grunts ---\n=====\nChampions (2):\nKnight\r\n\r\n+ Grunt +\r\nRipper", ("Ripper",)),
    ],
)
def test_lines_as_people_paste_them(line, found):
    crew = recognised(line.encode(), "a.txt", BOOK, None, None).crew
    assert [member.unit for member in crew.members] == ["Knight"]
    assert crew.members[0].weapons == found
    assert not crew.weapons


def test_caps_in_square_brackets_are_of_all_models():
    crew = recognised(b"3x Settler [25 Caps, 1 Parts]: Hand Weapon", "a.txt", BOOK, None, None).crew
    assert (crew.members[0].count, crew.members[0].rating) == (3, 8)
    assert crew.members[0].notes == ("Caps: 25 for 3", "1 Parts")


# ---------------------------------------------------------------------------------------------- damage
SOURCES = {path.name: path.read_bytes() for path in sorted(CREWS.iterdir()) if path.is_file()}
SOURCES["a.rosz"] = zipped(("a.ros", SOURCES["battlescribe.ros"]))
BITS = [
    *("", "0", "-1", "9" * 30, "1e999", "null", "[]", "{}", "\0", "\u202e", "’", "½", "NaN", "<", "&", "\r", "\t"),
    *("x" * 600, "(((", ",", " with ", "//", "::", "4P", "Melee", "+9S", "3x ", "[999 Caps]", "==", "Perks: ", "**"),
    *("|", "Settler", "Missle Launcher", "\ufeff", "\u2028", "\x85", "٣", "[[model]]", "'''", "=", "\\", '"', "}", "]"),
]
PIECE = re.compile(rb"[0-9]+|[A-Za-z]{3,}|\"[^\"]*\"")


def damaged(content, dice):
    """A file with one to three places changed, cut, doubled or mixed up."""
    for _ in range(dice.choice([1, 1, 2, 3])):
        at = dice.randrange(len(content) + 1)
        end = at + dice.choice([1, 3, 30, 300])
        bit = dice.choice(BITS).encode()
        found = list(PIECE.finditer(content))
        how = dice.randrange(6)
        if how == 0:
            content = content[:at] + content[end:]
        elif how == 1:
            content = content[:at] + bit + content[at:]
        elif how == 2:
            content = content[:at] + content[at:end] + content[at:]
        elif how == 3:
            content = content[:at]
        elif how == 4 and found:
            piece = dice.choice(found)
            content = content[: piece.start()] + bit + content[piece.end() :]
        elif found:
            lines = content.split(b"\n")
            lines.insert(dice.randrange(len(lines)), dice.choice(lines))
            content = b"\n".join(lines)
    return content


@pytest.mark.parametrize("seed", range(4))
def test_damage_comes_in_whole_or_is_one_sentence(seed):
    dice = random.Random(seed)
    refused = 0
    for _ in range(400):
        name = dice.choice(list(SOURCES))
        content = damaged(SOURCES[name], dice)
        try:
            reading = recognised(content, "a file", BOOK, LISTS.get(name), None)
            assert loads(dumps(reading.crew), "crew.toml") == reading.crew
            reading.check(BOOK)
        except OddsError as error:
            refused += 1
            sentence, *place = str(error).splitlines()
            assert len(place) in (0, 2), sentence
            assert sentence.isprintable(), sentence
            assert 10 < len(sentence) < 400, sentence
    assert 200 < refused < 400


def snapshot(units, weapons):
    """A snapshot with as many units, each with as many weapons of its own."""
    numbers = dict.fromkeys(("HP", *"SPECIAL"), 1)
    gun = {"name": "Hunting Rifle", "type": "Rifle (22)", "test": "4P"}
    arms = [{**gun, "traits": [f"Glow ({n % 99})"]} for n in range(weapons)]
    knights = [{"name": "Knight", "special": numbers, "weapons": arms} for _ in range(units)]
    return json.dumps({"army": {"name": "x", "faction": "Gunners"}, "units": knights})


def nested(deep, wide):
    """A roster of models inside of each other, the last with many things."""
    inside = '<selection name="Knight" type="model"><selections>' * deep + '<selection name="x"/>' * wide
    inside += "</selections></selection>" * deep
    force = f'<force name="Brotherhood of Steel"><selections>{inside}</selections></force>'
    return f'<roster name="a"><forces>{force}</forces></roster>'


WORST = {
    "deep roster": nested(25, 20_000),
    "many weapons": snapshot(190, 40),
    "blanks": "Knight\n" + ("=== " + " " * 480 + "x\n") * 1999,
    "marks": "Knight\n" + ("=" * 249 + "x" + "=" * 240 + "y\n") * 1000,
    "models": "Knight with Fast and Fast and Fast\n" * 2000,
    "brackets": ("Knight " + "[1 caps" * 60 + "\n") * 2000,
    "numbers": ("Knight " + "s1 " * 160 + "\n") * 2000,
}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_files_are_done_with_quickly(name):
    begun = time.perf_counter()
    with suppress(OddsError):
        recognised(WORST[name].encode(), "a file", BOOK, None, None)
    assert time.perf_counter() - begun < 3
