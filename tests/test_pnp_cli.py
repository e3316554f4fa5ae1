"""`odds pnp` as its users type it: every option and every reading matters, every answer can be asked again."""

import csv
import io
import shlex

import numpy as np
import pytest
from run import run

from odds.core.errors import OddsError
from odds.core.subject import subject_of
from odds.pnp.actions import Actions
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.checks.rules import PnpCheck
from odds.pnp.dice import Weapon
from odds.pnp.initiative.rules import PnpInitiative
from odds.pnp.neighbors.rules import PnpNeighbors
from odds.pnp.switches import BOOK

ATTACK = "pnp attack --bonus 5 --defense 15 --rof 3 --damage 2d6 --dt 4"
CHECK = "pnp check --skill 5 --difficulty 15"
INITIATIVE = "pnp initiative --modifier 2"
FEW = "--seed 1 --trials 400000"


def ask(words, more=""):
    result = run(*shlex.split(f"{words} {more}"))
    assert result.code == 0, result.err
    return result


def numbers(made, engine, path=""):
    """Every number of one engine in a JSON answer, by where it stands."""
    found = {}
    if isinstance(made, dict):
        for key, value in made.items():
            if key == engine and isinstance(value, float | int):
                found[path] = value
            elif key not in ("simulation", "test", "agreement"):
                found |= numbers(value, engine, f"{path}/{key}")
    elif isinstance(made, list):
        for n, value in enumerate(made):
            found |= numbers(value, engine, f"{path}/{n}")
    return found


def changes(one, other):
    """Whether two answers differ: exactly, and in the simulation by more than chance."""
    exact, sampled, errors = (
        [numbers(made, engine) for made in (one, other)] for engine in ("exact", "simulated", "std_error")
    )
    if exact[0].keys() != exact[1].keys():
        return True, sampled[0].keys() != sampled[1].keys()
    exactly = any(abs(exact[0][key] - exact[1][key]) > 1e-9 for key in exact[0])
    apart = [
        abs(sampled[0][key] - sampled[1][key]) > 6 * np.hypot(errors[0][key], errors[1][key]) + 1e-9
        for key in errors[0].keys() & errors[1].keys()
    ]
    return exactly, any(apart)


