"""`odds attack` as its users type it: every option matters, every number can be asked again."""

import csv
import io
import re
import shlex

import numpy as np
import pytest
from run import run
from test_pnp_cli import changes

from odds import exact
from odds.factions.attacks.exact import choice
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.worthwhile import rerolled_for
from odds.report.attack_chart import HEALTH, chances_over

SWING = 'attack "6S S6 L3" --crit Maim --at "E4 A4 I3 S4 L2 HP1"'
SHOT = 'attack "4P P5 L2" --at "E4 A4 I4 S4 L2 HP2"'
CHOICE = 'attack "6S S6 L3" --crit "Ignite 2" --crit Pierce --at "E4 A4 HP1"'
RIFLE = 'attack "P5 L2 C4" --with "Hunting Rifle" --at "E4 HP1"'
FRIENDS = 'attack "6S S6 L3" --at "E4 I4 HP1" --friends-near 3'
BIG = 'attack "6S S6 L3" --at "E3 HP3"'
BARE = 'attack "S5 L3" --with "Makeshift Weapon" --at "E3 HP1" --rule luck-dice=printed'
LUCKY = 'attack "4P P5 L3 Four Leaf Clover" --at "E4 HP1"'
RICOCHET = f'{SHOT} --ricochet "E3 I4 HP1 harm 1"'
STRANGER = f"{SHOT} --effect 'Mysterious Stranger'"
CRACK = f'{SHOT} --trait "Crackshot 1"'
FEW = "--seed 1 --trials 400000"
CLOSE = 1e-12


def ask(words, more=""):
    result = run(*shlex.split(f"{words} {more}"))
    assert result.code == 0, result.err
    return result


def json_of(words, more=FEW):
    return ask(f"{words} --json", more).json


# ------------------------------------------------------------------------------------------------ figures
def test_the_swing_of_the_master():
    """6S/6/3 with Maim at a fresh target."""
    made = json_of(SWING)
    known = {
        (0, 0, False): 0.004096,
        (1, 0, False): 0.059904,
        (2, 0, False): 0.189628416,
        (None, None, True): 0.746371584,
    }
    found = {(row["harm"], row["injuries"], row["incapacitated"]): row["exact"] for row in made["states"]}
    assert found == pytest.approx(known, abs=CLOSE)
    for row in (*made["states"], *made["summary"].values()):
        assert abs(row["exact"] - row["simulated"]) <= 5 * row["std_error"] + 1e-9
    assert made["bonus_dice"] == []
    assert list(made["summary"]) == ["incapacitated", "injury", "harm_mean", "fatigue", "critical"]


def test_where_bonus_dice_come_from():
    made = json_of('attack "4P P5 L2 C4 with Psycho" --at "E4 HP1 harm 2" --wide-open --supporters 2')
    assert made["bonus_dice"] == [
        {"source": "Wide Open", "dice": 1},
        {"source": "Supporting Fire", "dice": 2},
        {"source": "Psycho", "dice": 2},
        {"source": "Harm", "dice": 2},
    ]
    assert made["test"]["standard_dice"] + made["test"]["luck_dice"] == 4 + 7


def test_until_down_is_a_list_that_ends():
    made = json_of(f"{SWING} --until-down")
    rows = made["attacks_to_down"]
    assert [row["attacks"] for row in rows] == [*range(1, len(rows)), "later"]
    assert rows[0]["exact"] == pytest.approx(0.746371584, abs=CLOSE)
    assert sum(row["exact"] for row in rows[:-1]) >= 1 - 1e-9
    assert made["attacks_mean"] == pytest.approx(1.28446, abs=1e-5)
    twice = json_of(f"{SWING} --attacks 2")["summary"]["incapacitated"]["exact"]
    assert rows[1]["by_then"]["exact"] == pytest.approx(twice, abs=CLOSE)


def test_until_down_stops_at_a_hundred():
    rows = json_of('attack "1S S1 L0" --at "E9 HP4" --until-down --method exact', "")["attacks_to_down"]
    assert len(rows) == 101
    assert rows[-1]["exact"] > 1e-9


