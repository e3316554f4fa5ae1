"""What crew builders write: every format comes in, goes round, and is refused in one sentence when damaged."""

import json
from pathlib import Path

import bad_crews
import bad_rosters
import pytest
from bad_crews import CORPUS, SAVED_VALUES, SHARE_VALUES, at
from bad_files import ROSTER, SAVED, SHARE, TOML
from bad_rosters import zipped
from hypothesis import given, settings
from hypothesis import strategies as st
from run import run

from odds import OddsError
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.catalogue.rows import Special
from odds.factions.crews.reading import read_crew, recognised
from odds.factions.crews.tomlfile import dumps, loads

CREWS = Path(__file__).parent / "crews"
BOOK = catalogue()
LIST = "pack of dogs"
SOURCES = ["share.json", "saved.json", "roster.ros", "roster.rosz", "crew.txt"]


@pytest.fixture
def source(tmp_path):
    """The path of a file of each kind; the .rosz is made of the .ros."""

    def path(name):
        if name != "roster.rosz":
            return CREWS / name
        file = tmp_path / name
        file.write_bytes(zipped(("roster.ros", ROSTER)))
        return file

    return path


def wanted(name):
    return LIST if name == "saved.json" else None


@pytest.mark.parametrize("name", SOURCES)
def test_imports_go_round(name, source, tmp_path):
    reading = read_crew(source(name), BOOK, wanted=wanted(name))
    assert reading.crew.members
    assert loads(dumps(reading.crew), "crew.toml") == reading.crew
    output = tmp_path / "crew.toml"
    options = ["--list", LIST] if name == "saved.json" else []
    result = run("crew", "import", source(name), "--output", output, *options)
    assert (result.code, result.err) == (0, "")
    assert read_crew(output, BOOK).crew == reading.crew
    assert read_crew(output, BOOK).check(BOOK).models == reading.check(BOOK).models
    assert run("crew", "import", source(name), *options).out == output.read_text()


def test_a_share_snapshot_comes_in():
    reading = read_crew(CREWS / "share.json", BOOK)
    crew = reading.crew
    assert (reading.kind, crew.name, crew.faction, crew.tier) == (
        "share snapshot",
        "Steel Dawn",
        "Brotherhood of Steel",
        2,
    )
    paladin, knight, scout = crew.members
    assert (paladin.unit, paladin.weapons, paladin.upgrades) == ("Paladin", ("Missile Launcher",), (("S", 1),))
    assert (paladin.special, paladin.perks, paladin.rating, paladin.notes) == (None, ("Iron Fist",), 92, ("wounds: 1",))
    assert knight.weapons == ('Laser Rifle: 22"',)  # recognised by its numbers as a modified one
    assert (scout.special, scout.health, scout.role) == (Special(4, 6, 4, 4, 4, 5, 2), 1, "Grunt")
    checked = reading.check(BOOK)
    assert [each.model.luck for each in checked.models] == [2, 2, 4]  # upgrades are counted once
    assert checked.unknown == (
        "Scout of the Maw: unit Scout of the Maw",
        "Scout of the Maw: weapon Whisper",
        "Scout of the Maw: weapon Combat Knife",
        "Scout of the Maw: perk Mister Sandman",
        "Whisper: trait or effect Ghost (2)",
    )
    assert checked.models[2].model.weapons[0].line == 'Whisper, Rifle (28"), 3P, Ghost (2), Silenced, Pierce'
    assert 'army.resources: {"caps": 12, "parts": 3}' in crew.notes


def test_a_saved_list_comes_in():
    crew = read_crew(CREWS / "saved.json", BOOK, wanted=LIST).crew
    assert (crew.name, crew.faction) == ("Pack of dogs", "The Pack")
    alpha, psycho, scavver = crew.members
    assert (alpha.weapons, alpha.rating, alpha.notes) == (("10mm Pistol", "Deathclaw Gauntlet"), 42, ("painted",))
    assert (psycho.special, psycho.weapons) == (None, ("Sledgehammer",))
    assert (scavver.active, scavver.special) == (False, Special(4, 4, 5, 3, 4, 4, 2))
    assert [weapon.line for weapon in crew.weapons] == ['Handmade Rifle, Rifle (18"), 4P, Fast, Suppress (2)']
    guess = "faction taken to be The Pack: none is named"
    assert crew.notes == (guess, "Met at the amphitheater. Two games played.", "list.partyPoints: 79")