#: option -> words before it, and the words that use it
MATTERS = {
    "bonus": ("pnp attack --defense 15 --damage 2d6 --bonus 5", "pnp attack --defense 15 --damage 2d6 --bonus 6"),
    "defense": ("pnp attack --bonus 5 --damage 2d6 --defense 15", "pnp attack --bonus 5 --damage 2d6 --defense 16"),
    "damage": ("pnp attack --bonus 5 --defense 15 --damage 2d6", "pnp attack --bonus 5 --defense 15 --damage 2d6+1"),
    "dt": ("pnp attack --bonus 5 --defense 15 --damage 2d6", "pnp attack --bonus 5 --defense 15 --damage 2d6 --dt 4"),
    "rof": ("pnp attack --bonus 5 --defense 15 --damage 2d6", "pnp attack --bonus 5 --defense 15 --damage 2d6 --rof 2"),
    "penalties": (ATTACK, f"{ATTACK} --penalties 0/2/4"),
    "ap": (ATTACK, f"{ATTACK} --ap 3"),
    "armor_vulnerable": (ATTACK, f"{ATTACK} --armor-vulnerable 2"),
    "luck": (f"{ATTACK} --lucky 3", f"{ATTACK} --lucky 3 --luck 2"),
    "lucky": (ATTACK, f"{ATTACK} --lucky 5"),
    "brutal": (f"{ATTACK} --lucky 5", f"{ATTACK} --lucky 5 --brutal 0.5"),
    "burning": (ATTACK, f"{ATTACK} --burning 2"),
    "edt": (f"{ATTACK} --burning 2", f"{ATTACK} --burning 2 --edt 3"),
    "hp": (ATTACK, f"{ATTACK} --hp 12"),
    "turns": (f"{ATTACK} --hp 12", f"{ATTACK} --hp 12 --turns 3"),
    "lethal": (f"{ATTACK} --hp 12", f"{ATTACK} --hp 12 --lethal 5"),
    "spread": (ATTACK, f"{ATTACK} --spread 1"),
    "splash": (ATTACK, f"{ATTACK} --splash 2"),
    "cover": (ATTACK, f"{ATTACK} --cover light"),
    "heavy cover": (f"{ATTACK} --cover light", f"{ATTACK} --cover heavy"),
    "height": (ATTACK, f"{ATTACK} --height above"),
    "drop": (f"{ATTACK} --height drop:5", f"{ATTACK} --height drop:10"),
    "visibility": (ATTACK, f"{ATTACK} --visibility obscured"),
    "heavily obscured": (f"{ATTACK} --visibility obscured", f"{ATTACK} --visibility heavy"),
    "not seen": (f"{ATTACK} --visibility heavy", f"{ATTACK} --visibility none"),
    "lobbed": (ATTACK, f"{ATTACK} --lobbed"),
    "called": (ATTACK, f"{ATTACK} --called arm"),
    "called head": (f"{ATTACK} --called leg", f"{ATTACK} --called head"),
    "vats": (f"{ATTACK} --called head", f"{ATTACK} --called head --vats"),
    "two_weapons": (ATTACK, f"{ATTACK} --two-weapons"),
    "pistol_whip": (ATTACK, f"{ATTACK} --pistol-whip"),
    "two_handed": (f"{ATTACK} --pistol-whip", f"{ATTACK} --pistol-whip --two-handed"),
    "range": (f"{ATTACK} --range 50 --max-range 50", f"{ATTACK} --range 60 --max-range 50"),
    "max_range": (f"{ATTACK} --range 60 --max-range 60", f"{ATTACK} --range 60 --max-range 50"),
    "min_range": (f"{ATTACK} --range 10 --max-range 50", f"{ATTACK} --range 10 --min-range 20 --max-range 50"),
    "warm_up": (ATTACK, f"{ATTACK} --warm-up 1"),
    "odd-die": (ATTACK, f"{ATTACK} --action odd-die"),
    "triple": (ATTACK, f"{ATTACK} --action triple"),
    "reroll": (ATTACK, f"{ATTACK} --action reroll"),
    "attack:N": (f"{ATTACK} --action attack:1", f"{ATTACK} --action attack:2"),
    "skill": (CHECK, "pnp check --skill 6 --difficulty 15"),
    "difficulty": (CHECK, "pnp check --skill 5 --difficulty 16"),
    "modifier of a check": (CHECK, f"{CHECK} --modifier -2"),
    "two weapons in a check": (CHECK, f"{CHECK} --two-weapons"),
    "odd-die in a check": (CHECK, f"{CHECK} --action odd-die"),
    "triple in a check": (CHECK, f"{CHECK} --action triple"),
    "modifier": (INITIATIVE, "pnp initiative --modifier 3"),
    "against": (INITIATIVE, f"{INITIATIVE} --against 1"),
    "ties": (INITIATIVE, f"{INITIATIVE} --ties lose"),
    "opportunity": (INITIATIVE, f"{INITIATIVE} --opportunity moving"),
}


@pytest.mark.parametrize("option", MATTERS)
def test_every_option_changes_an_answer_of_both_engines(option):
    before, after = (ask(words, f"{FEW} --json").json for words in MATTERS[option])
    assert changes(before, after) == (True, True)


#: switch -> a question that each of its values changes
DEPENDS = {
    "critical-margin": f"{ATTACK} --lucky 5",
    "critical-chance": f"{ATTACK} --lucky 3 --luck 2",
    "triple-six": "pnp attack --bonus 0 --defense 25 --damage 2d6",
    "critical-damage": f"{ATTACK} --lucky 5",
    "critical-dt": f"{ATTACK} --lucky 5",
    "several-hits": ATTACK,
    "head-critical": f"{ATTACK} --lucky 8 --called head",
    "armor-order": "pnp attack --bonus 5 --defense 15 --damage 2d6 --dt 3 --armor-vulnerable 2.5 --ap 1",
    "lethal": f"{ATTACK} --hp 12 --lethal 5",
    "burning": "pnp attack --bonus 9 --defense 12 --damage 1d12 --dt 12 --edt 1 --burning 4 --lucky 5 --hp 20",
    "spread": f"{ATTACK} --spread 2 --lucky 8 --action odd-die",
    "splash": "pnp attack --bonus 5 --defense 15 --damage 2d6 --splash 3 --dt 4",
    "two-types": "pnp attack --bonus 5 --defense 15 --damage 1d4+1d4e --dt 3",
    "two-weapons": f"{ATTACK} --two-weapons",
    "cripple": f"{ATTACK} --hp 24",
    "called-shot-cost": f"{ATTACK} --called head --vats",
    "range": f"{ATTACK} --range 52 --max-range 50",
}