def test_an_area_has_every_target():
    made = json_of('attack "4A A6 L2" --trait "Area 2" --crit Pierce --at "E3 HP1" --at "E4 HP2"')
    ends = [target["summary"]["incapacitated"]["exact"] for target in made["targets"]]
    alone = [json_of(f'attack "4A A6 L2" --trait Pulse --crit Pierce --at "{at}"') for at in ("E3 HP1", "E4 HP2")]
    assert ends == pytest.approx([each["summary"]["incapacitated"]["exact"] for each in alone], abs=CLOSE)
    down = sum(row["down"] * row["exact"] for row in made["down"])
    assert down == pytest.approx(sum(ends), abs=CLOSE)
    assert made["summary"]["all_down"]["exact"] <= min(ends) + CLOSE


def test_friends_of_an_area_are_confused_after_all_damage():
    words = 'attack "4A A6 L2" --trait "Area 2" --at "E3 I4 HP1" --at "E2 I6 HP2" --friends-near 2'
    made = json_of(words)
    alone = sum(target["summary"]["confused_mean"]["exact"] for target in made["targets"])
    assert made["summary"]["confused_mean"]["exact"] == pytest.approx(alone, abs=CLOSE)
    none = json_of(words.replace(" --friends-near 2", ""), "--method exact")
    assert "confused_mean" not in none["summary"]
    assert "mean friends Confused" in ask(words, FEW).out


def test_the_rule_for_several_effects_is_the_best():
    """No other effect, whatever the Hits, is worth more; and the page shows it."""
    made = json_of(CHOICE)
    assert made["critical_rule"] == [
        {"hits": "1-2", "critical_effect": "Ignite 2"},
        {"hits": "3", "critical_effect": "Pierce"},
        {"hits": "4+", "critical_effect": "Ignite 2"},
    ]
    for one in ("Ignite 2", "Pierce"):
        alone = json_of(f'attack "6S S6 L3" --crit "{one}" --at "E4 A4 HP1"')
        assert alone["summary"]["incapacitated"]["exact"] < made["summary"]["incapacitated"]["exact"]
    assert choice(parse_attack(made["query"]))[3, 1] == 1
    assert re.search(r"3 +Pierce", ask(CHOICE, FEW).out)


def test_confusion_is_counted():
    made = json_of(FRIENDS)
    falls = made["summary"]["incapacitated"]["exact"]
    fails = float(exact(parse_attack("6S S6 L3 at E4 HP1")).probability("incapacitated")) * 3 * 0.6**2
    assert made["summary"]["confused_mean"]["exact"] == pytest.approx(fails, abs=CLOSE)
    assert falls > 0.7


# ------------------------------------------------------------------------------------------------ every option matters
#: option -> words before it, and the words that use it
MATTERS = {
    "words": ('attack "6S S6 L3" --at "E4 HP1"', 'attack "6S S7 L3" --at "E4 HP1"'),
    "weapon": ('attack "P5" --with "Hunting Rifle" --at "E4 HP1"', 'attack "P5" --with "Assault Rifle" --at "E4 HP1"'),
    "crit": (SHOT, f"{SHOT} --crit Maim"),
    "trait": (SHOT, f"{SHOT} --trait Non-Lethal"),
    "effect": (SHOT, f"{SHOT} --effect Psycho"),
    "when": (f"{SHOT} --effect 'Lone Wanderer' --when alone", f"{SHOT} --when alone"),
    "rerolls": (SWING, f"{SWING} --rerolls 2"),
    "at": (SHOT, 'attack "4P P5 L2" --at "E5 HP2"'),
    "friends_near": (SHOT, f"{SHOT} --friends-near 2"),
    "friends": (FRIENDS, f'{FRIENDS} --friends "I6 L1"'),
    "ricochet": (f'{SHOT} --ricochet "E2 HP1"', f'{SHOT} --ricochet "E2 HP1 harm 2"'),
    "wide_open": (SHOT, f"{SHOT} --wide-open"),
    "supporters": (RIFLE, f"{RIFLE} --supporters 2"),
    "aim": (RIFLE, f"{RIFLE} --aim"),
    "half_range": (f'{SHOT} --trait "Storm 2"', f'{SHOT} --trait "Storm 2" --half-range'),
    "out_of_range": (SHOT, f"{SHOT} --out-of-range"),
    "distance": (RIFLE, f"{RIFLE} --distance 30"),
    "charge": (SHOT, f"{SHOT} --charge"),
    "engaged_friends": (SHOT, f"{SHOT} --engaged-friends 2"),
    "overwhelm": (SHOT, f"{SHOT} --overwhelm 1"),
    "bladed": (BARE, f"{BARE} --bladed"),  # 3 dice either way, of which one is a Bonus Die
    "pay_crackshot": (CRACK, f"{CRACK} --pay-crackshot"),
    "unlucky": (SHOT, f"{SHOT} --unlucky"),
    "bonus": (SHOT, f"{SHOT} --bonus 2"),
    "attacks": (SHOT, f"{SHOT} --attacks 2"),
    "until_down": (SHOT, f"{SHOT} --until-down"),
    "goal": ('attack "3P P5 L2 reroll 1" --at "E3 HP1"', 'attack "3P P5 L2 reroll 1" --at "E3 HP1" --for "harm >= 1"'),
    "rule": (BIG, f"{BIG} --rule outright=more-than"),
    "edition": (LUCKY, f"{LUCKY} --edition CORE2025"),
}  # fmt: skip


