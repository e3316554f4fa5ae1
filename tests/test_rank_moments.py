"""What holds for every attack of a ranking: each against the one attack of the command line, and what means nothing."""

import re

import pytest
from run import run

import odds
from odds.core.errors import OddsError
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.situation import Situation
from odds.factions.ranking.advise import advised
from odds.factions.ranking.entrants import of_units
from odds.factions.ranking.moments import WORDS, Moment, moment_of
from odds.factions.ranking.rank import STOOD, SURVIVALIST, ranked
from odds.factions.ranking.strikes import strike
from odds.factions.switches import BOOK

CATALOGUE = odds.catalogue()
RULES = BOOK.rules()
AT = "Paladin"
#: what is said of every attack -> model, weapon, and the situation that the one attack is in
CASES = {
    "charge": ({"charge": True}, "Master", "Super Sledge", {"charge": True}),
    "wind up": ({"charge": True}, "Enforcer", "Sledgehammer", {"charge": True}),
    "engaged": ({"engaged_friends": 2}, "Master", "Super Sledge", {"engaged_friends": 2}),
    "half": ({"half_range": True}, "Brute", "Assault Rifle", {"band": "half"}),
    "close": ({"distance": 9}, "Brute", "Assault Rifle", {"distance": 9}),
    "far": ({"distance": 40}, "Brute", "Assault Rifle", {"distance": 40}),
    "more support than Charisma": ({"supporters": 9}, "Brute", "Assault Rifle", {"supporters": 5}),
    "open": ({"wide_open": True}, "Brute", "Assault Rifle", {"wide_open": True}),
    "support": ({"supporters": 3}, "Brute", "Assault Rifle", {"supporters": 3}),
    "aim": ({"aim": True}, "Brute", "Hunting Rifle", {"aim": True}),
    "called": ({"aim": True}, "Brute with Called Shot", "Hunting Rifle", {"aim": True}),
    "no charge": ({"charge": True, "engaged_friends": 1}, "Brute", "Assault Rifle", {}),
    "no gun": ({"half_range": True, "wide_open": True, "supporters": 2, "aim": True}, "Master", "Super Sledge", {}),
}


def beginning(holds, who, weapon):
    return strike(odds.model(who), CATALOGUE.weapon(weapon), CATALOGUE, RULES, moment=moment_of(**holds))


@pytest.mark.parametrize("name", CASES)
def test_the_attack_is_that_of_the_command_line(name):
    holds, who, weapon, moment = CASES[name]
    typed = parse_attack(who, weapon=weapon, targets=[AT], moment=Situation(**moment))
    assert beginning(holds, who, weapon).at(odds.parse_target(AT)).text == typed.text


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[3]])
def test_what_holds_changes_the_attack(name):
    holds, who, weapon, _ = CASES[name]
    plain = beginning({}, who, weapon)
    assert beginning(holds, who, weapon).attack != plain.attack
    assert beginning(holds, who, weapon).idle == ()


def test_what_means_nothing_with_a_weapon_is_known():
    assert beginning(CASES["no charge"][0], "Brute", "Assault Rifle").idle == ("charge", "engaged_friends")
    assert beginning(CASES["no gun"][0], "Master", "Super Sledge").idle == (
        *("half_range", "wide_open", "supporters", "aim"),
    )


def test_words_are_for_perks():
    who, weapon = "Brute with Steady Aim", "Assault Rifle"
    typed = parse_attack(who, weapon=weapon, targets=[AT], words=["not moved"])
    assert beginning({"when": ["stationary"]}, who, weapon).at(odds.parse_target(AT)).text == typed.text
    assert "Steady Aim" in typed.text
    assert beginning({}, who, weapon).notes == ("Steady Aim is not used",)


def test_a_whole_ranking_is_of_attacks_in_that_moment():
    holds = {"charge": True, "half_range": True, "supporters": 1}
    found = ranked(faction="mutants", at=["Initiate"], by="incapacitated", **holds)
    seen = set()
    for row in found.rows:
        for number, blow in enumerate(row.entrant.strikes):
            chance = float(odds.exact(blow.at(found.foes[0].target)).probability("incapacitated"))
            assert float(row.ends.incapacitated[0]) >= chance - 1e-12
            if number == row.used[0]:
                assert float(row.ends.incapacitated[0]) == pytest.approx(chance, abs=1e-12)
            seen |= {each.source for each in blow.attack.bonus}
    assert {"charge", "Supporting Fire"} <= seen
    plain = ranked(faction="mutants", at=["Initiate"], by="incapacitated")
    assert found.moment.text == "a charge, half the range, Supporting Fire by up to 1"
    assert plain.moment.text == ""
    assert sum(row.incapacitated for row in found.rows) > sum(row.incapacitated for row in plain.rows)
    stood = {(row.entrant.name, row.entrant.weapons): row.stands for row in plain.rows}
    assert {(row.entrant.name, row.entrant.weapons): row.stands for row in found.rows} == stood


def test_what_means_nothing_is_counted_in_a_note():
    found = ranked(faction="mutants", at=[AT], charge=True)
    weapons = {blow.weapon: blow.attack for row in found.rows for blow in row.entrant.strikes}
    melee = [name for name in weapons if CATALOGUE.weapon(name).type == "Melee"]
    note = next(note for note in found.notes if note.startswith("A charge counts for Melee weapons"))
    idle, every = map(int, re.findall("[0-9]+", note))
    assert (every, every - idle) == (len(weapons), len(melee))