def test_a_saved_list_comes_in_as_a_browser_stores_it(tmp_path):
    file = tmp_path / "storage.json"
    lists = json.loads((CREWS / "saved.json").read_text())["savedLists"]
    file.write_text(json.dumps({"savedLists": json.dumps(lists)}))
    expected = read_crew(CREWS / "saved.json", BOOK, wanted=LIST).crew
    assert read_crew(file, BOOK, wanted=LIST).crew == expected
    file.write_text(json.dumps({LIST.capitalize(): lists["Pack of dogs"]}))
    assert read_crew(file, BOOK).crew == expected


@pytest.mark.parametrize("name", ["roster.ros", "roster.rosz"])
def test_a_roster_comes_in(name, source):
    reading = read_crew(source(name), BOOK)
    crew = reading.crew
    assert (reading.kind, crew.name, crew.faction) == ("BattleScribe roster", "Mutant Rage", "Super Mutants")
    assert (crew.tier, crew.limit) == (1, 250)
    master, enforcer = crew.members
    assert (master.unit, master.name, master.chems, master.perks) == (
        "Master",
        "Hammer",
        ("Psycho",),
        ("Iron Stomach",),
    )
    assert master.weapons == ("Short Hunting Rifle", "Super Sledge: Wind Up")
    assert (master.rating, enforcer.rating, enforcer.count) == (55, 26, 2)
    assert reading.check(BOOK).rating == 107
    assert crew.weapons[0].line == "Bumper Sword, Melee, 5S, Slow, Maim"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' xmlns="http://www.battlescribe.net/schema/rosterSchema"', ""),
        ("http://www.battlescribe.net/schema/rosterSchema", "urn:another"),
        ("UTF-8", "UTF-16"),
    ],
)
def test_namespaces_and_encodings_of_rosters_do_not_matter(old, new):
    content = ROSTER.replace(old, new, 1).encode(new if new.startswith("UTF") else "UTF-8")
    assert recognised(content, "a.ros", BOOK, None, None).crew == read_crew(CREWS / "roster.ros", BOOK).crew
    prefixed = ROSTER.replace("xmlns=", "xmlns:b=").replace("</", "</b:").replace("<", "<b:")
    prefixed = prefixed.replace("<b:/b:", "</b:").replace("<b:?", "<?")
    assert recognised(prefixed.encode(), "a.ros", BOOK, None, None).crew == read_crew(CREWS / "roster.ros", BOOK).crew


def test_plain_text_comes_in():
    reading = read_crew(CREWS / "crew.txt", BOOK)
    crew = reading.crew
    assert (reading.kind, crew.name, crew.faction, crew.notes) == (
        "plain text", "Trap House", "Trappers", ("as written at the table",)
    )  # fmt: skip
    leader, scroungers, stalker, crawler = crew.members
    assert (leader.upgrades, leader.rating, leader.perks, leader.weapons) == (
        (("L", 1),), 60, ("Penetrator",), ("Harpoon Gun",)
    )  # fmt: skip
    assert (scroungers.count, scroungers.rating, scroungers.weapons) == (2, 13, ("Lever-Action Rifle",))
    assert (stalker.chems, stalker.weapons, stalker.rating) == (("Jet",), ("Fogbow",), 20)
    assert (crawler.special, crawler.health, crawler.role) == (Special(6, 3, 6, 1, 1, 4, 1), 3, "Grunt")


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ('Missle Launcher, Heavy (26"), 4S, Area (2"), Slow, Maim', "Missile Launcher"),
        ("Sworn off shotgun, Rifle (8”), 4P, CQB, Storm 2, Maim", "Sawn-Off Shotgun"),
        ("Cyro Blaster, Pistol (12), 2A, Fast, Suppress (2)", "Cryo Blaster"),
        ("Sledgehammer, Melee, 4S, WindUp, Unwieldy (5), Maim", "Sledgehammer"),
        ("Nuka-Nuke Launcher, Heavy (20\"), 5S, OneAndDone, Area (2), CQB, Irradiate", "Nuka-Nuke Launcher"),
        ("Marksman’s Handmade Rifle, Rifle (30\"), 2P, Aim (+3), Suppress (3)", "Marksman's Handmade Rifle"),
        ("Junk Jet, Heavy (10\"), 3S +1 per Part used, Creative Projectiles, Suppress 1", "Junk Jet"),
        ("10mm Pistol, Pistol, 3A, Fast, CQB", "10mm Pistol"),
        ("Hunting Rifle, Rifle (26\"), 4P, Aim (2), Pierce", "Hunting Rifle: 26\"; Aim (2); 4P"),
    ],
)  # fmt: skip
def test_spellings_seen_in_crew_builders_are_read(line, stored):
    crew = recognised(f"Knight\n{line}\n".encode(), "a.txt", BOOK, None, None).crew
    assert crew.members[0].weapons == (stored,)
    assert crew.weapons == ()