def test_there_are_seventeen_switches_and_a_question_for_each():
    assert list(DEPENDS) == [switch.name for switch in BOOK.switches]
    assert len(DEPENDS) == 17


@pytest.mark.parametrize("switch", DEPENDS)
def test_every_reading_changes_an_answer_of_both_engines_that_names_it(switch):
    plain = ask(DEPENDS[switch], f"{FEW} --json").json
    assert switch in plain["depends_on"]
    others = list(BOOK.switch(switch).values)[1:]
    assert others
    for value in others:
        changed = ask(DEPENDS[switch], f"{FEW} --json --rule {switch}={value}").json
        assert changed["rules"] == {switch: value}
        assert changes(plain, changed) == (True, True), value


def test_an_answer_names_no_switch_that_changes_nothing():
    assert ask(CHECK, "--method exact --json").json["depends_on"] == []
    single = ask("pnp attack --bonus 5 --defense 15 --damage 2d6", "--method exact --json").json
    assert single["depends_on"] == ["critical-damage"]


# ------------------------------------------------------------------------------------------------ what is printed
def test_json_of_an_attack():
    made = ask(f"{ATTACK} --hp 12 --lethal 5", f"{FEW} --json").json
    for key in ("hit", "critical", "damage_mean", "kill", "cripple"):
        assert {"exact", "simulated", "std_error"} <= made[key].keys()
        assert abs(made[key]["exact"] - made[key]["simulated"]) < 6 * made[key]["std_error"]
    assert [row["hits"] for row in made["hits"]] == [0, 1, 2, 3]
    assert made["hits"][3]["exact"] == pytest.approx(10 / 216)
    assert made["hit"]["exact"] == pytest.approx(5 / 8)
    assert made["damage_mean"]["exact"] == pytest.approx(862561 / 279936)
    assert sum(row["exact"] for row in made["attacks"]) == pytest.approx(1)
    assert sum(row["exact"] for row in made["damage"]) == pytest.approx(1)


def test_json_of_a_warm_up_weapon_goes_turn_by_turn():
    made = ask("pnp attack --bonus 5 --defense 14 --damage 2d6 --rof 4 --warm-up 1", f"{FEW} --json").json
    assert [turn["rof"] for turn in made["turns"]] == [1, 2, 3, 4]
    means = [turn["hits_mean"]["exact"] for turn in made["turns"]]
    assert means == pytest.approx([20 / 27, 241 / 216, 29 / 24, 281 / 216])


def test_json_of_what_is_not_asked_is_null():
    made = ask(ATTACK, "--method exact --json").json
    assert made["kill"] is made["cripple"] is made["burn_mean"] is made["attacks"] is None
    assert made["hit"]["simulated"] is None


def test_json_of_a_check_and_of_initiative():
    assert ask(CHECK, "--method exact --json").json["pass"]["exact"] == pytest.approx(5 / 8)
    assert ask(INITIATIVE, "--method exact --json").json["first"]["exact"] == pytest.approx(1981 / 2850)
    made = ask(f"{INITIATIVE} --opportunity prone", "--method exact --json").json
    assert made["free_attack"]["exact"] == pytest.approx(1981 / 2850)


FULL = (
    f"{ATTACK} --ap 3 --armor-vulnerable 2 --luck 2 --lucky 3 --brutal 0.5 --burning 2 --edt 3 --lethal 5 --spread 1 "
    "--cover light --height above --visibility obscured --lobbed --called arm --two-weapons --range 60 --max-range 50 "
    "--warm-up 2 --action attack:5 --action odd-die --hp 12"
)