def test_a_weapon_that_cannot_be_fired_so_far_is_left_out_and_named():
    found = ranked(faction="operators", at=[AT], distance=30)
    assert any("it cannot be fired beyond its range" in note for note in found.notes)
    assert all(row.entrant.strikes for row in found.rows)
    fewer, every = len(found.rows), len(ranked(faction="operators", at=[AT]).rows)
    assert fewer <= every


def test_an_eye_catching_model_attacks_without_a_die_of_it():
    weapon = "Eyebot Laser"
    assert beginning({}, "Eyebot/Automatrons", weapon).attack.bonus == ()
    assert parse_attack("Eyebot/Automatrons", weapon=weapon, targets=[AT]).bonus == ()


def test_survivalist_is_left_out_of_what_is_stood():
    found = ranked(faction="survivors", at=["Brute"])
    cat = next(row for row in found.rows if row.entrant.name == "Atom Cat")
    against = [f"Brute with {each.weapon}" for each in found.foes[0].strikes]
    bare = ranked(faction="survivors", at=["Brute"], against=against)
    assert cat.stands == pytest.approx(next(row.stands for row in bare.rows if row.entrant.name == "Atom Cat"))
    assert not cat.entrant.standing.target.survivalist
    assert STOOD in found.notes
    assert SURVIVALIST not in found.notes
    other = ranked(faction="zetans", at=["Settler", "Atom Cat"])
    assert SURVIVALIST in other.notes
    assert STOOD not in other.notes


def test_advice_is_for_attacks_in_that_moment(tmp_path):
    file = tmp_path / "crew.txt"
    file.write_text("Crew: Us\nPaladin\n- Super Sledge")
    gains = {}
    for charge in (False, True):
        found = advised(file, at=[AT], metric="incapacitated", charge=charge, half_range=True)
        gains[charge] = next(each for each in found.gains if each.change.text == "+1S")
        assert any(note.startswith("Half the range counts") for note in found.notes)
    for charge, gain in gains.items():
        typed = [
            parse_attack(who, weapon="Super Sledge", targets=[AT], moment=Situation(charge=charge))
            for who in ("Paladin", "Paladin +1S")
        ]
        before, after = (float(odds.exact(each).probability("incapacitated")) for each in typed)
        assert (gain.before, gain.after) == (pytest.approx(before, abs=1e-12), pytest.approx(after, abs=1e-12))


#: option of the command line -> words that change a ranking and advice
OPTIONS = {
    "charge": ["--charge"],
    "engaged_friends": ["--engaged-friends", "2"],
    "half_range": ["--half-range"],
    "distance": ["--distance", "30"],
    "wide_open": ["--wide-open"],
    "supporters": ["--supporters", "2"],
    "aim": ["--aim"],
    "when": ["--when", "not moved"],
}
CREW = """format = "odds-crew 1"
name = "Us"
faction = "super mutants"
[[model]]
unit = "Brute"
weapons = ["Hunting Rifle"]
perks = ["Steady Aim"]
[[model]]
unit = "Brute"
weapons = ["Assault Rifle"]
[[model]]
unit = "Master"
weapons = ["Super Sledge"]
"""


def test_every_option_is_in_the_list():
    from odds.cli.crew_moment import OPTIONS as KNOWN

    assert list(OPTIONS) == list(KNOWN)


@pytest.mark.parametrize("command", ["rank", "advise"])
@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_changes_an_answer(option, command, tmp_path):
    file = tmp_path / "crew.toml"
    file.write_text(CREW)
    words = ("crew", command, file, "--at", AT, "--csv")
    plain, changed = run(*words), run(*words, *OPTIONS[option])
    assert (plain.code, changed.code) == (0, 0), changed.err
    assert plain.out != changed.out


def test_what_holds_is_told(tmp_path):
    shown = run("crew", "rank", "--faction", "zetans", "--at", AT, "--charge", "--when", "not moved")
    assert "Every attack: a charge, not moved." in shown.out
    told = run("crew", "rank", "--faction", "zetans", "--at", AT, "--distance", "8", "--json").json
    assert told["every_attack"] == 'the distance of 8"'


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"half_range": True, "distance": 3}, "give half the range or a distance, not both"),
        ({"distance": -1}, "distance must be a whole number from 0"),
        ({"supporters": 10**5000}, "supporters must be a whole number from 0"),
        ({"charge": 3}, "charge must be True or False"),
        ({"half_range": "yes"}, "half_range must be True or False"),
        ({"when": ["not moving"]}, "'not moving' is nothing that could hold for every attack: did you mean not moved"),
        ({"when": ["melee"]}, "'melee' is nothing that could hold for every attack"),
        ({"when": 3}, "conditions are a list of words"),
        ({"when": [None]}, "'None' is nothing that could hold"),
    ],
)
def test_what_is_wrong_is_one_sentence(given, sentence):
    with pytest.raises(OddsError) as error:
        moment_of(**given)
    assert str(error.value).startswith(sentence)


def test_words_are_those_that_no_weapon_says():
    assert WORDS == ("not moved", "higher", "alone", "target moved", "near radiation", "known enemy", "sees Leader")
    assert Moment(words=("higher", "from above")).words == ("higher",)


def test_the_whole_catalogue_can_be_in_any_moment():
    moment = moment_of(
        charge=True, half_range=True, wide_open=True, aim=True, supporters=2, engaged_friends=1, when=WORDS
    )
    every = [each for one in of_units(CATALOGUE.units, CATALOGUE, RULES, moment) for each in one.strikes]
    plain = [each for one in of_units(CATALOGUE.units, CATALOGUE, RULES) for each in one.strikes]
    assert [each.weapon for each in every] == [each.weapon for each in plain]
    assert all(a.attack.rolled.dice >= b.attack.rolled.dice for a, b in zip(every, plain, strict=True))