def test_every_option_is_in_the_list():
    from inspect import signature

    from odds.cli.attack import command
    from odds.cli.options import Options

    own = set(signature(command).parameters) - set(Options.__dataclass_fields__) - {"chart_of"}
    assert own <= set(MATTERS)


@pytest.mark.parametrize("option", MATTERS)
def test_every_option_changes_both_answers(option):
    assert changes(*(json_of(words) for words in MATTERS[option])) == (True, True)


# ------------------------------------------------------------------------------------------------ reports
@pytest.mark.parametrize(
    "words",
    [
        *(SWING, CHOICE, f"{CHOICE} --attacks 2", f"{CHOICE} --until-down", FRIENDS, f"{SHOT} --rerolls 2"),
        f'{SHOT} --trait Pulse --crit Maim --crit Pierce --at "E5 HP3"',
        *(RICOCHET, f"{RICOCHET} --crit Maim --crit Pierce --friends-near 2", STRANGER, f"{STRANGER} --rerolls 1"),
    ],
)
@pytest.mark.parametrize("method", ["both", "exact", "simulate"])
def test_pages_fit_on_eighty_columns(words, method):
    more = "--method exact" if method == "exact" else f"--method {method} {FEW}"
    more += " --fractions" * (method == "exact" and "until" not in words)
    shown = ask(words, f"{more} --explain").out
    assert max(map(len, shown.splitlines())) <= 80
    assert "How it goes at the table" in shown


@pytest.mark.parametrize(
    "words", [SWING, f"{CHOICE} --attacks 2", f"{CHOICE} --until-down", FRIENDS, RICOCHET, STRANGER]
)
def test_csv_can_be_asked_again(words):
    rows = list(csv.DictReader(io.StringIO(ask(words, "--csv --method exact").out)))
    asked = " ".join(f'--ask "{row["metric"]}"' for row in rows)
    again = json_of(f"{words} {asked}", "--method exact")["ask"]
    found = {row["metric"]: row["exact"] for row in again}
    assert len(rows) > 4
    for row in rows:
        assert float(row["exact"]) == pytest.approx(found[row["metric"]], abs=CLOSE)


def test_csv_of_an_area_has_every_model():
    text = ask('attack "4A A6 L2" --trait Pulse --at "E3 HP1" --at "E4 HP2"', "--csv --method exact").out
    queries = {row["query"] for row in csv.DictReader(io.StringIO(text))}
    assert len(queries) == 3


@pytest.mark.parametrize("method", ["both", "simulate"])
def test_an_area_keeps_its_checkpoint(method, tmp_path):
    words = 'attack "4A A6 L2" --trait Pulse --at "E3 HP1" --at "E4 HP2"'
    more = f"{FEW} --method {method} --checkpoint {tmp_path / 'kept.json'} --chart {tmp_path / 'a.svg'}"
    assert "models down" in ask(words, more).out
    assert ask(f"{words} --json", more).json["simulation"]["trials"] == 400_000