@pytest.mark.parametrize("words", [ATTACK, FULL, f"{ATTACK} --height drop:20 --splash 2 --hp 9", CHECK, INITIATIVE])
@pytest.mark.parametrize("way", ["--json", "--csv", "--explain", "--trace 2", "--method exact --fractions", ""])
def test_every_answer_is_shown_in_every_way(words, way):
    result = ask(words, way if "exact" in way else f"{way} --seed 1 --trials 20000")
    assert "DISAGREE" not in result.out
    if way in ("", "--explain"):
        assert max(map(len, result.out.splitlines())) <= 80


def test_csv_can_be_read_and_asked_again():
    rows = list(csv.DictReader(io.StringIO(ask(f"{ATTACK} --hp 12 --spread 1", f"{FEW} --csv").out)))
    kill = next(row for row in rows if row["metric"] == "P(kill)")
    again = ask(f"{ATTACK} --hp 12", f'--method exact --json --ask "{kill["metric"]}"').json
    assert again["ask"][0]["exact"] == pytest.approx(float(kill["exact"]))
    assert any(row["metric"] == "mean(neighbor_damage)" for row in rows)


def test_a_chart_is_drawn(tmp_path):
    ask(ATTACK, f"{FEW} --chart {tmp_path / 'chart.svg'}")
    assert "Damage" in (tmp_path / "chart.svg").read_text()


def test_metrics_of_an_attack():
    made = ask(f"{ATTACK} --hp 12 --burning 2", '--method exact --json --ask "P(kill given critical)" '
               '--ask "mean(burning_turns)" --ask "attacks <= 2" --ask "damage >= 10"').json  # fmt: skip
    assert all(0 < row["exact"] < 5 for row in made["ask"])


def test_kinds_are_found_wherever_they_stand():
    plain = ask(CHECK, "--method exact").out
    assert ask("pnp --method exact check --skill 5 --difficulty 15").out == plain
    assert ask("--method exact pnp check --skill 5 --difficulty 15").out == plain
    assert "Usage: odds pnp" in run("pnp").out
    assert "--armor-vulnerable" in run("pnp", "attack", "--help").out


def test_rules_of_the_game_are_listed():
    out = run("rules", "pnp").out
    assert all(f"{switch.name}={value}" in out for switch in BOOK.switches for value in switch.values)
    assert max(map(len, out.splitlines())) <= 80


# ------------------------------------------------------------------------------------------------ texts
ASKED = [
    *dict.fromkeys(words.replace("--armor-vulnerable 2 ", "") for pair in MATTERS.values() for words in pair),
    *DEPENDS.values(),
    FULL,
    f"{ATTACK} --rule lethal=below --hp 3 --turns 2",
]


@pytest.mark.parametrize("words", ASKED)
def test_every_text_asks_the_same_question_again(words):
    first = ask(words, "--method exact --json").json
    again = ask(first["query"], "--method exact --json").json
    assert again["query"] == first["query"]
    assert again["test"] == first["test"]
    assert again["rules"] == first["rules"]


