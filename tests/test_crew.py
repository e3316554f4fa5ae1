"""Crews of one's own: the file, what is looked up, and every limit broken by name."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run import run

from odds import OddsError
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.catalogue.rows import LETTERS, Special, WeaponProfile
from odds.factions.crews.checking import check_crew
from odds.factions.crews.crew import Crew, Member
from odds.factions.crews.fielding import fielded
from odds.factions.crews.reading import read_crew
from odds.factions.crews.template import draft
from odds.factions.crews.tomlfile import UPGRADES, dumps, loads

CREWS = Path(__file__).parent / "crews"
BOOK = catalogue()

BOSS = Member("Boss", weapons=("Assault Rifle",))
SCUM = Member("Scum", weapons=("Pipe Rifle",))


def crew(*members, **more):
    return Crew("Us", "Wasteland Raiders", members, **more)


def broken(*members, **more):
    """Rules that a crew of Raiders breaks, and the sentences."""
    checked = check_crew(crew(*members, **more), BOOK)
    return [problem.rule for problem in checked.problems], [problem.sentence for problem in checked.problems]


def test_the_example_file_is_read():
    reading = read_crew(CREWS / "minutemen.toml", BOOK)
    assert (reading.kind, reading.crew.name, reading.crew.holdings) == ("crew file", "Minutemen", (("facilities", 1),))
    checked = reading.check(BOOK)
    assert checked.problems == ()
    assert (checked.rating, checked.count("Grunt"), checked.count("Champion"), checked.leaders) == (198, 5, 1, 1)
    preston, settler, guard, mongrel, survivor = checked.models
    assert (preston.model.luck, preston.rating) == (4, 45 + 15)  # +1 Luck of a Champion
    assert preston.model.text == "Local Leader/Survivors +1L with Penetrator, Combat Rifle"
    assert (settler.model.weapons[0].test, settler.rating) == ("4P", 16 + 8)
    assert (guard.model.weapons[0].range, guard.model.weapons[0].traits, guard.rating) == (26, ("Aim (2)",), 22 + 6 + 8)
    assert (mongrel.member.active, mongrel.model.unit.faction) == (False, "Creature Companions")
    assert (survivor.model.special, survivor.known, survivor.rating) == (Special(5, 5, 5, 5, 5, 5, 3), False, 30)
    assert checked.unknown == ("Sole Survivor: unit Sole Survivor", "Sole Survivor: weapon Deliverer")


def test_a_sound_crew_keeps_every_limit():
    assert broken(BOSS, replace(SCUM, count=5)) == ([], [])


@pytest.mark.parametrize(
    ("members", "more", "rule", "sentence"),
    [
        ((BOSS, replace(SCUM, count=5, rating=42)), {}, "rating", "a Rating of 255 is 5 over the limit of 250"),
        ((BOSS,), {"limit": 40}, "rating", "a Rating of 45 is 5 over the limit of 40"),
        ((BOSS, replace(SCUM, count=6)), {}, "grunts", "6 Grunts and 1 Champion: at most 5 Grunts for each Champion"),
        ((SCUM,), {}, "grunts", "1 Grunt and 0 Champions: at most 5 Grunts for each Champion"),
        ((Member("Forged", weapons=("Flamer",)),), {}, "leader", "0 Leaders: a crew has exactly one"),
        ((BOSS, BOSS), {}, "leader", "2 Leaders (Boss and Boss): a crew has exactly one"),
        (
            (BOSS, Member("Forged", weapons=("Flamer",), count=3)),
            {},
            "tier",
            "Champions: 4, but Wasteland Raiders have at most 3 at Tier 1",
        ),
        (
            (BOSS,),
            {"holdings": (("facilities", 3),)},
            "tier",
            "Facilities: 3, but Wasteland Raiders have at most 2 at ",
        ),
        (
            (BOSS, Member("Scum", weapons=("Minigun",), rating=20)),
            {},
            "weapons",
            "Scum cannot take Minigun: its sets are Pipe Revolver + Baseball Bat, Pipe Pistol + Molotov Cocktails",
        ),
        ((BOSS, Member("Scum", rating=9)), {}, "weapons", "Scum has no weapon and must have a set: its sets are"),
        ((BOSS, Member("Scum", weapons=("Minigun",))), {}, "rating", "Scum has no Rating: give it one with rating = N"),
        (
            (replace(BOSS, upgrades=(("S", 7),)),),
            {},
            "statistic",
            "Boss has Strength 12: it goes no higher than 9",
        ),
        ((replace(BOSS, upgrades=(("S", 2), ("P", 2))),), {}, "upgrades", "Boss has 4 upgrades: at most 3 at Tier 1"),
        ((replace(BOSS, upgrades=(("L", 3),)),), {}, "statistic", "Boss has Luck 6: it goes no higher than 5"),
        ((replace(BOSS, upgrades=(("HP", 2),)),), {}, "statistic", "Boss has its Health raised more than once"),
        ((replace(BOSS, perks=("Burly",)),), {}, "perks", "Boss cannot take Burly: it comes with a unit only"),
        ((BOSS, replace(SCUM, perks=("Rifleman",))), {}, "perks", "Scum cannot take Rifleman: it needs P6, not P3"),
        ((BOSS, replace(SCUM, perks=("Creature Tamer (Companion)",))), {}, "perks", "Scum cannot take Creature Tamer"),
        ((BOSS, Member("Settler", weapons=("Hand Weapon",))), {}, "faction", "Settler belongs to Survivors, not to "),
        (
            (
                replace(BOSS, weapons=("Minigun",), rating=54),
                Member("Knight/Brotherhood", weapons=("Minigun",), rating=9),
            ),
            {},
            "faction",
            "Knight/Brotherhood belongs to Brotherhood of Steel, not to Wasteland Raiders",
        ),
    ],
)
def test_every_limit_is_named(members, more, rule, sentence):
    rules, sentences = broken(*members, **more)
    assert rule in rules
    assert any(each.startswith(sentence) for each in sentences), sentences


def test_units_have_limits_of_their_own():
    master = Member("Master", weapons=("Laser Rifle",))
    centaurs = Member("Centaur", weapons=("Centaur Spit", "Claws & Jaws"), count=2)
    checked = check_crew(Crew("Us", "Super Mutants", (master, centaurs)), BOOK)
    assert [problem.sentence for problem in checked.problems] == ["Centaur: 2, but a crew has at most 1"]
    mothmen = Member("Holy Mothman", weapons=("Mothman Screech", "Sonic Wave"), count=2)
    followers = Crew("Us", "winged one", (Member("Priest", weapons=("Hand Weapon",)), mothmen))
    assert [problem.sentence for problem in check_crew(followers, BOOK).problems] == [
        "Holy Mothman: 2, but Followers of the Winged One have at most 1 at Tier 1"
    ]


def test_four_modifications_are_too_many():
    weapon = 'Plasma Pistol: 16"; 5A; Ignite (2)'
    master = Member("Master", weapons=(weapon, "Sledgehammer"))
    assert check_crew(Crew("Us", "Super Mutants", (master,)), BOOK).problems == ()
    four = Member("Boss", weapons=('Hunting Rifle: 26"; Aim (2); 4P; 4P',))
    assert broken(four)[1] == ["Boss: Hunting Rifle has 4 modifications, at most 3"]


def test_limits_grow_with_the_tier():
    champions = Member("Forged", weapons=("Flamer",), count=3)
    assert broken(BOSS, champions)[0] == ["tier"]
    assert broken(BOSS, champions, tier=2)[0] == []
    assert crew(tier=2).rating_limit is None
    assert crew(tier=2, limit=300).rating_limit == 300
    assert crew(limit=0).rating_limit is None


def test_factions_without_limits_have_none_to_check():
    hounds = Member("Deathclaw", weapons=("Deathclaw Claws",), upgrades=(("S", 1), ("P", 6)))
    rules = [problem.rule for problem in check_crew(Crew("Zoo", "Creature Companions", (hounds,)), BOOK).problems]
    assert rules == ["grunts", "leader"]


def test_models_that_are_not_fielded_count_for_nothing():
    bench = replace(SCUM, count=50, active=False, weapons=("Minigun",))
    assert broken(BOSS, bench) == ([], [])


def test_a_leader_can_be_named():
    two = (Member("Paladin", weapons=("Minigun",)), Member("Knight Captain", weapons=("Precision Combat Rifle",)))
    steel = Crew("Us", "Brotherhood of Steel", two)
    assert [problem.rule for problem in check_crew(steel, BOOK).problems] == ["leader"]
    second = replace(two[1], leader=False)
    assert check_crew(replace(steel, members=(two[0], second)), BOOK).problems == ()


def test_what_is_doubtful_is_told():
    own = WeaponProfile("Assault Rifle", "Rifle", 20, "4P", ("Storm (1)", "Glow"), ("Suppress (2)",))
    members = (replace(BOSS, rating=40), Member("Skirmisher/Super Mutants", weapons=("Laser Rifle",), active=False))
    other = Member("Scum", weapons=("Pipe Rifle",), special=Special(4, 3, 3, 3, 3, 3, 1), health=1)
    checked = check_crew(crew(*members, other, weapons=(own,)), BOOK)
    assert checked.doubts == (
        "Boss: its Rating is given as 40, the catalogue's numbers make it 45",
        "Skirmisher/Super Mutants: printings of 2026 disagree on its profile",
        "Scum: its numbers are its own, the catalogue has 3 3 3 3 3 3 1 1",
        f"Assault Rifle: its profile is the crew's own, the catalogue has {BOOK.weapon('Assault Rifle').line}",
    )
    assert checked.unknown == ("Assault Rifle: trait or effect Glow",)
    assert checked.models[0].model.weapons == (own,)


def test_unknown_names_are_listed_not_refused():
    odd = Member("Boss", weapons=("Assault Rifle", "Ray Gun"), perks=("Telepathy",), chems=("Tea",), rating=50)
    checked = check_crew(Crew("Us", "raiders", (odd,)), BOOK)
    assert checked.unknown == ("Boss: weapon Ray Gun (no profile)", "Boss: perk Telepathy", "Boss: chem Tea")
    assert check_crew(Crew("Us", "Vault 13", (Member("Boss/raiders", rating=1),)), BOOK).unknown == (
        "faction Vault 13",
    )


@pytest.mark.parametrize(
    ("member", "sentence"),
    [
        (Member("Scumm"), "model 1, key 'unit': unknown unit 'Scumm': did you mean Scum?"),
        (Member("Waster"), "model 1, key 'unit': 'Waster' is the name of 3 units"),
        (Member("Scum", weapons=("Pipe Rifle: 9P",)), "model 1, key 'weapons': Pipe Rifle has no modification '9P'"),
        (Member("Scum", upgrades=(("S", 10),)), "model 1, key 'upgrades': no statistic and no Health goes above 9"),
    ],
)
def test_what_cannot_be_looked_up_is_refused(member, sentence):
    with pytest.raises(OddsError) as error:
        fielded(crew(member), BOOK)
    assert str(error.value).startswith(sentence)


def test_errors_of_a_file_have_line_and_key(tmp_path):
    file = tmp_path / "crew.toml"
    file.write_text((CREWS / "minutemen.toml").read_text().replace('unit = "Settler"', 'unit = "Setler"'))
    result = run("crew", "check", file)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"odds: {file} line 17, key 'unit': unknown unit 'Setler': did you mean Settler?\n"


names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=30)
several = st.lists(names, max_size=3).map(tuple)
raised = st.dictionaries(st.sampled_from(UPGRADES), st.integers(1, 9)).map(
    lambda found: tuple((each, found[each]) for each in UPGRADES if each in found)
)
specials = st.builds(Special, *[st.integers(0, 9)] * len(LETTERS))
members = st.builds(
    Member, unit=names, faction=names | st.just(""), name=names | st.just(""), count=st.integers(1, 99),
    weapons=several, perks=several, chems=several, upgrades=raised, role=st.sampled_from(["", "Grunt", "Champion"]),
    rating=st.none() | st.integers(0, 999), leader=st.none() | st.booleans(), active=st.booleans(), notes=several,
)  # fmt: skip
owned = st.tuples(members, specials, st.integers(1, 9)).map(lambda m: replace(m[0], special=m[1], health=m[2]))
crews = st.builds(
    Crew, name=names, faction=names, members=st.lists(members | owned, max_size=3).map(tuple), tier=st.integers(1, 3),
    limit=st.none() | st.integers(0, 9999), notes=several,
    holdings=st.sampled_from([(), (("facilities", 2),), (("control", 0), ("resources", 3))]),
    weapons=st.lists(st.sampled_from(BOOK.weapons), max_size=2).map(
        lambda rows: tuple(replace(row, printing=WeaponProfile("", "Melee", None, "1S").printing) for row in rows)
    ),
)  # fmt: skip


@given(crews)
def test_every_crew_is_saved_and_loaded_as_it_is(made):
    text = dumps(made, ["a comment\nof two lines"])
    tomllib.loads(text)
    assert loads(text, "crew.toml") == made


@pytest.mark.parametrize(
    "faction", [each for each in BOOK.factions if any(u.leader and u.faction == each for u in BOOK.units)]
)
def test_drafts_keep_every_limit(faction):
    made = loads(draft(faction, "Us", BOOK), "crew.toml")
    assert check_crew(made, BOOK).problems == ()


def test_a_faction_without_a_leader_gets_no_draft():
    with pytest.raises(
        OddsError, match="Robot Companions has no Leader with a weapon set: choose one of Automatrons, "
    ):
        draft("robot companions", "Us", BOOK)


def test_a_draft_is_written_once(tmp_path):
    file = tmp_path / "us.toml"
    assert run("crew", "new", file, "--faction", "pack").code == 0
    text = file.read_text()
    assert run("crew", "check", file).code == 0
    second = run("crew", "new", file, "--faction", "pack")
    assert second.err == f"odds: {file} exists: choose another name, nothing is overwritten\n"
    assert file.read_text() == text


def test_check_and_show_say_the_same_in_every_form(tmp_path):
    file = tmp_path / "us.toml"
    file.write_text(dumps(crew(BOSS, replace(SCUM, count=6), notes=("no",))))
    checked = run("crew", "check", file)
    assert checked.code == 1
    assert "grunts  6 Grunts and 1 Champion: at most 5 Grunts for each Champion" in checked.out
    assert "!! 1 limit is broken." in checked.out
    made = run("crew", "check", file, "--json")
    assert (made.code, made.json["problems"][0]["rule"], made.json["rating"]) == (1, "grunts", 111)
    shown = run("crew", "show", file)
    assert shown.code == 0
    assert "Rating 111 of 250; 6 Grunts, 1 Champion, 1 Leader." in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    assert run("crew", "show", file, "--json").json == made.json
    assert (
        run("crew", "show", file, "--csv").out.splitlines()[2].startswith("Scum/Wasteland Raiders with Pipe Rifle,Scum")
    )


@pytest.mark.parametrize("action", ["show", "check"])
def test_pages_go_to_a_file_whole(action, tmp_path):
    output = tmp_path / "page.txt"
    assert run("crew", action, CREWS / "minutemen.toml", "--output", output).out == ""
    assert output.read_text() == run("crew", action, CREWS / "minutemen.toml").out


def test_a_crew_is_a_frame_with_a_row_for_each_entry():
    frame = read_crew(CREWS / "minutemen.toml", BOOK).check(BOOK).frame()
    assert list(frame["rating"]) == [60, 24, 36, 10, 30]
    fielded_rows = frame[frame["active"]]
    assert (fielded_rows["rating"] * fielded_rows["count"]).sum() == 198


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show"], "the crew is missing: write odds crew show FILE"),
        (["check"], "the crew is missing: write odds crew check FILE"),
        (["import"], "the file is missing: write odds crew import army.json --output army.toml"),
        (["new", "us.toml"], "a file and a faction are needed: odds crew new minutemen.toml --faction survivors"),
        (["new", "us.txt", "--faction", "pack"], "a crew file must end in .toml, not as us.txt does"),
        (["new", "us.toml", "--faction", "enclave"], "unknown faction 'enclave'"),
        (["show", CREWS / "minutemen.toml", "--json", "--csv"], "give either --json or --csv, not both"),
        (["show", "nowhere.toml"], "cannot read nowhere.toml: No such file or directory"),
        (["show", CREWS], "cannot read"),
        (["show", CREWS / "minutemen.toml", "--faction", "pack"], f"{CREWS / 'minutemen.toml'} is a crew file, which"),
        (["show", CREWS / "minutemen.toml", "--list", "x"], f"{CREWS / 'minutemen.toml'} is a crew file, which"),
        (["show", CREWS / "crew.txt", "--list", "x"], f"{CREWS / 'crew.txt'} is a plain text, which holds one crew"),
        (["show", CREWS / "share.json", "--list", "x"], f"{CREWS / 'share.json'} is the snapshot of one crew"),
        (["show", CREWS / "roster.ros", "--faction", "pack"], f"{CREWS / 'roster.ros'} says that its faction is Super"),
        (["show", CREWS / "saved.json"], f"{CREWS / 'saved.json'} holds 2 lists: name one with --list, 'Pack of dogs'"),
        (["show", CREWS / "saved.json", "--list", "x"], f"{CREWS / 'saved.json'} holds no list of that name"),
        (["import", CREWS / "minutemen.toml"], f"{CREWS / 'minutemen.toml'} is a crew file already"),
        (["import", CREWS / "crew.txt", "--output", "a.json"], "a.json must end in .toml or .txt"),
    ],
)
def test_what_is_wrong_is_one_sentence(words, sentence):
    result = run("crew", *words)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(f"odds: {sentence}")