def test_ask_reads_every_axis():
    asked = ["P(inches >= 1)", "mean(confused)", "mean(hits)", "P(luck_hits >= 2)", "P(fatigue)", "mean(injuries)",
             "P(incapacitated given hits >= 4)"]  # fmt: skip
    words = 'attack "6S S6 L3" --crit "Pushback 2" --crit "Suppress 1" --at "E4 S4 I3 HP2" --friends-near 2'
    made = json_of(f"{words} " + " ".join(f'--ask "{text}"' for text in asked))
    for row in made["ask"]:
        assert abs(row["exact"] - row["simulated"]) <= 5 * row["std_error"] + 1e-9
    assert [row["metric"] for row in made["ask"]][:2] == ["P(inches >= 1)", "mean(confused)"]


def test_an_explanation_has_the_numbers():
    told = " ".join(ask(f"{SWING} --wide-open --explain", "--method exact").out.split())
    for words in ("6 dice and 1 Bonus Die (Wide Open +1) make 7", "Endurance 4", "8 or more: Incapacitated", "Maim"):
        assert words in told
    law = exact(parse_attack("6S S6 L3 Wide Open +1 crit Maim at E4 HP1"))
    assert f"{100 * float(law.probability('incapacitated')):.2f}%" in told


def test_an_attack_names_what_its_rerolls_are_for():
    shown = " ".join(ask(f"{SHOT} --rerolls 2", FEW).out.split())
    assert "Re-roll policy: optimum for P(incapacitated) (up to 2 dice)." in shown
    other = " ".join(ask(f'{SHOT} --rerolls 2 --for "mean(harm)"', FEW).out.split())
    assert "optimum for mean(harm)" in other


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (f"{SHOT} --half-range", "has no Storm"),
        (f'{SHOT} --for "mean(harm)"', "there is nothing to decide"),
        (f"{SHOT} --wide-open --unlucky", "Bonus Dice are ignored: the Test is Unlucky"),
        (f"{SHOT} --wide-open --trait Pulse", "Bonus Dice are ignored: the attack takes none"),
        (f"{SHOT} --supporters 2", "Charisma not given"),
        ('attack "6S S6 L3" --at "E4 I4 HP1 machine" --friends-near 2', "causes no Confusion Tests"),
        ('attack "Master with Penetrator" --with "Super Sledge" --at "E4 HP1"', "Penetrator does nothing"),
        ('attack "Master with Steady Aim" --with "Short Hunting Rifle" --at "E4 HP1"', "Steady Aim is not used"),
        (f"{SHOT} --rerolls 2", "the same whatever the dice show"),
        ('attack "4P P5 L4" --at "E4 HP1" --effect "Day Tripper"', "its Luck Dice are as many as its dice already"),
        ('attack "4P P9 L1" --at "E4 HP1" --effect Steady --when ranged', "a die hits on 9 at most"),
        (f"{SHOT} --effect Gunslinger", "Gunslinger changes nothing here"),
        (f"{SHOT} --effect Penetrator", "the target's Endurance is below 5"),
        (f"{SHOT} --effect 'Better Criticals' --crit Maim", "no Critical Effect rolls dice"),
        (f"{SHOT} --effect Nuka-Cola", "as many friends can support without it"),
        (f'{SHOT} --effect "Grim Reaper\'s Sprint" --attacks 2', "is told of a single attack"),
        (f"{SHOT} --when higher", "higher changes nothing here"),
        ('attack Master --with Ripper --at "E4 HP1"', "Ripper is in no weapon set of Master"),
        ('attack "4P P5 L2" --at "E4 HP2 Stimpak"', "there is no Harm to recover"),
    ],
)
def test_what_does_nothing_is_said(words, note):
    assert any(note in each for each in json_of(words, "--method exact")["notes"])


@pytest.mark.parametrize(
    "words",
    [
        f"{SHOT} --effect Psycho",
        f"{SHOT} --effect 'Big Leagues' --when melee",
        f"{CHOICE} --effect 'Better Criticals'",
        'attack "6S S6 L3" --at "E6 HP1" --effect Penetrator',
        'attack "A5 C2 L2" --with ".44 Pistol" --at "E4 HP1" --supporters 3 --effect Nuka-Cola',
        f"{FRIENDS} --effect Brutality",
    ],
)
def test_what_does_something_is_not_said_to_do_nothing(words):
    assert not any("changes nothing" in each for each in json_of(words, "--method exact")["notes"])