BAD = [
    ("pnp atack", "attack"),
    ("pnp attack --defense 15 --damage 2d6", "--bonus"),
    ("pnp attack --bonus 5 --damage 2d6", "--defense"),
    ("pnp attack --bonus 5 --defense 15", "--damage"),
    ("pnp attack --bonus five --defense 15 --damage 2d6", "--bonus"),
    ("pnp attack --bonus 5 --defense -1 --damage 2d6", "--defense"),
    ("pnp attack --bonus 5 --defense 15 --damage 2d7", "d7"),
    ("pnp attack --bonus 5 --defense 15 --damage two", "2d6"),
    ("pnp attack --bonus 5 --defense 15 --damage 21d6", "20"),
    ("pnp attack --bonus 5 --defense 15 --damage 0d6", "1 to 20"),
    ("pnp attack --bonus 5 --defense 15 --damage 2d6+99", "50"),
    (f"{ATTACK} --rof 0", "--rof"),
    (f"{ATTACK} --brutal much", "Brutal"),
    (f"{ATTACK} --brutal 0.333", "two decimals"),
    (f"{ATTACK} --armor-vulnerable -1", "Armor Vulnerable"),
    (f"{ATTACK} --penalties 0/6/3", "0/3/6"),
    (f"{ATTACK} --penalties x", "0/3/6"),
    (f"{ATTACK} --cover full", "light or heavy"),
    (f"{ATTACK} --height below", "drop:FEET"),
    (f"{ATTACK} --height drop:2", "5 to 200"),
    (f"{ATTACK} --visibility bad", "obscured"),
    (f"{ATTACK} --called eye", "arm, leg or head"),
    (f"{ATTACK} --vats", "V.A.T.S."),
    (f"{ATTACK} --two-handed", "--pistol-whip"),
    (f"{ATTACK} --range 20", "--max-range"),
    (f"{ATTACK} --max-range 20", "--range"),
    (f"{ATTACK} --range 20 --min-range 30 --max-range 20", "least range"),
    (f"{ATTACK} --spread 1 --splash 2", "spread or splash"),
    (f"{ATTACK} --pistol-whip --burning 2", "pistol whip"),
    (f"{ATTACK} --height drop:5 --lobbed", "melee"),
    (f"{ATTACK} --action jump", "odd-die"),
    (f"{ATTACK} --action attack:0", "1 to 10"),
    (f"{ATTACK} --action reroll --action reroll", "twice"),
    (f"{ATTACK} --rule lethal=sometimes", "lethal"),
    (f"{ATTACK} --rule luck-dice=printed", "unknown rule switch"),
    (f"{ATTACK} --edition NW2024", "SIMPLE"),
    (f"{ATTACK} --ask kill", "kill"),
    ("pnp check --skill 5", "--difficulty"),
    (f"{CHECK} --action reroll", "attacks"),
    (f"{INITIATIVE} --ties share", "reroll"),
    (f"{INITIATIVE} --opportunity always", "moving"),
    (f"{INITIATIVE} --against 1 --against 2 --opportunity moving", "one other"),
    (f"{INITIATIVE} --against 1 --against 2 --against 3 --against 4 --against 5 --against 6", "1 to 5"),
    ("pnp attack --bonus 9 --defense 9 --damage 20d20 --rof 12 --burning 1 --hp 300 --turns 20", "too many"),
    ("rules pmp", "pnp"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_is_wrong_is_said_in_one_sentence(words, said):
    result = run(*shlex.split(words))
    assert result.code == 2
    assert not result.out
    assert said in result.err
    assert result.err.splitlines()[0].startswith("odds: ")
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PnpAttack(bonus=True, defense=15, damage="2d6"),
        lambda: PnpAttack(bonus=5.0, defense=15, damage="2d6"),
        lambda: PnpAttack(bonus=5, defense=10**30, damage="2d6"),
        lambda: PnpAttack(bonus=5, defense=15, damage=6),
        lambda: PnpAttack(bonus=5, defense=15, damage="2d6", lobbed=1),
        lambda: PnpAttack(bonus=5, defense=15, damage="2d6", rules="SIMPLE"),
        lambda: PnpAttack(bonus=5, defense=15, damage="2d6", actions=7),
        lambda: PnpAttack(bonus=5, defense=15, damage="2d6", penalties=3),
        lambda: PnpAttack(bonus=5, defense=15, damage="2d6", brutal=float("nan")),
        lambda: PnpNeighbors(PnpAttack(bonus=5, defense=15, damage="2d6")),
        lambda: PnpNeighbors("2d6"),
        lambda: PnpInitiative(against=3),
        lambda: PnpInitiative(against=()),
        lambda: PnpCheck(skill=5, difficulty=15, two_weapons=None),
    ],
)
def test_what_is_no_question_is_refused(wrong):
    with pytest.raises(OddsError):
        wrong()


def test_axes_are_those_that_a_weapon_has():
    assert subject_of(PnpAttack(bonus=5, defense=15, damage="2d6")).axes == ("hits", "crits", "damage")


def test_notes_say_what_does_nothing():
    made = ask(f"{ATTACK} --pistol-whip --cover light --turns 3", "--method exact --json").json
    assert len(made["notes"]) == 4


def test_words_are_read_forgivingly():
    assert Weapon.read("2D6 + 3") == Weapon.read("2d6+3")
    assert Weapon.read("d8e").text == "1d8e"
    assert Actions.read("Odd-Die") == Actions(odd_die=True)
    assert Actions.read("attack:3").bonus == 3