@pytest.mark.parametrize(
    ("text", "count", "weapons", "rating"),
    [
        ("Paladin w/ minigun (79)", 1, ("Minigun",), 79),
        ("Paladin: Laser Pistol + War Glaive (64)", 1, ("Laser Pistol", "War Glaive"), 64),
        ("* Paladin — Laser Pistol & War Glaive [64 pts]", 1, ("Laser Pistol", "War Glaive"), 64),
        ("Knight x2, 60 caps\n- laser rifles", 2, ("Laser Rifle",), 60),
        ("2x Knight/BoS\nHunting Rifle, Rifle (22), 4P, Aim 1, Pierce\nRating: 61", 2, ("Hunting Rifle: 4P",), 61),
        ("3 Knights", 3, (), None),
    ],
)
def test_crews_as_people_write_them_are_read(text, count, weapons, rating):
    (member,) = recognised(text.encode(), "a.txt", BOOK, None, None).crew.members
    assert (member.count, member.weapons, member.rating, member.special) == (count, weapons, rating, None)


def test_weapons_alone_come_in():
    crew = recognised(b'Flare Gun, Pistol (10"), 2A, CQB\n', "a.txt", BOOK, None, None).crew
    assert crew.weapons[0].line == 'Flare Gun, Pistol (10"), 2A, CQB'


def test_profiles_of_one_name_are_kept_apart():
    text = "Knight\nRipper, Melee, 7S, Maim\nKnight\nRipper, Melee, 8S, Maim\nKnight\nRipper, Melee, 7S, Maim\n"
    reading = recognised(text.encode(), "a.txt", BOOK, None, None)
    assert [each.weapons for each in reading.crew.members] == [("Ripper",), ("Ripper (2)",), ("Ripper",)]
    models = reading.check(BOOK).models
    assert [each.model.weapons[0].test for each in models] == ["7S", "8S", "7S"]
    assert [each.worked_out for each in models] == [55] * 3  # the Knight's set with a Ripper


def test_the_faction_can_be_said_where_the_file_does_not():
    text = b"Psycho\nScavver\n"
    with pytest.raises(
        OddsError, match="line 1: neither a weapon nor a model that is known: 'Psycho' is the name of 4"
    ):
        recognised(text, "a.txt", BOOK, None, None)
    assert recognised(text, "a.txt", BOOK, None, "pack").crew.faction == "The Pack"


def noted(reading):
    """Every note of a crew and its models."""
    return [*reading.crew.notes, *(note for member in reading.crew.members for note in member.notes)]


def test_what_has_no_place_in_a_crew_is_kept_as_a_note():
    share, saved = json.loads(SHARE), json.loads(SAVED)["savedLists"]
    unit, item = share["units"][1], saved["Pack of dogs"]["unitItems"][0]
    for number, place in enumerate((share, share["army"], unit, unit["special"], unit["weapons"][0])):
        place["extra"] = f"x{number}"
    for number, place in enumerate((saved["Pack of dogs"], item, item["weapons"][0])):
        place["extra"] = f"x{number}"
    notes = noted(recognised(json.dumps(share).encode(), "a.json", BOOK, None, None))
    assert [note for note in notes if "extra" in note] == [
        'army.extra: "x1"', 'snapshot.extra: "x0"', 'Laser Rifle.extra: "x4"', 'special.extra: "x3"', 'unit.extra: "x2"'
    ]  # fmt: skip
    notes = noted(recognised(json.dumps(saved).encode(), "a.json", BOOK, LIST, None))
    assert [note for note in notes if "extra" in note] == [
        'list.extra: "x0"', '10mm Pistol.extra: "x2"', 'item.extra: "x1"'
    ]  # fmt: skip


def test_what_has_no_place_in_a_roster_is_kept_as_a_note():
    camp = '<selection name="Radio Mast"><costs><cost name="Caps" value="9"/></costs></selection>'
    more = '<characteristic name="Test">5S</characteristic><characteristic name="Weight">20</characteristic>'
    content = ROSTER.replace("<selections>", f"<selections>{camp}", 1)
    content = content.replace('<characteristic name="Test">5S</characteristic>', more, 1)
    notes = noted(recognised(content.encode(), "a.ros", BOOK, None, None))
    assert {"selection: Radio Mast, 9 Caps", "Bumper Sword: weight 20", "roster: 107 Caps"} <= set(notes)