# ------------------------------------------------------------------------------------------------ names
def test_who_attacks_whom_stands_over_the_answer():
    words = 'attack Master --with "Super Sledge" --at "Paladin, harm 1"'
    shown = " ".join(ask(words, "--method exact").out.split())
    assert "Master with Super Sledge at Paladin: Attack Test" in shown
    made = json_of(words, "--method exact")
    assert (made["test"]["attacker"], made["test"]["target"]["name"]) == ("Master with Super Sledge", "Paladin")
    area = 'attack "4A A6 L2" --trait Pulse --at Paladin --at "E4 HP2"'
    assert "1 Paladin (E7 HP4)" in ask(area, "--method exact").out
    assert json_of(SHOT, "--method exact")["test"]["attacker"] is None


def test_every_weapon_of_a_model_is_listed():
    result = run("attack", "Master", "--at", "Paladin")
    assert result.code == 2
    for name in ("Plasma Pistol", "Minigun", "Super Sledge"):
        assert name in result.err


# ------------------------------------------------------------------------------------------------ charts
@pytest.mark.parametrize(
    "words",
    [SWING, f"{CHOICE} --attacks 3", f"{CHOICE} --until-down", f'{SHOT} --trait Pulse --at "E5 HP3"',
     f"{CHOICE} --chart-of heatmap", RICOCHET, STRANGER],
)  # fmt: skip
@pytest.mark.parametrize("method", ["both", "exact"])
def test_a_chart_is_drawn_and_always_the_same(words, method, tmp_path):
    drawn = []
    for name in ("a.svg", "b.svg"):
        more = "--method exact" if method == "exact" else FEW
        ask(words, f"{more} --chart {tmp_path / name}")
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    assert b"<svg" in drawn[0]


def test_a_heatmap_shows_the_exact_chances():
    attack = parse_attack("6S S6 L3 crit Maim at E4 HP2 injuries 1 harm 2")
    chances = chances_over(attack)
    assert np.isnan(chances[0]).all()  # Health 1 with an Injury has fallen already
    assert chances[1, 3] == pytest.approx(float(exact(attack).probability("incapacitated")), abs=CLOSE)
    assert (np.diff(chances[1]) <= CLOSE).all()
    assert len(chances) == len(HEALTH)


def test_a_heatmap_rerolls_for_each_target():
    attack = rerolled_for(parse_attack("3P P5 L2 reroll 1 crit Maim at E4 HP1"))
    at_three = parse_attack("3P P5 L2 reroll 1 crit Maim at E3 HP1")
    assert chances_over(attack)[0, 2] == pytest.approx(float(exact(at_three).probability("incapacitated")), abs=CLOSE)


# ------------------------------------------------------------------------------------------------ bad input
@pytest.mark.parametrize(
    "words",
    [
        "attack", 'attack "6S S6 L3"', 'attack --at "E4 HP1"', f"{SWING} --attacks 0", f"{SWING} --attacks x",
        f"{SWING} --attacks 2 --until-down", f"{SWING} --crit Miam", f"{SWING} --for frog", f"{SWING} --for 'sd(harm)'",
        f"{SWING} --half-range --out-of-range", f"{SWING} --distance 5", f"{SWING} --chart-of heatmap",
        f"{SWING} --chart-of pie --chart x.png", f"{SWING} --until-down --chart-of heatmap --chart x.png",
        f"{SWING} --chart-of heatmap --chart x.png --method simulate", f"{SWING} --friends I4", f"{SWING} --edition X",
        f"{SWING} --effect Psyco", f"{SWING} --when rain", f"{SWING} --with 'Super Slege'", f"{SWING} --at 'E4 HP2'",
        f"{SHOT} --effect Ricochet", f"{SHOT} --ricochet frog", f"{RICOCHET} --attacks 2", f"{STRANGER} --until-down",
        f"{RICOCHET} --effect 'Mysterious Stranger'", f"{SHOT} --effect 'Basher 2'", f"{SHOT} --effect Mentats",
        f"{SHOT} --effect 'Iron Fist'", f"{SWING} --supporters -1", f"{SWING} --ask 'P(frogs)'",
        f"{SWING} --json --csv",
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(words))
    assert result.code == 2
    assert not result.out
    first, *pointer = result.err.splitlines()
    assert first.startswith("odds: ")
    assert len(pointer) in (0, 2)
    assert not list(tmp_path.iterdir())
