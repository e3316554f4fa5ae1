"""The faction of a crew that names none: the one that fits best, the same in every process, and said to be a guess."""

import json
import os
import subprocess
import sys

import pytest
from run import run

import odds
from odds.factions.catalogue.catalogue import catalogue
from odds.factions.catalogue.rows import LETTERS, Special, Unit, WeaponSet
from odds.factions.crews.imports.found import FoundCrew, FoundMember
from odds.factions.crews.imports.homes import likely

BOOK = catalogue()
SHOTGUN = {"name": "Sawn-Off Shotgun", "type": 'Rifle (8")', "test": "4A", "traits": "CQB", "effect": "Maim"}
PRINTED = dict(zip((*LETTERS, "HP"), (5, 5, 5, 5, 5, 5, 2, 2), strict=True))


def unit(faction, **numbers):
    made = PRINTED | numbers
    return Unit(faction, "Fool", "Grunt", Special(*(made[each] for each in LETTERS)), made["HP"])


TWINS = odds.Catalogue(
    units=(unit("Whites"), unit("Blacks"), unit("Reds", S=6)),
    sets=(WeaponSet("Whites", "Fool", ("Stick",), 5), WeaponSet("Blacks", "Fool", ("Stone",), 5)),
)


@pytest.fixture
def saved(tmp_path):
    """Saved lists with one Scavver, a unit of several factions, whose statistics are as given."""

    def write(stats=(4, 4, 4, 3, 4, 4, 2, 1)):
        weapon = SHOTGUN | {"points": 17}
        item = {"unitName": "Scavver", "stats": list(stats), "weapons": [weapon], "notes": "", "active": True}
        text = json.dumps({"savedLists": {"L": {"unitItems": [item], "crewNotes": "", "partyPoints": 17}}})
        (tmp_path / "lists.json").write_text(text)
        return tmp_path / "lists.json"

    return write


@pytest.mark.parametrize("stats", [(4, 4, 4, 3, 4, 4, 2, 1), (9, 9, 9, 9, 9, 9, 5, 9)])
def test_it_is_the_same_in_every_process(saved, stats):
    code = "import sys, odds; c = odds.read_crew(sys.argv[1]).crew; print(c.faction, c.notes)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(saved(stats))],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(found) == 1, found
    assert "none is named" in found.pop()


def test_the_guess_is_said_wherever_the_crew_is_used(saved):
    for command in ("check", "show", "rank"):
        words = run("crew", command, saved(), *["--at", "Paladin"] * (command == "rank"))
        assert "faction taken to be " in " ".join(words.out.split()), words
    notes = " ".join(run("crew", "advise", saved(), "--at", "Paladin", "--json").json["notes"])
    assert "faction taken to be " in notes
    assert not odds.read_crew(saved(), faction="raiders").crew.notes[0].startswith("faction taken")


@pytest.mark.parametrize(
    ("given", "home", "said"),
    [
        ({"numbers": PRINTED | {"S": 6}}, "Reds", "none is named"),
        ({"numbers": PRINTED | {"S": 7}, "upgrades": {"S": 1}}, "Reds", "none is named"),
        ({"weapons": ["Stone"]}, "Blacks", "none is named"),
        ({"weapons": ["Stick"]}, "Whites", "none is named"),
        ({"numbers": PRINTED}, "Blacks", "Blacks and Whites fit alike, so say which with --faction"),
        ({}, "Blacks", "Blacks, Reds and Whites fit alike, so say which with --faction"),
    ],
)
def test_statistics_then_weapons_decide_and_what_is_left_is_asked_for(given, home, said):
    found, note = likely(FoundCrew("text", "Us", members=[FoundMember("Fool", **given)]), TWINS)
    assert found == home
    assert said in note


def test_most_of_the_units_counts_before_anything_else():
    hired = [FoundMember("Mongrel", count=5)]
    assert likely(FoundCrew("text", "Us", members=[*hired, FoundMember("Settler")]), BOOK)[0] == "Survivors"
    assert likely(FoundCrew("text", "Us", members=hired), BOOK)[0] == "Creature Companions"
    assert likely(FoundCrew("text", "Us", members=[FoundMember("nobody")]), BOOK) == ("unknown", "")