def test_forces_inside_of_forces_come_in():
    eyebot = '<selections><selection name="Eyebot" type="model"/></selections>'
    inner = f'<forces><force name="Robot Companions">{eyebot}</force></forces>'
    content = ROSTER.replace("</force>", f"{inner}</force>", 1)
    crew = recognised(content.encode(), "a.ros", BOOK, None, None).crew
    assert [(member.unit, member.faction) for member in crew.members][2:] == [("Eyebot", "Robot Companions")]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("Knight\n" + "# again\n" * 1500, "more than 1000 notes, weapons or perks stand in one place"),
        ("Knight\n" + "".join(f"Sword, Melee, 3S, Glow {n}\n" for n in range(300)), "300 weapons of its own are in it"),
        (ROSTER.replace("48.0", "4800.0", 1), "model 'Master': its Rating is 4807, at most 999 is read"),
        (f"Knight\nSword, Melee, 3S, {'x' * 150}", "is longer than 100 characters"),
    ],
)
def test_more_than_a_crew_file_can_hold_is_refused(content, sentence):
    with pytest.raises(OddsError) as error:
        recognised(content.encode(), "a file", BOOK, None, None)
    assert sentence in str(error.value)


def test_many_notes_go_round():
    content = ROSTER.replace("<selections>", "<selections>" + '<selection name="Camp"/>' * 500, 1)
    crew = recognised(content.encode(), "a.ros", BOOK, None, None).crew
    assert len(crew.notes) > 500
    assert loads(dumps(crew), "crew.toml") == crew


def test_a_catalogue_of_ones_own_makes_the_unknown_known(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[weapon]]\nname = "Fogbow"\ntype = "Rifle"\nrange = 20\ntest = "3P"\n')
    plain = run("crew", "show", CREWS / "crew.txt", "--json").json
    more = run("crew", "show", CREWS / "crew.txt", "--json", "--catalogue", file).json
    assert set(plain["unknown"]) - set(more["unknown"]) == {"Stalking Trapper: weapon Fogbow"}


def test_the_corpus_is_large_and_invalid():
    assert len(CORPUS) > 300
    assert len({bad.name for bad in CORPUS}) == len(CORPUS)
    assert [bad.name for bad in CORPUS if not bad.is_invalid(bad.content)] == []


def test_the_proofs_find_nothing_wrong_with_what_is_right():
    assert bad_rosters.is_sound(ROSTER.encode())
    assert bad_crews.is_sound(TOML.encode())
    for source, values in ((SHARE, SHARE_VALUES), (SAVED, SAVED_VALUES)):
        assert [path for path, _, allowed in values if not allowed(at(json.loads(source), path))] == []


@pytest.mark.parametrize("bad", CORPUS, ids=lambda bad: bad.name)
def test_damaged_files_are_refused_in_one_sentence(bad, tmp_path):
    file, output = tmp_path / "damaged", tmp_path / "crew.toml"
    file.write_bytes(bad.content)
    options = ["--list", LIST] if bad.name.startswith("saved") else []
    shown = run("crew", "show", file, *options)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert shown.err.startswith("odds: ")
    assert str(file) in shown.err
    assert len(shown.err) < len(str(file)) + 300
    imported = run("crew", "import", file, "--output", output, *options)
    assert (imported.code, imported.out) == (2, "")
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_file_leaves_no_traceback_behind(tmp_path):
    file = tmp_path / "damaged"
    file.write_text(SHARE[:200])
    result = run("crew", "check", file, process=True)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "Traceback" not in result.err


CONTENTS = [
    (CREWS / name).read_bytes() for name in ("share.json", "saved.json", "roster.ros", "crew.txt", "minutemen.toml")
]
CONTENTS.append(zipped(("a.ros", ROSTER)))


@given(st.sampled_from(range(len(CONTENTS))), st.data())
@settings(max_examples=400)
def test_no_damage_breaks_the_readers(which, data):
    """Whatever is done to a file: it is refused as the user's error, or read into a crew that goes round."""
    content = bytearray(CONTENTS[which])
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(content)))
        content[begin : begin + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=6))
    try:
        reading = recognised(bytes(content), "damaged", BOOK, LIST if which == 1 else None, None)
        reading.check(BOOK)
    except OddsError:
        return
    assert loads(dumps(reading.crew), "crew.toml") == reading.crew
